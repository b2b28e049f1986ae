/** What is made after those who need it: absent, then there, once. */
import t from 'tap';
import { InvariantBroken } from '../../engine/assert.ts';
import { Later } from '../../engine/later.ts';

t.test('it is there from when it is set, once', async (t) => {
  const later = new Later<{ readonly port: number }>('the door');
  t.equal(later.ifThere, undefined);
  t.throws(() => later.value, new InvariantBroken('the door is not open yet'));
  t.same(later.set({ port: 3 }), { port: 3 });
  t.equal(later.ifThere?.port, 3);
  t.equal(later.value.port, 3);
  t.throws(() => later.set({ port: 4 }), InvariantBroken);
});

t.test('who needs it too early is answered by the error of its owner', async (t) => {
  const later = new Later<object>('the database', (why) => new RangeError(why));
  t.throws(() => later.value, new RangeError('the database is not open yet'));
});
