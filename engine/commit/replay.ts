/**
 * Replay: the journal's commands, run again from the first in an empty city, give the same city as its images (J1, T1).
 * For research and for proof; recovery never replays (J2). Nothing is performed, committed or told.
 */
import { assert } from '../assert.ts';
import type { JournalCommand } from '../command.ts';
import type { Journal } from '../ports.ts';
import type { CityState } from '../state/city-state.ts';
import { type Sealed, seal } from '../turn/seal.ts';
import { runTurn } from '../turn/turn.ts';

/** Fills an empty `state`; throws, naming the turn, when one is missing or goes another way than it once did. */
export async function replay(state: CityState, journal: Pick<Journal, 'read'>): Promise<void> {
  for await (const { batch, commands } of journal.read(0)) {
    for (const command of commands) runAgain(state, command, batch);
    // Nobody reads what was kept of the dead here.
    state.departing.clear();
  }
}

/** Runs and seals one command of a batch, the next after the state. */
export function runAgain(state: CityState, command: JournalCommand, batch: number): Sealed {
  assert(
    command.turn === state.counters.turn + 1,
    `[J1] turn ${command.turn} in batch ${batch} follows ${state.counters.turn}`,
  );
  const draft = runTurn(state, command);
  assert(draft.type === 'drafted', `[J1] turn ${command.turn} in batch ${batch} is refused when run again`);
  return seal(draft, command, []);
}
