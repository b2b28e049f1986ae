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

async function call(url: string, name: string, given: unknown): Promise<Answered> {
  const params = { name, arguments: given, _meta: meta };
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'Mcp-Name': name, Authorization: 'Bearer token of Vera' },
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
