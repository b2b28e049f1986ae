/**
 * What both gateways are: a list of routes behind the same checks, the pages every server has, and an orderly end.
 * Opened here, closed here, in reverse.
 */

import type { City } from '../engine/city-interface.ts';
import type { Clock, Log } from '../engine/ports.ts';
import type { FailedAnswers } from './failed-answers.ts';
import { RateLimit } from './limits/rate-limit.ts';
import { networkOf, type RefusedTokens } from './limits/refused-tokens.ts';
import { gatewayMetrics, mindsMetrics } from './metrics.ts';
import type { Minds } from './minds.ts';
import { type ErrorAnswer, errorAnswer } from './refusals/answers.ts';
import { refused } from './refusals/refusals.ts';
import { Authenticator } from './route/auth.ts';
import { Cursors } from './route/cursor.ts';
import { docsPages } from './route/docs.ts';
import { type Described, openApi } from './route/openapi.ts';
import { htmlType, type Page, type Shown } from './route/page.ts';
import { admissionTo, type Door, serve, serveUnknown, weightOf } from './route/request.ts';
import type { Route } from './route/route.ts';
import type { GatewaySettings } from './settings.ts';
import type { Cameras } from './stations/cameras.ts';
import { Stations } from './stations/stations.ts';
import type { Exchange, Headers } from './transport/exchange.ts';
import { HttpServer } from './transport/http.ts';
import { wantsNothing } from './transport/wants.ts';
import type { Sessions } from './visitors/sessions.ts';

/** A server that runs. */
export interface Gateway extends Pick<Opened, 'door' | 'routes'> {
  readonly port: number;
  /** Listens, besides, at a port of 127.0.0.1, for programs that the city runs itself (`insideAddress`). Resolves with the number. */
  listenInside(): Promise<number>;
  /** Takes no more connections, lets what is under way end within bounds, then ends every connection (OP13). */
  close(): Promise<void>;
}

/** What runs the code of residents, as residents are told of it. */
export interface SandboxAbout {
  readonly sandbox: string;
  /** Files that a run can begin with, and their languages. */
  readonly entries: readonly { readonly file: string; readonly language: string }[];
  /** Sentences: what it cannot do. */
  readonly cannot: readonly string[];
}

/** What every gateway is started with. */
export interface GatewayOptions {
  readonly city: City;
  readonly settings: GatewaySettings;
  /** Shared by both gateways. */
  readonly refusedTokens: RefusedTokens;
  /** Shared as well: stations send pictures to one gateway, residents look at them through the other. */
  readonly cameras: Cameras;
  /** Shared as well: both tell, the operator asks the Portal Gateway. */
  readonly failedAnswers: FailedAnswers;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** SHA-256 of the operator's token, base64url (J7). */
  readonly operatorTokenHash: string;
  /** What cursors of lists are signed with. */
  readonly cursorKey: string;
  /** What networks of visitors are hashed with: the city is told the hash, and no address. */
  readonly networkKey: string;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly log: Log;
  /** A new identifier for each request; shown as `X-Request-Id` and in the log. */
  readonly requestId: () => string;
  /** True while the city can serve. */
  readonly ready: () => boolean;
  /** Of the sandbox behind the city; unset where there is none to tell of. */
  readonly sandbox?: () => Promise<SandboxAbout>;
  /** Of the minds that live in the city; unset where there is nothing to tell of. */
  readonly minds?: Minds;
}

/** How one gateway differs from the other. */
export interface Parts extends Described {
  readonly name: string;
  readonly pages: readonly Page[];
  /** What a browser is shown where there is nothing; unset: what programs are told. */
  readonly nothing?: Shown;
  /** With every answer that is no page. */
  readonly answerHeaders: Headers;
  /** Of visitors; unset where there is nothing for them. */
  readonly sessions?: Sessions;
}

/** A gateway whose routes are in place and which does not listen yet. */
export interface Opened {
  readonly server: HttpServer;
  readonly door: Door;
  readonly routes: readonly Route[];
}

/** Puts the routes and pages of a gateway in place. */
export function open(options: GatewayOptions, parts: Parts): Opened {
  const { settings, city, refusedTokens, clock, log } = options;
  const elapsed = () => clock.elapsed();
  const { requestId } = options;
  const server = new HttpServer({ settings, log, requestId, answerHeaders: parts.answerHeaders });
  const limit = (perMinute: number) => new RateLimit(perMinute, settings.rateNamesMax, elapsed);
  const door: Door = {
    city,
    settings,
    log,
    refusedTokens,
    authenticator: new Authenticator(city, options.operatorTokenHash, refusedTokens, settings, elapsed),
    cursors: new Cursors(options.cursorKey),
    residentLimit: limit(settings.residentRatePerMinute),
    ownLimitRequests: limit(settings.residentRatePerMinute),
    stations: new Stations(city, refusedTokens),
    sessions: parts.sessions,
    visitorLimit: limit(settings.visitorRatePerMinute),
    stationLimit: limit(settings.stationRatePerMinute),
    stationOwnLimit: limit(settings.stationRatePerMinute),
    anonymousWrites: limit(settings.anonymousWritesPerMinute),
    anonymousLooks: limit(settings.anonymousLooksPerMinute),
  };
  const methods = new Map<string, string[]>();
  const place = (path: string, ...names: string[]) => methods.set(path, [...(methods.get(path) ?? []), ...names]);
  for (const route of parts.routes) {
    place(route.path, route.method, ...(route.hasHead ? ['HEAD'] : []));
    placeRoute(server, door, route);
  }
  const pages = [...parts.pages, ...docsPages(() => openApi(parts))];
  const looks = limit(settings.pageLooksPerMinute);
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

/** Listens; the gateway's end waits for `endSockets` first. */
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

function placeRoute(server: HttpServer, door: Door, route: Route): void {
  const wants = {
    params: paramsIn(route.path),
    query: route.query !== undefined,
    body: route.method !== 'GET',
    isBinary: route.bodyType !== undefined,
    bodyBytesMax: route.bodyBytesMax?.(door.settings) ?? door.settings.bodyBytesMax,
    browser: route.caller === 'visitor' || route.caller === 'public',
    admission: route.caller === 'public' ? undefined : admissionTo(door, route),
  };
  server.on(route.method, route.path, wants, (exchange) => void serve(door, route, exchange), route.hasHead);
}

const paramsIn = (path: string): readonly string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');

/** `looks`: of each network, by what it is answered; unset, nobody is counted. */
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

/** The methods that a known path does not have. */
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

/** Under a path that nothing has, a browser gets a page where there is one. */
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
