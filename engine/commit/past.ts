/**
 * Opens the city as it was: the newest base, over it the images of the batches after it, and then the commands of the batch in which the
 * moment lies. Nothing is performed, committed or told.
 *
 * PT1  The state at a turn is that of the living city after it, from whichever base it is opened.
 * PT2  Commands are run by the version of the code that made them, and no other. In a batch of another version its end is shown, and said
 *      so.
 */
import { assert } from '../assert.ts';
import { type BatchHead, type Counters, countersAfter, type History, leavesNothing, type PastRow } from '../ports.ts';
import type { CityState } from '../state/city-state.ts';
import type { Sealed } from '../turn/seal.ts';
import { type Moment, MomentFinder } from './moments.ts';
import { putNewer } from './recovery.ts';
import { runAgain } from './replay.ts';

/** What was opened. */
export interface Opened {
  readonly turn: number;
  readonly batch: number;
  /** The batch of the base that it was opened from; 0 for the beginning of the city. */
  readonly base: number;
  /** The turn that was asked for, where another version of the code made its batch: then `turn` is the last one of that batch. */
  readonly wanted?: number;
  /** The turns of the batch that were run again. */
  readonly ran: readonly Sealed[];
}

/**
 * Fills an empty `state`. `code`: the version of the code that runs. Throws `NotInThePast`, `MissingBatch`, and what `history` throws where
 * something is damaged.
 */
export async function openPast(state: CityState, history: History, moment: Moment, code: string): Promise<Opened> {
  const { head, turn } = await (await MomentFinder.of(history)).find(moment);
  const isWhole = turn === head.lastTurn;
  const from = await startingPoint(state, history, isWhole ? head.batch : head.batch - 1);
  const { partial, counters } = await putImages(state, history, from, head, (row) => !isWhole && row.code === code);
  if (counters !== undefined) state.restored(counters, counters.turn);
  const commands = partial?.commands.filter((command) => command.turn <= turn) ?? [];
  const ran = commands.map((command) => runAgain(state, command, head.batch));
  state.publishedSeq = state.counters.seq;
  const opened = { turn: state.counters.turn, batch: head.batch, base: from.batch, ran };
  return opened.turn === turn ? opened : { wanted: turn, ...opened };
}

interface StartingPoint {
  readonly batch: number;
  readonly counters: Counters | undefined;
}

/** Loads the newest base that is not after `until`; without one, the city begins with its first batch. */
async function startingPoint(state: CityState, history: History, until: number): Promise<StartingPoint> {
  const base = (await history.bases()).findLast(({ batch }) => batch <= until);
  if (base === undefined) return { batch: 0, counters: undefined };
  for await (const slice of history.load(base)) putNewer(state, slice.actors, slice.accounts);
  return base;
}

/** Puts the images of all batches up to that of `head`. Of that one `keeps` may say that its commands are to be run instead. */
async function putImages(
  state: CityState,
  history: History,
  from: StartingPoint,
  head: BatchHead,
  keeps: (row: PastRow) => boolean,
): Promise<{ readonly partial: PastRow | undefined; readonly counters: Counters | undefined }> {
  let { batch, counters } = from;
  for await (const row of history.read(batch, head.batch)) {
    assertNext(row, batch);
    batch = row.batch;
    if (row.batch === head.batch && keeps(row)) return { partial: row, counters };
    putNewer(state, row.actors, row.accounts);
    // Most of what ever lived leaves nothing: it need not be carried along.
    for (const image of row.actors) if (leavesNothing(image)) state.images.delete(image.id);
    counters = countersAfter(row, counters);
  }
  assert(batch === head.batch, `batch ${head.batch} was found, and is not there any more`);
  return { partial: undefined, counters };
}

/** The journal has a gap: a row is gone. */
class MissingBatch extends Error {
  override readonly name = 'MissingBatch';
}

function assertNext(row: PastRow, before: number): void {
  if (row.batch !== before + 1) throw new MissingBatch(`journal row (batch ${before + 1}) is missing`);
}
