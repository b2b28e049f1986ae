/**
 * Recovery: the newest checkpoint, and over it the images of every later batch (J2). It executes no command and performs
 * no effect. For each actor and account the image with the highest turn counts, so a checkpoint that was interrupted
 * while it was written does no harm.
 */
import type { Image } from '../actor-kind.ts';
import type { AccountId } from '../ids.ts';
import { type Checkpoints, type Counters, countersAfter, type Journal } from '../ports.ts';
import type { CityState } from '../state/city-state.ts';
import type { Account } from '../state/ledger.ts';

export interface Recovered {
  /** The newest batch in the journal; 0 in a new city. */
  readonly lastBatch: number;
  readonly isNew: boolean;
}

/** Fills an empty `state`. Throws, naming the row, when something read back is damaged (OP5). */
export async function recover(state: CityState, journal: Journal, checkpoints: Checkpoints): Promise<Recovered> {
  const latest = await checkpoints.latest();
  let counters: Counters | undefined = latest?.counters;
  let lastBatch = latest?.batch ?? 0;
  for await (const slice of checkpoints.load()) putNewer(state, slice.actors, slice.accounts);
  for await (const row of journal.read(lastBatch)) {
    putNewer(state, row.actors, row.accounts);
    counters = countersAfter(row, counters);
    lastBatch = row.batch;
  }
  if (counters === undefined) return { lastBatch: 0, isNew: true };
  state.restored(counters, latest?.counters.turn);
  return { lastBatch, isNew: false };
}

/** Takes what was read back; of two images of one actor the newer counts, and of two of an account. */
export function putNewer(
  state: CityState,
  readImages: Iterable<Image>,
  readAccounts: Iterable<readonly [AccountId, Account]>,
): void {
  const { images, accounts } = state;
  for (const image of readImages) if (image.turn >= (images.get(image.id)?.turn ?? 0)) images.set(image.id, image);
  for (const [id, account] of readAccounts)
    if (account.turn >= (accounts.get(id)?.turn ?? 0)) accounts.set(state.ownersId(id), account);
}
