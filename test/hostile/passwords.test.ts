/** A visitor who has lost a token or a password ends it: nobody remains logged in by what was known before. */
import t, { type Test } from 'tap';
import { JournalUnavailable } from '../../engine/ports.ts';
import type { Credentials, KnownPassword } from '../../gateways/visitors/credentials.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryStore } from '../../persistence/memory/memory-database.ts';
import { ask, post, startedPortalWorld } from '../gateways/started-gateways.ts';

const password = 'a ladder of rope';
const next = 'a bridge of stone';

async function started(t: Test, settings = {}, more: { readonly credentials?: Credentials } = {}) {
  const { url, store } = await startedPortalWorld(t, { anonymousWritesPerMinute: 1_000_000, ...settings }, more);
  const enter = async (way: 'register' | 'login', secret: string, handle = 'ada') => {
    const { status, body } = await ask(`${url}/v1/visitors/${way}`, {
      method: 'POST',
      body: JSON.stringify({ handle, password: secret }),
    });
    return { status, token: String(body['token']) };
  };
  const me = async (token: string) => (await ask(`${url}/v1/visitors/me`, { token })).status;
  const change = (token: string, from: string, to: string) =>
    post(`${url}/v1/visitors/password`, token, { password: from, new_password: to });
  return { url, store, enter, me, change };
}

t.test('[G6] another password ends every session but the one that it came by, and the old password', async (t) => {
  const { enter, me, change, store } = await started(t);
  const [{ token }, other, eve] = [
    await enter('register', password),
    await enter('login', password),
    await enter('register', password, 'eve'),
  ];
  t.match(await change(token, password, next), { status: 200, body: { sessions_ended: 1 } });
  t.same([await me(token), await me(other.token), await me(eve.token)], [200, 401, 200]);
  t.equal((await enter('login', password)).status, 401);
  t.equal((await enter('login', next)).status, 200);
  t.notMatch(JSON.stringify([...store.logins.values(), ...store.batches]), next, 'and it is kept nowhere');
});

t.test('[G8] a wrong old password counts as a login that failed, and changes nothing', async (t) => {
  const { enter, me, change } = await started(t, { failedLoginsPerHandleMax: 3 });
  const { token } = await enter('register', password);
  const wrong = { status: 422, body: { error: 'invalid_request', issues: [{ path: 'password' }] } };
  for (const guess of ['', 'x', 'a rope of ladders']) t.match(await change(token, guess, next), wrong, guess);
  t.match(await change(token, password, next), { status: 429 }, 'who guesses waits');
  t.equal((await enter('login', password)).status, 429, 'also at the login');
  t.equal(await me(token), 200);
  t.match(await change(token, password, 'short'), { status: 422, body: { issues: [{ path: 'new_password' }] } });
});

t.test('[G6] of many changes at once one counts, and no session of a stale password stays', async (t) => {
  const { enter, me, change } = await started(t, { failedLoginsPerHandleMax: 100 });
  const { token } = await enter('register', password);
  const [answers, logins] = await Promise.all([
    Promise.all(['one', 'two', 'six'].map((word) => change(token, password, `the word is ${word}`))),
    Promise.all(Array.from({ length: 6 }, () => enter('login', password))),
  ]);
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  const stale = await Promise.all(logins.filter(({ status }) => status === 200).map((one) => me(one.token)));
  t.ok(
    stale.every((status) => status === 401),
    'whoever came in by the old password is out',
  );
  t.equal(await me(token), 200);
});

t.test('[G6] a visitor ends its other sessions, and nobody else’s', async (t) => {
  const { url, enter, me } = await started(t);
  const [{ token }, other, eve] = [
    await enter('register', password),
    await enter('login', password),
    await enter('register', password, 'eve'),
  ];
  const ended = await post(`${url}/v1/visitors/sessions/end`, token, {});
  t.match(ended, { status: 200, body: { sessions_ended: 1 } });
  t.same([await me(token), await me(other.token), await me(eve.token)], [200, 401, 200]);
  t.match(await ask(`${url}/v1/visitors/sessions/end`, { method: 'POST' }), { status: 401 });
  const cookie = { cookie: `civitas_visitor=${token}`, origin: 'http://elsewhere.example' };
  for (const path of ['sessions/end', 'password'])
    t.match(await ask(`${url}/v1/visitors/${path}`, { method: 'POST', headers: cookie }), { status: 403 }, '[G7]');
});

t.test('[G6] a stranger is answered as one without an error, and learns of nobody', async (t) => {
  const { url, enter } = await started(t);
  const { token } = await enter('register', password);
  const session = (cookie: string) => ask(`${url}/v1/visitors/session`, { headers: { cookie } });
  const strangers = ['', 'civitas_visitor=', 'civitas_visitor=x', `civitas_visitor=vis_${'a'.repeat(43)}`];
  for (const cookie of strangers) {
    const { status, body } = await session(cookie);
    t.strictSame({ status, body }, { status: 200, body: { visitor: null } }, cookie);
  }
  t.match(await session(`civitas_visitor=${token}`), { status: 200, body: { visitor: { handle: 'ada' } } });
});

t.test('[G6] whenever the database goes away, a new password leaves no other session alive', async (t) => {
  class AwayBehindIt extends MemoryCredentials {
    override closeOtherSessions(): Promise<never> {
      return Promise.reject(new JournalUnavailable('away'));
    }
  }
  const store = new MemoryStore();
  const { enter, me, change } = await started(t, {}, { credentials: new AwayBehindIt(store) });
  const [{ token }, other] = [await enter('register', password), await enter('login', password)];
  t.equal(await me(other.token), 200);
  t.match(await change(token, password, next), { status: 503 });
  t.same([await me(token), await me(other.token), store.sessions.size], [200, 401, 1]);
  t.equal((await enter('login', next)).status, 200);
});

t.test('[G6] a change that was done and not answered keeps nobody in who was known', async (t) => {
  class Unanswered extends MemoryCredentials {
    override async changePassword(...change: [KnownPassword, string, string]): Promise<never> {
      await super.changePassword(...change);
      throw new JournalUnavailable('away');
    }
  }
  const { enter, me, change } = await started(t, {}, { credentials: new Unanswered() });
  const [{ token }, other] = [await enter('register', password), await enter('login', password)];
  t.match(await change(token, password, next), { status: 503 });
  t.same([await me(token), await me(other.token)], [200, 401]);
});

t.test('[G6] a login by the old password while it is changed is ended', async (t) => {
  const store = new MemoryStore();
  let logIn = async (): Promise<unknown> => undefined;
  class Overtaken extends MemoryCredentials {
    override async changePassword(...change: [KnownPassword, string, string]) {
      const seen = new Set(store.sessions.keys());
      await logIn();
      const unseen = [...store.sessions].filter(([hash]) => !seen.has(hash));
      const ended = await super.changePassword(...change);
      for (const [hash, session] of unseen) store.sessions.set(hash, session);
      return ended?.filter((hash) => seen.has(hash));
    }
  }
  const { enter, me, change } = await started(t, {}, { credentials: new Overtaken(store) });
  const { token } = await enter('register', password);
  const tokens: string[] = [];
  logIn = async () => tokens.push((await enter('login', password)).token);
  t.match(await change(token, password, next), { status: 200, body: { sessions_ended: 1 } });
  t.same([await me(token), await me(tokens[0] ?? ''), store.sessions.size], [200, 401, 1]);
});
