/**
 * The newest turns, noted while they are run: what led to them is told without opening the past. Turns are noted only while somebody looks,
 * and for some minutes after; else nothing is made for them.
 *
 * WY5  What is told from here is to the byte what the past, run again, would tell; what is not here whole is not told from here.
 * WY6  Turns are bounded in number and in size; the oldest goes first.
 */
import { sizeOf } from '../../engine/size-of.ts';
import { type Asked, type Chain, causesOf } from '../../engine/why/causes.ts';
import type { TurnSource } from '../../engine/why/traced-turns.ts';
import { type TurnNotes, type TurnTrace, traceOf } from '../../engine/why/turn-trace.ts';
import type { ObservedTurns } from './observed-turns.ts';

const turnsMax = 10_000;
/** Of all turns together: in characters of texts, and 8 for each other value. */
const sizeMax = 16 * 1024 * 1024;
/** What a turn takes besides its messages, a message besides what it says, and a posting, an account or what was asked for. */
const [turnSize, messageSize, partSize] = [256, 192, 96];
/** How long turns are noted after somebody has looked. */
const notedMs = 600_000;

interface NewestTracesOptions {
  readonly turnsMax?: number;
  readonly sizeMax?: number;
}

/** A turn is not here, or not any more. */
class NotKept extends Error {}

export class NewestTraces implements TurnSource {
  readonly #turns: ObservedTurns;
  /** A ring, filled from its first place on: turns have no gap. */
  readonly #kept: (TurnNotes | undefined)[] = [];
  /** Of each that is there. */
  readonly #sizes: number[] = [];
  /** The turn that has, or had, the first place. */
  #first = 0;
  readonly #max: number;
  readonly #sizeMax: number;
  /** The first turn that is here, and the one after the last; the same where there is none. */
  #from = 0;
  #until = 0;
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(turns: ObservedTurns, { turnsMax: max = turnsMax, sizeMax: size = sizeMax }: NewestTracesOptions = {}) {
    this.#turns = turns;
    this.#max = max;
    this.#sizeMax = size;
  }

  /** From the next turn on, turns are noted, until nobody has looked for some minutes. */
  readonly look = (): void => {
    this.#turns.want(this);
    this.#timer ??= setTimeout(this.end, notedMs).unref();
    this.#timer.refresh();
  };

  /** Turns are noted no more, and those that were are forgotten. */
  readonly end = (): void => {
    this.#turns.wantNoMore(this);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#forget();
  };

  /** A turn that was observed. */
  sealed(notes: TurnNotes): void {
    if (this.#timer !== undefined) this.#keep(notes);
  }

  /** What led to something; undefined: not all of it is here. */
  async causes(asked: Asked, linksMax: number): Promise<Chain | undefined> {
    try {
      return await causesOf(this, asked, linksMax);
    } catch (cause) {
      if (cause instanceof NotKept) return undefined;
      throw cause;
    }
  }

  /** Throws `NotKept`. */
  async turn(turn: number): Promise<TurnTrace> {
    return traceOf(this.#notesOf(turn));
  }

  /** Throws `NotKept`. */
  async turnOfEvent(seq: number): Promise<TurnTrace> {
    let [low, high] = [this.#from, this.#until - 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { seqBefore, published } = this.#notesOf(middle);
      if (seqBefore + published >= seq) high = middle;
      else low = middle + 1;
    }
    const notes = this.#notesOf(low);
    if (seq <= notes.seqBefore || seq > notes.seqBefore + notes.published) throw new NotKept();
    return traceOf(notes);
  }

  /** It is not noted. */
  async derivedSince(): Promise<never> {
    throw new NotKept();
  }

  #notesOf(turn: number): TurnNotes {
    const kept = turn < this.#from || turn >= this.#until ? undefined : this.#kept[this.#placeOf(turn)];
    if (kept === undefined) throw new NotKept();
    return kept;
  }

  #placeOf(turn: number): number {
    return (turn - this.#first) % this.#max;
  }

  #keep(notes: TurnNotes): void {
    const { turn } = notes.command;
    if (turn !== this.#until) {
      this.#forget();
      this.#first = this.#from = turn;
    }
    const size = notesSize(notes);
    if (turn - this.#from === this.#max) this.#dropOldest();
    const place = this.#placeOf(turn);
    this.#kept[place] = notes;
    this.#sizes[place] = size;
    this.#until = turn + 1;
    this.#size += size;
    while (this.#size > this.#sizeMax) this.#dropOldest();
  }

  #dropOldest(): void {
    const place = this.#placeOf(this.#from++);
    this.#size -= this.#sizes[place] ?? 0;
    this.#kept[place] = undefined;
  }

  #forget(): void {
    this.#kept.length = 0;
    this.#sizes.length = 0;
    [this.#from, this.#until, this.#size] = [0, 0, 0];
  }
}

function notesSize({ first, rest, command }: TurnNotes): number {
  let size = turnSize + (rest.postings.length + rest.accounts.length) * partSize;
  for (let message = first; message !== undefined; message = message.next) {
    const { event, born, asked } = message;
    size += messageSize + (born.length + asked.length) * partSize + (isOf(command, event) ? 0 : sizeOf(event));
  }
  return size + ('event' in command ? sizeOf(command.event) : 0) + ('input' in command ? sizeOf(command.input) : 0);
}

/** The first message of most turns is that of the command. */
const isOf = (command: TurnNotes['command'], event: unknown): boolean => 'event' in command && command.event === event;
