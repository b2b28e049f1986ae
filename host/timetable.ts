/** What a running city does by the clock: ticks, checkpoints, forgetting old keys. */
import { schedule } from 'node-cron';
import type { Config } from '../config/settings.ts';
import type { City, CityControl } from '../engine/city-interface.ts';
import type { Log } from '../engine/ports.ts';
import type { TickSpeed } from '../gateways/tick-speed.ts';
import type { DataFolder } from '../persistence/data-folder.ts';
import type { Housekeeping } from '../persistence/interface.ts';
import { type FoundingSettings, foundFounders, foundingIn, nobodyLives } from './founding/founders.ts';
import { TickPace } from './tick-pace.ts';

export interface TimetableOptions {
  readonly config: Pick<Config, 'TICK_CRON' | 'CHECKPOINT_SECONDS' | 'REFOUND'> & FoundingSettings;
  readonly log: Log;
  readonly city: City & CityControl;
  readonly folder: DataFolder;
  readonly housekeeping: Housekeeping;
  readonly speed: TickSpeed;
}

/** Begins. The result: a function that ends it. */
export function startTimetable(options: TimetableOptions): () => Promise<void> {
  const { config, log, city, housekeeping, speed } = options;
  const failed = (what: string) => (cause: unknown) => log.error({ cause: String(cause) }, `${what} failed`);
  const tasks = [
    schedule('17 * * * *', () => void housekeeping.pruneKeys(Date.now()).catch(failed('pruning keys'))),
    schedule('27 * * * *', () => void housekeeping.pruneSessions(Date.now()).catch(failed('pruning sessions'))),
  ];
  const ticks = () => tick(options).catch(failed('a tick'));
  const pace = config.TICK_CRON === 'manual' ? undefined : new TickPace(config.TICK_CRON, speed, ticks);
  const checkpoint = () => void city.checkpoint().catch(failed('a checkpoint'));
  const timer = config.CHECKPOINT_SECONDS === 0 ? undefined : setInterval(checkpoint, config.CHECKPOINT_SECONDS * 1000);
  return async () => {
    clearInterval(timer);
    await pace?.stop();
    for (const task of tasks) await task.stop();
  };
}

/** A tick of the clock. In a city in which nobody lives the founders are founded again first. */
async function tick({ config, log, city, folder }: TimetableOptions): Promise<void> {
  if (city.paused) return;
  if (config.REFOUND === 1) await refound({ config, log, city, folder });
  await city.tick();
}

/** A failure is tried again at the next tick; the clock goes on without it. */
type Refounding = Pick<TimetableOptions, 'config' | 'log' | 'city' | 'folder'>;

async function refound({ config, log, city, folder }: Refounding): Promise<void> {
  try {
    if (!(await nobodyLives(city))) return;
    log.info(
      { founded: await foundFounders(city, folder, { ...foundingIn(config), again: true }) },
      'nobody lived: the founders are back',
    );
  } catch (cause) {
    log.error({ cause: String(cause) }, 'nobody lives, and the founders could not be founded');
  }
}
