/**
 * The door for clients of the Model Context Protocol: `/mcp` on the City API, over Streamable HTTP. Each request stands alone and brings
 * its bearer; what protocol there is, is the official server's. Here its requests and answers of the fetch standard are made from those
 * of uWebSockets.
 */
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { view } from '../../actors/views.ts';
import type { Refused } from '../../engine/refusal.ts';
import { networkOf } from '../limits/refused-tokens.ts';
import { type ErrorAnswer, errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { bodyOf } from '../route/contents.ts';
import { type Door, weightOf } from '../route/request.ts';
import type { Exchange } from '../transport/exchange.ts';
import type { HttpServer } from '../transport/http.ts';
import type { Wants } from '../transport/wants.ts';
import { directAnswer, directCallIn } from './direct-call.ts';
import type { Offer } from './offer.ts';
import { foreignTo } from './own-host.ts';

const mcpPath = '/mcp';

/** Headers of the protocol, besides those that every request is asked for. */
const headerNames = [
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
];

interface Placed {
  readonly server: HttpServer;
  readonly door: Door;
  /** Names by which the operator says that the city is reached. */
  readonly hosts: readonly string[];
  readonly bodyBytesMax: number;
  readonly offer: Pick<Offer, 'call' | 'serverFor'>;
}

/** Places it; returns the function that ends what is under way. */
export function placeMcp(placed: Placed): () => Promise<void> {
  const exchanges = new WeakMap<Request, Exchange>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo);
      if (exchange === undefined) throw new Error('a request of the protocol without its exchange');
      return placed.offer.serverFor(exchange);
    },
    {
      maxSubscriptions: 1,
      onerror: (cause) => placed.door.log.debug({ cause: String(cause) }, 'no request of the protocol'),
    },
  );
  const answer = (exchange: Exchange) => {
    served(placed, handler, exchanges, exchange).catch((cause: unknown) => exchange.fail(cause));
  };
  placed.server.on('POST', mcpPath, wantsOf(placed), answer);
  const notAllowed = { ...errorAnswer(refused('method_not_allowed')), headers: [['Allow', 'POST']] as const };
  placed.server.otherwise(mcpPath, (exchange) => exchange.refuse(notAllowed));
  return () => handler.close();
}

const wantsOf = ({ door, bodyBytesMax }: Placed): Wants<Exchange> => ({
  params: [],
  query: false,
  body: true,
  browser: true,
  headers: headerNames,
  bodyBytesMax,
  admission: {
    callerOf: ({ authorization }) => door.authenticator.cachedId(authorization),
    admit: (exchange, bytes) => admitted(door, exchange, bytes),
  },
});

/** Bytes of a body that anybody may send, with or without a token. */
const strangersBytesMax = 64 * 1024;

/** A large body counts before it is read; the one request that it is in any case counts where the call comes to. */
async function admitted(door: Door, exchange: Exchange, bytes: number): Promise<ErrorAnswer | undefined> {
  const { authenticator, city, residentLimit } = door;
  const { authorization, address } = exchange;
  if (bytes > 0 && bytes <= strangersBytesMax) return undefined;
  const id = authenticator.cachedId(authorization) ?? (await authenticator.id(authorization, address));
  if (typeof id !== 'string') return errorAnswer(id);
  const caller = authenticator.living(await city.view(view('caller', { id })));
  const counted = weightOf(bytes) - 1;
  const refusal = caller.type === 'refused' ? caller : counted > 0 ? residentLimit.take(id, counted) : undefined;
  if (refusal !== undefined) return errorAnswer(refusal);
  exchange.admitted = { id, counted };
  return undefined;
}

