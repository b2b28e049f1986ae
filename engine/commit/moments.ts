/** Finds the batch and the turn of a moment in what is kept of a city: by bisection over the journal, which needs no index of its own. */
import { must } from '../assert.ts';
import type { Base, BatchHead, History, PastRow } from '../ports.ts';

/** After a turn; when all had heard a tick; after the last turn up to a time, in milliseconds since 1970. */
export type Moment =
  | { readonly type: 'turn'; readonly turn: number }
  | { readonly type: 'tick'; readonly tick: number }
  | { readonly type: 'time'; readonly at: number };

/** There is no such moment in what is kept of the city; the message says what there is. */
export class NotInThePast extends Error {
  override readonly name = 'NotInThePast';
}

export interface Found {
  readonly head: BatchHead;
  readonly turn: number;
}

export class MomentFinder {
  readonly #history: History;
  readonly #bases: readonly Base[];
  /** The first batch that is kept and the last one. */
  readonly #first: BatchHead;
  readonly #last: BatchHead;

  private constructor(history: History, bases: readonly Base[], first: BatchHead, last: BatchHead) {
    this.#history = history;
    this.#bases = bases;
    this.#first = first;
    this.#last = last;
  }

  static async of(history: History): Promise<MomentFinder> {
    const [extent, bases] = [await history.extent(), await history.bases()];
    const ends = extent && [await history.head(extent.first), await history.head(extent.last)];
    const newest = bases.at(-1);
    const [first, last] = ends ?? [newest && headOf(newest), newest && headOf(newest)];
    if (first === undefined || last === undefined)
      throw new NotInThePast('Nothing of the city is kept: it has no turn.');
    return new MomentFinder(history, bases, first, last);
  }

  /** Throws `NotInThePast`. */
  async find(moment: Moment): Promise<Found> {
    switch (moment.type) {
      case 'turn':
        return this.#turn(moment.turn);
      case 'tick':
        return this.#tick(moment.tick);
      case 'time':
        return this.#time(moment.at);
    }
  }

  /** The batch in which the event was told. Throws `NotInThePast`. */
  async rowOfEvent(seq: number): Promise<PastRow> {
    const row = await this.#firstRow(({ counters }) => counters.seq >= seq);
    if (row !== undefined && seq > 0) return row;
    const newest = (await this.#history.row(this.#last.batch))?.counters.seq ?? 0;
    throw new NotInThePast(`Event ${seq} is not there: the city has events up to ${newest}.`);
  }

  /** The oldest turn that can be opened: of a base, or the first of all. */
  get oldestTurn(): number {
    const { batch, firstTurn } = this.#first;
    const base = this.#bases.find((each) => each.batch >= batch - 1);
    return batch === 1 ? firstTurn : (base?.counters.turn ?? Number.POSITIVE_INFINITY);
  }

  get newestTurn(): number {
    return this.#last.lastTurn;
  }

  async #turn(turn: number): Promise<Found> {
    const base = this.#bases.find(({ counters }) => counters.turn === turn);
    if (base !== undefined) return { head: headOf(base), turn };
    if (turn < this.oldestTurn || turn > this.newestTurn) throw this.#absent(`Turn ${turn}`);
    const head = await this.#firstBatch(async (batch) => {
      const at = await this.#history.head(batch);
      return at === undefined || at.lastTurn >= turn;
    });
    return { head, turn };
  }

  /** The turn that completed the tick. */
  async #tick(tick: number): Promise<Found> {
    const row = await this.#firstRow(({ counters }) => counters.completedTick >= tick);
    const completing = row?.commands.find((command) => command.type === 'tick.completed' && command.tick === tick);
    if (row === undefined || completing === undefined) {
      const last = await this.#history.row(this.#last.batch);
      throw this.#absent(`The end of tick ${tick}`, `, in ticks up to ${last?.counters.completedTick ?? 0}`);
    }
    return this.#turn(completing.turn);
  }

  /** The last turn that was not after it. */
  async #time(at: number): Promise<Found> {
    const isAfter = (row: PastRow) => (row.commands[0]?.at ?? 0) > at;
    const after = await this.#firstRow(isAfter);
    const row = after === undefined ? await this.#history.row(this.#last.batch) : await this.#rowBefore(after);
    const turn = row?.commands.findLast((command) => command.at <= at)?.turn;
    if (turn === undefined) {
      const first = (await this.#history.row(this.#first.batch))?.commands[0]?.at;
      throw this.#absent(
        new Date(at).toISOString(),
        first === undefined ? '' : ` from ${new Date(first).toISOString()} on`,
      );
    }
    return this.#turn(turn);
  }

  async #rowBefore({ batch }: PastRow): Promise<PastRow | undefined> {
    return batch > this.#first.batch ? this.#history.row(batch - 1) : undefined;
  }

  async #firstRow(is: (row: PastRow) => boolean): Promise<PastRow | undefined> {
    const isRow = async (batch: number) => {
      const row = await this.#history.row(batch);
      return row === undefined || is(row);
    };
    const { batch } = await this.#firstBatch(isRow);
    const row = await this.#history.row(batch);
    return row !== undefined && is(row) ? row : undefined;
  }

  /** The first batch of which it is true; the last one where it is true of none. It stays true once it is. */
  async #firstBatch(is: (batch: number) => Promise<boolean>): Promise<BatchHead> {
    let [low, high] = [this.#first.batch, this.#last.batch];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await is(middle)) high = middle;
      else low = middle + 1;
    }
    return must(await this.#history.head(low), `batch ${low}`);
  }

  /** `more`: what else bounds them. */
  #absent(what: string, more = ''): NotInThePast {
    const { oldestTurn, newestTurn } = this;
    if (oldestTurn > newestTurn) return new NotInThePast(`${what} is not there: what came before it was pruned.`);
    const pruned = oldestTurn > 1 ? '; what was before is pruned' : '';
    return new NotInThePast(`${what} is not there: the city has turns ${oldestTurn} to ${newestTurn}${more}${pruned}.`);
  }
}

const headOf = ({ batch, counters: { turn } }: Base): BatchHead => ({ batch, firstTurn: turn, lastTurn: turn });
