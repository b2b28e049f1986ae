/**
 * A population: residents that are founded by one operator's token and live in one city until they are stopped, and their findings about
 * it. The library behind `civitas residents`, for benches and crash tests:
 *
 *     const population = new Population({ city, portal, operatorToken, count: 20 });
 *     await population.start();   // founds, connects, lives; resolves when all have begun
 *     ...                         // kill the city, restart it on the same data: they come back by themselves
 *     const report = await population.stop();   // silence, last checks, report.ok
 *
 * - A run without findings has checked as much as `report.checked` says; a city that cannot be reached at the end is a finding.
 * - Memory grows with the number of messages said (8 bytes each), never with the number of deliveries.
 */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { ResidentCredentials } from '../client/founding-request.ts';
import { HttpClient } from '../client/http-client.ts';
import { inParallel } from '../client/parallel.ts';
import { RequestPace } from '../client/request-pace.ts';
import type { RequestContext } from '../client/retries.ts';
import { ClientStatistics } from '../client/statistics.ts';
import { performBuilderAct, performCustomerAct } from './acts/builder-acts.ts';
import { type ActWeights, chooseEverydayAct, performEverydayAct } from './acts/everyday-acts.ts';
import { ChannelRegistry } from './checks/channel-registry.ts';
import { newbornIn } from './checks/expected-souls-and-births.ts';
import { ExpectedState } from './checks/expected-state.ts';
import { checkAtEnd } from './checks/final-checks.ts';
import { Findings } from './checks/findings.ts';
import { KeptNotes } from './checks/kept-notes.ts';
import { Payments } from './checks/payments.ts';
import { type OpeningBalance, readCredits } from './checks/resident-audit.ts';
import type { PopulationOptions } from './population-options.ts';
import { type Checked, type Report, reportOf } from './report.ts';
import type { Resident } from './resident.ts';
import { connectResident, foundResident } from './resident-setup.ts';
import { SeededRandom } from './seeded-random.ts';
import { Visitors } from './visitors.ts';

/** Credits that a builder has at least: enough for some pods. */
const builderCredits = 5_000;
/** Share of acts by which others visit pods and call their services, when there are builders. */
const shopping = 0.25;

const sweepMs = 500;
const foundingAtOnce = 16;
const exchangeMsMax = 15_000;

type Reached = RequestContext & { readonly client: HttpClient };

