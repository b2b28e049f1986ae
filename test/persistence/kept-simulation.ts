/** A simulated city whose journal is kept on Postgres too: what was can be opened there, and is known. */
import type { Test } from 'tap';
import { readConfig } from '../../config/settings.ts';
import { codeVersion } from '../../host/code-version.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import { stateHash } from '../../research/simulation/state-hash.ts';
import type { PostgresStore, PostgresStores } from './support.ts';

const seed = 7;
/** The secret of a simulated city. */
export const secret = `simulation ${seed}`;

export interface KeptSimulation {
  readonly store: PostgresStore;
  readonly persistence: Persistence;
  /** The hash of the living city at the end of each tick, by turn. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly turns: number;
}

/** Lives so many ticks: jobs, shops, calls, births and deaths. */
export async function keptSimulation(t: Test, stores: PostgresStores, ticks: number): Promise<KeptSimulation> {
  const store = await stores.fresh({ code: codeVersion() });
  const persistence = await store.open();
  t.teardown(async () => {
    await persistence.close();
    await store.remove();
  });
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
  const { state } = simulation.door.city;
  const hashes = new Map<number, string>();
  for (let tick = 0; tick < ticks; tick++) {
    await simulation.tick();
    hashes.set(state.counters.turn, stateHash(state));
  }
  await simulation.close();
  return { store, persistence, hashes, turns: state.counters.turn };
}
