/**
 * The real city, for walks: in this process and in memory, reached through both gateways over HTTP. Its ticks come from
 * the operator's route. Every transition that any actor takes is written down.
 */
import { setImmediate as nextRound } from 'node:timers/promises';
import { type Dispatcher, request as httpRequest } from 'undici';
import { z } from 'zod';
import { kinds } from '../../actors/index.ts';
import type { ActorKind } from '../../engine/actor-kind.ts';
import type { CityEngine } from '../../engine/city.ts';
import type { Command, ViewRequest } from '../../engine/command.ts';
import type { Observe } from '../../engine/decide.ts';
import { type ActorId, nameOf } from '../../engine/ids.ts';
import type { Performer } from '../../engine/ports.ts';
import { tokenHash } from '../../gateways/auth.ts';
import { startCityApi } from '../../gateways/city/start.ts';
import type { Gateway } from '../../gateways/gateway.ts';
import { startPortal } from '../../gateways/portal/start.ts';
import { RefusedTokens } from '../../gateways/refused-tokens.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { type FoundingOptions, foundingBody, foundingPath } from '../../population/client/founding-request.ts';
import { faultsIn } from '../declared.ts';
import { FakeSandbox, openWorld, silentLog } from '../world.ts';
import { Bell } from './bell.ts';
import { ChartMap } from './chart-map.ts';

const operatorToken = 'adm_of_the_model_tests';

/** Nobody waits here for a limit of requests. */
const perMinute = 1_000_000_000;

/** Ticks that a witness must have left: more than one walk takes. */
const witnessTicks = 50;

/** Ticks after which a ruin is looked at. */
const decayTicks = 12;

const Founded = z.looseObject({ id: z.string(), token: z.string(), dies_tick: z.int() });
const Ticked = z.looseObject({ tick: z.int() });
const Refused = z.looseObject({ error: z.string() });
const Account = z.looseObject({ balance: z.number() });

/** The code with which the city refused, or nothing. */
export type Refusal = string | undefined;

/** Fields as the city shows them over HTTP, or as the chart foretells them. */
export type Shown = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300;
const refusalIn = (answer: Answer): Refusal => (isDone(answer) ? undefined : Refused.parse(answer.body).error);

/** One who lives in the city by its HTTP interface and nothing else. */
export class Resident {
  readonly id: string;
  readonly diesTick: number;
  readonly #stage: Stage;
  readonly #token: string;

  constructor(stage: Stage, { id, token, dies_tick }: z.infer<typeof Founded>) {
    this.id = id;
    this.diesTick = dies_tick;
    this.#stage = stage;
    this.#token = token;
  }

