/** How often a login may fail, and that a flood of them is bounded. */
import { setImmediate as nextRound } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { FailedLogins } from '../../gateways/visitors/failed-logins.ts';
import { Passwords } from '../../gateways/visitors/passwords.ts';
import { type Answer, ask, startedPortalWorld } from './started-gateways.ts';

const minuteMs = 60_000;
const here = '203.0.113.9';

const clock = () => ({ ms: 0 });
const failures = (now: { ms: number }) => new FailedLogins(gatewayDefaults, () => now.ms);
const fail = (logins: FailedLogins, handle: string, address = here) => logins.begin(handle, address).type;

t.test('[G8] ten logins fail for a handle from one address, then none is tried for 15 minutes', async (t) => {
  const now = clock();
  const logins = failures(now);
  for (let n = 0; n < 10; n++) {
    t.equal(fail(logins, 'ada'), 'attempt');
    now.ms += minuteMs;
  }
  t.match(logins.begin('ada', here), {
    code: 'rate_limited',
    context: { limit: 10, window_seconds: 900, retry_after_seconds: 300, of: 'failed logins' },
  });
  t.equal(fail(logins, 'ada', '198.51.100.7'), 'attempt', 'from elsewhere: nobody locks anyone out');
  t.equal(fail(logins, 'bo'), 'attempt', 'another handle');
  now.ms += 5 * minuteMs - 1;
  t.equal(fail(logins, 'ada'), 'refused');
  now.ms += 1;
  t.equal(fail(logins, 'ada'), 'attempt', 'the first is 15 minutes ago');
  t.equal(fail(logins, 'ada'), 'refused', 'and only that one: the window slides');
});

t.test('[G8] fifty logins fail for an address, whatever the handles; of IPv6 the network counts', async (t) => {
  const now = clock();
  const logins = failures(now);
  const address = (n: number) => `2001:0db8:0000:0001:0000:0000:0000:${n.toString(16).padStart(4, '0')}`;
  for (let n = 0; n < 50; n++) t.equal(fail(logins, `handle-${n}`, address(n)), 'attempt');
  t.match(logins.begin('another', address(99)), { code: 'rate_limited', context: { limit: 50 } });
  t.equal(fail(logins, 'another', address(0).replace('0001:', '0002:')), 'attempt');
});

t.test('a login that succeeds is not counted, also when others fail meanwhile', async (t) => {
  const logins = failures(clock());
  for (let n = 0; n < 100; n++) {
    const attempt = logins.begin('ada', here);
    if (attempt.type === 'attempt') attempt.succeeded();
    t.equal(attempt.type, 'attempt');
  }
  for (let n = 0; n < 9; n++) fail(logins, 'ada');
  const right = logins.begin('ada', here);
  t.equal(fail(logins, 'ada'), 'refused', 'one under way counts');
  if (right.type === 'attempt') right.succeeded();
  t.equal(fail(logins, 'ada'), 'attempt');
  t.equal(fail(logins, 'ada'), 'refused');
});

t.test('[G8] passwords are hashed one at a time, some wait, more are refused at once; the loop goes on', async (t) => {
  const passwords = new Passwords({ ...gatewayDefaults, passwordHashesWaitingMax: 3 });
  let rounds = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; rounds++) await nextRound();
  })();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => passwords.matches(undefined, 'anything')));
  isOver = true;
  await counting;
  t.same(outcomes, [false, false, false, false, 'full', 'full']);
  t.ok(rounds > 20, `the loop went round ${rounds} times`);
  const hash = await passwords.hash('a ladder of rope');
  t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.equal(await passwords.matches(hash, 'a ladder of rope'), true);
  t.equal(await passwords.matches(hash, 'a ladder of ropes'), false);
});

const login = (url: string, body: object): Promise<Answer> =>
  ask(`${url}/v1/visitors/login`, { method: 'POST', body: JSON.stringify(body) });

async function besieged(t: Test, settings = {}) {
  const open = { anonymousWritesPerMinute: 1_000_000, ...settings };
  const portal = await startedPortalWorld(t, open);
  const ada = { handle: 'ada', password: 'a ladder of rope' };
  await ask(`${portal.url}/v1/visitors/register`, { method: 'POST', body: JSON.stringify(ada) });
  return { ...portal, ada };
}

t.test('[G8] an unknown handle and a wrong password get the same answer, word for word', async (t) => {
  const { url } = await besieged(t);
  const wrong = await login(url, { handle: 'ada', password: 'a rope of ladders' });
  const unknown = await login(url, { handle: 'eve', password: 'a rope of ladders' });
  t.match(wrong, { status: 401, body: { error: 'unauthorized', applied: false } });
  t.same(unknown.body, wrong.body);
  const headersOf = ({ headers }: Answer) =>
    [...headers].filter(([name]) => !['x-request-id', 'date', 'uwebsockets'].includes(name));
  t.same(headersOf(unknown), headersOf(wrong));
  t.match(await login(url, { handle: 'ada', password: '' }), { status: 401 });
  t.match(await login(url, { handle: 'ada', password: 'x'.repeat(1_000) }), { status: 401 });
});

t.test(
  '[G8] after ten failures a handle is refused alike, whether there is one or not, and the right password too',
  async (t) => {
    const { url, ada } = await besieged(t);
    for (const handle of ['ada', 'eve'])
      for (let n = 0; n < 10; n++) t.match(await login(url, { handle, password: `guess ${n}` }), { status: 401 });
    const [known, unknown] = [await login(url, ada), await login(url, { ...ada, handle: 'eve' })];
    t.match(known, { status: 429, body: { error: 'rate_limited', limit: 10, of: 'failed logins' } });
    t.equal(unknown.status, 429);
    t.same(Object.keys(unknown.body), Object.keys(known.body));
  },
);

t.test('[G8] a flood of logins is answered busy, counts as no failure, and nobody else waits', async (t) => {
  const { url, ada } = await besieged(t, { passwordHashesWaitingMax: 2, passwordMemoryKib: 19_456, passwordPasses: 2 });
  const flood = await Promise.all(Array.from({ length: 12 }, () => login(url, ada)));
  const statuses = flood.map(({ status }) => status);
  const busy = flood.find(({ status }) => status === 503);
  t.match(busy, { body: { error: 'busy', applied: false } });
  t.match(busy?.headers.get('retry-after'), '1');
  t.ok(statuses.includes(200), statuses.join(' '));
  t.same([...new Set(statuses)].sort(), [200, 503]);
  t.match(await login(url, ada), { status: 200 });
});
