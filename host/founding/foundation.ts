/** The foundation of every city: its kinds of actors, its views, its first places, and its settings. */
import { genesis, kinds, views } from '../../actors/index.ts';
import type { Config } from '../../config/settings.ts';
import type { CityOptions } from '../../engine/city-options.ts';
import { townViews } from '../../gateways/portal/town-view.ts';

type Founded = 'kinds' | 'views' | 'genesis' | 'settings';
type Bounds =
  | 'tickSliceMs'
  | 'commitDeadlineMs'
  | 'backlogTurnsMax'
  | 'batchTurnsMax'
  | 'batchBytesMax'
  | 'checkpointSlice';

/** The options of a city that its config decides. The ports are added by whoever opens it. */
export const cityOptions = (config: Config): Pick<CityOptions, Founded | Bounds> => ({
  kinds,
  views: { ...views, ...townViews },
  genesis,
  settings: config.rules,
  tickSliceMs: config.TICK_SLICE_MS,
  commitDeadlineMs: config.COMMIT_DEADLINE_MS,
  backlogTurnsMax: config.BACKLOG_TURNS_MAX,
  batchTurnsMax: config.BATCH_TURNS_MAX,
  batchBytesMax: config.BATCH_BYTES_MAX,
  checkpointSlice: config.CHECKPOINT_SLICE,
});
