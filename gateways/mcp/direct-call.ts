/**
 * The one message that nearly every request is: a call of a tool in the newest form of the protocol, with nothing unusual about it. It is
 * answered without the protocol's own server, which takes 250 us for each request; whatever is not exactly so is that server's. Both give
 * the same answer, byte for byte, which a test holds.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Exchange } from '../transport/exchange.ts';
import { serverInfo } from './texts.ts';
import type { ToolArguments } from './tool-arguments.ts';

const revision = '2026-07-28';
const method = 'tools/call';

const Message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(64), z.int()]),
  method: z.literal(method),
  params: z.strictObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    _meta: z.strictObject({
      'io.modelcontextprotocol/protocolVersion': z.literal(revision),
      'io.modelcontextprotocol/clientInfo': z.strictObject({ name: z.string(), version: z.string() }),
      'io.modelcontextprotocol/clientCapabilities': z.strictObject({}),
    }),
  }),
});

export interface DirectCall {
  readonly id: string | number;
  readonly name: string;
  readonly given: ToolArguments;
}

/** `body`: parsed. Undefined for anything that is not exactly such a call. */
export function directCallIn({ named, types }: Exchange, body: unknown): DirectCall | undefined {
  if (named['mcp-protocol-version'] !== revision || named['mcp-method'] !== method) return undefined;
  if (named['content-type'] !== 'application/json' || types !== 'application/json, text/event-stream') return undefined;
  const parsed = Message.safeParse(body);
  if (!parsed.success) return undefined;
  const { id, params } = parsed.data;
  return named['mcp-name'] === params.name ? { id, name: params.name, given: params.arguments ?? {} } : undefined;
}

/** What follows the result in every answer. */
const sameForAll = `"resultType":"complete","_meta":${JSON.stringify({ 'io.modelcontextprotocol/serverInfo': serverInfo })}},"jsonrpc":"2.0"`;

/** The answer as JSON text. */
export const directAnswer = (id: string | number, result: CallToolResult): string =>
  `{"result":${JSON.stringify(result).slice(0, -1)},${sameForAll},"id":${JSON.stringify(id)}}`;
