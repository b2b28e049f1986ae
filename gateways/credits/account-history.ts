/**
 * Pages of an account's book, newest first: each posting with what upkeep has taken since the one before, so that all of them, and what
 * there was before the first that is kept, are the balance. Upkeep is no posting (L3): it is what lies between two balances.
 */
import type { z } from 'zod';
import { credits } from '../../actors/formats.ts';
import { type AccountBook, type BookReader, shownPosting } from '../../actors/rules/people/account-book.ts';
import { must } from '../../engine/assert.ts';
import type { Viewed } from '../../engine/command.ts';
import { type AccountId, kindOf, nameOf } from '../../engine/ids.ts';
import { Later } from '../../engine/later.ts';
import { JournalUnavailable, type LinesAsked, type PostingLine, type PostingReader } from '../../engine/ports.ts';
import { isoTime } from '../../engine/turn/seal.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { AccountHistory, AccountPosting, Counterpart } from '../answers/credits.ts';
import { LookUpLimit } from '../limits/look-up-limit.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { HistoryPage } from '../schema/fields.ts';
import type { GatewaySettings } from '../settings.ts';

/** A reader while the database is not open yet: requests are answered `busy`. */
export class OpeningPostings implements PostingReader {
  readonly #postings = new Later<PostingReader>('the database', (why) => new JournalUnavailable(why));

  /** Passes calls on from now on. */
  open(postings: PostingReader): void {
    this.#postings.set(postings);
  }

  async lines(asked: LinesAsked, turn: number): ReturnType<PostingReader['lines']> {
    return this.#postings.value.lines(asked, turn);
  }
}

/** How pages are read, so many at a time. */
export interface HistoryReading {
  readonly postings: PostingReader;
  readonly looks: LookUpLimit;
}

/** Of a city without a bookkeeper: nothing is ever written, and pages are `busy`. */
const unkept: PostingReader = { lines: () => Promise.resolve('late') };

export const historyReading = (
  { residentLookUpsMax }: Pick<GatewaySettings, 'residentLookUpsMax'>,
  postings: PostingReader = unkept,
): HistoryReading => ({ postings, looks: new LookUpLimit(residentLookUpsMax) });

type Asked = z.infer<typeof HistoryPage>;
type History = AnswerOf<typeof AccountHistory>;

/** `viewed`: the account, where whoever asks may read its book. `busy` while that is not written as far as was viewed. */
export async function accountHistory(
  { postings, looks }: HistoryReading,
  viewed: Viewed<AccountBook>,
  by: BookReader,
  asked: Asked,
): Promise<Viewed<History>> {
  if (viewed.type === 'refused') return viewed;
  const { account, turn } = viewed.value;
  // One more than is shown: without the balance before it, nobody knows what upkeep took.
  const read = { account, before: positionOf(asked.cursor), limit: asked.limit + 1 };
  const lines = await looks.run(() => postings.lines(read, turn));
  if (lines === 'late') return refused('busy', { retry_after_seconds: 1 });
  return 'type' in lines ? lines : { type: 'shown', value: pageOf(viewed.value, by, asked, lines) };
}

function pageOf(book: AccountBook, by: BookReader, asked: Asked, lines: readonly PostingLine[]): History {
  const { limit, after = 0, cursor } = asked;
  const shown = lines.slice(0, limit).filter((line) => line.turn > after);
  const before = lines[shown.length];
  const last = shown.at(-1);
  const isLast = shown.length < limit || before === undefined || before.turn <= after;
  // With a cursor it is not the newest posting that comes first.
  const isFirst = cursor === undefined;
  return {
    items: shown.map((line, i) => itemOf(line, lines[i + 1], by)),
    next_cursor: isLast || last === undefined ? null : `${last.turn}.${last.n}`,
    balance: credits(book.balance),
    upkeep: isFirst ? credits(book.balance - (lines[0]?.balance ?? book.settled)) : null,
    opening: isLast ? credits(openingOf(book, last, before)) : null,
  };
}

/** What there was before the oldest posting of the last page. */
function openingOf({ settled }: AccountBook, last: PostingLine | undefined, before: PostingLine | undefined): number {
  if (before !== undefined) return before.balance;
  return last === undefined ? settled : last.balance - last.amount;
}

function itemOf(line: PostingLine, before: PostingLine | undefined, by: BookReader): AnswerOf<typeof AccountPosting> {
  const { turn, at, tick, amount, balance } = line;
  const { reason, counterpart } = shownPosting(line, by);
  const upkeep = before === undefined ? 0 : balance - amount - before.balance;
  return {
    ...{ turn, at: isoTime(at), tick, reason, counterpart: counterpartOf(counterpart) },
    ...{ amount: credits(amount), upkeep: credits(upkeep), balance: credits(balance) },
  };
}

function counterpartOf(id: AccountId | null): AnswerOf<typeof Counterpart> {
  if (id === null) return { type: 'hidden', id: null };
  if (id === 'treasury') return { type: 'treasury', id: null };
  if (id === 'escrow') return { type: 'escrow', id: null };
  const type = must(
    holders.find((kind) => kind === kindOf(id)),
    `an account of a kind that has accounts: ${id}`,
  );
  return { type, id: nameOf(id) };
}

/** The kinds of actors that have accounts. */
const holders = ['resident', 'visitor', 'pod'] as const;

/** A cursor that was given out, once it is checked (`cursor.ts`). */
function positionOf(cursor: string | undefined): LinesAsked['before'] {
  if (cursor === undefined) return undefined;
  const [turn = 0, n = 0] = cursor.split('.').map(Number);
  return { turn, n };
}
