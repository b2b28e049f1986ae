/** Events that wait while a socket catches up: in their order, as many as there is room for, and beyond that none. */
import t from 'tap';
import { Waiting } from '../../gateways/city/feed/waiting-events.ts';

const event = (seq: number) => ({ seq, type: 'tick.completed', audience: [], json: '{}' });

t.test('they are taken in their order, those that came meanwhile too', async (t) => {
  const waiting = new Waiting(4, 2);
  t.ok(waiting.isEmpty);
  for (const seq of [5, 6]) waiting.add(event(seq));
  t.notOk(waiting.isEmpty);
  t.equal(waiting.take()?.seq, 5);
  t.equal(waiting.take()?.seq, 6);
  t.equal(waiting.take(), undefined);
  waiting.add(event(7));
  t.equal(waiting.take()?.seq, 7, 'there is room again');
  t.ok(waiting.isWhole && waiting.isEmpty);
});

t.test('one too many, and all are to be looked up', async (t) => {
  const waiting = new Waiting(4, 2);
  for (const seq of [5, 6]) waiting.add(event(seq));
  t.ok(waiting.isWhole);
  waiting.add(event(7));
  t.notOk(waiting.isWhole);
  waiting.add(event(8));
  t.equal(waiting.take(), undefined);
});
