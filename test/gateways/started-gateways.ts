/** A City API or Portal Gateway on a free port, over a fake city or the real engine in memory, ended with the test; and requests to it. */
import type { Test } from 'tap';
import type { City, CityControl, Health, Released } from '../../engine/city-interface.ts';
import { jsonOf, type Outcome } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import { type CityApiOptions, startCityApi } from '../../gateways/city/start-city-api.ts';
import { FailedAnswers } from '../../gateways/failed-answers.ts';
import type { GatewayOptions } from '../../gateways/gateway.ts';
import { RefusedTokens } from '../../gateways/limits/refused-tokens.ts';
import { type PortalOptions, startPortal } from '../../gateways/portal/start-portal.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { type GatewaySettings, gatewayDefaults } from '../../gateways/settings.ts';
import { Cameras } from '../../gateways/stations/cameras.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryPictures } from '../../persistence/memory/station-pictures.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { found, openWorld, type World, type WorldOptions } from '../world.ts';
import { FakeCity } from './fake-city.ts';

export const operatorToken = 'adm_operator';

/** Lines that were logged as errors. */
export type Errors = object[];

/** Tables for a handful of callers: those of a city cost each gateway that a test starts some 50 ms, and their memory. */
export const smallTables = {
  rateNamesMax: 1_000,
  tokenCacheEntriesMax: 1_000,
  departedTokensMax: 1_000,
  sessionsKnownMax: 1_000,
} as const;

/** The options with which a gateway of a test is started. */
export function optionsOf(city: City, settings: Partial<GatewaySettings>, errors: Errors): GatewayOptions {
  let requests = 0;
  const quiet = () => {};
  const all = { ...gatewayDefaults, ...smallTables, ...settings };
  return {
    city,
    settings: all,
    refusedTokens: new RefusedTokens(all, () => performance.now()),
    failedAnswers: new FailedAnswers(),
    cameras: new Cameras(new MemoryPictures(), all),
    host: '127.0.0.1',
    port: 0,
    operatorTokenHash: tokenHash(operatorToken),
    cursorKey: 'key of cursors',
    networkKey: 'key of networks',
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    log: { debug: quiet, info: quiet, warn: quiet, error: (fields) => errors.push(fields) },
    requestId: () => `req-${++requests}`,
    ready: () => true,
  };
}

export interface StartedCity {
  readonly city: FakeCity;
  readonly errors: Errors;
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

export async function startedCity(
  t: Test,
  settings: Partial<GatewaySettings> = {},
  more: Partial<GatewayOptions> = {},
): Promise<StartedCity> {
  const city = new FakeCity();
  const errors: Errors = [];
  const gateway = await startCityApi({ ...optionsOf(city, settings, errors), portalPort: () => 3002, ...more });
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= gateway.close();
    return ended;
  };
  t.teardown(close);
  return { city, errors, port: gateway.port, url: `http://127.0.0.1:${gateway.port}`, close };
}

/** A resident who asks for itself; `url` is the path only. */
export interface Asker {
  readonly id: string;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly remove: (path: string) => Promise<Answer>;
}

export interface StartedWorld extends World {
  readonly url: string;
  readonly errors: Errors;
  /** A founded resident; credits in credits. */
  resident(name: string, credits?: number): Promise<Asker>;
}

/** A City API over the real engine and charts, in memory. */
export async function startedWorld(
  t: Test,
  options: WorldOptions = {},
  more: Partial<CityApiOptions> = {},
): Promise<StartedWorld> {
  const errors: Errors = [];
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => void errors.push(fields) };
  const world = await openWorld({ log, ...options });
  const gateway = await startCityApi({ ...optionsOf(world.city, {}, errors), portalPort: () => 3002, ...more });
  t.teardown(() => gateway.close());
  const url = `http://127.0.0.1:${gateway.port}`;
  const resident = async (name: string, credits = 1000): Promise<Asker> => {
    const id = await found(world.city, name, credits * 1000);
    const token = `token of ${name}`;
    return {
      id,
      get: (path) => ask(`${url}${path}`, { token }),
      post: (path, body = {}, headers = {}) => post(`${url}${path}`, token, body, headers),
      remove: (path) => ask(`${url}${path}`, { method: 'DELETE', token }),
    };
  };
  return { ...world, url, errors, resident };
}

