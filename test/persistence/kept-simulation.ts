/** A simulated city whose journal is kept on Postgres too: what was can be opened there, and is known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { readConfig } from '../../config/settings.ts';
import { codeVersion } from '../../host/code-version.ts';
import { startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { stateHash } from '../../research/runs/state-hash.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import { silentLog } from '../world.ts';
import type { PostgresStore, PostgresStores } from './support.ts';

const seed = 7;
/** The secret of a simulated city. */
export const secret = `simulation ${seed}`;

export interface KeptSimulation extends Lived {
  readonly store: PostgresStore;
  readonly persistence: Persistence;
}

/** Lives so many ticks: jobs, shops, calls, births and deaths. */
export async function keptSimulation(t: Test, stores: PostgresStores, ticks: number): Promise<KeptSimulation> {
  const store = await stores.fresh({ code: codeVersion() });
  const persistence = await store.open();
  t.teardown(async () => {
    await persistence.close();
    await store.remove();
  });
  return { store, persistence, ...(await live(persistence, ticks)) };
}

/** The same in a data folder of its own, whose database does not run afterwards. */
export async function keptFolder(t: Test, ticks: number): Promise<Lived & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'civitas-kept-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'secret'), `${secret}\n`);
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog });
  const persistence = await openPersistence({ address: { ...embedded.connection }, code: codeVersion() });
  try {
    return { folder, ...(await live(persistence, ticks)) };
  } finally {
    await persistence.close();
    await embedded.stop();
  }
}

interface Lived {
  /** The hash of the living city at the end of each tick, by turn. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly turns: number;
}

async function live(persistence: Persistence, ticks: number): Promise<Lived> {
  await persistence.lease.acquire();
  const simulation = await Simulation.open({
    seed,
    residents: 12,
    table: mixed,
    config: readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' }),
    journalOf: (journal) => ({
      read: (after) => journal.read(after),
      append: async (batch) => {
        await persistence.journal.append(batch);
        return journal.append(batch);
      },
    }),
  });
  const { state } = simulation.client.city;
  const hashes = new Map<number, string>();
  for (let tick = 0; tick < ticks; tick++) {
    await simulation.tick();
    hashes.set(state.counters.turn, stateHash(state));
  }
  await simulation.close();
  return { hashes, turns: state.counters.turn };
}
