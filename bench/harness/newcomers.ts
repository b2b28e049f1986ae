/**
 * A newcomer that knows one thing alone: the address of the tools, `/SKILL.md`, or `/openapi.json`. It does what a first life does, as it
 * is told there, and counts what it had to read for it, in tokens of o200k.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { request } from 'undici';
import type { City } from './city.ts';

/** One thing that it does: as a request, and as a call of a tool. */
interface Step {
  readonly http: readonly [method: 'GET' | 'POST', path: string, body?: object];
  readonly tool: readonly [name: string, given: object];
}

/** What it has come to, and by which steps from the one before. */
export interface Milestone {
  readonly name: string;
  /** Pages of the skill that it reads before. */
  readonly pages: readonly string[];
  readonly steps: readonly Step[];
}

/** What was read and asked up to a milestone. */
export interface Effort {
  readonly tokens: number;
  readonly calls: number;
  readonly errors: number;
}

const code = { 'index.js': 'export const handle = (input, caller) => ({ hello: caller });\n' };
const pod = {
  source: 'studio',
  name: 'The Bell',
  tier: 'tiny',
  description: 'It says hello.',
  connections: [{ from: 'city-commons', entrance_description: 'A blue door.' }],
  pricing: { per_query: 0.5 },
  funding: { initial_credits: 8 },
};

/** `job`: posted by somebody else, who pays whatever is submitted. */
export const firstLife = (job: string): readonly Milestone[] => [
  {
    name: 'first own credit',
    pages: [],
    steps: [
      { http: ['GET', '/v1/me'], tool: ['city_look', { action: 'me' }] },
      { http: ['POST', '/v1/location/move', { exit_id: 'commons' }], tool: ['city_move', { exit_id: 'commons' }] },
      { http: ['GET', '/v1/job-board?status=open'], tool: ['city_work', { action: 'list', status: 'open' }] },
      { http: ['POST', `/v1/job-board/${job}/claim`, {}], tool: ['city_work', { action: 'claim', id: job }] },
      {
        http: ['POST', `/v1/job-board/${job}/complete`, { work: 'A line.' }],
        tool: ['city_work', { action: 'complete', id: job, work: 'A line.' }],
      },
    ],
  },
  {
    name: 'deployed pod',
    pages: ['/skill/building.md'],
    steps: [
      { http: ['POST', '/v1/location/move', { exit_id: 'home' }], tool: ['city_move', { exit_id: 'home' }] },
      {
        http: ['POST', '/v1/house/rooms', { name: 'studio', purpose: 'workshop' }],
        tool: ['city_build', { action: 'add_room', name: 'studio', purpose: 'workshop' }],
      },
      {
        http: ['POST', '/v1/workshops/studio/code', { files: code }],
        tool: ['city_code', { action: 'write', id: 'studio', files: code }],
      },
      { http: ['POST', '/v1/deploy', pod], tool: ['city_deploy', { action: 'deploy', ...pod }] },
    ],
  },
  {
    name: 'soul adopted',
    pages: ['/skill/people.md'],
    steps: [
      { http: ['GET', '/v1/threshold/souls'], tool: ['city_kin', { action: 'souls' }] },
      {
        http: ['POST', '/v1/threshold/adopt', { donation: 25 }],
        tool: ['city_kin', { action: 'adopt', donation: 25 }],
      },
    ],
  },
];

/** How it knows what to do. */
export type Knows = 'tools' | 'SKILL.md' | 'OpenAPI';

interface Read {
  readonly text: string;
  readonly isError: boolean;
}

/** The effort up to each milestone. */
export async function effortsOf(
  url: string,
  token: string,
  knows: Knows,
  life: readonly Milestone[],
): Promise<Effort[]> {
  const efforts: Effort[] = [];
  let effort: Effort = { tokens: await tokensBefore(url, knows), calls: 0, errors: 0 };
  for (const { pages, steps } of life) {
    if (knows === 'SKILL.md')
      for (const page of pages) effort = { ...effort, tokens: effort.tokens + countTokens(await textAt(url, page)) };
    for (const step of steps) {
      const { text, isError } = await (knows === 'tools' ? byTool(url, token, step) : byHttp(url, token, step));
      const { tokens, calls, errors } = effort;
      effort = { tokens: tokens + countTokens(text), calls: calls + 1, errors: errors + (isError ? 1 : 0) };
    }
    efforts.push(effort);
  }
  return efforts;
}

/** What it reads before it does anything. */
async function tokensBefore(url: string, knows: Knows): Promise<number> {
  if (knows !== 'tools') return countTokens(await textAt(url, knows === 'SKILL.md' ? '/SKILL.md' : '/openapi.json'));
  const discovered = await asked(url, '', 'server/discover', {});
  const listed = await asked(url, '', 'tools/list', {});
  return countTokens(String(discovered['instructions'])) + countTokens(JSON.stringify(listed['tools']));
}

async function textAt(url: string, path: string): Promise<string> {
  return (await request(`${url}${path}`)).body.text();
}

async function byHttp(url: string, token: string, { http: [method, path, body] }: Step): Promise<Read> {
  const answer = await request(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { text: await answer.body.text(), isError: answer.statusCode >= 400 };
}

async function byTool(url: string, token: string, { tool: [name, given] }: Step): Promise<Read> {
  const { content, isError } = await asked(url, token, 'tools/call', { name, arguments: given });
  return { text: JSON.stringify(content), isError: isError === true };
}

const revision = '2026-07-28';
const _meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The result of a request of the protocol. Throws when it is refused. */
async function asked(
  url: string,
  token: string,
  method: string,
  params: object,
): Promise<Readonly<Record<string, unknown>>> {
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {};
  const answer = await request(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  const text = await answer.body.text();
  const { result } = JSON.parse(text) as { readonly result?: Readonly<Record<string, unknown>> };
  if (result === undefined) throw new Error(`${method}: ${text}`);
  return result;
}

/** Somebody at the Commons has a line written, and pays whatever is submitted. Resolves with the id of the job. */
export async function postJob(url: string, token: string): Promise<string> {
  const ask = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const { text, isError } = await byHttp(url, token, { http: ['POST', path, body], tool: ['', {}] });
    if (isError) throw new Error(`${path}: ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  await ask('/v1/location/move', { exit_id: 'commons' });
  const job = { title: 'A line for my door', description: 'One line.', reward: 2, review_ticks: 0 };
  return String((await ask('/v1/job-board/submit', job))['id']);
}

/** A visitor of this handle writes a soul, which waits to be adopted. */
export async function writeSoul(city: City, handle: string): Promise<void> {
  const url = `http://127.0.0.1:${city.portalPort}`;
  const post = async (path: string, body: object, token?: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await request(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  const visitor = await post('/v1/visitors/register', { handle, password: 'a long password' });
  const soul = {
    first_memory: 'Rain.',
    aesthetic: 'Wool.',
    personality: 'Calm.',
    goals: 'To see.',
    alignment: 'Kind.',
    quirks: 'None.',
  };
  await post('/v1/souls', { framework: 'default', name: 'Wren', ...soul }, String(visitor['token']));
}
