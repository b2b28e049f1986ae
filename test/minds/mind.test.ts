/** A mind against a city that misbehaves: it goes on, or it ends as it should, and never otherwise. */
import t, { type Test } from 'tap';
import type { ClientClock } from '../../client/client-clock.ts';
import { beginMind, type LivingMind, type MindOptions } from '../../minds/mind.ts';
import { overHttp } from '../../minds/mind-ports.ts';
import { until } from '../until.ts';
import { type Asked, ScriptedCity } from './scripted-city.ts';

function living(
  t: Test,
  { url }: ScriptedCity,
  { clock, ...more }: Partial<MindOptions> & { readonly clock?: ClientClock } = {},
): { readonly mind: LivingMind; readonly defects: string[] } {
  const defects: string[] = [];
  const mind = beginMind({
    ports: { ...overHttp(url, 1), ...(clock && { clock }) },
    token: 'res_x',
    actsPerMinute: 600,
    brain: { kind: 'rules', creditsPerTick: 0 },
    onLiving: () => undefined,
    pauseShare: 0.02,
    explain: (line) => line.startsWith('defect') && defects.push(line),
    ...more,
  });
  t.teardown(() => mind.stop());
  return { mind, defects };
}

const ofMe = ({ path }: Asked) => path === '/v1/me';

t.test('401 and 410 of its own passport end it, each with its reason [MI1]', async (t) => {
  for (const [status, why] of [
    [401, 'taken_over'],
    [410, 'dead'],
  ] as const) {
    const city = await ScriptedCity.open(t);
    const { mind } = living(t, city);
    await until('it acts', () => city.posts.length > 0);
    city.misbehaves = () => ({ status, body: { error: 'x', message: 'x', applied: false } });
    t.equal(await mind.ended, why);
  }
});

t.test('410 for what it did to somebody else does not: that one is dead, not itself [MI1]', async (t) => {
  const city = await ScriptedCity.open(t);
  const { mind, defects } = living(t, city);
  city.misbehaves = ({ method }) =>
    method === 'POST' ? { status: 410, body: { error: 'resident_dead', message: 'x', applied: false } } : undefined;
  await until('it acts three times', () => city.posts.length >= 3);
  await mind.stop();
  t.equal(await mind.ended, 'stopped');
  t.same(defects, []);
});

t.test('who has inherited more places than it looks at together looks at each of them in turn', async (t) => {
  const city = await ScriptedCity.open(t);
  const places = Array.from({ length: 12 }, (_, n) => `mill-${n}`);
  const me = { id: 'vera-1', name: 'Vera', state: 'alive.active', balance: 60, burn_per_tick: 1, dies_tick: 72 };
  city.misbehaves = (asked) =>
    ofMe(asked) ? { status: 200, body: { ...me, economy: { owned_pods: places } } } : undefined;
  living(t, city);
  const looked = () => new Set(city.asked.flatMap(({ path }) => /^\/v1\/pods\/(mill-\d+)$/.exec(path)?.[1] ?? []));
  await until('it has looked at all', () => looked().size === places.length);
  t.same([...looked()].sort(), [...places].sort());
});

t.test('it looks when it has waited for its next act, not before', async (t) => {
  const city = await ScriptedCity.open(t);
  let [ms, lookedMs] = [0, 0];
  const clock: ClientClock = {
    now: () => ms,
    sleep: async (more) => {
      ms += more;
      await new Promise(setImmediate);
    },
  };
  const waits: number[] = [];
  city.misbehaves = ({ method, path }) => {
    if (path === '/v1/me') lookedMs = ms;
    const isAct = method === 'POST' && path !== '/v1/me/thoughts' && !path.startsWith('/v1/services/');
    if (isAct) waits.push(ms - lookedMs);
    return undefined;
  };
  living(t, city, { clock, actsPerMinute: 6 });
  await until('it acts twelve times', () => waits.length >= 12);
  t.ok(ms > 60_000, `it had to wait: ${ms} ms`);
  // The first also waits to be heard at all.
  t.ok(Math.max(...waits) < 1_000, waits.join(', '));
});

const refusal = { error: 'x', message: 'x', applied: false };
const trouble = {
  'nothing that is JSON': { status: 200, body: '<html>' },
  'JSON of another shape': { status: 200, body: [1, null, { items: 5 }] },
  'a passport of nonsense': { status: 200, body: { id: 7, soul: 'x', balance: 'all', economy: [], lineage: null } },
  'a defect of its own': { status: 500, body: refusal },
  'too many requests': { status: 429, body: { ...refusal, error: 'rate_limited' }, headers: { 'retry-after': '0' } },
  busy: { status: 503, body: { ...refusal, error: 'busy', applied: 'unknown' }, headers: { 'retry-after': '0' } },
  'a cut connection': 'cut',
} as const;

