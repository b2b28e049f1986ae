/**
 * Requests that cannot all be granted, sent at once in every order that a seed can think of, to a city whose journal is
 * slow, held or late, whose sandbox takes its time, whose clock ticks, and which is killed now and then and opened again.
 *
 * What holds of every race is judged here: a request that was applied stands in the journal once, a refused one not at
 * all, a repeat under its key acts once, everyone has paid for just what was applied, the book is exact, and the city
 * recovered from its journal is the one that lived (L7, OP1, J4, OP2, L5, J1, J2). Who may win is judged by each race.
 */
import { setImmediate as breath } from 'node:timers/promises';
import type { SandboxResult } from '../../actors/effects.ts';
import { kinds } from '../../actors/index.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { Command, Outcome } from '../../engine/command.ts';
import { recover } from '../../engine/commit/recovery.ts';
import { replay } from '../../engine/commit/replay.ts';
import type { Appended, Batch, Journal } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { balanceAt, burnOf } from '../../engine/state/ledger.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { heldInImages } from '../actors/built-places.ts';
import { Town } from '../actors/given-residents.ts';
import { type HeldJournal, holding, rounds, SteppedClock } from '../engine/held-journal.ts';
import { cityHash } from '../engine/turns-without-city.ts';
import { Dice } from '../simulation/dice.ts';
import { FakeSandbox, finished, openWorld, type World, withoutPublicWorks } from '../world.ts';
import type { Race } from './race.ts';
import { RaceEnd } from './race-end.ts';
import type { Request, Wish } from './wish.ts';

type Step = () => void | Promise<void>;
/** One seed in so many is also run again from its commands. */
const replayedEvery = 20;
const deadlineMs = 1_000;
const settleRoundsMax = 400;
/** Refusals after which a caller simply asks again. */
const passing: ReadonlySet<string> = new Set(['busy', 'request_in_progress']);

/** Waits a few rounds of the event loop before each append. */
class SlowJournal implements Journal {
  readonly #inner: Journal;
  readonly #delay: () => number;

  constructor(inner: Journal, delay: () => number) {
    this.#inner = inner;
    this.#delay = delay;
  }

  async append(batch: Batch): Promise<Appended> {
    for (let left = this.#delay(); left > 0; left--) await breath();
    return this.#inner.append(batch);
  }

  read(after: number): ReturnType<Journal['read']> {
    return this.#inner.read(after);
  }
}

export class Interleaving<Things> {
  readonly #race: Race<Things>;
  readonly #things: Things;
  readonly #before: Town;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #dice: Dice;
  readonly #seed: number;
  readonly #store: MemoryStore;
  readonly #clock = new SteppedClock();
  readonly #sandbox = new FakeSandbox();
  readonly #requests: Request[] = [];
  /** Runs that the sandbox has not ended yet. */
  #runs: (() => void)[] = [];
  /** Submissions on their way. */
  readonly #asked = new Set<{ readonly request: Request }>();
  #epoch = 0;
  #slow = 0;
  #isCutOff = false;
  #ending = false;
  #journal: () => HeldJournal = () => {
    throw new Error('no city was opened');
  };
  #world: World | undefined;

  constructor(race: Race<Things>, things: Things, before: Town, ids: ReadonlyMap<string, string>, seed: number) {
    this.#race = race;
    this.#things = things;
    this.#before = before;
    this.#ids = ids;
    this.#seed = seed;
    this.#dice = new Dice(seed);
    this.#store = copyOf(before.world.store);
    this.#clock.ms = before.world.clock.ms;
    this.#sandbox.comes = () => this.#comes();
  }

  /** How requests ended: `applied`, or the code of the refusal. */
  get outcomes(): readonly string[] {
    return this.#requests.flatMap(({ heard }) => heard.filter(isFinal).map(codeOf));
  }

