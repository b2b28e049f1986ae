/**
 * The real city, for walks: in this process and in memory, reached through both gateways over HTTP. Its ticks come from
 * the operator's route. Every transition that any actor takes is written down.
 */
import { setImmediate as nextRound } from 'node:timers/promises';
import { type Dispatcher, request as httpRequest } from 'undici';
import { z } from 'zod';
import { kinds } from '../../actors/index.ts';
import { indexes } from '../../actors/indexes.ts';
import { command } from '../../actors/registry.ts';
import { commons, locationActor, residentActor, soulActor } from '../../actors/rules/place/names.ts';
import { type FoundingOptions, foundingBody, foundingPath } from '../../client/founding-request.ts';
import { must } from '../../engine/assert.ts';
import type { CityEngine } from '../../engine/city.ts';
import type { Command, ViewRequest } from '../../engine/command.ts';
import { type ActorId, nameOf } from '../../engine/ids.ts';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import { FailedAnswers } from '../../gateways/failed-answers.ts';
import type { Gateway } from '../../gateways/gateway.ts';
import { RefusedTokens } from '../../gateways/limits/refused-tokens.ts';
import { startPortal } from '../../gateways/portal/start-portal.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { Cameras } from '../../gateways/stations/cameras.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryPictures } from '../../persistence/memory/station-pictures.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { faultsIn } from '../declared-events.ts';
import { FakeSandbox, openWorld, silentLog } from '../world.ts';
import { Bell } from './bell-service.ts';
import { DirectGateway } from './direct-requests.ts';
import { cityEnv } from './facts.ts';
import { type Outside, performersOf } from './fake-outside.ts';
import { observed } from './observed-charts.ts';
import {
  type Answer,
  Founded,
  isDone,
  type Refusal,
  Registered,
  Resident,
  refusalIn,
  type Shown,
  Station,
  Visitor,
} from './people-over-http.ts';
import { settings } from './settings.ts';
import { queueView } from './sowing.ts';

export { type Refusal, Resident, type Shown, Station, Visitor } from './people-over-http.ts';

const operatorToken = 'adm_of_the_model_tests';

/** Ticks that a witness must have left: more than one walk takes. */
const witnessTicks = 50;

/** Ticks after which a ruin is looked at. */
const decayTicks = 12;

const Ticked = z.looseObject({ tick: z.int() });
const Token = z.looseObject({ token: z.string() });
const Registration = z.looseObject({ id: z.string(), token: z.string() });
const Queue = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

export class Stage {
  readonly #city: CityEngine;
  readonly #ports = new Map<'city' | 'portal', number>();
  readonly #gateways: Gateway[] = [];
  readonly #direct = new Map<'city' | 'portal', DirectGateway>();
  /** Whether requests travel; else they come to the same routes in this process. */
  isByHttp = true;
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
  /** Types of the events that the city published. */
  readonly publishedTypes: ReadonlySet<string>;
  #witness: Resident | undefined;
  #late: Resident | undefined;
  #visitor: Visitor | undefined;
  #station: Station | undefined;
  readonly #registered: Visitor[] = [];
  readonly #crowd: Resident[] = [];
  tick = 0;

  private constructor(
    city: CityEngine,
    heard: ReadonlyMap<string, readonly string[]>,
    { defects, publishedTypes }: Pick<Stage, 'defects' | 'publishedTypes'>,
    { sandbox, bell, before }: Outside,
  ) {
    this.#city = city;
    this.#heard = heard;
    this.defects = defects;
    this.publishedTypes = publishedTypes;
    this.sandbox = sandbox;
    this.bell = bell;
    this.before = before;
  }

  static async open(): Promise<Stage> {
    const heard = new Map<string, string[]>();
    const defects: string[] = [];
    const publishedTypes = new Set<string>();
    const log = {
      ...silentLog,
      error: (fields: object, message: string) => defects.push(`${message}: ${JSON.stringify(fields)}`),
    };
    const outside: Outside = { sandbox: new FakeSandbox(), bell: new Bell(), before: new Map() };
    const { city, clock } = await openWorld({
      kinds: kinds.map((kind) => observed(kind, heard)),
      env: cityEnv,
      performers: performersOf(outside),
      log,
      onSealed: ({ events }) => {
        defects.push(...faultsIn(events));
        for (const { type } of events) publishedTypes.add(type);
      },
    });
    const stage = new Stage(city, heard, { defects, publishedTypes }, outside);
    let requests = 0;
    const options = {
      city,
      settings,
      refusedTokens: new RefusedTokens(settings, () => clock.elapsed()),
      failedAnswers: new FailedAnswers(),
      cameras: new Cameras(new MemoryPictures(), settings),
      host: '127.0.0.1',
      port: 0,
      operatorTokenHash: tokenHash(operatorToken),
      cursorKey: 'key of cursors',
      networkKey: 'key of networks',
      clock,
      log,
      requestId: () => `request-${++requests}`,
      ready: () => city.health.ready,
    };
    await stage.#serve('city', startCityApi({ ...options, services: outside.bell, portalPort: () => 0 }));
    const tables = {
      credentials: new MemoryCredentials(),
      tickRows: new MemoryTickRows(),
      chronicle: new MemoryChronicleRows(),
    };
    const ofPortal = { control: city, manualTicks: true, failingServices: () => ({}), ...tables };
    await stage.#serve('portal', startPortal({ ...options, ...ofPortal }));
    return stage;
  }

