/** A `Later` value is absent until it is set, once. */
import t from 'tap';
import { InvariantBroken } from '../../engine/assert.ts';
import { Later } from '../../engine/later.ts';

t.test('it is present from when it is set, and is set once', async (t) => {
  const later = new Later<{ readonly port: number }>('the door');
  t.equal(later.ifThere, undefined);
  t.throws(() => later.value, new InvariantBroken('the door is not open yet'));
  t.same(later.set({ port: 3 }), { port: 3 });
  t.equal(later.ifThere?.port, 3);
  t.equal(later.value.port, 3);
  t.throws(() => later.set({ port: 4 }), InvariantBroken);
});

t.test('a read before that throws the error of its owner', async (t) => {
  const later = new Later<object>('the database', (why) => new RangeError(why));
  t.throws(() => later.value, new RangeError('the database is not open yet'));
});
