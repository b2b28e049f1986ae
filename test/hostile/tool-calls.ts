/** Calls of tools as a client sends that heeds nothing, and what became of each. */
import { Agent } from 'node:http';
import type { Test } from 'tap';
import { fieldsOf, listOf, parseJson, textOf } from '../../client/wire.ts';
import { type Asked, ask } from '../crash/http-exchange.ts';

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
};

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * How far a call came: to the door of the protocol, to the tool's own check, to its route, which refused what it was given; or to the
 * city, which did it or had a reason not to.
 */
export type Reach = 'door' | 'tool' | 'route' | 'city';

export interface ToolAnswer extends Pick<Asked, 'status' | 'text'> {
  /** What a model reads, in its parts. */
  readonly shown: readonly string[];
  readonly reach: Reach;
  /** Of a refusal. */
  readonly code: string | undefined;
}

/** Refusals that come from the check of a request, before the city is asked. */
const ofRoutes = ['invalid_request', 'invalid_json', 'payload_too_large', 'rate_limited', 'unauthorized'];

export async function callTool(
  port: number,
  name: string,
  given: object,
  token: string,
  agent: Agent,
): Promise<ToolAnswer> {
  const params = { name, arguments: given, _meta: meta };
  const all = { ...headers, 'mcp-name': name, authorization: `Bearer ${token}` };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return answerIn(await ask(port, 'POST', '/mcp', { headers: all, agent, body }));
}

export type Call = (name: string, given: object, of?: string) => Promise<ToolAnswer>;

/** Calls at a city that a test has started, of Vera unless of somebody else, over so many connections as are needed. */
export function callsAt(t: Test, url: string): Call {
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const port = Number(new URL(url).port);
  return (name, given, of = 'Vera') => callTool(port, name, given, `token of ${of}`, agent);
}

function answerIn({ status, text }: Asked): ToolAnswer {
  const { content, isError } = fieldsOf(fieldsOf(parseJson(text))['result']);
  const shown = listOf(content).map((part) => textOf(fieldsOf(part)['text']));
  const code = /^refused: (\w+)\./.exec(isError === true ? (shown[0] ?? '') : '')?.[1];
  return { status, text, shown, code, reach: reachOf(content !== undefined, isError === true, code) };
}

function reachOf(isAnswered: boolean, isError: boolean, code: string | undefined): Reach {
  if (!isAnswered) return 'door';
  if (!isError) return 'city';
  if (code === undefined) return 'tool';
  return ofRoutes.includes(code) ? 'route' : 'city';
}
