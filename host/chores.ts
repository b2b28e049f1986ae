/** Starts what runs beside an open city: the sweep of its sandbox, and the recorder of ticks. */
import { censusOf } from '../actors/census.ts';
import { isPlaceInUse } from '../actors/rules/code/sandbox-facts.ts';
import type { CityEngine } from '../engine/city.ts';
import type { Log } from '../engine/ports.ts';
import { TickRecorder } from '../gateways/overview/tick-recorder.ts';
import type { TickRows } from '../gateways/overview/tick-rows.ts';
import type { Sandbox } from '../sandbox/interface.ts';
import { sweepRegularly } from '../sandbox/sweep.ts';
import type { Lifecycle } from './lifecycle.ts';
import { systemClock } from './system-clock.ts';

export async function startChores(
  life: Lifecycle,
  city: CityEngine,
  sandbox: Sandbox,
  rows: TickRows,
  log: Log,
): Promise<void> {
  const images = { image: (id: Parameters<typeof city.state.images.get>[0]) => city.state.images.get(id) };
  await life.start(
    () => sweepRegularly(sandbox, (place) => isPlaceInUse(images, place), log),
    (stop) => stop(),
  );
  await life.start(
    () => new TickRecorder({ city, census: () => censusOf(city.state, systemClock), rows, log }),
    (recorder) => recorder.close(),
  );
}