/** Checks what any request must be, whatever it asks; then lets the protocol's server answer. */
async function served(
  { door, hosts, offer }: Placed,
  handler: McpHttpHandler,
  exchanges: WeakMap<Request, Exchange>,
  exchange: Exchange,
): Promise<void> {
  const id = door.authenticator.cachedId(exchange.authorization);
  const refusal =
    foreignCaller(hosts, exchange) ?? (id === undefined ? await strangersLimit(door, exchange) : undefined);
  if (refusal !== undefined) return exchange.refuse(errorAnswer(refusal));
  const body = bodyOf(exchange, door.settings, (requests) => charge(door, exchange, requests));
  if (body.type === 'refused') return refuse(exchange, body);
  if (Array.isArray(body.value)) return exchange.answer(400, batchError);
  const call = directCallIn(exchange, body.value);
  const result = call && (await offer.call(call.name, call.given, exchange));
  if (call !== undefined && result !== undefined) return exchange.answer(200, directAnswer(call.id, result));
  const limited = ownLimit(door, exchange);
  if (limited !== undefined) return exchange.refuse(errorAnswer(limited));
  const request = requestOf(exchange);
  exchanges.set(request, exchange);
  const response = await handler.fetch(request, { parsedBody: body.value });
  await pass(response, exchange);
}

function foreignCaller(hosts: readonly string[], { browser }: Exchange): Refused | undefined {
  const foreign = foreignTo(browser.host, browser.origin, hosts);
  return foreign === undefined ? undefined : refused('foreign_caller', { header: foreign });
}

/** Strangers are counted by network; a resident's calls are counted by their routes. Undefined for a resident. */
async function strangersLimit(
  { authenticator, anonymousLooks }: Door,
  { authorization, address }: Exchange,
): Promise<Refused | undefined> {
  const id = await authenticator.id(authorization, address);
  return typeof id === 'string' ? undefined : anonymousLooks.take(networkOf(address));
}

/** A body of very many values counts as several requests of whoever sends it. */
function charge({ authenticator, residentLimit, anonymousLooks }: Door, exchange: Exchange, requests: number): void {
  const id = authenticator.cachedId(exchange.authorization);
  if (id === undefined) anonymousLooks.charge(networkOf(exchange.address), requests);
  else residentLimit.charge(id, requests);
}

/** What the protocol's server answers counts as a request of its resident too: lists, and calls in other forms. */
function ownLimit({ authenticator, residentLimit }: Door, { authorization }: Exchange): Refused | undefined {
  const id = authenticator.cachedId(authorization);
  return id === undefined ? undefined : residentLimit.take(id);
}

/** A text that is no JSON has a form of its own (JSON-RPC 2.0, 5.1). */
const parseError =
  '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: the body is not valid JSON."},"id":null}';

/** Lists of messages left the protocol in its revision 2025-06-18. Its server would take a hundred for what one request counts. */
const batchError =
  '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Send one message a request: batches are not taken."},"id":null}';

function refuse(exchange: Exchange, refusal: Refused): void {
  if (refusal.code === 'invalid_json') exchange.answer(400, parseError);
  else exchange.refuse(errorAnswer(refusal));
}

/** Its body is given along, parsed. */
function requestOf({ browser, types, named, authorization }: Exchange): Request {
  const headers = new Headers(named);
  if (types !== '') headers.set('accept', types);
  if (authorization !== '') headers.set('authorization', authorization);
  return new Request(`http://${browser.host}${mcpPath}`, { method: 'POST', headers });
}

async function pass(response: Response, exchange: Exchange): Promise<void> {
  const type = response.headers.get('content-type') ?? 'application/json';
  if (type.startsWith('text/event-stream') && response.body !== null) return passEvents(response.body, exchange);
  exchange.answer(response.status, await response.text(), [], type);
}

async function passEvents(events: ReadableStream<Uint8Array>, exchange: Exchange): Promise<void> {
  const stream = exchange.stream();
  const reader = events.pipeThrough(new TextDecoderStream()).getReader();
  if (stream === undefined) return reader.cancel();
  void stream.closed.then(() => reader.cancel()).catch(() => undefined);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      if (!(await stream.pass(next.value))) break;
  } finally {
    stream.end();
  }
}
