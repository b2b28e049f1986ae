/** What every persistence must do with the postings of accounts: a part of `persistence.ts`. */
import { randomBytes } from 'node:crypto';
import { must } from '../../engine/assert.ts';
import { actorId } from '../../engine/ids.ts';
import type { PostingLine } from '../../engine/ports.ts';
import type { Promised } from './credentials.ts';
import { batch, collect, counters, omar, vera } from './samples.ts';

export const postingPromises: { readonly title: string; readonly test: Promised }[] = [];
const on = (title: string, test: Promised): void => void postingPromises.push({ title, test });

const line = (turn: number, n = 0, fields: Partial<PostingLine> = {}): PostingLine => ({
  ...{ account: vera, turn, n, tick: 3 * turn, at: 1_764_000_000_000 + turn, counterpart: omar, reason: 'toll' },
  ...{ amount: -250, balance: 2 ** 53 - 1, isRefund: false },
  ...fields,
});
const newest = (...lines: PostingLine[]) => lines;

on('postings are read by account, from the newest back; what is written twice stays as it was', async (t, city) => {
  const { postings } = city;
  t.strictSame(await postings.reach(), { batch: 0, turn: 0 });
  const mine = [line(2), line(2, 1, { isRefund: true, amount: 7 }), line(10)];
  const theirs = line(2, 0, { account: omar, counterpart: 'treasury', reason: 'service returned' });
  await postings.write([...mine.slice(0, 2), theirs], { batch: 1, turn: 4 });
  await postings.write([line(2, 1, { reason: 'another' }), line(10)], { batch: 3, turn: 12 });
  await postings.write([], { batch: 2, turn: 6 });
  t.strictSame(await postings.reach(), { batch: 3, turn: 12 }, 'it never goes back');
  const [first, second, third] = mine;
  t.strictSame(await postings.read({ account: vera, limit: 10 }), [third, second, first]);
  t.strictSame(await postings.read({ account: omar, limit: 10 }), newest(theirs));
  t.strictSame(await postings.read({ account: vera, limit: 1, before: { turn: 10, n: 0 } }), [second]);
  t.strictSame(await postings.read({ account: vera, limit: 10, before: { turn: 2, n: 1 } }), [first]);
  t.strictSame(await postings.read({ account: actorId('pod', 'mill'), limit: 10 }), []);
});

on('[J8] what a prune removes of the journal it removes of the postings', async (t, city) => {
  const { postings, housekeeping, journal, checkpoints } = city;
  for (let n = 1; n <= 4; n++) await journal.append({ ...batch(n), counters: counters(n, n) });
  const lines = [1, 2, 3, 4].map((turn) => line(turn));
  await postings.write(lines, { batch: 4, turn: 4 });
  await checkpoints.complete(3, counters(3, 3));
  await housekeeping.prune(3);
  t.strictSame(await postings.read({ account: vera, limit: 10 }), [line(4), line(3)]);
});

on('[J8] what was posted counts to what is kept of so many bytes', async (t, city) => {
  const { postings, housekeeping, journal, checkpoints } = city;
  const chars = 200_000;
  for (let turn = 1; turn <= 8; turn++) {
    await journal.append({ ...batch(turn), counters: counters(turn, turn) });
    // Nothing that could be compressed.
    const reason = randomBytes(chars).toString('base64').slice(0, chars);
    await postings.write([line(turn, 0, { reason })], { batch: turn, turn });
  }
  await checkpoints.complete(8, counters(8, 8));
  t.equal(await housekeeping.oldestWithin(20 * chars), undefined, 'all of them fit');
  const oldest = must(await housekeeping.oldestWithin(3.5 * chars), 'the oldest seq within three batches');
  t.ok(oldest >= 5 && oldest <= 6, String(oldest));
});

on('[J1] a batch is read with what its turns have posted', async (t, city) => {
  const posted = { ...{ turn: 1, at: 1_764_000_000_001, tick: 5, from: vera, to: omar }, amount: 2 ** 40 };
  const balances = { payerBalance: 2 ** 53 - 1, payeeBalance: -(2 ** 52) };
  const moved = { ...posted, ...balances, reason: 'transfer' };
  await city.journal.append(batch(1, { postings: [moved, { ...moved, reason: 'service returned', isRefund: true }] }));
  await city.journal.append(batch(2));
  const rows = await collect(city.journal.read(0));
  t.strictSame(
    rows.map(({ postings }) => postings),
    [[moved, { ...moved, reason: 'service returned', isRefund: true }], undefined],
  );
});
