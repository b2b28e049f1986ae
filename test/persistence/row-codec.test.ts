/** Bodies of the journal: small ones are smaller than what they hold, large ones are written as they are, and both come back. */
import t from 'tap';
import { decodeJournal, encodeJournal } from '../../persistence/row-codec.ts';
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
  body[0] = 5;
  t.throws(() => decodeJournal(1, 1, body, 'a row'), /a row: format 5 is unknown .* reads 1, 2, 3, 4/);
  t.end();
});
