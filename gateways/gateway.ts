/**
 * What both gateways have in common: a list of routes behind the same checks, the pages of every server, and an orderly end. What is opened
 * here is closed here, in reverse order.
 */

import type { PostingReader } from '../engine/ports.ts';
import type { Refused } from '../engine/refusal.ts';
import type { FailedAnswers } from './failed-answers.ts';
import { RateLimit } from './limits/rate-limit.ts';
import { networkOf } from './limits/refused-tokens.ts';
import { gatewayMetrics, mindsMetrics } from './metrics.ts';
import type { Minds } from './minds-status.ts';
import { type ErrorAnswer, errorAnswer } from './refusals/error-answers.ts';
import { refused } from './refusals/gateway-refusals.ts';
import { asyncApi, type DescribedFeed } from './route/asyncapi.ts';
import { docsPages } from './route/docs.ts';
import { type DoorOptions, openDoor } from './route/open-door.ts';
import { type Described, openApi } from './route/openapi.ts';
import { htmlType, type Page, type Shown } from './route/page.ts';
import { admissionTo, type Door, serve, serveUnknown, weightOf } from './route/request.ts';
import type { Route } from './route/route.ts';
import type { Cameras } from './stations/cameras.ts';
import type { Exchange, Headers } from './transport/exchange.ts';
import { HttpServer } from './transport/http.ts';
import { wantsNothing } from './transport/wants.ts';
import type { Sessions } from './visitors/sessions.ts';

/** A running server. */
export interface Gateway extends Pick<Opened, 'door' | 'routes'> {
  readonly port: number;
  /** Also listens at a port of 127.0.0.1, for programs that the city runs itself (`insideAddress`). Resolves with the port. */
  listenInside(): Promise<number>;
  /** Takes no more connections, lets requests under way end within bounds, then ends every connection (OP13). */
  close(): Promise<void>;
}

/** What can run the code of residents, as residents see it. */
export interface SandboxAbout {
  readonly sandbox: string;
  /** Files with which a run can begin, and their languages. */
  readonly entries: readonly { readonly file: string; readonly language: string }[];
  /** Sentences on what the sandbox cannot do. */
  readonly cannot: readonly string[];
}

/** The options of both gateways. */
export interface GatewayOptions extends DoorOptions {
  /** Shared by both gateways: stations send pictures to one, residents look at them through the other. */
  readonly cameras: Cameras;
  /** Shared by both gateways: both count, the operator reads the counts at the Portal Gateway. */
  readonly failedAnswers: FailedAnswers;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Key with which networks of visitors are hashed: the city learns the hash, and no address. */
  readonly networkKey: string;
  /** The books of accounts; unset where none are kept. */
  readonly postings?: PostingReader;
  /** A new identifier for each request; shown as `X-Request-Id` and in the log. */
  readonly requestId: () => string;
  /** True while the city can serve. */
  readonly ready: () => boolean;
  /** The sandbox behind the city; unset where there is none. */
  readonly sandbox?: () => Promise<SandboxAbout>;
  /** Set where the city is one of the past: why no request that writes is taken, and what its pages say. */
  readonly past?: { readonly refusal: Refused; readonly notice: string };
  /** The minds that live in the city; unset where there are none. */
  readonly minds?: Minds;
}

/** What differs between the two gateways. */
export interface Parts extends Described {
  readonly name: string;
  readonly feed: DescribedFeed;
  readonly pages: readonly Page[];
  /** The page for browsers at unknown paths; unset: browsers get the answer for programs. */
  readonly nothing?: Shown;
  /** Headers of every answer that is not a page. */
  readonly answerHeaders: Headers;
  /** Sessions of visitors; unset where there are no routes for visitors. */
  readonly sessions?: Sessions;
}

/** A gateway whose routes are set up and which does not listen yet. */
export interface Opened {
  readonly server: HttpServer;
  readonly door: Door;
  readonly routes: readonly Route[];
}

/** Sets up the routes and pages of a gateway. */
export function open(options: GatewayOptions, parts: Parts): Opened {
  const { settings, clock, log, requestId } = options;
  const server = new HttpServer({ settings, log, requestId, answerHeaders: parts.answerHeaders });
  const door = openDoor(options, parts.sessions);
  const methods = new Map<string, string[]>();
  const place = (path: string, ...names: string[]) => methods.set(path, [...(methods.get(path) ?? []), ...names]);
  for (const route of parts.routes) {
    place(route.path, route.method, ...(route.hasHead ? ['HEAD'] : []));
    placeRoute(server, door, route, options.past?.refusal);
  }
  const pages = [
    ...parts.pages,
    ...docsPages(
      () => openApi(parts),
      () => asyncApi(parts.feed),
    ),
  ];
  const looks = new RateLimit(settings.pageLooksPerMinute, settings.rateNamesMax, () => clock.elapsed());
  for (const page of pages) {
    place(page.path, 'GET', 'HEAD');
    placePage(server, page, looks);
  }
  for (const page of statePages(options, server, parts.name)) {
    place(page.path, 'GET', 'HEAD');
    placePage(server, page, undefined);
  }
  for (const [path, allowed] of methods) placeRest(server, path, allowed);
  const notFound = errorAnswer(refused('not_found'));
  server.otherwise('/v1/admin/*', (exchange) => void serveUnknown(door, exchange));
  server.otherwise('/v1/*', (exchange) => exchange.refuse(notFound));
  placeNothing(server, notFound, parts.nothing);
  return { server, door, routes: parts.routes };
}

