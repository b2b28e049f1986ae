/** A quota of sockets: what is released can be taken again, by whoever it is, and no more. */
import t from 'tap';
import { SocketQuota } from '../../gateways/limits/socket-quota.ts';

t.test('a name has room up to its bound, everybody together up to theirs', async (t) => {
  const quota = new SocketQuota(3, 2);
  for (const name of ['ada', 'ada', 'bo']) {
    t.ok(quota.hasRoom(name), name);
    quota.take(name);
  }
  t.notOk(quota.hasRoom('cleo'), 'all are taken');
  quota.release('bo');
  t.ok(quota.hasRoom('cleo'), 'one was released');
  t.notOk(quota.hasRoom('ada'), 'who has its own bound yet');
  quota.release('ada');
  t.ok(quota.hasRoom('ada'));
  quota.take('ada');
  t.notOk(quota.hasRoom('ada'), 'the other of its sockets is still counted');
});

t.test('whatever is taken and released in any order leaves room for all in the end', async (t) => {
  const quota = new SocketQuota(4, 2);
  for (let round = 0; round < 10; round++) {
    for (const name of ['ada', 'ada', 'bo', 'bo']) quota.take(name);
    t.notOk(quota.hasRoom('cleo'));
    for (const name of ['bo', 'ada', 'bo', 'ada']) quota.release(name);
  }
  for (const name of ['ada', 'bo', 'cleo']) t.ok(quota.hasRoom(name));
});
