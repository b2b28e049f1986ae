/** Souls over both gateways: a visitor writes one, a resident adopts it, and whoever has its newest token lives it. */
import t from 'tap';
import type { MindStanding, Minds } from '../../gateways/minds-status.ts';
import { Client } from './feed-client.ts';
import { startedWithAda, wren } from './soul-gateways.ts';
import type { Answer } from './started-gateways.ts';

t.test('[SO1] [SO2] a soul is written, waits, and is born to a resident', async (t) => {
  const { visitor, ada, anybody } = await startedWithAda(t);
  const eve = await visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren, 'one');
  t.match(soul, { id: /^soul_/, status: 'queued', place_in_line: 1, lived_by: 'me', resident: null });
  t.same((await eve('POST', '/v1/souls', wren, 'one')).body, soul, 'a repeat writes nothing again');
  t.match(await eve('POST', '/v1/souls', { ...wren, quirks: 7 }), {
    status: 422,
    body: { issues: [{ path: 'quirks' }] },
  });
  t.match(await anybody('GET', '/v1/souls/queue'), {
    status: 200,
    body: { items: [{ place_in_line: 1, name: 'Wren', framework: 'default' }], next_cursor: null },
  });
  t.match(await anybody('GET', '/v1/souls'), { status: 401 });
  t.match(await ada('GET', '/v1/threshold/souls'), { body: { items: [{ id: soul['id'], name: 'Wren' }] } });
  const adopted = await ada('POST', '/v1/threshold/adopt', { donation: 30 }, 'two');
  t.match(adopted, { status: 201, body: { id: /^wren-/, name: 'Wren', lineage: { generation: 1 }, status: 'alive' } });
  t.same((await ada('POST', '/v1/threshold/adopt', { donation: 30 }, 'two')).body, adopted.body);
  t.match(await ada('POST', '/v1/threshold/adopt'), { status: 409, body: { error: 'soul_queue_empty' } });
  t.match(await eve('GET', `/v1/souls/${soul['id']}`), {
    body: { status: 'born', resident: adopted.body['id'], place_in_line: null },
  });
  const { body: told } = await eve('GET', '/v1/visitors/notifications');
  const types = (told['items'] as { readonly type: string }[]).map(({ type }) => type);
  t.same(types, ['soul.born', 'soul.adopted', 'soul.queued'], '[SO4]');
  const other = await visitor('finn');
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/token'],
  ] as const)
    t.match(await other(method, `/v1/souls/${soul['id']}${path}`), { status: 404 }, `another's ${method}`);
  t.match(await eve('DELETE', `/v1/souls/${soul['id']}`), { status: 409, body: { error: 'invalid_state' } });
});

t.test(
  '[SO5] [TK1] [F8] the newest token lives, the others are dead at once, on both gateways and on their sockets',
  async (t) => {
    const { visitor, ada, resident, operator, cityPort } = await startedWithAda(t);
    const eve = await visitor('eve');
    const { body: soul } = await eve('POST', '/v1/souls', wren);
    const path = `/v1/souls/${soul['id']}/token`;
    t.match(await eve('POST', path), { status: 409, body: { error: 'invalid_state' } }, 'nobody is born');
    const { body: child } = await ada('POST', '/v1/threshold/adopt');
    const first = await eve('POST', path, {}, 'one');
    const city = `http://127.0.0.1:${cityPort}`;
    const where = { city_url: city, skill_url: `${city}/SKILL.md` };
    t.match(first, { status: 201, body: { token: /^res_[\w-]{43}$/, resident: child['id'], ...where } });
    t.match(await eve('POST', path, {}, 'one'), { status: 409, body: { error: 'already_exists', id: soul['id'] } });
    const tokens = [String(first.body['token'])];
    const give = async (by: () => Promise<Answer>): Promise<void> => {
      const before = String(tokens.at(-1));
      t.match(await resident(before)('GET', '/v1/me'), { status: 200, body: { id: child['id'] } });
      const client = new Client(t, cityPort, before);
      await client.until('hello');
      const { status, body } = await by();
      t.equal(status, 201);
      t.equal((await resident(before)('GET', '/v1/me')).status, 401, 'the one before is forgotten by the City API');
      t.match(await client.closed, { code: 4401 });
      tokens.push(String(body['token']));
    };
    await give(() => eve('POST', path));
    await give(() => operator('POST', `/v1/admin/residents/${child['id']}/token`));
    await give(() => eve('POST', path));
    for (const token of tokens.slice(0, -1)) t.equal((await resident(token)('GET', '/v1/me')).status, 401);
    t.match(await resident(String(tokens.at(-1)))('GET', '/v1/me'), { status: 200 });
  },
);

