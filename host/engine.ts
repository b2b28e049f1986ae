/** Composition: the engine of the city, with what performs its outside effects. */
import type { EffectPerformers } from '../actors/effects.ts';
import type { ActorReader } from '../actors/registry.ts';
import { storeOf } from '../actors/rules/code/sandbox-facts.ts';
import type { Config } from '../config/settings.ts';
import { CityEngine } from '../engine/city.ts';
import type { CityOptions } from '../engine/city-options.ts';
import { Later } from '../engine/later.ts';
import type { Log } from '../engine/ports.ts';
import type { DataFolder } from '../persistence/data-folder.ts';
import type { Persistence } from '../persistence/interface.ts';
import type { FetchTexts } from '../sandbox/contents.ts';
import type { Sandbox } from '../sandbox/interface.ts';
import { sandboxPerformers } from '../sandbox/performers.ts';
import type { CityCharts } from './charts.ts';
import type { CoreContainers } from './core-containers.ts';
import { cityOptions } from './founding/foundation.ts';
import type { Lifecycle } from './lifecycle.ts';
import { systemClock } from './system-clock.ts';

interface EngineParts extends Pick<EffectPerformers, 'archive' | 'service'> {
  readonly sandbox: Sandbox;
  readonly jobsMax: number;
  readonly cores: CoreContainers;
  readonly persistence: Persistence;
  readonly secret: string;
  readonly folder: DataFolder;
  readonly charts: CityCharts;
}

const imagesOf = ({ state }: CityEngine): ActorReader => ({ image: (id) => state.images.get(id) });

/** Opens the city over its parts. */
export function startEngine(config: Config, log: Log, life: Lifecycle, parts: EngineParts): Promise<CityEngine> {
  const { sandbox, jobsMax, cores, persistence, secret, folder, charts, archive, service } = parts;
  const { journal, checkpoints, events, keys } = persistence;
  const city = new Later<CityEngine>('the city');
  const contents: FetchTexts = (hashes) => events.contents(hashes);
  const sandboxes = sandboxPerformers({
    sandbox,
    contents,
    // The store after the last turn. No job begins before there is a city.
    storeOf: (place) => (city.ifThere === undefined ? null : storeOf(imagesOf(city.ifThere), place)),
    jobsMax,
  });
  const performers: EffectPerformers = { ...sandboxes, ...cores.performers(contents), archive, service };
  const ports = { performers, journal, checkpoints, events, keys, clock: systemClock, log };
  const onFatal = endsHere(folder, log);
  return life.start(
    async () => {
      const options = { ...cityOptions(config), ...charts.engineOptions, ...ports, secret, onFatal };
      const opened = city.set(await CityEngine.open(options));
      charts.opened(opened);
      return opened;
    },
    (opened) => opened.close(config.DRAIN_MS / 3),
  );
}

/** Keeps what could not be written, and ends the process at once: nothing more may be done. */
function endsHere(folder: DataFolder, log: Log): CityOptions['onFatal'] {
  return (reason, evidence, cause) => {
    const name = 'batch' in evidence ? `unwritten-batch-${evidence.batch}` : `unwritten-turn-${evidence.turn}`;
    const file = folder.keepEvidence(name, evidence);
    log.error({ reason, file, cause: String(cause) }, 'what was done cannot be written: the city ends here');
    process.exit(1);
  };
}
