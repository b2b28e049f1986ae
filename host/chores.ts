/** Starts what runs beside an open city: the sweep of its sandbox, the bookkeeper, recorder, chronicler, maker of bases, and pruning. */
import { censusOf } from '../actors/census.ts';
import { isPlaceInUse } from '../actors/rules/code/sandbox-facts.ts';
import type { Config } from '../config/settings.ts';
import type { CityEngine } from '../engine/city.ts';
import type { Bookkeeper } from '../engine/commit/bookkeeper.ts';
import type { Log } from '../engine/ports.ts';
import { Chronicler } from '../gateways/chronicle/chronicler.ts';
import { TickRecorder } from '../gateways/overview/tick-recorder.ts';
import type { Persistence } from '../persistence/interface.ts';
import type { Sandbox } from '../sandbox/interface.ts';
import { sweepRegularly } from '../sandbox/sweep.ts';
import { startBases } from './bases.ts';
import type { Lifecycle } from './lifecycle.ts';
import { startPruning } from './pruning.ts';
import { systemClock } from './system-clock.ts';

type Stores = Pick<Persistence, 'tickRows' | 'chronicle' | 'bases'> & { readonly books: Bookkeeper };

export async function startChores(
  config: Config,
  life: Lifecycle,
  city: CityEngine,
  sandbox: Sandbox,
  { tickRows: rows, chronicle, bases, books }: Stores,
  log: Log,
): Promise<void> {
  const images = { image: (id: Parameters<typeof city.state.images.get>[0]) => city.state.images.get(id) };
  await life.start(
    () => sweepRegularly(sandbox, (place) => isPlaceInUse(images, place), log),
    (stop) => stop(),
  );
  await life.start(
    () => books.start(),
    () => books.close(),
  );
  await life.start(
    () => new TickRecorder({ city, census: () => censusOf(city.state, systemClock), rows, log }),
    (recorder) => recorder.close(),
  );
  await life.start(
    () => new Chronicler({ city, control: city, rows: chronicle, log }),
    (chronicler) => chronicler.close(),
  );
  await startBases(config, log, life, city, bases);
  await startPruning(config, log, life);
}