  async run(): Promise<readonly string[]> {
    await this.#open();
    this.#slow = this.#dice.oneIn(2) ? 0 : this.#dice.between(1, 5);
    for (const step of this.#inOrder()) {
      await step();
      if (!this.#dice.oneIn(3)) await rounds(this.#dice.between(1, 3));
    }
    await this.#settle();
    return this.#judge();
  }

  /** Any order; where a sandbox answers, every other time the requests come first, so that it has something to answer. */
  #inOrder(): Step[] {
    const dice = this.#dice;
    const [wishes, others] = [this.#wishes(), this.#others()];
    if (this.#race.comes === undefined || dice.oneIn(2)) return dice.shuffled([...wishes, ...others]);
    return [...dice.shuffled(wishes), () => rounds(6), ...dice.shuffled(others)];
  }

  #wishes(): Step[] {
    const dice = this.#dice;
    const steps: Step[] = [];
    for (const wish of this.#race.wishes(this.#things, dice)) {
      const isKeyed = dice.oneIn(2);
      const key = (wish.keyed ?? isKeyed) ? `key ${this.#requests.length}` : undefined;
      const request = this.#request(wish, key);
      steps.push(() => this.#send(request));
      if (dice.oneIn(3)) steps.push(() => this.#send(key === undefined ? this.#request(wish, undefined) : request));
    }
    return steps;
  }

  #others(): Step[] {
    const dice = this.#dice;
    const steps: Step[] = [];
    for (let left = dice.between(...this.#race.ticks); left > 0; left--) steps.push(() => this.#tick());
    for (let left = dice.between(0, 3); left > 0; left--) steps.push(() => this.#answerOne());
    if (dice.oneIn(2)) for (let left = 2; left > 0; left--) steps.push(() => this.#toggle());
    if (dice.oneIn(12)) steps.push(() => this.#beLate());
    if (dice.oneIn(3)) steps.push(() => this.#crash());
    if (dice.oneIn(4)) steps.push(() => this.#checkpoint());
    return steps;
  }

  get #city(): World['city'] {
    return must(this.#world, 'an open city').city;
  }

  async #open(): Promise<void> {
    const { journalOf, journal } = holding();
    this.#journal = journal;
    const env = { ...withoutPublicWorks.env, ...this.#race.env };
    this.#world = await openWorld({
      env,
      store: this.#store,
      clock: this.#clock,
      sandbox: this.#sandbox,
      tickSliceMs: 0,
      commitDeadlineMs: deadlineMs,
      journalOf: (inner) => journalOf(new SlowJournal(inner, () => this.#slow)),
    });
  }

  /** Killed, at whatever it is doing, and opened again. Whoever waited for an answer gets none. */
  async #crash(): Promise<void> {
    this.#isCutOff = true;
    this.#epoch += 1;
    for (const { request } of this.#asked) request.isUnclear = true;
    this.#asked.clear();
    this.#runs = [];
    await this.#world?.crash();
    await this.#open();
  }

  /** Its wake-ups are heard one in a round: an answer of the sandbox may come between any two. */
  async #tick(): Promise<void> {
    void this.#city.tick();
    if (this.#race.comes === undefined) return;
    await rounds(this.#dice.between(0, 4));
    this.#answerOne();
  }

  /** Waited for by nobody: the journal may be held, or the city killed meanwhile. */
  #checkpoint(): void {
    this.#city.checkpoint().catch(() => undefined);
  }

  #toggle(): void {
    const journal = this.#journal();
    if (journal.mood === 'held') journal.release();
    else journal.mood = 'held';
  }

  /** The journal takes longer than callers wait. */
  async #beLate(): Promise<void> {
    this.#isCutOff = true;
    this.#journal().mood = 'held';
    await rounds(2);
    await this.#clock.pass(deadlineMs + 100);
    this.#journal().release();
  }

  #comes(): Promise<SandboxResult> | SandboxResult {
    const result = this.#race.comes?.(this.#dice) ?? finished;
    if (this.#ending || this.#dice.oneIn(4)) return result;
    return new Promise((resolve) => this.#runs.push(() => resolve(result)));
  }

  #answerOne(): void {
    this.#runs.shift()?.();
  }

  #request(wish: Wish, key: string | undefined): Request {
    const request: Request = { wish, key, tag: this.#requests.length, heard: [], isUnclear: false };
    this.#requests.push(request);
    return request;
  }

  #send(request: Request): void {
    const { wish, tag, key, heard } = request;
    const caller = wish.from ?? residentActor(must(this.#ids.get(wish.by), wish.by));
    const command: Command = {
      to: caller,
      caller,
      event: { ...wish.event, tag },
      ...(key !== undefined && { key: { key, fingerprint: `${tag}`, keepAnswer: true } }),
      ...(wish.awaits === true && { awaits: true }),
    };
    const epoch = this.#epoch;
    const asked = { request };
    this.#asked.add(asked);
    void this.#city.submit(command).then((outcome) => {
      if (epoch !== this.#epoch) return;
      heard.push(outcome);
      if (outcome.type === 'refused' && outcome.applied === 'unknown') request.isUnclear = true;
      this.#asked.delete(asked);
    });
  }

  /** Everything goes its way; who has no clear answer asks again. */
  async #settle(): Promise<void> {
    this.#ending = true;
    this.#slow = 0;
    for (let left = settleRoundsMax; left > 0; left--) {
      this.#journal().release();
      while (this.#runs.length > 0) this.#answerOne();
      await rounds(2);
      if (this.#asked.size > 0 || !this.#isAtRest()) continue;
      const open = this.#unsettled();
      if (open.length === 0) return;
      for (const request of open) this.#send(request);
    }
    throw new Error(`seed ${this.#seed} does not come to rest`);
  }

  /** Requests without a clear answer; one without a key is another request when it is made again. */
  #unsettled(): Request[] {
    const open = this.#requests.filter(({ heard, isUnclear }) => isUnclear || !heard.some(isFinal));
    return open.flatMap((request) => {
      request.isUnclear = false;
      if (request.key !== undefined) return [request];
      request.heard.push({ type: 'refused', code: 'given up', context: {}, applied: false });
      return [this.#request(request.wish, undefined)];
    });
  }

  #isAtRest(): boolean {
    const { state, durability } = this.#city;
    const calls = [...state.images.values()].some((image) => image.calls.length > 0);
    const { turn, tick, completedTick } = state.counters;
    return state.due.size === 0 && !calls && durability.committedTurn === turn && tick === completedTick;
  }

  async #judge(): Promise<readonly string[]> {
    const town = new Town(must(this.#world, 'an open city'), this.#ids);
    const end = new RaceEnd(town, this.#requests, this.#before.world.city.state, this.#isCutOff);
    this.#judgeRequests(end);
    judgeBook(end);
    this.#race.judge(end, this.#things);
    this.#judgeCharges(end);
    await this.#judgeRecovery(end);
    return end.faults;
  }

  /** What was applied stands in the journal once, what was refused does not (OP1, OP2, J4). */
  #judgeRequests(end: RaceEnd): void {
    const counts = new Map<number, number>();
    for (const { tag } of end.granted) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    for (const request of this.#requests) {
      const { wish, tag, heard } = request;
      const count = counts.get(tag) ?? 0;
      const name = `${wish.by} ${wish.event.type} (${tag})`;
      const final = heard.filter(isFinal).map(codeOf);
      const code = final.includes('applied') ? 'applied' : final.at(-1);
      if (code !== undefined && !['applied', 'given up', ...this.#race.losers].includes(code))
        end.faults.push(`${name}: ${code}`);
      if (wish.awaits === true) continue;
      if (code === 'applied')
        end.expect(count === 1, `[OP1] [J4] ${name} is applied and stands ${count} times in the journal`);
      else if (code === 'given up')
        end.expect(count <= 1, `[J4] ${name} without an answer stands ${count} times in the journal`);
      else end.expect(count === 0, `[OP2] ${name} is refused and stands in the journal`);
    }
  }

  /** One charge for each that was granted, none for the others. */
  #judgeCharges(end: RaceEnd): void {
    for (const [name, id] of this.#ids) {
      const actor = residentActor(id);
      const before = this.#before.world.city.state;
      const account = before.account(actor);
      const upkeep = end.ticks * burnOf(account);
      const costs = end.granted.reduce((sum, { wish }) => sum + (wish.by === name ? (wish.cost ?? 0) : 0), 0);
      const wanted = balanceAt(account, before.counters.tick) - upkeep - costs - (end.paidBesides.get(name) ?? 0);
      const has = end.town.balance(name);
      if (end.town.state(name) !== 'dead') end.expect(has === wanted, `${name} has ${has} instead of ${wanted}`);
    }
  }

  /** From its journal it is the same city (J1, J2). */
  async #judgeRecovery(end: RaceEnd): Promise<void> {
    const { state } = this.#city;
    const lived = cityHash(state);
    const { journal, checkpoints } = memoryPersistence(this.#store);
    const recovered = emptyState(state);
    await recover(recovered, journal, checkpoints);
    end.expect(cityHash(recovered) === lived, '[J2] another city was recovered');
    if (this.#seed % replayedEvery !== 0) return;
    const replayed = emptyState(state);
    await replay(replayed, journal);
    end.expect(cityHash(replayed) === lived, '[J1] commands and images give different cities');
  }
}

const emptyState = (state: CityState): CityState =>
  new CityState(kinds, 'a secret of the tests', state.counters.settings);

/** Nothing made, nothing lost, what is held is in escrow (L2, L5, L7). */
function judgeBook({ town, faults }: RaceEnd): void {
  const { state } = town.world.city;
  const { credits, burn, overdrawn } = state.totals();
  if (credits !== 0 || burn !== 0 || overdrawn.length > 0)
    faults.push(`[L7] accounts add up to ${credits}, burns to ${burn}, below zero: ${overdrawn.join()}`);
  const escrow = balanceAt(state.account('escrow'), state.counters.tick);
  const held = heldInImages(state.images.values());
  if (escrow !== held) faults.push(`[L5] ${escrow} in escrow, ${held} held`);
}

const codeOf = (outcome: Outcome): string => (outcome.type === 'applied' ? 'applied' : outcome.code);

/** True for an answer after which nobody has to ask again. */
function isFinal(outcome: Outcome): boolean {
  return outcome.type === 'applied' || (outcome.applied === false && !passing.has(outcome.code));
}

/** The same database once more; what is in it is immutable, its lists are not. */
function copyOf(store: MemoryStore): MemoryStore {
  const copy = new MemoryStore();
  copy.batches = [...store.batches];
  copy.events = [...store.events];
  copy.checkpoint = store.checkpoint;
  for (const [topic, letters] of store.letters) copy.letters.set(topic, [...letters]);
  for (const [actor, followings] of store.followings) copy.followings.set(actor, [...followings]);
  for (const [name, row] of store.keys) copy.keys.set(name, row);
  for (const [hash, text] of store.contents) copy.contents.set(hash, text);
  for (const [id, image] of store.actors) copy.actors.set(id, image);
  for (const [id, account] of store.accounts) copy.accounts.set(id, account);
  return copy;
}