  async #serve(name: 'city' | 'portal', starting: Promise<Gateway>): Promise<void> {
    const gateway = await starting;
    this.#gateways.push(gateway);
    this.#ports.set(name, gateway.port);
    this.#direct.set(name, new DirectGateway(gateway));
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

  /** Passes ticks until `tick`; none when it has come. */
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

  /** A visitor gives the resident credits. */
  async fund(resident: Resident, amount: number): Promise<Refusal> {
    const visitor = await this.visitor();
    await this.grant(visitor, amount);
    return visitor.post('/v1/visitors/fund', { resident: resident.id, amount });
  }

  /** What somebody is refused with who registers. */
  async registrationRefusal(): Promise<Refusal> {
    return refusalIn(await this.#registers('nobody'));
  }

  #registers(handle: string): Promise<Answer> {
    return this.request('portal', 'POST', '/v1/visitors/register', '', { handle, password: `${handle} of the walks` });
  }

  /** A new visitor. */
  async register(): Promise<Visitor> {
    const handle = `visitor-${this.#registered.length + 1}`;
    const answer = await this.#registers(handle);
    const visitor = new Visitor(this, Registered.parse(answer.body), handle);
    this.#registered.push(visitor);
    return visitor;
  }

  /** The operator fills a wallet. */
  async grant({ id }: Visitor, amount: number): Promise<Refusal> {
    return refusalIn(await this.#ofOperator('/v1/admin/credits', { visitor: id, amount }));
  }

  /** A visitor, the same one each time. */
  async visitor(): Promise<Visitor> {
    this.#visitor ??= await this.register();
    return this.#visitor;
  }

  /** What the operator is refused with when it registers a portal station there, or the station. */
  async registerStation(location: string): Promise<{ readonly refusal: Refusal; readonly shown: Shown }> {
    return this.operate('POST', '/v1/portals/register', { name: 'Library', place: 'Main Street', location });
  }

  /** A new portal station at this place. */
  async stationAt(location: string): Promise<Station> {
    return new Station(this, Registration.parse((await this.registerStation(location)).shown));
  }

  /** The one at the Commons. */
  async station(): Promise<Station> {
    this.#station ??= await this.stationAt(commons);
    return this.#station;
  }

  /** Nobody waits to be adopted any more. */
  async emptyQueue(): Promise<void> {
    for (const visitor of this.#registered) {
      const { items } = Queue.parse(await visitor.get('/v1/souls?limit=200'));
      for (const { id, status } of items) if (status === 'queued') await visitor.remove(`/v1/souls/${id}`);
    }
    // The city's own can only be adopted.
    while (!(await this.view(queueView))['is_queue_empty'])
      await (await this.found('Mentor', { credits: 200 })).post('/v1/threshold/adopt');
  }

  /** The city is notified that containers can run. */
  async runContainers(): Promise<void> {
    const event = { type: 'containers.available', isAvailable: true } as const;
    await this.submit(command(locationActor(commons), event, { caller: 'city' }));
  }

  /** Who was born of the soul in a core container, with the token that lies there; its container has been started. */
  async inhabitant(soul: string): Promise<Resident> {
    await this.answered(soulActor(this.soulName(soul)));
    const { resident } = await (await this.visitor()).get(`/v1/souls/${soul}`);
    const id = String(resident);
    await this.answered(residentActor(id));
    return new Resident(this, { id, token: `token of ${soul}`, dies_tick: 0 });
  }

  /** Outside effects that the actor has asked for and that have not come back. */
  calls(actor: ActorId): readonly string[] {
    return this.#city.state.images.get(actor)?.calls.map(({ effect }) => effect) ?? [];
  }

  /** Lets others run. */
  breathe(): Promise<void> {
    return nextRound();
  }

  /** The operator gives out a new token of somebody who lives. */
  async resident(id: string): Promise<Resident> {
    const answer = await this.#ofOperator(`/v1/admin/residents/${id}/token`, {});
    return new Resident(this, { ...Token.parse(answer.body), id, dies_tick: 0 });
  }

  /** The name of the actor that is this soul. */
  soulName(soul: string): string {
    return nameOf(must(this.#city.state.index(indexes.souls).first(soul), soul));
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

  /** Sends what no gateway sends, and reads the reply. */
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
    while (this.calls(actor).length > 0) await nextRound();
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
    if (!this.isByHttp) return must(this.#direct.get(gateway), gateway).ask(method, path, token, body);
    const { statusCode, body: answer } = await httpRequest(`http://127.0.0.1:${this.#ports.get(gateway)}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: statusCode, body: await answer.json() };
  }

  /** The operator asks for a change: what it was refused with, or what came of it. */
  async operate(
    method: Dispatcher.HttpMethod,
    path: string,
    body?: object,
  ): Promise<{ readonly refusal: Refusal; readonly shown: Shown }> {
    const answer = await this.request('portal', method, path, operatorToken, body);
    return { refusal: refusalIn(answer), shown: z.record(z.string(), z.unknown()).parse(answer.body) };
  }

  #ofOperator(path: string, body: object): Promise<Answer> {
    return this.request('portal', 'POST', path, operatorToken, body);
  }
}
