/**
 * A population: residents founded by one operator's token, living in one city until they are stopped, and what they found out about it.
 * The library behind `civitas residents`, for benches and crash tests:
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
import { setTimeout as sleep } from 'node:timers/promises';
import { performBuilderAct, performVisitorAct } from './acts/builder-acts.ts';
import { type ActWeights, chooseEverydayAct, performEverydayAct } from './acts/everyday-acts.ts';
import { ChannelRegistry } from './checks/channel-registry.ts';
import { ExpectedState } from './checks/expected-state.ts';
import { Findings } from './checks/findings.ts';
import { KeptNotes } from './checks/kept-notes.ts';
import { Payments } from './checks/payments.ts';
import { auditBuildings } from './checks/pod-audit.ts';
import { auditBalance, auditLetters, auditMoves, type OpeningBalance, readCredits } from './checks/resident-audit.ts';
import { HttpClient } from './client/http-client.ts';
import { inParallel } from './client/parallel.ts';
import { RequestPace } from './client/request-pace.ts';
import type { RequestContext } from './client/retries.ts';
import { ClientStatistics } from './client/statistics.ts';
import { commons } from './client/wire.ts';
import { type Checked, type Report, reportOf } from './report.ts';
import type { Resident } from './resident.ts';
import { connectResident, foundResident } from './resident-setup.ts';
import { SeededRandom } from './seeded-random.ts';

export interface PopulationOptions {
  /** Origin of the City API, for example `http://127.0.0.1:3000`. */
  readonly city: string;
  /** Origin of the Portal Gateway. */
  readonly portal: string;
  readonly operatorToken: string;
  readonly count: number;
  /** Requests a second in all; without it as fast as the residents get their answers. */
  readonly rate?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Credits of each founder; default 10,000. */
  readonly credits?: number;
  /** How many of them build, the first ones; default 0. With builders about, the others visit what they built. */
  readonly builders?: number;
  /** Default 288, the most that a city allows where nobody has set it otherwise. */
  readonly lifespanTicks?: number;
  /** What they do, instead of an ordinary life. */
  readonly mix?: ActWeights;
  /** Share of acts after which a resident breaks its own connection; default 0.005. */
  readonly drops?: number;
  /** Share of writes sent again under the same key; default 0.02. */
  readonly repeats?: number;
  /** How long one request is repeated while the city is away; default 120,000. */
  readonly giveUpMs?: number;
  /** How long the last checks may take; default 30,000. */
  readonly closingMs?: number;
  /** How long after its answer a live event may come before it counts as late; default 5,000. */
  readonly lateMs?: number;
  /** HTTP connections at most; default 256. */
  readonly connectionsMax?: number;
}

/** Credits of a builder at least: enough for some pods. */
const builderCredits = 5_000;
/** Share of acts with which others visit pods and call their services, when there are builders. */
const shopping = 0.25;

const sweepMs = 500;
const foundingAtOnce = 16;
const exchangeMsMax = 15_000;

