/**
 * A city of residents who do what a seed says, on a virtual clock in a loop, killed and opened again in between. Everything
 * is checked after every turn; its events are hashed at the end (L7, OP1, J4, OP3).
 */
import { createHash } from 'node:crypto';
import { kinds } from '../../actors/index.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import type { Command, Outcome } from '../../engine/command.ts';
import { replay } from '../../engine/commit/replay.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { rounds } from '../engine/held-journal.ts';
import { cityHash } from '../engine/turns-without-city.ts';
import { openWorld, VirtualClock, type World } from '../world.ts';
import { Auditor } from './auditor.ts';
import { Dice } from './dice.ts';
import { KnownPlaces } from './known-places.ts';
import { type Attempt, attempt } from './resident-attempts.ts';
import { SlowSandbox } from './slow-sandbox.ts';

export interface Course {
  readonly seed: number;
  readonly residents: number;
  readonly ticks: number;
  readonly attemptsPerTick: number;
}

export interface Findings {
  readonly violations: readonly string[];
  /** SHA-256 of every published event, in order, with its audience. */
  readonly hash: string;
  readonly turns: number;
  readonly dead: number;
  readonly restarts: number;
  /** How often each outcome came: `applied`, or the code of the refusal; and each type of event. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly eventCounts: ReadonlyMap<string, number>;
}

/** Rounds of the event loop in which a city at the end of a tick must have heard everything. */
const restRoundsMax = 2_000;

/** Time moves a little whenever it is asked for, so that ticks are drained in slices. */
class CreepingClock extends VirtualClock {
  #elapsed = 0;
  override elapsed(): number {
    this.#elapsed += 0.01;
    return this.#elapsed;
  }
}

class Simulation {
  readonly #course: Course;
  readonly #dice: Dice;
  readonly #store = new MemoryStore();
  readonly #clock = new CreepingClock();
  readonly #auditor = new Auditor();
  readonly #outcomes = new Map<string, number>();
  #ids: [string, ...string[]] = ['nobody-0'];
  #world: World | undefined;
  #attempts = 0;
  #restarts = 0;
  #opened = 0;
  #acknowledgedTurn = 0;
  readonly #known = new KnownPlaces();
  readonly #sandbox = new SlowSandbox();
  /** Who waits for the sandbox: nobody else waits for them. */
  #waiting = new Set<Promise<void>>();
  #lastKeyed: { readonly command: Command; readonly json: string } | undefined;

  constructor(course: Course) {
    this.#course = course;
    this.#dice = new Dice(course.seed);
    this.#sandbox.dice = new Dice(course.seed + 1_000_000);
  }

  async run(): Promise<Findings> {
    const { ticks, residents, attemptsPerTick, seed } = this.#course;
    await this.#open();
    while (this.#ids.length < residents) await this.#crowd(20, true);
    for (let tick = 0; tick < ticks; tick++) {
      this.#clock.ms += this.#dice.oneIn(10) ? -3_600_000 : 300_000;
      const passing = this.#city().tick();
      for (let done = 0; done < attemptsPerTick; ) done += await this.#crowd(this.#dice.between(1, 12));
      await passing;
      this.#sandbox.answer(this.#dice.between(0, 6));
      await this.#rest();
      this.#auditor.everything(this.#city().state);
      if (this.#dice.oneIn(4)) await this.#city().checkpoint();
      if (this.#dice.oneIn(5)) await this.#restart();
    }
    await this.#restart();
    await this.#replayed(seed);
    return this.#findings();
  }

  async #open(): Promise<void> {
    const { seed } = this.#course;
    const opened = ++this.#opened;
    this.#world = await openWorld({
      store: this.#store,
      clock: this.#clock,
      sandbox: this.#sandbox,
      secret: `seed ${seed}`,
      env: { MINDS: '3', TOKEN_MISSED_TICKS: '2' },
      tickSliceMs: 1,
      checkpointSlice: 50,
      commitDeadlineMs: 1e12,
      // A killed city may seal a turn more before it is gone: nobody will ever know.
      onSealed: (sealed, state) => this.#opened === opened && this.#auditor.sealed(sealed, state),
    });
    this.#auditor.open(this.#city().state);
  }

  #city(): World['city'] {
    if (this.#world === undefined) throw new Error('the city is not open');
    return this.#world.city;
  }

