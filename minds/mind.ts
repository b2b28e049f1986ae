/**
 * One mind: it perceives, decides and acts until it is dead, taken over or stopped.
 *
 * MI1  Whatever a city answers, the loop goes on: only 401 or 410 for its own passport and `stop` end it.
 * MI2  Its acts and thoughts are within `actsPerMinute`; in its notebook it writes once in some ticks, in its first acts oftener.
 * MI3  `stop` ends it at once: requests under way are given up. What it remembers and has not written down it writes first, within
 *      `saveMsMax`, where that is set.
 */
import type { Dice } from '../population/seeded-random.ts';
import type { Act } from './acts/act.ts';
import { ActPace } from './acts/act-pace.ts';
import { causeOf } from './acts/cause.ts';
import { perform } from './acts/perform.ts';
import { isAmong, possibleActs } from './acts/possible.ts';
import type { Brain, Decision } from './brains/brain.ts';
import { type BrainChoice, brainOf } from './brains/brain-choice.ts';
import { CityDoor } from './city-client.ts';
import { Memory } from './memory/memory.ts';
import { Notebook } from './memory/notebook.ts';
import type { MindPorts } from './mind-ports.ts';
import { Hearing } from './perception/hearing.ts';
import type { Perception } from './perception/perception.ts';
import { Senses } from './perception/senses.ts';
import { perceptionText } from './perception/text.ts';
import type { WhyEnded } from './protocol.ts';

export interface LivingMind {
  readonly ended: Promise<WhyEnded>;
  /** Milliseconds since its last act that was not refused. */
  idleMs(): number;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface MindOptions {
  readonly ports: MindPorts;
  readonly token: string;
  readonly actsPerMinute: number;
  readonly brain: BrainChoice;
  /** Called when the city knows the token: the mind acts from now on. */
  readonly onLiving: (resident: string) => void;
  /** Milliseconds for which it may write down what it remembers when it is stopped; unset: it does not, the city ends with it. */
  readonly saveMsMax?: number;
  /** Share of the usual pauses; a test takes less. */
  readonly pauseShare?: number;
  /** Called with each perception, and with the reason of each act. */
  readonly explain?: (line: string) => void;
  /** Called for a defect of the mind itself, after which it goes on. */
  readonly onDefect?: (cause: unknown) => void;
}

/** Pauses after an act, in ms: short in a conversation, long at rest; words of others end them early. */
const pauses = {
  short: 1_800,
  usual: 3_200,
  long: 7_000,
  spread: 2_600,
  least: 900,
  away: 2_000,
  defect: 5_000,
} as const;

/**
 * The share of these pauses by how long a tick is: a short life is lived faster than a long one, which has hundreds of acts all the same.
 * Until it has heard two ticks a mind does not know, and takes the pauses as they are.
 */
const pacedTickMs = 24_000;
const paceShareMin = 0.55;
const paceShareMax = 2.5;

/** Thoughts are rare, since the visitor reads each of them, and a thought takes the place of an act. */
const turnsBetweenThoughts = 5;

export function beginMind(options: MindOptions): LivingMind {
  const mind = new Mind(options);
  return { ended: mind.live(), idleMs: () => mind.idleMs, stop: () => mind.stop() };
}

class Mind {
  readonly #options: MindOptions;
  readonly #closing = new AbortController();
  /** Aborted when nothing is written down any more: when it is stopped, somewhat later than all else. */
  readonly #keeping = new AbortController();
  readonly #door: CityDoor;
  readonly #hearing = new Hearing();
  readonly #senses: Senses;
  readonly #pace: ActPace;
  readonly #notebook: Notebook;
  #ended: Promise<WhyEnded> | null = null;
  #wake: () => void = () => undefined;
  /** The memory as it was after its last act; null of one that is not to write it down. */
  #toKeep: { readonly self: string; readonly memory: Memory } | null = null;
  #isCalled = false;
  #isResting = false;
  /** When it heard of the last tick. */
  #tickAt: number | null = null;
  #paceShare = 1;
  /** When it last did something, or began. */
  #actedAt: number;
  /** Its purpose when it last acted. */
  #purpose: string | null = null;
  /** True when its purpose has changed since it last noted a thought. */
  #isToThink = false;
  /** Turns since it last noted a thought. */
  #turnsSilent = turnsBetweenThoughts;

  constructor(options: MindOptions) {
    this.#options = options;
    const { ports, token, actsPerMinute } = options;
    this.#door = new CityDoor({ ports, token, closing: this.#closing.signal });
    this.#senses = new Senses(this.#door, this.#hearing);
    this.#actedAt = ports.clock.now();
    this.#pace = new ActPace(actsPerMinute, ports.clock);
    this.#notebook = new Notebook(new CityDoor({ ports, token, closing: this.#keeping.signal }));
    this.#hearing.onCall = () => {
      this.#isCalled = true;
      this.#wake();
    };
    this.#hearing.onTick = () => {
      const now = ports.clock.now();
      if (this.#tickAt !== null) this.#paceShare = paceShareOf(now - this.#tickAt);
      this.#tickAt = now;
      if (this.#isResting) this.#wake();
    };
  }

