/**
 * A client that lives for one call of a tool: `node --import tsx mcp-call.ts URL TOOL ARGUMENTS`, with the token in `TOKEN`. It prints
 * what a model would read.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { call } from './mcp-client.ts';

const [url = '', name = '', given = '{}'] = process.argv.slice(2);
const client = new Client({ name: 'a call', version: '1.0.0' });
const headers = { Authorization: `Bearer ${process.env['TOKEN']}` };
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
process.stdout.write((await call(client, name, JSON.parse(given))).text);
await client.close();
