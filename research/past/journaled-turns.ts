/**
 * The turns of one actor as the journal has them, the newest first: those that were addressed to it, and of each batch the last one that
 * changed it. Nothing is run again, so it does not matter which version of the code made them; but of changes that others' turns made
 * within a batch only the last is known.
 */

import { type Addressee, addresseeOf } from '../../engine/addressee.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { History, PastRow } from '../../engine/ports.ts';

export interface JournaledTurn extends Addressee {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The state after it; null: it did not change the actor, or a later turn of its batch changed it too. */
  readonly state: string | null;
}

export interface JournaledTurns {
  readonly turns: readonly JournaledTurn[];
  /** Those before this turn are to be asked for next; null: there are none. */
  readonly next: number | null;
}

/** Batches that are read for one answer, and at once. An answer may have fewer turns than were asked for, or none, and a next one. */
const readMax = 500;
const readAtOnce = 50;

interface Asked {
  readonly before: number;
  readonly limit: number;
  readonly batchesMax?: number;
}

/** Up to `limit` turns before the turn `before`. */
export async function journaledTurns(
  history: History,
  actor: ActorId,
  { before, limit, batchesMax = readMax }: Asked,
): Promise<JournaledTurns> {
  const extent = await history.extent();
  if (extent === undefined || before <= 1) return { turns: [], next: null };
  const newest = await batchOf(history, before - 1, extent);
  const oldest = Math.max(extent.first, newest - batchesMax + 1);
  const turns: JournaledTurn[] = [];
  for (let until = newest; until >= oldest; until -= readAtOnce) {
    const rows: PastRow[] = [];
    for await (const row of history.read(Math.max(oldest, until - readAtOnce + 1) - 1, until)) rows.push(row);
    for (const row of rows.reverse())
      for (const turn of turnsIn(row, actor)) {
        if (turn.turn >= before) continue;
        if (turns.length === limit) return { turns, next: turns.at(-1)?.turn ?? 1 };
        turns.push(turn);
      }
  }
  const next = oldest > extent.first ? (await history.head(oldest))?.firstTurn : undefined;
  return { turns, next: next ?? null };
}

/** Newest first. */
function turnsIn({ commands, actors }: PastRow, actor: ActorId): readonly JournaledTurn[] {
  const image = actors.find(({ id }) => id === actor);
  return commands
    .map((command) => ({ turn: command.turn, at: command.at, ...addresseeOf(command) }))
    .filter(({ turn, to }) => to === actor || turn === image?.turn)
    .map((turn) => ({ ...turn, state: turn.turn === image?.turn ? image.state : null }))
    .reverse();
}

/** The batch of the turn; the last one where it is later. */
async function batchOf(
  history: History,
  turn: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<number> {
  let [low, high] = [first, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const head = await history.head(middle);
    if (head === undefined || head.lastTurn >= turn) high = middle;
    else low = middle + 1;
  }
  return low;
}
