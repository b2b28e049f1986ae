/** Bodies of the journal: small ones are smaller than what they hold, large ones are written as they are, and both come back. */
import t from 'tap';
import type { Image } from '../../engine/actor-kind.ts';
import type { Wake } from '../../engine/effect.ts';
import { creditsMax } from '../../engine/state/ledger.ts';
import {
  decodeAccount,
  decodeImage,
  decodeJournal,
  encodeAccount,
  encodeImage,
  encodeJournal,
} from '../../persistence/row-codec.ts';
import { batch, image } from '../contract/samples.ts';

const wordsOf = ({ commands, actors, accounts, counters }: ReturnType<typeof batch>) => ({
  commands,
  actors,
  accounts,
  counters,
});

t.test('a batch of one act takes less than its fields as text, and comes back', (t) => {
  const row = batch(1, { actors: [image(1)] });
  const body = encodeJournal(row);
  t.ok(body.length < 0.6 * JSON.stringify(row).length, `${body.length} of ${JSON.stringify(row).length}`);
  const { commands, actors, accounts, counters } = decodeJournal(1, 1, body, 'a row');
  t.strictSame({ commands, actors, accounts, counters }, wordsOf(row));
  t.end();
});

t.test('a large batch is not deflated, and comes back', (t) => {
  const actors = Array.from({ length: 100 }, () => image(1, { context: { text: 'x'.repeat(100) } }));
  const row = batch(1, { actors });
  const body = encodeJournal(row);
  t.ok(body.length > 10_000, `${body.length} bytes`);
  t.strictSame(decodeJournal(1, 1, body, 'a row').actors, actors);
  t.end();
});

t.test('[OP4] a body of a later format is refused by name', (t) => {
  const body = Buffer.from(encodeJournal(batch(1)));
  body[0] = 6;
  t.throws(() => decodeJournal(1, 1, body, 'a row'), /a row: format 6 is unknown .* reads 1, 2, 3, 4, 5/);
  t.end();
});

t.test('what images have in common is kept once, and each comes back as it was', (t) => {
  const waking = (tick: number, event: Wake['event']) => image(tick, { wakes: [{ tick, event }] });
  const told = { type: 'told', by: 'somebody' };
  const [one, other, third] = [waking(1, { type: 'due' }), waking(2, { type: 'due' }), waking(3, told)];
  const read = (written: Image) => decodeImage(written.id, encodeImage(written), 'a row');
  t.strictSame([read(one), read(other), read(third)], [one, other, third]);
  t.equal(read(one).wakes[0]?.event, read(other).wakes[0]?.event, 'an event without fields');
  t.not(read(third).wakes[0]?.event, read(third).wakes[0]?.event, 'one with fields is its own');
  t.equal(read(image(1)).calls, read(image(2)).calls, 'an empty list');
  t.end();
});

t.test('accounts come back as they were, large numbers and small ones', (t) => {
  const account = {
    balance: -creditsMax,
    burn: -3_000_000_000,
    suspended: 0,
    owed: 1,
    since: 7,
    earned: creditsMax,
    spent: 2,
    turn: 9,
  };
  t.strictSame(decodeAccount(encodeAccount(account), 'a row'), account);
  t.end();
});