export class Population {
  readonly residents: Resident[] = [];
  readonly statistics = new ClientStatistics();
  readonly findings = new Findings();
  readonly run = randomBytes(4).toString('hex');
  readonly #options: PopulationOptions;
  readonly #city: RequestContext;
  readonly #portal: RequestContext;
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
  };
  /** Aborted to end the lives: no new acts. */
  readonly #silence = new AbortController();
  /** Aborted to end the run: nothing is repeated any more. */
  readonly #closing = new AbortController();
  readonly #cpu = process.cpuUsage();
  readonly #lateMs: number;
  #lives: Promise<void>[] = [];
  #sweeping: NodeJS.Timeout | undefined;
  #living = { from: 0, done: 0, seconds: 0, perSecond: 0 };

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
    // Founding went in parallel: the order of birth is put back, so that a seed chooses the same partners again.
    this.residents.sort((a, b) => a.context.index - b.context.index);
    for (const resident of this.residents)
      this.#expectedState.addResident(resident, this.#openings.get(resident)?.burn ?? 0);
    const pace = new RequestPace(rate);
    this.#living = { from: performance.now(), done: this.#done(), seconds: 0, perSecond: 0 };
    this.#lives = this.residents.map((resident) => this.#live(resident, pace));
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs);
  }

  /** Ends the lives, lets what is under way be answered, checks everything that is left to check. Never rejects for a broken city. */
  async stop(): Promise<Report> {
    const seconds = (performance.now() - this.#living.from) / 1000;
    this.#living = { ...this.#living, seconds, perSecond: (this.#done() - this.#living.done) / seconds };
    this.#silence.abort();
    clearInterval(this.#sweeping);
    const giveUp = setTimeout(() => this.#closing.abort(), this.#options.closingMs ?? 30_000);
    await Promise.all(this.#lives);
    const heardAll = new Set<string>();
    await inParallel(64, this.residents, async (resident) => {
      if (await this.#fallSilent(resident)) heardAll.add(resident.id);
    });
    // Alone, before the balances: the fees that came back are found here.
    Object.assign(this.#checked, await auditBuildings(this.#expectedState, this.residents, heardAll));
    await inParallel(64, this.residents, (resident) => this.#audit(resident, heardAll));
    this.#checked.news = this.#expectedState.events.judgeAll(heardAll);
    this.#payments.close(heardAll);
    this.#sweep((resident) => resident.context.listener.close());
    clearTimeout(giveUp);
    await this.#leave();
    return this.report();
  }

  /** The report as of now. Only after `stop` have all checks been made. */
  report(): Report {
    const { user, system } = process.cpuUsage(this.#cpu);
    const seconds = this.#living.seconds || (performance.now() - this.#living.from) / 1000;
    const facts = {
      run: this.run,
      seed: this.#options.seed ?? 1,
      residents: this.residents.length,
      died: this.residents.filter((resident) => resident.dead).length,
      seconds,
      donePerSecond: this.#living.perSecond || (this.#done() - this.#living.done) / seconds,
      cpuSeconds: (user + system) / 1e6,
      checked: { ...this.#checked, payments: this.#payments.acknowledgedCount },
      works: Object.fromEntries(this.#expectedState.actCounts),
    };
    return reportOf(facts, this.statistics, this.findings);
  }

  async #found(index: number, seed: number): Promise<void> {
    const { operatorToken, lifespanTicks = 288, city, repeats = 0.02, builders = 0 } = this.#options;
    const { credits: asked = 10_000 } = this.#options;
    const credits = index < builders ? Math.max(asked, builderCredits) : asked;
    const born = await foundResident(index, this.run, { portal: this.#portal, operatorToken, credits, lifespanTicks });
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
    const opening = await readCredits(resident);
    if (opening !== null) this.#openings.set(resident, opening);
    this.residents.push(resident);
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
  }

  /** False when there is nothing that it may do. */
  async #act(resident: Resident, mix: ActWeights | undefined): Promise<boolean> {
    const { builders = 0 } = this.#options;
    const { random, index } = resident.context;
    if (index < builders) await performBuilderAct(resident, this.residents);
    else if (builders > 0 && mix === undefined && random.withProbability(shopping))
      await performVisitorAct(resident, this.residents);
    else {
      const act = chooseEverydayAct(random, resident.atHome, mix);
      if (act === undefined) return false;
      await performEverydayAct(act, resident, this.residents);
    }
    return true;
  }

  /**
   * Sends the resident home, once round by the Commons when it is there already: hearing of that last arrival, it has heard everything
   * that was addressed to it before, for its stream is in order. True when it did.
   */
  async #fallSilent(resident: Resident): Promise<boolean> {
    if (resident.dead) return false;
    const { listener, stream } = resident.context;
    await this.#inTime(stream.live());
    if (resident.place !== commons) await resident.walk('commons');
    const before = listener.arrivals;
    const outcome = await resident.walk('home');
    if (outcome.type !== 'done') {
      this.findings.add('unreachable', () => `${resident.id} could not go home: ${JSON.stringify(outcome)}`);
      return false;
    }
    const expected = () => listener.arrivals > before && listener.place === resident.home;
    if (await this.#soon(expected)) return true;
    // Not heard live. Heard after a resume, the live feed had lost it; not even then, the city has.
    stream.drop(0);
    await this.#inTime(stream.live());
    const kind = expected() ? 'late' : 'lost_move';
    this.findings.add(kind, () => `${resident.id} went home and did not hear of its arrival within ${this.#lateMs} ms`);
    return expected();
  }

  async #audit(resident: Resident, heardAll: ReadonlySet<string>): Promise<void> {
    if (!heardAll.has(resident.id)) return;
    auditMoves(resident, this.findings);
    // Not `+= await`: that reads the sum before it waits, and the residents are audited side by side.
    const letters = await auditLetters(resident, this.findings);
    this.#checked.letters += letters;
    if (await auditBalance(resident, this.#openings.get(resident) ?? null, this.findings)) this.#checked.balances++;
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

  async #soon(condition: () => boolean): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < this.#lateMs && !this.#closing.signal.aborted; waitedMs += 20) {
      if (condition()) return true;
      await sleep(20);
    }
    return condition();
  }

  async #inTime(promise: Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([promise, closed]);
  }
}
