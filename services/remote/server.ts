/**
 * Serves a service in a process of its own: the other end of `client.ts`. It takes only calls that the city has signed, and answers
 * as the manifest says.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type {
  AnyOperation,
  Handler,
  Manifest,
  OpenService,
  ServiceCall,
  ServiceOutcome,
  ServiceRefusal,
} from '../contract.ts';
import { invalid, visitorLine } from './http-refusals.ts';
import { headerNames, isSigned, type SignedCall, skewMsMax } from './signing.ts';

const bodyBytesMax = 4 * 1024 * 1024;

export interface ServeOptions {
  readonly manifest: Manifest;
  readonly service: OpenService;
  /** The key that it and the city share. */
  readonly key: string;
  readonly now: () => number;
  /** The path of the `url` under which the city knows it, when that has one. */
  readonly path?: string;
  /** Called with what a handler threw, when a call was answered 500. The city gets only the status. */
  readonly onError?: (cause: unknown) => void;
}

/** A server that answers the calls of the city; the caller lets it listen, and closes it. */
export function serverOf(options: ServeOptions): Server {
  const heard = new Heard();
  return createServer((request, response) => {
    respond(options, heard, request, response).catch((cause: unknown) => {
      options.onError?.(cause);
      end(response, 500, {});
    });
  });
}

async function respond(
  options: ServeOptions,
  heard: Heard,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return end(response, 413, {});
  const signed = signedOf(request, body);
  const signature = headerOf(request, headerNames.signature);
  const now = options.now();
  // The city signs each attempt anew: a signature that comes twice was recorded by somebody else.
  if (!isSigned(options.key, signed, signature, now) || !heard.add(signature, now)) return end(response, 401, {});
  const url = urlOf(signed.path);
  const found = url === undefined ? undefined : operationAt(options, request.method ?? '', url);
  if (found === undefined) return end(response, 404, {});
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const input = inputOf(found, body);
  if ('code' in input) return refuse(response, input);
  const call: ServiceCall = {
    ...input,
    caller: { pseudonym: signed.resident, resident: signed.residentId },
    // Another request has another fingerprint, also under the same key.
    key: signed.key === '' ? null : { key: signed.key, fingerprint: signed.call },
    hold: signed.hold,
    balance: signed.balance,
    signal: gone.signal,
  };
  answerWith(response, await found.handle(call));
}

/** Signatures of calls for as long as they are valid, in the order in which they came. */
class Heard {
  readonly #times = new Map<string, number>();

  /** False when the signature came before. */
  add(signature: string, now: number): boolean {
    for (const [old, time] of this.#times) {
      if (time >= now - 2 * skewMsMax) break;
      this.#times.delete(old);
    }
    if (this.#times.has(signature)) return false;
    this.#times.set(signature, now);
    return true;
  }
}

function urlOf(path: string): URL | undefined {
  try {
    return new URL(path, 'http://city');
  } catch {
    return undefined;
  }
}

interface Found {
  readonly operation: AnyOperation;
  readonly handle: Handler;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

function operationAt({ manifest, service, path = '' }: ServeOptions, method: string, url: URL): Found | undefined {
  for (const [name, operation] of Object.entries(manifest.operations)) {
    const params = operation.method === method ? paramsOf(path + operation.path, url.pathname) : undefined;
    const handle = service.handlers[name];
    if (params !== undefined && handle !== undefined)
      return { operation, handle, params, query: Object.fromEntries(url.searchParams) };
  }
  return undefined;
}

/** The values of the names in a declared path; undefined when the path is another one. */
function paramsOf(declared: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = declared.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [n, name] of names.entries()) {
    const part = decoded(parts[n] ?? '');
    if (part === undefined) return undefined;
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: text === '' ? {} : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function inputOf(
  { operation, params, query }: Found,
  body: string,
): Pick<ServiceCall, 'params' | 'query' | 'body' | 'given'> | ServiceRefusal {
  const json = jsonOf(body);
  if (json === undefined) return invalid([{ path: '', message: 'must be JSON' }]);
  const given = { params, query, body: json.value };
  const parsed = {
    params: operation.params?.safeParse(given.params),
    query: operation.query?.safeParse(given.query),
    body: operation.body?.safeParse(given.body),
  };
  const issues = Object.values(parsed).flatMap((one) => one?.error?.issues ?? []);
  if (issues.length > 0) return invalid(issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  return { given, params: parsed.params?.data ?? {}, query: parsed.query?.data ?? {}, body: parsed.body?.data ?? {} };
}

function answerWith(response: ServerResponse, outcome: ServiceOutcome): void {
  if (outcome.type === 'answer') {
    response.setHeader(headerNames.cost, String(outcome.cost));
    // The city fills in what was taken and what is left.
    end(response, 200, outcome.body({ charged: outcome.cost / 1_000, balance: 0 }));
  } else if (outcome.type === 'stream') end(response, 501, {});
  else refuse(response, outcome);
}

function refuse(response: ServerResponse, refusal: ServiceRefusal): void {
  const { status, body } = visitorLine(refusal);
  end(response, status, body);
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
    key: headerOf(request, headerNames.key),
    resident: headerOf(request, headerNames.resident),
    residentId: headerOf(request, headerNames.residentId),
    hold: Number(headerOf(request, headerNames.hold)),
    balance: Number(headerOf(request, headerNames.balance)),
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
