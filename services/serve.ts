/**
 * Serves a service in a process of its own: the other end of `remote.ts`. It takes only calls that the city has signed, and answers
 * as the manifest says.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AnyOperation, Handler, Manifest, OpenService, ServiceCall, ServiceOutcome } from './contract.ts';
import { headerNames, isSigned, type SignedCall } from './signing.ts';

const bodyBytesMax = 4 * 1024 * 1024;

export interface ServeOptions {
  readonly manifest: Manifest;
  readonly service: OpenService;
  /** The key that it and the city share. */
  readonly key: string;
  readonly now: () => number;
}

/** A server that answers the calls of the city; the caller lets it listen, and closes it. */
export function serverOf(options: ServeOptions): Server {
  return createServer((request, response) => {
    respond(options, request, response).catch(() => end(response, 500, {}));
  });
}

async function respond(options: ServeOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return end(response, 413, {});
  const signed = signedOf(request, body);
  if (!isSigned(options.key, signed, headerOf(request, headerNames.signature), options.now()))
    return end(response, 401, {});
  const found = operationAt(options, request.method ?? '', new URL(signed.path, 'http://city'));
  if (found === undefined) return end(response, 404, {});
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const input = inputOf(found, body);
  if (!('params' in input)) return end(response, 422, input);
  const call: ServiceCall = {
    ...input,
    caller: { reference: signed.resident, resident: '' },
    // One call has one name: that is all that a repeat needs.
    key: { key: signed.call, fingerprint: '' },
    hold: signed.hold,
    balance: 0,
    signal: gone.signal,
  };
  answerWith(response, await found.handle(call));
}

interface Found {
  readonly operation: AnyOperation;
  readonly handle: Handler;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

function operationAt({ manifest, service }: ServeOptions, method: string, url: URL): Found | undefined {
  for (const [name, operation] of Object.entries(manifest.operations)) {
    const params = operation.method === method ? paramsOf(operation.path, url.pathname) : undefined;
    const handle = service.handlers[name];
    if (params !== undefined && handle !== undefined)
      return { operation, handle, params, query: Object.fromEntries(url.searchParams) };
  }
  return undefined;
}

/** What stands for the names of a declared path; undefined when it is another one. */
function paramsOf(declared: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = declared.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [n, name] of names.entries()) {
    const part = decodeURIComponent(parts[n] ?? '');
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
}

type Issues = { readonly issues: readonly { readonly path: string; readonly message: string }[] };

function inputOf(
  { operation, params, query }: Found,
  body: string,
): Pick<ServiceCall, 'params' | 'query' | 'body'> | Issues {
  const parts = { params, query, body: body === '' ? {} : (JSON.parse(body) as unknown) };
  const parsed = {
    params: operation.params?.safeParse(parts.params),
    query: operation.query?.safeParse(parts.query),
    body: operation.body?.safeParse(parts.body),
  };
  const issues = Object.values(parsed).flatMap((one) => one?.error?.issues ?? []);
  if (issues.length > 0)
    return { issues: issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })) };
  return { params: parsed.params?.data ?? {}, query: parsed.query?.data ?? {}, body: parsed.body?.data ?? {} };
}

function answerWith(response: ServerResponse, outcome: ServiceOutcome): void {
  if (outcome.type === 'answer') {
    response.setHeader(headerNames.cost, String(outcome.cost));
    // The city puts its bill in.
    end(response, 200, outcome.body({ charged: 0, balance: 0 }));
  } else if (outcome.type === 'stream') end(response, 501, {});
  else if (outcome.code === 'invalid_request') end(response, 422, { issues: outcome.issues });
  else if (outcome.code === 'not_found') end(response, 404, {});
  else
    end(response, ['already_exists', 'mailbox_exists', 'idempotency_mismatch'].includes(outcome.code) ? 409 : 502, {});
}

function end(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '');

function signedOf(request: IncomingMessage, body: string): SignedCall {
  return {
    method: request.method ?? '',
    path: request.url ?? '/',
    call: headerOf(request, headerNames.call),
    resident: headerOf(request, headerNames.resident),
    hold: Number(headerOf(request, headerNames.hold)),
    time: Number(headerOf(request, headerNames.time)),
    body,
  };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece = Buffer.from(chunk as Uint8Array);
    bytes += piece.byteLength;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}
