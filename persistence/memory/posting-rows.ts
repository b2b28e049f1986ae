/** The postings of accounts, in memory. Passes the same contract as Postgres. */
import type { BookReach, LinesAsked, PostingLine, PostingRows } from '../../engine/ports.ts';
import type { MemoryStore } from './memory-database.ts';

/** Lines of one account: of more, the older half is forgotten. */
const linesMax = 20_000;

/** Rows on `store`, which outlives them as a database does. */
export class MemoryPostingRows implements PostingRows {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  reach(): Promise<BookReach> {
    return Promise.resolve(this.#store.bookReach);
  }

  write(lines: readonly PostingLine[], reach: BookReach): Promise<void> {
    const { postings } = this.#store;
    for (const line of lines) {
      const kept = postings.get(line.account) ?? [];
      postings.set(line.account, kept);
      const last = kept.at(-1);
      if (last === undefined || isBefore(last, line)) kept.push(line);
      if (kept.length > linesMax) kept.splice(0, linesMax / 2);
    }
    if (reach.turn > this.#store.bookReach.turn) this.#store.bookReach = reach;
    return Promise.resolve();
  }

  read({ account, before, limit }: LinesAsked): Promise<readonly PostingLine[]> {
    const kept = this.#store.postings.get(account) ?? [];
    const asked = before === undefined ? kept : kept.filter((line) => isBefore(line, before));
    return Promise.resolve(asked.slice(Math.max(0, asked.length - limit)).reverse());
  }
}

/** Drops the lines of turns up to this one. */
export function dropPostings({ postings }: MemoryStore, turn: number): void {
  for (const [account, lines] of postings)
    postings.set(
      account,
      lines.filter((line) => line.turn > turn),
    );
}

const isBefore = (one: Pick<PostingLine, 'turn' | 'n'>, other: Pick<PostingLine, 'turn' | 'n'>): boolean =>
  one.turn < other.turn || (one.turn === other.turn && one.n < other.n);