/** Minds of a city, as their host would report them. */
class SaidMinds implements Minds {
  /** Residents whom a mind lives, each by one. */
  readonly lived = new Set<string>();
  about: Minds['about'] = { is_running: true, starts: 1, living: 0, idle: 0, waiting: 0 };
  isFree = true;

  standing(resident: string | null): MindStanding {
    if (resident !== null && this.lived.has(resident)) return 'lives';
    return this.isFree ? 'begins' : 'waits';
  }
}

t.test('[MD1] a soul that is left to the city says whether a mind lives it, and who gets one before', async (t) => {
  const minds = new SaidMinds();
  const { visitor, ada, anybody } = await startedWithAda(t, minds);
  const eve = await visitor('eve');
  const mindOf = async (soul: unknown) => (await eve('GET', `/v1/souls/${soul}`)).body['mind'];
  const write = async (more: object = {}) => (await eve('POST', '/v1/souls', { ...wren, ...more })).body;
  const first = await write();
  t.match(first, { lived_by: 'city', runtime: 'external', mind: { standing: 'begins', ahead: null } });
  const [second, mine] = [await write(), await write({ lived_by: 'me' })];
  t.match(mine, { runtime: 'external', mind: null });
  const { body: born } = await ada('POST', '/v1/threshold/adopt');
  minds.lived.add(String(born['id']));
  t.same(await mindOf(first['id']), { standing: 'lives', ahead: null });
  t.match(await anybody('GET', '/v1/souls/terms'), { body: { is_mind_free: true } });
  minds.isFree = false;
  minds.about = { is_running: true, starts: 1, living: 4, idle: 0, waiting: 2 };
  t.match(await anybody('GET', '/v1/souls/terms'), { body: { is_mind_free: false } });
  t.same(await mindOf(second['id']), { standing: 'waits', ahead: 2 }, 'it comes behind all who are born');
  for (let nth = 0; nth < 2; nth++) await ada('POST', '/v1/threshold/adopt');
  const third = await write();
  await ada('POST', '/v1/threshold/adopt');
  t.same(await mindOf(second['id']), { standing: 'waits', ahead: 0 });
  t.same(await mindOf(third['id']), { standing: 'waits', ahead: 1 });
  const listed = (await eve('GET', '/v1/souls')).body['items'] as readonly { readonly mind: unknown }[];
  t.same(
    listed.map(({ mind }) => mind),
    [{ standing: 'lives', ahead: null }, { standing: 'waits', ahead: 0 }, null, { standing: 'waits', ahead: 1 }],
  );
  await eve('POST', `/v1/souls/${second['id']}/token`);
  t.equal(await mindOf(second['id']), null, 'it is the visitor’s now');
});

t.test('nothing is said of minds that the city does not run', async (t) => {
  const { visitor, anybody } = await startedWithAda(t, { about: null, standing: () => null });
  const eve = await visitor('eve');
  t.match(await eve('POST', '/v1/souls', wren), { body: { lived_by: 'city', mind: null } });
  t.match(await anybody('GET', '/v1/souls/terms'), { body: { city_lives: true, is_mind_free: null } });
});

t.test('[SO6] thoughts are free, short, and not too many', async (t) => {
  const { visitor, ada, resident } = await startedWithAda(t);
  const eve = await visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren);
  await ada('POST', '/v1/threshold/adopt');
  const { body } = await eve('POST', `/v1/souls/${soul['id']}/token`);
  const child = resident(String(body['token']));
  const think = (text: string) => child('POST', '/v1/me/thoughts', { text });
  const { body: before } = await child('GET', '/v1/credits');
  t.match(await think('Hm.'), { status: 201, body: { id: /^msg_/, text: 'Hm.' } });
  t.match(await think('m'.repeat(501)), { status: 422 });
  for (let n = 1; n < 20; n++) t.equal((await think(`Thought ${n}.`)).status, 201);
  t.match(await think('One more.'), { status: 429, body: { limit: 20, window_seconds: 60 } });
  t.equal((await child('GET', '/v1/credits')).body['balance'], before['balance']);
});
