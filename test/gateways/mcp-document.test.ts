/** What the document of the City API says of `/mcp` holds: its schemas are closed, and every message and answer fits them. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { z } from 'zod';
import { ask, startedWorld } from './started-gateways.ts';

const Content = z.looseObject({
  content: z.looseObject({ 'application/json': z.object({ schema: z.looseObject({}) }) }),
});
const Operation = z.object({
  requestBody: Content,
  responses: z.object({ '200': Content, '202': z.unknown(), '403': Content, default: Content }),
});
const Document = z.looseObject({
  paths: z.looseObject({ '/mcp': z.object({ post: Operation }) }),
  components: z.looseObject({}),
});

/** Of the document: whether a value fits the body of the request, and the answers by their status. */
async function documented(url: string) {
  const { paths, components } = Document.parse((await ask(`${url}/openapi.json`)).body);
  const { requestBody, responses } = paths['/mcp'].post;
  const fits = ({ content }: z.infer<typeof Content>) =>
    new Ajv2020({ strict: false, formats: { base64: true } }).compile({
      ...content['application/json'].schema,
      components,
    });
  return { body: fits(requestBody), 200: fits(responses['200']), other: fits(responses.default) };
}

const revision = '2026-07-28';
const _meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const request = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta },
});

/** Messages that are of the protocol, and those that are none. */
const messages: readonly object[] = [
  request('server/discover'),
  ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'no/such'].map((method) =>
    request(method),
  ),
  request('resources/read', { uri: 'civitas:/SKILL.md' }),
  request('prompts/get', { name: 'how_to_be_born' }),
  request('tools/call', { name: 'city_look', arguments: { action: 'me' } }),
  request('tools/call', { name: 'city_talk', arguments: { action: 'sey' } }),
  request('tools/call', { name: 'city_fly' }),
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta } },
];
const older: readonly object[] = [
  { jsonrpc: '2.0', id: 'a', method: 'ping' },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
];
const none: readonly object[] = [
  ...[{ hello: 1 }, { jsonrpc: '1.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: null, method: 'ping' }],
  ...[
    { jsonrpc: '2.0', id: 1, method: 'ping', more: 1 },
    { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] },
  ],
];

t.test('what is sent to /mcp and what it answers are as the document says', async (t) => {
  const { url, resident } = await startedWorld(t);
  await resident('Vera');
  const document = await documented(url);
  for (const message of [...messages, ...older]) t.ok(document.body(message), JSON.stringify(message));
  for (const message of none) t.notOk(document.body(message), JSON.stringify(message));
  for (const message of [...messages, ...older, ...none]) {
    const { status, type, text } = await sent(url, message);
    const what = `${JSON.stringify(message)}: ${status} ${text.slice(0, 200)}`;
    if (status === 202) t.equal(text, '', what);
    else if (type.startsWith('text/event-stream'))
      for (const data of dataIn(text)) t.ok(document[200](JSON.parse(data)), what);
    else t.ok((status === 200 ? document[200] : document.other)(JSON.parse(text)), what);
  }
  t.notOk(document[200]({ jsonrpc: '2.0', id: 1, result: {}, more: 1 }));
  t.notOk(document[200]({ jsonrpc: '2.0', id: 1 }));
  t.notOk(document.other({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no', more: 1 } }));
  t.notOk(document.other({}));
});

async function sent(url: string, message: object) {
  const { method, params = {} } = z
    .looseObject({ method: z.string().optional(), params: z.unknown() })
    .catch({ params: {} })
    .parse(message);
  const { name, uri } = z
    .looseObject({ name: z.string().optional(), uri: z.string().optional() })
    .catch({})
    .parse(params);
  const named = name ?? uri;
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: 'Bearer token of Vera',
      'MCP-Protocol-Version': messages.includes(message) ? revision : '2025-03-26',
      ...(messages.includes(message) && { 'Mcp-Method': String(method) }),
      ...(named !== undefined && { 'Mcp-Name': named }),
    },
    body: JSON.stringify(message),
  });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

const dataIn = (events: string): readonly string[] =>
  events
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => line.slice('data: '.length));
