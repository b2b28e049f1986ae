/** Keys under which a change happens once. */
import t from 'tap';
import { Keys } from '../../web/lib/idempotency-keys.ts';

t.test('one request has one key until it is done', async (t) => {
  const keys = new Keys();
  const first = keys.of({ amount: 5 });
  t.match(first, /^[0-9a-f]{32}$/);
  t.equal(keys.of({ amount: 5 }), first, 'sent again, because no answer came');
  t.not(keys.of({ amount: 6 }), first, 'another');
  const last = keys.of({ amount: 6 });
  keys.done();
  t.not(keys.of({ amount: 6 }), last, 'the same once more');
});