  /** Some attempts at the same moment. */
  async #crowd(size: number, founding = false): Promise<number> {
    await Promise.all(Array.from({ length: size }, () => this.#attempt(founding)));
    return size;
  }

  async #attempt(founding: boolean): Promise<void> {
    const n = ++this.#attempts;
    const among = this.#dice.oneIn(3) ? this.#ids : this.#newest();
    let { command, sound } = this.#next(among, n);
    while (founding && command.event.type !== 'found') ({ command, sound } = this.#next(among, n));
    const key = sound && this.#dice.oneIn(5) ? { key: `key ${n}`, fingerprint: `${n}`, keepAnswer: true } : undefined;
    const keyed: Command = key === undefined ? command : { ...command, key };
    const opened = this.#opened;
    const asked = this.#city()
      .submit(keyed)
      .then((outcome) => {
        if (opened === this.#opened) this.#heard(keyed, sound, outcome);
      });
    if (command.awaits !== true) return asked;
    const waiting: Promise<void> = asked.then(() => void this.#waiting.delete(waiting));
    this.#waiting.add(waiting);
    // It takes place now; how it ends is heard later.
    return rounds(1);
  }

  #next(among: readonly [string, ...string[]], n: number): Attempt {
    this.#known.read(this.#store.events);
    return attempt({ dice: this.#dice, state: this.#city().state, known: this.#known }, among, n);
  }

  /** Everything that is due has been heard. */
  async #rest(): Promise<void> {
    for (let left = restRoundsMax; left > 0; left--) {
      await rounds(1);
      const { state, durability } = this.#city();
      if (state.due.size === 0 && durability.committedTurn === state.counters.turn) return;
    }
    this.#auditor.violations.push('[K3] the city does not come to rest');
  }

  /** Nor does anybody wait for the sandbox. */
  async #deepRest(): Promise<void> {
    for (let left = 20; left > 0; left--) {
      this.#sandbox.answer(Number.POSITIVE_INFINITY);
      await this.#rest();
      if (this.#waiting.size === 0 && this.#sandbox.open === 0) return;
    }
    this.#auditor.violations.push(`[S2] ${this.#waiting.size} wait for ever`);
  }

  /** The newest residents: more of them are alive. */
  #newest(): [string, ...string[]] {
    const [first = 'nobody-0', ...rest] = this.#ids.slice(-80);
    return [first, ...rest];
  }

  #heard(command: Command, sound: boolean, outcome: Outcome): void {
    const end = outcome.type === 'applied' ? 'applied' : outcome.code;
    this.#outcomes.set(end, (this.#outcomes.get(end) ?? 0) + 1);
    if (outcome.type !== 'applied') {
      if (outcome.applied !== false) this.#auditor.violations.push(`[OP2] ${end} may have happened`);
      if (end === 'internal_error' && sound)
        this.#auditor.violations.push(`[T2] ${JSON.stringify(command.event)} failed`);
      return;
    }
    if (!sound) this.#auditor.violations.push(`[L1] ${JSON.stringify(command.event)} was applied`);
    this.#acknowledgedTurn = Math.max(this.#acknowledgedTurn, outcome.turn);
    if (command.key !== undefined) this.#lastKeyed = { command, json: outcome.json };
    const { type } = command.event;
    if (type === 'found' || type === 'adopt') this.#ids.push((JSON.parse(outcome.json) as { id: string }).id);
    this.#known.answered(type, outcome.json);
  }

  /** Kills the city, at rest or in the middle of things, and opens it again. */
  async #restart(): Promise<void> {
    this.#restarts += 1;
    const { state } = this.#city();
    const rude = this.#dice.oneIn(2);
    // At rest nothing is under way: not even the wake-ups of who was born a moment ago.
    if (!rude) await this.#deepRest();
    const before = cityHash(state);
    if (rude) for (let n = 0; n < 5; n++) void this.#city().submit(this.#next(this.#ids, 0).command);
    this.#opened += 1;
    this.#waiting.clear();
    this.#sandbox.forget();
    await this.#world?.crash();
    await this.#open();
    const after = this.#city().state;
    if (!rude && cityHash(after) !== before)
      this.#auditor.violations.push(`[J2] another city after restart ${this.#restarts}`);
    if (after.counters.turn < this.#acknowledgedTurn)
      this.#auditor.violations.push('[OP1] an acknowledged write is lost');
    if (after.counters.completedTick !== after.counters.tick)
      this.#auditor.violations.push('[K3] opened with a tick half heard');
    if (this.#lastKeyed === undefined) return;
    const { command, json } = this.#lastKeyed;
    const again = await this.#city().submit(command);
    if (again.type !== 'applied' || !again.repeated || again.json !== json)
      this.#auditor.violations.push('[J4] a repeat acted again');
  }

  /** The commands of the journal, in an empty city, give the same city (J1). */
  async #replayed(seed: number): Promise<void> {
    const { state } = this.#city();
    const other = new CityState(kinds, `seed ${seed}`, state.counters.settings);
    await replay(other, memoryPersistence(this.#store).journal);
    if (cityHash(other) !== cityHash(state))
      this.#auditor.violations.push('[J1] commands and images give different cities');
  }

  #findings(): Findings {
    const hash = createHash('sha256');
    const eventCounts = new Map<string, number>();
    for (const [at, { seq, type, json, audience }] of this.#store.events.entries()) {
      eventCounts.set(type, (eventCounts.get(type) ?? 0) + 1);
      if (seq !== at + 1) this.#auditor.violations.push(`[J0] event ${seq} where ${at + 1} should be`);
      hash.update(json).update(audience.join());
    }
    const { state } = this.#city();
    const dead = this.#ids.filter((id) => state.imageOf(residentActor(id))?.state === 'dead').length;
    const { violations, turns } = this.#auditor;
    const outcomes = this.#outcomes;
    return { violations, hash: hash.digest('hex'), turns, dead, restarts: this.#restarts, outcomes, eventCounts };
  }
}

export const simulate = (course: Course): Promise<Findings> => new Simulation(course).run();