  live(): Promise<WhyEnded> {
    this.#ended ??= this.#liveAndKeep().finally(() => {
      this.#closing.abort();
      this.#keeping.abort();
    });
    return this.#ended;
  }

  async #liveAndKeep(): Promise<WhyEnded> {
    const why = await this.#live();
    const last = this.#toKeep;
    if (why === 'stopped' && last !== null && !this.#keeping.signal.aborted)
      await this.#notebook.writeLast(last.self, last.memory.state);
    return why;
  }

  get idleMs(): number {
    return this.#options.ports.clock.now() - this.#actedAt;
  }

  async stop(): Promise<void> {
    const { saveMsMax, ports } = this.#options;
    if (saveMsMax === undefined) this.#keeping.abort();
    else void ports.clock.sleep(saveMsMax, this.#keeping.signal).then(() => this.#keeping.abort());
    this.#closing.abort();
    this.#wake();
    await this.live();
  }

  async #live(): Promise<WhyEnded> {
    const closing = this.#closing.signal;
    let born: { readonly brain: Brain; readonly memory: Memory; readonly dice: Dice } | null = null;
    while (!closing.aborted) {
      try {
        // What it does it does at once when it has looked: what is said meanwhile would go unheard.
        if (!(await this.#pace.ready(closing))) break;
        const look = await this.#senses.look();
        if (look.type === 'ended') return look.why;
        if (look.type === 'away' || closing.aborted) {
          await this.#pause(pauses.away);
          continue;
        }
        born ??= await this.#begin(look.perception);
        await this.#turn(look.perception, born.brain, born.memory, born.dice);
      } catch (error) {
        // A defect of the mind itself: it pauses and goes on.
        this.#options.onDefect?.(error);
        this.#options.explain?.(`defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        await this.#pause(pauses.defect);
      }
    }
    return 'stopped';
  }

  async #begin({ self }: Perception) {
    const stream = this.#door.listen((event) => this.#hearing.hear(self.id, event));
    await Promise.race([stream.live(), this.#pause(pauses.away)]);
    const memory = new Memory(await this.#notebook.read());
    const dice = this.#options.ports.diceOf(self.id, memory.state.beat);
    const brain = brainOf(this.#options.brain, { memory, dice, door: this.#door });
    this.#options.onLiving(self.id);
    return { brain, memory, dice };
  }

  /** One turn: the possible acts, the decision, its outcome. */
  async #turn(seen: Perception, brain: Brain, memory: Memory, dice: Dice): Promise<void> {
    const closing = this.#closing.signal;
    const possible = possibleActs(seen);
    const before = this.#purpose ?? memory.state.purpose;
    this.#isCalled = false;
    const decision = await brain.decide(seen, possible);
    this.#options.explain?.(`${perceptionText(seen)}\n=> ${decision.why}`);
    if (!isAmong(possible, decision.act)) return this.#pause(pauses.usual);
    this.#purpose = decision.purpose;
    if (decision.purpose !== before) this.#isToThink = true;
    if (decision.act.type !== 'rest' && !(await this.#pace.take(closing))) return;
    const cause = decision.cause ?? causeOf(decision.act, seen);
    const outcome = await perform(decision.act, seen, this.#door, cause);
    if (outcome.type === 'done') this.#actedAt = this.#options.ports.clock.now();
    if (outcome.type === 'refused') this.#options.explain?.(`<= refused: ${outcome.code}`);
    brain.learn(seen, decision, outcome);
    if (++this.#turnsSilent >= turnsBetweenThoughts && this.#isToThink) await this.#think(decision);
    if (!isWords(decision.act)) this.#senses.forget();
    await this.#note(seen, memory);
    if (outcome.type === 'away') await this.#pause(pauses.away);
    else await this.#rest(decision.act, dice);
  }

  async #think({ thought }: Decision): Promise<void> {
    this.#isToThink = false;
    this.#turnsSilent = 0;
    if (!(await this.#pace.take(this.#closing.signal))) return;
    await this.#door.post('/v1/me/thoughts', { text: thought.slice(0, 500) });
  }

  async #note({ self }: Perception, memory: Memory): Promise<void> {
    const isToKeep = !self.isDying && self.balance >= 1;
    this.#toKeep = isToKeep ? { self: self.id, memory } : null;
    if (!isToKeep) return;
    await this.#notebook.write(self.id, memory.state);
  }

  /** Others need time to read; a mind that is spoken to ends its pause early, and one that rests at the next tick. */
  async #rest(act: Act, dice: Dice): Promise<void> {
    const usual = act.type === 'rest' ? pauses.long : isWords(act) ? pauses.usual : pauses.short;
    await this.#pause(this.#paceShare * (pauses.least + dice.integerBelow(400)));
    if (this.#isCalled) return;
    this.#isResting = act.type === 'rest';
    await this.#pause(this.#paceShare * (usual - pauses.least + dice.integerBelow(pauses.spread)));
    this.#isResting = false;
  }

  async #pause(ms: number): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const signal = AbortSignal.any([woken.signal, this.#closing.signal]);
    await this.#options.ports.clock.sleep(ms * (this.#options.pauseShare ?? 1), signal);
  }
}

const paceShareOf = (tickMs: number): number => Math.min(paceShareMax, Math.max(paceShareMin, tickMs / pacedTickMs));

const isWords = ({ type }: Act): boolean =>
  type === 'say' || type === 'whisper' || type === 'letter' || type === 'rest';