export class Population {
  readonly residents: Resident[] = [];
  /** Living residents, who may be met, paid and vouched for. */
  readonly #living: Resident[] = [];
  readonly statistics = new ClientStatistics();
  readonly findings = new Findings();
  readonly run = randomBytes(4).toString('hex');
  readonly #options: PopulationOptions;
  readonly #city: Reached;
  readonly #portal: Reached;
  readonly #channels = new ChannelRegistry(this.run, this.findings);
  readonly #payments = new Payments(this.findings);
  readonly #openings = new Map<Resident, OpeningBalance>();
  readonly #expectedState = new ExpectedState(this.findings);
  readonly #notes = new KeptNotes();
  readonly #addresses = new Map<string, string>();
  readonly #checked: Checked = {
    deliveries: 0,
    visits: 0,
    payments: 0,
    letters: 0,
    balances: 0,
    repeats: 0,
    news: 0,
    pools: 0,
    counted: 0,
    births: 0,
  };
  /** Aborted to end the lives: no new acts begin. */
  readonly #silence = new AbortController();
  /** Aborted to end the run: no request is repeated any more. */
  readonly #closing = new AbortController();
  readonly #cpu = process.cpuUsage();
  readonly #lateMs: number;
  #lives: Promise<void>[] = [];
  #visitors: Visitors | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #run = { from: 0, done: 0, seconds: 0, perSecond: 0 };

  constructor(options: PopulationOptions) {
    this.#options = options;
    this.#lateMs = options.lateMs ?? 5_000;
    // Every resident waits on both.
    setMaxListeners(0, this.#silence.signal, this.#closing.signal);
    const common = {
      statistics: this.statistics,
      findings: this.findings,
      giveUpMs: options.giveUpMs ?? 120_000,
      closing: this.#closing.signal,
    };
    const connections = Math.min(options.count, options.connectionsMax ?? 256);
    this.#city = { ...common, client: new HttpClient(options.city, connections, exchangeMsMax) };
    this.#portal = { ...common, client: new HttpClient(options.portal, foundingAtOnce, exchangeMsMax) };
  }

  /** Founds and connects everyone, then lets all of them live. Rejects when the city refuses to found them. */
  async start(): Promise<void> {
    const { count, seed = 1, rate = Number.POSITIVE_INFINITY } = this.#options;
    const indexes = Array.from({ length: count }, (_, index) => index);
    try {
      await inParallel(foundingAtOnce, indexes, (index) => this.#found(index, seed));
    } catch (error) {
      await this.#leave();
      throw error;
    }
    // Founding went in parallel: sorted by birth, so that a seed chooses the same partners again.
    this.residents.sort((a, b) => a.context.index - b.context.index);
    for (const resident of this.residents) {
      this.#expectedState.births.noteFounder(resident.id);
      this.#expectedState.addResident(resident, this.#openings.get(resident)?.burn ?? 0);
    }
    this.#living.push(...this.residents);
    const pace = new RequestPace(rate);
    this.#run = { from: performance.now(), done: this.#done(), seconds: 0, perSecond: 0 };
    const visitors = await this.#open(seed, pace);
    this.#visitors = visitors;
    this.#lives = this.residents.map((resident) => this.#live(resident, pace));
    this.#lives.push(...visitors.live(this.#silence.signal));
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs);
  }

  /** Ends the lives, waits for answers under way, and makes the final checks. Never rejects, whatever the city does. */
  async stop(): Promise<Report> {
    const seconds = (performance.now() - this.#run.from) / 1000;
    this.#run = { ...this.#run, seconds, perSecond: (this.#done() - this.#run.done) / seconds };
    this.#silence.abort();
    clearInterval(this.#sweeping);
    const giveUp = setTimeout(() => this.#closing.abort(), this.#options.closingMs ?? 30_000);
    // Until the last moment somebody may be born who lives too.
    for (let ended = -1; ended < this.#lives.length; ) {
      ended = this.#lives.length;
      await Promise.all(this.#lives);
    }
    const dead = new Set(this.residents.filter((resident) => resident.dead).map(({ id }) => id));
    await this.#visitors?.close();
    const checked = await checkAtEnd({
      ...{ residents: this.residents, dead, openings: this.#openings, expectedState: this.#expectedState },
      ...{ payments: this.#payments, findings: this.findings, lateMs: this.#lateMs, closing: this.#closing.signal },
    });
    Object.assign(this.#checked, checked);
    this.#sweep((resident) => resident.context.listener.close());
    clearTimeout(giveUp);
    await this.#leave();
    return this.report();
  }

  /** The report as of now. Only after `stop` have all checks been made. */
  report(): Report {
    const { user, system } = process.cpuUsage(this.#cpu);
    const seconds = this.#run.seconds || (performance.now() - this.#run.from) / 1000;
    const facts = {
      run: this.run,
      seed: this.#options.seed ?? 1,
      residents: this.residents.length,
      died: this.residents.filter((resident) => resident.dead).length,
      generations: this.#expectedState.births.generations,
      seconds,
      donePerSecond: this.#run.perSecond || (this.#done() - this.#run.done) / seconds,
      cpuSeconds: (user + system) / 1e6,
      checked: { ...this.#checked, payments: this.#payments.acknowledgedCount },
      works: Object.fromEntries(this.#expectedState.actCounts),
    };
    return reportOf(facts, this.statistics, this.findings);
  }

  async #open(seed: number, pace: RequestPace): Promise<Visitors> {
    const { count, operatorToken, visitors = 0, visitorRate = 0.8 } = this.#options;
    const { children = Math.ceil(count / 4) } = this.#options;
    const { births } = this.#expectedState;
    return Visitors.open({
      portal: this.#portal,
      city: this.#city,
      expectedState: this.#expectedState,
      findings: this.findings,
      run: this.run,
      operatorToken,
      seed: seed * 1_000_003 - 1,
      writers: visitors,
      rate: visitorRate,
      hasRoom: () => this.#living.length + births.waiting < count + children,
      join: (born) => this.#join(born, seed, pace),
    });
  }

  async #found(index: number, seed: number): Promise<void> {
    const { operatorToken, lifespanTicks = 288, builders = 0 } = this.#options;
    const { credits: asked = 10_000 } = this.#options;
    const credits = index < builders ? Math.max(asked, builderCredits) : asked;
    const born = await foundResident(index, this.run, { portal: this.#portal, operatorToken, credits, lifespanTicks });
    const resident = await this.#connect(born, index, seed);
    if (resident === undefined) throw new Error(`the WebSocket of ${born.id} was refused`);
    this.residents.push(resident);
  }

  /** A newborn lives from now on like any other resident, unless it died meanwhile. */
  async #join(born: ResidentCredentials, seed: number, pace: RequestPace): Promise<void> {
    const resident = await this.#connect(born, this.residents.length, seed).catch((error: unknown) => {
      this.findings.add('unreachable', () => `${born.id} could not be lived: ${String(error)}`);
      return undefined;
    });
    if (resident === undefined) return;
    const me = await resident.get('me', '/v1/me');
    const newborn = me.type === 'done' ? newbornIn(me.body) : undefined;
    if (newborn === undefined) return resident.context.stream.end();
    this.#expectedState.births.noteNewborn(born.id, newborn);
    this.#expectedState.addResident(resident, this.#openings.get(resident)?.burn ?? 0);
    this.#expectedState.countAct('newcomers');
    this.residents.push(resident);
    this.#living.push(resident);
    this.#lives.push(this.#live(resident, pace));
  }

  async #connect(born: ResidentCredentials, index: number, seed: number): Promise<Resident | undefined> {
    const { city, repeats = 0.02 } = this.#options;
    const resident = await connectResident(born, {
      index,
      channels: this.#channels,
      payments: this.#payments,
      expectedState: this.#expectedState,
      notes: this.#notes,
      addresses: this.#addresses,
      findings: this.findings,
      requests: this.#city,
      random: new SeededRandom(seed * 1_000_003 + index),
      socketUrl: `${city.replace(/^http/, 'ws')}/ws`,
      repeats,
    });
    const opening = resident === undefined ? null : await readCredits(resident);
    if (resident !== undefined && opening !== null) this.#openings.set(resident, opening);
    return resident;
  }

  async #live(resident: Resident, pace: RequestPace): Promise<void> {
    const { mix, drops = 0.005 } = this.#options;
    const { random, stream } = resident.context;
    const silence = this.#silence.signal;
    if (!resident.dead) await resident.walk('commons');
    while (!silence.aborted && !resident.dead) {
      await pace.waitForTurn(silence);
      if (silence.aborted) return;
      if (!(await this.#act(resident, mix))) return;
      if (random.withProbability(drops)) stream.drop(random.integerBelow(500));
    }
    if (resident.dead) this.#bury(resident);
  }

  #bury(resident: Resident): void {
    this.#living.splice(this.#living.indexOf(resident), 1);
    this.#expectedState.jobs.forget(resident.id);
  }

  /** False when no act is possible. */
  async #act(resident: Resident, mix: ActWeights | undefined): Promise<boolean> {
    const { builders = 0 } = this.#options;
    const { random, index } = resident.context;
    if (index < builders) await performBuilderAct(resident, this.#living);
    else if (builders > 0 && mix === undefined && random.withProbability(shopping))
      await performCustomerAct(resident, this.#living);
    else {
      const act = chooseEverydayAct(random, resident.atHome, mix);
      if (act === undefined) return false;
      await performEverydayAct(act, resident, this.#living);
    }
    return true;
  }

  #sweep(judge = (resident: Resident) => resident.context.listener.judge()): void {
    for (const resident of this.residents) {
      const { visits, expected } = judge(resident);
      this.#checked.visits += visits;
      this.#checked.deliveries += expected;
    }
  }

  async #leave(): Promise<void> {
    this.#closing.abort();
    for (const resident of this.residents) resident.context.stream.end();
    await Promise.all([this.#city.client.close(), this.#portal.client.close()]);
  }

  #done(): number {
    let sum = 0;
    for (const kind of this.statistics.requests.values()) sum += kind.done;
    return sum;
  }
}