/** Listens. Closing the gateway runs `endSockets` first. */
export async function listen(options: GatewayOptions, opened: Opened, endSockets: () => void): Promise<Gateway> {
  const { server, door, routes } = opened;
  const port = await server.listen(options.host, options.port);
  return {
    port,
    door,
    routes,
    listenInside: () => server.listen('127.0.0.1', 0),
    async close() {
      server.drain();
      endSockets();
      door.authenticator.close();
      await withinMs(server.idle(), options.settings.drainMsMax);
      server.end();
    },
  };
}

/** `past`: why a route that writes answers nothing else. */
function placeRoute(server: HttpServer, door: Door, route: Route, past: Refused | undefined): void {
  if (past !== undefined && route.method !== 'GET') {
    server.on(route.method, route.path, wantsNothing, (exchange) => exchange.refuse(errorAnswer(past)));
    return;
  }
  const wants = {
    params: paramsIn(route.path),
    query: route.query !== undefined,
    body: route.method !== 'GET',
    isBinary: route.bodyType !== undefined,
    bodyBytesMax: route.bodyBytesMax?.(door.settings) ?? door.settings.bodyBytesMax,
    browser: route.caller === 'visitor' || route.caller === 'public',
    admission: route.caller === 'public' ? undefined : admissionTo(door, route),
  };
  server.on(route.method, route.path, wants, (exchange) => serve(door, route, exchange), route.hasHead);
}

const paramsIn = (path: string): readonly string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');

/** `looks`: the rate limit for each network, by bytes of the answers; unset: none. */
function placePage(server: HttpServer, page: Page, looks: RateLimit | undefined): void {
  const wants = { ...wantsNothing, params: paramsIn(page.path), browser: true };
  server.on('GET', page.path, wants, (exchange) => void showPage(exchange, page, looks));
}

async function showPage(exchange: Exchange, page: Page, looks: RateLimit | undefined): Promise<void> {
  try {
    const network = networkOf(exchange.address);
    const limited = looks?.take(network);
    if (limited !== undefined) return exchange.refuse(errorAnswer(limited));
    const { status, body, headers = page.headers, type = page.type } = await page.show(exchange);
    exchange.show(status, body, headers, type);
    looks?.charge(network, weightOf(Buffer.byteLength(body)) - 1);
  } catch (cause) {
    exchange.fail(cause);
  }
}

/** Answers the methods that a known path does not have. */
function placeRest(server: HttpServer, path: string, allowed: readonly string[]): void {
  const refusal = errorAnswer(refused('method_not_allowed'));
  const answer = { ...refusal, headers: [['Allow', allowed.join(', ')]] as const };
  server.otherwise(path, (exchange) => exchange.refuse(answer));
}

/** Health, readiness and metrics: no token is needed for them. */
function statePages(options: GatewayOptions, server: HttpServer, name: string): Page[] {
  options.failedAnswers.add(name, server.answers);
  const metrics = gatewayMetrics(name, server, () => server.sockets);
  if (options.minds !== undefined) mindsMetrics(metrics, options.minds);
  const json = 'application/json';
  return [
    { path: '/healthz', type: json, headers: [], show: () => ({ status: 200, body: '{"status":"up"}' }) },
    {
      path: '/readyz',
      type: json,
      headers: [],
      show: () =>
        options.ready() ? { status: 200, body: '{"status":"ready"}' } : { status: 503, body: '{"status":"not ready"}' },
    },
    {
      path: '/metrics',
      type: metrics.contentType,
      headers: [],
      show: async () => ({ status: 200, body: await metrics.metrics() }),
    },
  ];
}

/** Answers unknown paths; browsers get a page where there is one. */
function placeNothing(server: HttpServer, refusal: ErrorAnswer, page: Shown | undefined): void {
  const answer = (exchange: Exchange) => {
    if (page === undefined || !exchange.types.includes('text/html')) exchange.refuse(refusal);
    else exchange.show(page.status, page.body, page.headers ?? [], page.type ?? htmlType);
  };
  server.otherwise('/*', answer);
}

async function withinMs(end: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([end, late]);
  clearTimeout(timer);
}
