/**
 * The book of an account, and what of a posting whoever may read it is shown. Residents and visitors read their own; that of a pool is for
 * those who speak for the pod (`pool_book` in `kinds/pod/view.ts`); the operator reads all.
 */
import type { AccountId } from '../../../engine/ids.ts';
import type { PostingLine } from '../../../engine/ports.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { refuseView } from '../../refusals.ts';

/** Whose account it is; who speaks for the pod whose pool it is; the operator. */
export type BookReader = 'owner' | 'keeper' | 'operator';

/** An account as its book ends, in millicredits. */
export interface AccountBook {
  readonly account: AccountId;
  /** The turn that changed it last, and what that left. */
  readonly turn: number;
  readonly settled: number;
  /** Now, after the upkeep since. */
  readonly balance: number;
}

export function bookOf(reader: Reader, account: AccountId): AccountBook {
  const { turn, balance } = reader.account(account);
  return { account, turn, settled: balance, balance: reader.balance(account) };
}

const accountBook = (reader: Reader, { account }: { readonly account: AccountId }): AccountBook => {
  const isThere = account === 'treasury' || account === 'escrow' || reader.image(account) !== undefined;
  return isThere ? bookOf(reader, account) : refuseView('not_found', { kind: 'account', id: account });
};

export const bookViews = { account_book: accountBook } satisfies ViewTable;

/** What is said of a posting; `counterpart` is null where the reader is not told. */
export interface ShownPosting {
  readonly reason: string;
  readonly counterpart: AccountId | null;
}

/**
 * Who speaks for a pod is told of its tolls, but not who came by: a traveller is seen by those who are there. An heir is not told what the
 * dead had wanted when it is given back (as `tellRefund`).
 */
export function shownPosting(
  { reason, counterpart, isRefund, amount }: Pick<PostingLine, 'reason' | 'counterpart' | 'isRefund' | 'amount'>,
  by: BookReader,
): ShownPosting {
  if (by === 'keeper' && reason === 'toll') return { reason, counterpart: null };
  const isOfTheDead = by !== 'operator' && amount > 0 && !isRefund && reason.endsWith(' returned');
  return { reason: isOfTheDead ? 'refund' : reason, counterpart };
}
