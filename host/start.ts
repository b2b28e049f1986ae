/**
 * Starts the city. This file and what it imports are read in an instant: while the rest of the program is, the cluster of a new city's
 * database is made, which takes as long. The parts of the city are put together in `host/bring-up.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { warningsOf } from '../config/print.ts';
import { type Config, readConfig } from '../config/settings.ts';
import type { Log } from '../engine/ports.ts';
import { DataFolder } from '../persistence/data-folder.ts';
import { makeCluster, type NewCluster } from '../persistence/embedded/embedded-postgres.ts';
import { LeaseHeld } from '../persistence/interface.ts';
import type { ServiceList } from './bring-up.ts';
import { Lifecycle } from './lifecycle.ts';
import { AnotherCity } from './port-probe.ts';

/** Starts the city, with these global services, and keeps it running until a signal ends it. Exits the process. */
export async function start(list?: ServiceList): Promise<void> {
  const config = readConfig(process.env);
  const log: Log = pino({ level: config.LOG_LEVEL, base: null, redact: ['token', '*.token'] });
  for (const warning of warningsOf(process.env)) log.warn({}, warning);
  const say = (why: string) => process.stderr.write(`${why}\n`);
  const exit = (code: number) => process.exit(code);
  const life = new Lifecycle({ log, stopMsMax: config.DRAIN_MS, sleep: pause, say, exit });
  process.on('SIGTERM', () => life.end(0));
  process.on('SIGINT', () => life.end(0));
  await life.run(async () => {
    const ground = await life.start(
      () => new Ground(config, log),
      (made) => made.end(life.failure),
    );
    const { bringUp } = await import('./bring-up.ts');
    await bringUp(config, log, life, ground, list);
  });
}

/** What a city stands on: its folder, and in it the cluster of its database, which is being made where there is none. */
class Ground {
  readonly folder: DataFolder;
  readonly cluster: Promise<NewCluster | undefined>;

  constructor({ DATA_DIR, DATABASE_URL }: Config, log: Log) {
    this.folder = new DataFolder(DATA_DIR);
    this.cluster = DATABASE_URL === undefined ? makeCluster({ dataDir: DATA_DIR, log }) : Promise.resolve(undefined);
    // Whoever needs it waits for it, and hears then why it could not be made.
    this.cluster.catch(() => {});
  }

  /** Removes what a first start has made that failed, unless another city may have read it. */
  async end(failure: unknown): Promise<void> {
    const made = await this.cluster.catch(() => undefined);
    if (this.folder.isKept) return this.folder.keep();
    if (failure instanceof AnotherCity || failure instanceof LeaseHeld) return;
    await made?.removeUnlessServed();
    this.folder.unmake();
  }
}