  /** Asks for a change. */
  async post(path: string, body: object = {}): Promise<Refusal> {
    return refusalIn(await this.#stage.request('city', 'POST', path, this.#token, body));
  }

  /** Asks for a change: what it was refused with, or what came of it. */
  async ask(path: string, body: object = {}): Promise<{ readonly refusal: Refusal; readonly shown: Shown }> {
    const answer = await this.#stage.request('city', 'POST', path, this.#token, body);
    return { refusal: refusalIn(answer), shown: z.record(z.string(), z.unknown()).parse(answer.body) };
  }

  /** What came of a change; throws when it was refused. */
  async make(path: string, body: object): Promise<Shown> {
    const { refusal, shown } = await this.ask(path, body);
    if (refusal !== undefined) throw new Error(`POST ${path}: ${JSON.stringify(shown)}`);
    return shown;
  }

  async remove(path: string): Promise<Refusal> {
    return refusalIn(await this.#stage.request('city', 'DELETE', path, this.#token));
  }

  /** Reads; throws when that is refused. */
  async get(path: string): Promise<Shown> {
    const answer = await this.#stage.request('city', 'GET', path, this.#token);
    if (!isDone(answer)) throw new Error(`GET ${path}: ${JSON.stringify(answer.body)}`);
    return z.record(z.string(), z.unknown()).parse(answer.body);
  }

  /** Why it may not read, if so. */
  async refusalOf(path: string): Promise<Refusal> {
    return refusalIn(await this.#stage.request('city', 'GET', path, this.#token));
  }

  async balance(): Promise<number> {
    return Account.parse(await this.get('/v1/credits')).balance;
  }

  move(exit: string): Promise<Refusal> {
    return this.post('/v1/location/move', { exit_id: exit });
  }

  pay(to: Resident, amount: number): Promise<Refusal> {
    return this.post('/v1/credits/transfer', { to: to.id, amount: Math.round(amount * 1000) / 1000 });
  }
}

export class Stage {
  readonly #city: CityEngine;
  readonly #ports = new Map<'city' | 'portal', number>();
  readonly #gateways: Gateway[] = [];
  readonly #heard: ReadonlyMap<string, readonly string[]>;
  /** What comes of code that is run. */
  readonly sandbox: FakeSandbox;
  /** What comes of calls of the global service. */
  readonly bell: Bell;
  /** Lets go of what is still held back when the walks are over: whoever waits for it is answered. */
  readonly held: (() => void)[] = [];
  /** What goes before an outside effect, by its name: it may take its time, or fail. */
  readonly before: Map<string, () => Promise<void>>;
  /** What the city logged as an error, for example a wake-up that was refused (K5). */
  readonly defects: readonly string[];
  /** Types of the events that the city told. */
  readonly told: ReadonlySet<string>;
  #witness: Resident | undefined;
  #late: Resident | undefined;
  readonly #crowd: Resident[] = [];
  tick = 0;

  private constructor(
    city: CityEngine,
    heard: ReadonlyMap<string, readonly string[]>,
    { defects, told }: Pick<Stage, 'defects' | 'told'>,
    { sandbox, bell, before }: Outside,
  ) {
    this.#city = city;
    this.#heard = heard;
    this.defects = defects;
    this.told = told;
    this.sandbox = sandbox;
    this.bell = bell;
    this.before = before;
  }

  static async open(): Promise<Stage> {
    const heard = new Map<string, string[]>();
    const defects: string[] = [];
    const told = new Set<string>();
    const log = {
      ...silentLog,
      error: (fields: object, message: string) => defects.push(`${message}: ${JSON.stringify(fields)}`),
    };
    const outside: Outside = { sandbox: new FakeSandbox(), bell: new Bell(), before: new Map() };
    const { city, clock } = await openWorld({
      kinds: kinds.map((kind) => observed(kind, heard)),
      performers: performersOf(outside),
      log,
      onSealed: ({ events }) => {
        defects.push(...faultsIn(events));
        for (const { type } of events) told.add(type);
      },
    });
    const stage = new Stage(city, heard, { defects, told }, outside);
    let requests = 0;
    const settings = { ...gatewayDefaults, residentRatePerMinute: perMinute, strangerRatePerMinute: perMinute };
    const options = {
      city,
      settings,
      refusedTokens: new RefusedTokens(settings, () => clock.elapsed()),
      host: '127.0.0.1',
      port: 0,
      operatorTokenHash: tokenHash(operatorToken),
      cursorKey: 'key of cursors',
      clock,
      log,
      requestId: () => `request-${++requests}`,
      ready: () => city.health.ready,
    };
    await stage.#serve('city', startCityApi({ ...options, services: outside.bell, portalPort: () => 0 }));
    await stage.#serve(
      'portal',
      startPortal({ ...options, control: city, manualTicks: true, failingServices: () => ({}) }),
    );
    return stage;
  }

  async #serve(name: 'city' | 'portal', starting: Promise<Gateway>): Promise<void> {
    const gateway = await starting;
    this.#gateways.push(gateway);
    this.#ports.set(name, gateway.port);
  }

  async close(): Promise<void> {
    for (const letGo of this.held) letGo();
    for (const gateway of this.#gateways.reverse()) await gateway.close();
    await this.#city.close(1000);
  }

  /** Founds a resident over the Portal. */
  async found(name: string, means: Omit<FoundingOptions, 'name'>): Promise<Resident> {
    const answer = await this.#ofOperator(foundingPath, foundingBody({ name, ...means }));
    return new Resident(this, Founded.parse(answer.body));
  }

  /** What the operator is refused with when it founds this. */
  async foundingRefusal(means: Omit<FoundingOptions, 'name'>): Promise<Refusal> {
    return refusalIn(await this.#ofOperator(foundingPath, foundingBody({ name: 'Anyone', ...means })));
  }

  /** One tick, drained and committed. */
  async passTick(): Promise<Refusal> {
    const answer = await this.#ofOperator('/v1/admin/tick', {});
    if (isDone(answer)) this.tick = Ticked.parse(answer.body).tick;
    return refusalIn(answer);
  }

  /** As many as lead to `tick`; nothing when it has come. */
  async passTo(tick: number): Promise<Refusal> {
    let refusal: Refusal;
    while (this.tick < tick && refusal === undefined) refusal = await this.passTick();
    return refusal;
  }

  /** Someone alive, who watches and does nothing. */
  async witness(): Promise<Resident> {
    if (this.#witness === undefined || this.#witness.diesTick - this.tick < witnessTicks)
      this.#witness = await this.found('Witness', { credits: 10_000, lifespanTicks: 288 });
    return this.#witness;
  }

  /** Someone who is dead. */
  async late(): Promise<Resident> {
    if (this.#late === undefined) {
      this.#late = await this.found('Late', { lifespanTicks: 1 });
      await this.passTick();
    }
    return this.#late;
  }

  /** Many who have nothing to do, the same ones each time. */
  async crowd(count: number): Promise<readonly Resident[]> {
    const means = { credits: 10_000, lifespanTicks: 288 };
    if (this.#crowd.some(({ diesTick }) => diesTick - this.tick < witnessTicks)) this.#crowd.length = 0;
    while (this.#crowd.length < count) this.#crowd.push(await this.found('Idler', means));
    return this.#crowd.slice(0, count);
  }

  /** Sends what no gateway sends (`behind` in the model). */
  async submit(command: Command): Promise<Refusal> {
    const outcome = await this.#city.submit(command);
    return outcome.type === 'refused' ? outcome.code : undefined;
  }

  /** The same, and reads what came of it. */
  async obtain(command: Command): Promise<Shown> {
    const outcome = await this.#city.submit(command);
    if (outcome.type === 'refused') throw new Error(`${command.event.type}: ${outcome.code}`);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(outcome.json));
  }

  /** Reads what no gateway shows. */
  async view(request: ViewRequest): Promise<Shown> {
    const viewed = await this.#city.view(request);
    if (viewed.type === 'refused') throw new Error(`view ${request.view}: ${viewed.code}`);
    return z.record(z.string(), z.unknown()).parse(viewed.value);
  }

  /** True while the actor is in memory: who has left is a tombstone at most. */
  isThere(actor: ActorId): boolean {
    return this.#city.state.images.has(actor);
  }

  /** Passes ticks until ruins that are deserted now have left. */
  passDecay(): Promise<Refusal> {
    return this.passTo(this.tick + decayTicks);
  }

  /** Returns when every outside effect that the actor asked for has come back. */
  async answered(actor: ActorId): Promise<void> {
    while ((this.#city.state.images.get(actor)?.calls.length ?? 0) > 0) await nextRound();
  }

  /** Runs and calls of the resident that are under way, in no order. */
  openCalls(resident: string): readonly string[] {
    return this.#city.state.index('open calls').page(resident, '', Number.POSITIVE_INFINITY).map(nameOf);
  }

  /** True for an actor that was here and has left the city. */
  hasLeft(actor: ActorId): boolean {
    return !this.#city.state.images.has(actor);
  }

  /** Names of the transitions that an actor of the kind has taken since its beginning. */
  heard(kind: string, name: string): readonly string[] {
    return this.#heard.get(`${kind}:${name}`) ?? [];
  }

  async request(
    gateway: 'city' | 'portal',
    method: Dispatcher.HttpMethod,
    path: string,
    token: string,
    body?: object,
  ): Promise<Answer> {
    const { statusCode, body: answer } = await httpRequest(`http://127.0.0.1:${this.#ports.get(gateway)}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: statusCode, body: await answer.json() };
  }

  #ofOperator(path: string, body: object): Promise<Answer> {
    return this.request('portal', 'POST', path, operatorToken, body);
  }
}

/** What the city reaches outside itself. */
type Outside = Pick<Stage, 'sandbox' | 'bell' | 'before'>;

function performersOf({ sandbox, bell, before }: Outside): Readonly<Record<string, Performer>> {
  const service = bell.calls.performer();
  const performers: [string, Performer][] = Object.entries({ ...sandbox.performers(), service });
  const delayed = performers.map(([effect, { perform, ...rest }]): [string, Performer] => {
    const performed: Performer['perform'] = async (id, input) => {
      await before.get(effect)?.();
      return perform(id, input);
    };
    return [effect, { ...rest, perform: performed }];
  });
  return Object.fromEntries(delayed);
}

/** The kind, with each transition of its actors written down under `<kind>:<id>`. */
function observed(kind: ActorKind, heard: Map<string, string[]>): ActorKind {
  const map = new ChartMap(kind.machine);
  const observe: Observe = ({ transitions, context }) => {
    const actor = `${kind.name}:${context['id']}`;
    const names = transitions.map((transition) => map.nameOf(transition));
    const before = heard.get(actor);
    if (before === undefined) heard.set(actor, names);
    else before.push(...names);
  };
  return { ...kind, observe };
}
