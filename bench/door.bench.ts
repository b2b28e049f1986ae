/**
 * The agents' door. What a newcomer that knows the tools alone has to read until it has come to something, beside one that knows
 * `/SKILL.md` and one that knows `/openapi.json`. Then a call of a tool against the same request over HTTP, server CPU: both go through the
 * same route; what the call costs more is the protocol and the digest.
 */
import { cell, cpuOf, roundsText } from './harness/alternating-loads.ts';
import { City } from './harness/city.ts';
import { type Effort, effortsOf, firstLife, type Knows, postJob, writeSoul } from './harness/newcomers.ts';
import { RawConnection } from './harness/raw-http.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found } from './harness/residents.ts';
import { population, rounds, seconds } from './harness/settings.ts';
import { type Bench, compared, printed, type Row } from './harness/table-row.ts';
import { type Loaded, load, writeRequests } from './harness/wrk.ts';

const connections = 32;
const protocolVersion = '2026-07-28';
const protocolMeta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A call of a tool as it goes over the wire. */
function toolCall(token: string, name: string, given: object): string {
  const params = { name, arguments: given, _meta: protocolMeta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `MCP-Protocol-Version: ${protocolVersion}`,
    'Mcp-Method: tools/call',
    `Mcp-Name: ${name}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

interface Pair {
  readonly what: string;
  readonly http: (token: string) => string;
  readonly tool: (token: string) => string;
}

const pairs: readonly Pair[] = [
  {
    what: 'a look around',
    http: (token) => rawRequest('GET', '/v1/location', token),
    tool: (token) => toolCall(token, 'city_look', { action: 'here' }),
  },
  {
    what: 'a broadcast',
    http: (token) => rawRequest('POST', '/v1/mesh/broadcast', token, '{"message":"Good morning"}'),
    tool: (token) => toolCall(token, 'city_talk', { action: 'say', message: 'Good morning' }),
  },
];

export const door: Bench = {
  name: 'door',
  run: async () => {
    const city = await City.start();
    const residents = await found(city, { count: population(256), lifespan: 10_000 });
    const tokens = residents.map(({ token }) => token);
    const rows: Row[] = [...(await newcomerRows(city))];
    for (const pair of pairs) rows.push(await rowOf(city, tokens, pair));
    await city.end();
    return rows;
  },
};

/** For each of them somebody posts a job, and a soul waits. */
async function newcomerRows(city: City): Promise<readonly Row[]> {
  const url = `http://127.0.0.1:${city.port}`;
  const efforts: Record<Knows, readonly Effort[]> = { tools: [], 'SKILL.md': [], OpenAPI: [] };
  for (const knows of ['tools', 'SKILL.md', 'OpenAPI'] as const) {
    const [newcomer, poster] = await found(city, { count: 2, lifespan: 10_000 });
    if (newcomer === undefined || poster === undefined) throw new Error('nobody was founded');
    await writeSoul(city, `writer-${knows.toLowerCase().replaceAll('.', '-')}`);
    efforts[knows] = await effortsOf(url, newcomer.token, knows, firstLife(await postJob(url, poster.token)));
  }
  return firstLife('').map(({ name }, n) => {
    const [ours, skill, openApi] = [efforts.tools[n], efforts['SKILL.md'][n], efforts.OpenAPI[n]];
    const shown = (effort: Effort | undefined) =>
      effort === undefined ? '-' : `${effort.tokens} tokens, ${effort.calls} calls, ${effort.errors} errors`;
    const comparator = `SKILL.md ${shown(skill)}`;
    const details = [`OpenAPI: ${shown(openApi)}`];
    const ratio = (ours?.tokens ?? 0) / (skill?.tokens ?? 1);
    return printed({ figure: `until the ${name}, by tools alone`, ours: shown(ours), comparator, details }, ratio);
  });
}

/** Heads included. */
async function bytesOf(port: number, request: string): Promise<string> {
  const connection = await RawConnection.open(port);
  await new Promise((resolve) => connection.send(request, resolve));
  const { bytesRead } = connection;
  connection.end();
  return `${Buffer.byteLength(request)} bytes asked, ${bytesRead} answered`;
}

async function rowOf(city: City, tokens: readonly string[], { what, http, tool }: Pair): Promise<Row> {
  const loadOf = (name: string, request: (token: string) => string) => ({
    connections,
    seconds: seconds(4),
    requestsFile: writeRequests(city.folder, `${name}-${what.replaceAll(' ', '-')}`, tokens.map(request)),
    port: city.port,
    pid: city.pid,
  });
  const [ours, other] = [loadOf('tool', tool), loadOf('http', http)];
  await load({ ...ours, seconds: seconds(2) });
  await load({ ...other, seconds: seconds(2) });
  const sides = { ours: [] as Loaded[], http: [] as Loaded[] };
  for (let round = rounds(4); round > 0; round--) {
    sides.ours.push(await load(ours));
    sides.http.push(await load(other));
  }
  const token = tokens[0] ?? '';
  const bytes = [await bytesOf(city.port, tool(token)), await bytesOf(city.port, http(token))].join('; over HTTP ');
  return compared(
    {
      figure: `${what} by a tool, server CPU`,
      ours: cell(sides.ours),
      comparator: `the same over HTTP ${cell(sides.http)}`,
      details: [roundsText('tool', sides.ours), roundsText('HTTP', sides.http), `by a tool ${bytes}`],
    },
    cpuOf(sides.ours) / cpuOf(sides.http),
    { atMost: 1.5 },
  );
}