for (const [name, said] of Object.entries(trouble))
  t.test(`${name}: it waits, and goes on when it is over [MI1]`, async (t) => {
    const city = await ScriptedCity.open(t);
    let count = 0;
    city.misbehaves = () => (++count <= 12 ? said : undefined);
    const { mind, defects } = living(t, city);
    await until('it goes or speaks', () =>
      city.posts.some(({ path }) => path.startsWith('/v1/location/move') || path.startsWith('/v1/mesh')),
    );
    t.same(defects, []);
    await mind.stop();
    t.equal(await mind.ended, 'stopped');
  });

t.test('stopped while the city does not answer at all, it ends at once [MI3]', async (t) => {
  const city = await ScriptedCity.open(t);
  city.misbehaves = (asked) => (ofMe(asked) ? 'hang' : undefined);
  const { mind } = living(t, city);
  await until('it asks who it is', () => city.asked.some(ofMe));
  await mind.stop();
  t.equal(await mind.ended, 'stopped');
});

const isMemory = ({ method, path }: Asked) => method === 'POST' && path.endsWith('/memory/sessions/mind/messages');

t.test('stopped, it writes down first what it has come to remember [MI3]', async (t) => {
  const city = await ScriptedCity.open(t);
  const { mind } = living(t, city, { saveMsMax: 1_000 });
  await until('it has acted', () => city.posts.length >= 3);
  t.equal(city.asked.filter(isMemory).length, 0, 'it has heard no tick');
  await mind.stop();
  const [written] = city.asked.filter(isMemory);
  t.match(JSON.stringify(written?.body), /ilo-2/);
  t.equal(city.asked.filter(isMemory).length, 1);
});

t.test('a memory service that does not answer holds a stop no longer than it may [MI3]', async (t) => {
  const city = await ScriptedCity.open(t);
  const { mind } = living(t, city, { saveMsMax: 100 });
  await until('it has acted', () => city.posts.length >= 3);
  city.misbehaves = (asked) => (isMemory(asked) ? 'hang' : undefined);
  const since = performance.now();
  await mind.stop();
  t.ok(city.asked.some(isMemory));
  t.ok(performance.now() - since < 5_000, 'and not for as long as a request may take');
});

/** Stands still, unless a test moves it. */
class HeldClock implements ClientClock {
  #now = 0;
  readonly #sleepers = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  /** Nobody is let go by time that passes elsewhere. */
  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#sleepers.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  get isAwaited(): boolean {
    return this.#sleepers.size > 0;
  }

  pass(ms: number): void {
    this.#now += ms;
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }
}

t.test('how long it has done nothing is known, also while all is refused', async (t) => {
  const city = await ScriptedCity.open(t);
  const clock = new HeldClock();
  const { mind } = living(t, city, { clock, pauseShare: 0 });
  city.misbehaves = ({ method }) => (method === 'POST' ? { status: 409, body: refusal } : undefined);
  await until('it tries', () => city.posts.length > 2);
  clock.pass(60_000);
  const tried = city.posts.length;
  await until('it has tried again', () => city.posts.length > tried + 1);
  t.equal(mind.idleMs(), 60_000);
  city.misbehaves = () => undefined;
  await until('it has done something', () => mind.idleMs() === 0);
});

t.test('everything that it does is within its acts a minute [MI2]', async (t) => {
  const city = await ScriptedCity.open(t);
  const clock = new HeldClock();
  living(t, city, { actsPerMinute: 2, clock, pauseShare: 0 });
  // Two in a minute come evenly, half a minute apart.
  for (const acts of [1, 2, 3, 4]) {
    await until('it wants to act once more', () => clock.isAwaited);
    t.equal(city.posts.length, acts);
    clock.pass(29_999);
    await until('it is still not let go', () => clock.isAwaited);
    t.equal(city.posts.length, acts, 'before its time');
    clock.pass(1);
  }
});

t.test('an answer to words names the event that brought them, and nothing else does', async (t) => {
  const city = await ScriptedCity.open(t);
  const words = { type: 'message.broadcast', tick: 3, at: '', location: 'city-commons', actor: 'ilo-2', subject: null };
  city.events = [{ v: 1, seq: 41, ...words, data: { message: 'Vera, have you found work today?' } }];
  const { mind, defects } = living(t, city);
  await until('it answers', () => city.posts.some(({ cause }) => cause !== undefined));
  await mind.stop();
  t.same(defects, []);
  t.match(
    city.posts.filter(({ cause }) => cause !== undefined),
    [{ path: '/v1/mesh/broadcast', cause: '41' }],
  );
});
