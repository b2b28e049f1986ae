/** A simulated city whose whole journal is kept, with bases: its turns can be traced. */
import { kinds } from '../../actors/index.ts';
import { readConfig } from '../../config/settings.ts';
import type { FeedEvent } from '../../engine/command.ts';
import { TracedTurns } from '../../engine/why/traced-turns.ts';
import { MemoryBases, MemoryHistory } from '../../persistence/memory/bases.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { mixed } from '../../population/policies/built-in.ts';
import type { Course } from '../../research/simulation/course.ts';
import { Simulation } from '../../research/simulation/simulation.ts';

const [seed, code] = [7, 'this code'];
/** The secret of the city. */
export const secret = `simulation ${seed}`;

/** Lives so many ticks, and keeps the whole journal. */
export async function lived(
  ticks: number,
  then: (simulation: Simulation) => Promise<void> = () => Promise.resolve(),
  more: Partial<Course> = {},
) {
  const store = new MemoryStore();
  const persistence = memoryPersistence(store);
  await persistence.lease.acquire();
  const events: FeedEvent[] = [];
  const simulation = await Simulation.open({
    ...{ seed, residents: 12, table: mixed },
    config: readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' }),
    ...more,
    onEvent: (event) => events.push(event),
    journalOf: (journal) => ({
      read: (after) => journal.read(after),
      append: async (batch) => {
        await persistence.journal.append(batch);
        return journal.append(batch);
      },
    }),
  });
  for (let tick = 0; tick < ticks; tick++) await simulation.tick();
  await then(simulation);
  const { state } = simulation.client.city;
  await simulation.close();
  for (const { batch } of store.batches) store.codes.set(batch, code);
  for (let batch = 40; batch < store.batches.length; batch += 40) await new MemoryBases(store).make(batch);
  const options = { history: new MemoryHistory(store), kinds, secret, code };
  return { store, events, state, turns: new TracedTurns(options) };
}
