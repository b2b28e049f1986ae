/**
 * Given a client of the Model Context Protocol that means harm, when it sends anything as the arguments of any tool, then it is told what
 * is wrong, nothing fails, and its calls are counted like its requests.
 */
import fc from 'fast-check';
import t from 'tap';
import { tools } from '../../gateways/mcp/tools.ts';
import { seed, sized } from '../crash/size.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { texts } from './hostile-texts.ts';

const calls = sized(300, 5_000, 100_000);

const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
};

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Answered {
  readonly status: number;
  readonly text: string;
}

async function call(url: string, name: string, given: unknown, of = 'Vera'): Promise<Answered> {
  const params = { name, arguments: given, _meta: meta };
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'Mcp-Name': name, Authorization: `Bearer token of ${of}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return { status: answer.status, text: await answer.text() };
}

const names = [...tools.map(({ name }) => name), 'city_call_api'];
const actions = tools.flatMap((tool) => Object.keys(tool.actions));
const fields = [
  'id',
  'name',
  'to',
  'message',
  'exit_id',
  'amount',
  'files',
  'path',
  'method',
  'body',
  'query',
  'podId',
];
const value = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
);
const given = fc.tuple(
  fc.oneof(fc.constantFrom(...actions), value),
  fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), value, { maxKeys: 6 }),
);

t.test('any arguments of any tool are answered, and nothing fails', async (t) => {
  const world = await startedWorld(t);
  await world.resident('Vera', 1_000);
  const asked = fc.sample(fc.tuple(fc.constantFrom(...names), given), { seed, numRuns: calls });
  for (const [name, [action, rest]] of asked) {
    const { status, text } = await call(world.url, name, { ...rest, action });
    if (status >= 500 || /internal_error/.test(text)) t.fail(`${name} ${JSON.stringify({ ...rest, action })}: ${text}`);
  }
  t.same(world.errors, []);
  const { text } = await call(world.url, 'city_look', { action: 'me' });
  t.match(text, /rate_limited|vera-1/, 'it lives, or has asked too often');
});

t.test('calls of tools count as requests, and those without a token by their network', async (t) => {
  const world = await startedWorld(t);
  await world.resident('Vera', 1_000);
  let limited = 0;
  for (let n = 0; n < 700; n++)
    if (/rate_limited/.test((await call(world.url, 'city_trade', { action: 'credits' })).text)) limited += 1;
  t.equal(limited, 100, 'of 600 a minute');
});

t.test(
  'what somebody else got by a tool opens nothing of theirs: cursors, keys, and what only they may do',
  async (t) => {
    const world = await startedWorld(t);
    const [vera, bo] = [await world.resident('Vera', 1_000), await world.resident('Bo', 1_000)];
    for (const to of [bo.id, vera.id])
      for (const message of ['one', 'two', 'three'])
        await (to === vera.id ? bo : vera).post('/v1/me/messages/send', { to, message: `${message} for ${to}` });
    const page = { action: 'read', limit: 1 };
    const { text } = await call(world.url, 'city_letters', page);
    const cursor = /cursor: ([\w.-]+)/.exec(text)?.[1];
    t.ok(cursor, text);
    const others = await call(world.url, 'city_letters', { ...page, cursor }, 'Bo');
    t.match(others.text, /for bo-2|invalid_request/);
    t.notMatch(others.text, `for ${vera.id}`, 'a cursor is a place in a list, not a list');

    const gift = { action: 'give', to: bo.id, amount: 5, key: 'gift-1' };
    const given = await call(world.url, 'city_trade', gift);
    const again = await call(world.url, 'city_trade', { ...gift, to: vera.id }, 'Bo');
    t.not(again.text, given.text, 'a key is of who sends it');
    t.match(again.text, new RegExp(`"isError":true|${vera.id}`));

    await vera.post('/v1/house/rooms', { name: 'studio', purpose: 'workshop' });
    const files = { 'index.js': 'export const handle = () => 1;' };
    t.notMatch((await call(world.url, 'city_code', { action: 'write', id: 'studio', files })).text, /"isError":true/);
    for (const [name, act] of [
      ['city_code', { action: 'read', id: 'studio' }],
      ['city_code', { action: 'write', id: 'studio', files }],
      ['city_build', { action: 'remove_room', name: 'studio' }],
      ['city_kin', { action: 'token_for', id: vera.id }],
      ['city_call_api', { method: 'GET', path: `/v1/me/messages?resident=${vera.id}` }],
    ] as const) {
      const refused = await call(world.url, name, act, 'Bo');
      t.match(refused.text, /"isError":true/, `${name} ${JSON.stringify(act)}`);
      t.notMatch(refused.text, /export const|for vera-1|res_/);
    }
    t.same(world.errors, []);
  },
);
