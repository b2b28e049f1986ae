/**
 * A city that is lived in without waiting: in this process, in memory, its clock the tick, its residents policies. In each tick visitors
 * write souls, then each resident perceives and acts, in an order drawn anew, then minds live until the tick comes (`minds.ts`).
 *
 * SM1  The same seed, settings and policies give the same city, turn for turn, however fast the journal is: nothing begins before what
 *      went before it has come to its end.
 * SM2  A resident knows what views show it and what it was told (`perceiving.ts`), and does what a gateway could ask in its name
 *      (`acting.ts`).
 * SM3  What a resident throws in a tick depends on the seed, on it and on the tick alone (`population/policies/dice.ts`).
 */
import { indexes } from '../../actors/indexes.ts';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { command } from '../../actors/registry.ts';
import { commons, commonsExit, locationActor } from '../../actors/rules/place/names.ts';
import { assert, must } from '../../engine/assert.ts';
import { contentHash, nameOf } from '../../engine/ids.ts';
import { ownSoul } from '../../host/founding/own-souls.ts';
import { contentOf } from '../../persistence/memory/memory-database.ts';
import type { MemoryStore } from '../../persistence/memory/persistence.ts';
import { mind, policyOf } from '../../population/policies/built-in.ts';
import { diceOf, turnOf } from '../../population/policies/dice.ts';
import { looksOf } from '../../population/policies/policy.ts';
import { Doer, moving } from './acting.ts';
import type { CodeRuns } from './code-runs.ts';
import type { Course, Lived } from './course.ts';
import { asked, decide } from './deciding.ts';
import type { EngineClient } from './engine-client.ts';
import type { Hearing } from './hearing.ts';
import type { Memory } from './memory.ts';
import { MindTokens } from './mind-tokens.ts';
import type { Minds } from './minds.ts';
import { type OpenedCity, openCity } from './opened-city.ts';
import { Board, lookAtSelf, perceive, selfOf } from './perceiving.ts';
import type { VirtualClock } from './virtual-city.ts';
import { type Expected, Visitors } from './visitors.ts';

/** Souls that visitors keep waiting: a quarter as many as were founded, and no fewer. */
const soulsKeptMin = 6;
const livingMax = 1_000_000;

const usualSoul = JSON.stringify({
  first_memory: 'Rain on a tin roof.',
  aesthetic: 'Grey wool and brass.',
  personality: 'Curious, slow to anger.',
  goals: 'To build a lighthouse.',
  alignment: 'Kind.',
  quirks: 'Counts stairs.',
});

const soulsKept = ({ residents }: Course): number => Math.max(soulsKeptMin, Math.ceil(residents / 4));

export class Simulation {
  readonly client: EngineClient;
  readonly #course: Course;
  readonly #code: CodeRuns | undefined;
  readonly #clock: VirtualClock;
  readonly #store: MemoryStore;
  readonly #visitors: Visitors;
  readonly #hearing: Hearing;
  readonly #board = new Board();
  readonly #minds: Minds | undefined;
  readonly #tokens: MindTokens;
  /** Of those who were named so far. */
  #named = 0;

  private constructor(course: Course, { client, code, clock, store, hearing }: OpenedCity, visitors: Visitors) {
    this.#course = course;
    this.client = client;
    this.#code = code;
    this.#clock = clock;
    this.#store = store;
    this.#visitors = visitors;
    this.#hearing = hearing;
    this.#tokens = new MindTokens(client, visitors);
    const { seed, config, minds } = course;
    this.#minds = minds?.({ client, clock, seed, config });
  }

  /** Opens the city, and founds those who live in it at first. */
  static async open(course: Course): Promise<Simulation> {
    const opened = await openCity(course);
    const visitors = await Visitors.open(opened.client, soulsKept(course));
    const simulation = new Simulation(course, opened, visitors);
    for (let n = 0; n < course.residents; n++) await simulation.#found(n);
    return simulation;
  }

  /** Goes on with the same course from where it had come to. */
  static async goOn(course: Course, lived: Lived): Promise<Simulation> {
    const { turn, named, visitors } = lived;
    assert(course.minds === undefined, 'of minds nothing is kept from which they could go on');
    const opened = await openCity(course, { lived });
    const { counters } = opened.client.city.state;
    if (counters.turn !== turn)
      throw new Error(`the city is at turn ${counters.turn}, and what was kept of the run is of turn ${turn}`);
    const simulation = new Simulation(course, opened, new Visitors(opened.client, visitors, soulsKept(course)));
    simulation.#named = named;
    return simulation;
  }

  /**
   * Goes on, at this time, with a city that others have lived in so far. Its residents remember nothing of that; whoever is not called
   * after a policy lives by the one of its number.
   */
  static async enter(course: Course, ms: number): Promise<Simulation> {
    const opened = await openCity(course, { ms });
    await opened.client.rest();
    return new Simulation(course, opened, await Visitors.open(opened.client, soulsKept(course)));
  }