export interface StartedPortal extends World {
  readonly url: string;
  readonly errors: Errors;
  close(): Promise<void>;
}

/** Quickly hashed: nobody attacks the passwords of a test. */
export const cheapPasswords = { passwordMemoryKib: 8, passwordPasses: 1 } as const;

/** A Portal over the real engine and charts, in memory. */
export async function startedPortalWorld(
  t: Test,
  settings: Partial<GatewaySettings> = {},
  more: Partial<PortalOptions> = {},
  env: Record<string, string> = {},
  ports: WorldOptions = {},
): Promise<StartedPortal> {
  const errors: Errors = [];
  const world = await openWorld({ env, ...ports });
  const credentials = new MemoryCredentials(world.store);
  const options = optionsOf(world.city, { ...cheapPasswords, ...settings }, errors);
  const tables = {
    credentials,
    tickRows: new MemoryTickRows(world.store),
    chronicle: new MemoryChronicleRows(world.store),
  };
  const gateway = await startPortal({
    ...{ ...options, control: world.city, manualTicks: true, failingServices: () => ({}) },
    ...{ ...tables, ...more },
  });
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= gateway.close();
    return ended;
  };
  t.teardown(close);
  return { ...world, url: `http://127.0.0.1:${gateway.port}`, errors, close };
}

/** An answer, with the body parsed when it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export async function ask(url: string, init: RequestInit & { readonly token?: string } = {}): Promise<Answer> {
  const { token, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  const response = await fetch(url, { ...rest, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

/** A POST with a JSON body. */
export function post(url: string, token: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(url, { method: 'POST', token, body: typeof body === 'string' ? body : JSON.stringify(body), headers });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** The operator's means over a city that has nothing to do. */
export class FakeControl implements CityControl {
  #tick = 0;
  paused = false;
  oldestWaitingMs: Readonly<Record<string, number>> = {};
  /** Awaited by every tick. */
  ticking: Promise<void> = Promise.resolve();

  /** How the next ticks end; `done` when there are no more. */
  readonly ends: ('done' | 'busy' | 'overdue')[] = [];
  ticksAsked = 0;

  async tick(): Promise<'done' | 'busy' | 'overdue'> {
    this.ticksAsked += 1;
    await this.ticking;
    const end = this.ends.shift() ?? 'done';
    if (end !== 'busy') this.#tick += 1;
    return end;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  async checkpoint(): Promise<{ turn: number; actors: number; accounts: number }> {
    return { turn: 0, actors: 1, accounts: 1 };
  }

  async release(actor: ActorId): Promise<Outcome<Released>> {
    if (actor !== 'resident:vera-7') return refused('not_found');
    return { type: 'applied', turn: 1, json: jsonOf({ id: actor, quarantined: false } as const), repeated: false };
  }

  get health(): Health {
    const still = { turn: 0, committedTurn: 0, seq: 0, actors: 1, oldestUncommittedMs: 0, quarantined: [] };
    return { ready: true, tick: this.#tick, ...still, oldestWaitingMs: this.oldestWaitingMs };
  }
}

export async function startedPortal(
  t: Test,
  settings: Partial<GatewaySettings> = {},
  more: Partial<PortalOptions> = {},
): Promise<{ readonly city: FakeCity; readonly control: FakeControl; readonly url: string }> {
  const city = new FakeCity();
  const control = new FakeControl();
  const tables = {
    credentials: new MemoryCredentials(),
    tickRows: new MemoryTickRows(),
    chronicle: new MemoryChronicleRows(),
  };
  const options = {
    ...optionsOf(city, settings, []),
    control,
    manualTicks: false,
    failingServices: () => ({}),
    ...tables,
  };
  const gateway = await startPortal({ ...options, ...more });
  t.teardown(() => gateway.close());
  return { city, control, url: `http://127.0.0.1:${gateway.port}` };
}
