/** The official client of the Model Context Protocol, in both eras of it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Test } from 'tap';

export type Era = 'modern' | 'legacy';

/** A client at a city, closed with the test; with no bearer, for an empty token. */
export async function clientOf(t: Test, url: string, token: string, era: Era): Promise<Client> {
  const client = new Client(
    { name: 'a test', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const headers = token === '' ? {} : { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  t.teardown(() => client.close());
  return client;
}

export interface Result {
  readonly text: string;
  readonly isError: boolean;
}

export async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Result> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  return { text: content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n'), isError };
}