  /** To be asked between two ticks. */
  get lived(): Lived {
    const { applied, refusals } = this.client;
    return {
      turn: this.client.city.state.counters.turn,
      ms: this.#clock.ms,
      named: this.#named,
      visitors: this.#visitors.ids,
      counted: { applied, refusals },
      hearing: this.#hearing.all,
      store: this.#course.persistence === undefined ? contentOf(this.#store) : null,
    };
  }

  /** Lives one tick. Throws `PolicyFailed` when a policy does not say what to do. */
  async tick(): Promise<void> {
    const { residents, peopleMax = 2 * residents, seed } = this.#course;
    const { tick } = this.client.city.state.counters;
    const until =
      this.#clock.ms + 1000 * must(this.client.city.state.counters.settings['TICK_SECONDS'], 'the length of a tick');
    await this.#visitors.write(peopleMax - this.living, () => this.#next());
    const order = this.#everybody().map((id) => ({ id, turn: turnOf(seed, id, tick) }));
    order.sort((a, b) => a.turn - b.turn || (a.id < b.id ? -1 : 1));
    for (const { id } of order) if (this.#minds?.lives(id) !== true) await this.#live(id, tick);
    await this.#minds?.liveUntil(until);
    this.#clock.ms = until;
    const ended = await this.client.city.tick();
    assert(ended === 'done', 'nothing keeps a tick of a simulation from its end');
    await this.client.rest();
    this.#hearing.events.words.turnOver();
    // What is behind a checkpoint need not be kept.
    await this.client.city.checkpoint();
  }

  get seed(): number {
    return this.#course.seed;
  }

  get living(): number {
    return this.client.city.state.index(indexes.status).count('alive');
  }

  /** Ends the city. */
  async close(): Promise<void> {
    await this.#minds?.close();
    await this.client.city.close(1);
    await this.#code?.close();
  }

  #everybody(): readonly string[] {
    return this.client.city.state.index(indexes.status).page('alive', '', livingMax).map(nameOf);
  }

  /** Minds speak of what they are: each has a soul of its own, and its name where all live by minds: else it is called after its policy. */
  #next(): Expected {
    const { births, policies } = this.#course.table;
    const nth = this.#named++;
    const policy = must(births[nth % births.length], 'a policy');
    if (policies[policy] !== mind) return { name: policy };
    const { name, soul } = ownSoul(nth);
    const areAllMinds = births.every((each) => policies[each] === mind);
    return { name: areAllMinds ? name : policy, soul: JSON.stringify(soul) };
  }

  async #found(nth: number): Promise<void> {
    const { name, soul = usualSoul } = this.#next();
    const { id: framework, schema } = defaultFramework.input;
    const token = `token ${this.#named}`;
    const hashes = { soul: contentHash(soul), token: contentHash(token) };
    const founded = {
      name,
      framework,
      schema,
      ...hashes,
      credits: this.#course.founderCredits ?? null,
      lifespan: this.#course.founderLifespans?.[nth] ?? null,
    };
    const outcome = await this.client.submit(
      command(locationActor(commons), { type: 'found', ...founded }, { caller: 'operator', contents: [soul] }),
    );
    if (outcome.type === 'refused') throw new Error(`The city refuses to found ${name}: ${outcome.code}.`);
    if (this.#minds !== undefined) this.#tokens.founded(token);
  }

  async #beginMind(id: string): Promise<void> {
    const token = await this.#tokens.of(id);
    if (token !== undefined) await must(this.#minds, 'minds').begin(id, token);
  }

  /** They live at the Commons: whoever is somewhere else goes there first, unless it went there to stay. */
  async #live(id: string, tick: number): Promise<void> {
    const memory = this.#hearing.memoryOf(id);
    let me = lookAtSelf(this.client, id, memory);
    const life = me && must(policyOf(this.#course.table, me), me.name);
    if (life === mind) return this.#beginMind(id);
    if (me !== undefined && me.location !== commons && !memory.staysAway) {
      await this.client.do(id, moving(commonsExit));
      me = lookAtSelf(this.client, id, memory);
    }
    if (me === undefined || life === undefined) return;
    const self = selfOf(this.client, me, memory);
    const looks = asked(self, () => [...looksOf(life, self)]);
    const { events } = this.#hearing;
    const around = { memory, board: this.#board, events };
    const seen = perceive(this.client, self, looks, around);
    const acts = decide(life, seen, diceOf(this.#course.seed, id, tick));
    const doer = new Doer(this.client, id, memory);
    for (const act of acts) await doer.perform(act);
    if (looks.includes('words')) memory.listened = events.words.listenedAt(this.#placeOf(id, memory));
  }

  #placeOf(id: string, memory: Memory): string {
    return lookAtSelf(this.client, id, memory)?.location ?? commons;
  }
}
