/**
 * The newest commands that turns refused, and why. Nothing of them is in the journal, so here alone they can be looked up. What a gateway
 * refuses at its door is no turn, and not among them.
 *
 * RF1  They are bounded in number and in size; the oldest goes first, and a context that is too large is not kept.
 */
import { LRUCache } from 'lru-cache';
import { type Addressee, addresseeOf } from '../../engine/addressee.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { sizeOf } from '../../engine/size-of.ts';

const refusalsMax = 10_000;
/** Of all contexts together, and of one: in characters of texts, and 8 for each other value. */
const sizeMax = 4 * 1024 * 1024;
const contextSizeMax = 2_048;
/** What an entry takes besides its context. */
const entrySize = 64;
/** Refusals of one actor that are told. */
const toldMax = 20;

export interface NewestRefusal extends Addressee {
  /** The turn that it would have been. */
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: string;
  /** Null: it was too large. */
  readonly context: Refused['context'] | null;
}

interface Kept {
  readonly refusal: NewestRefusal;
  readonly size: number;
}

export class NewestRefusals {
  readonly #refusals: LRUCache<number, Kept>;
  #count = 0;

  constructor({ max = refusalsMax, maxSize = sizeMax } = {}) {
    this.#refusals = new LRUCache({ max, maxSize, sizeCalculation: ({ size }) => size });
  }

  /** For `CityOptions.onDropped`. */
  dropped({ code, context }: Refused, command: JournalCommand): void {
    const size = sizeOf(context);
    const isKept = size <= contextSizeMax;
    const { turn, at } = command;
    const refusal = { turn, at, ...addresseeOf(command), code, context: isKept ? context : null };
    this.#refusals.set(++this.#count, { refusal, size: entrySize + (isKept ? size : 0) });
  }

  /** Those that the actor sent or was sent, newest first. */
  of(actor: ActorId): readonly NewestRefusal[] {
    const told: NewestRefusal[] = [];
    for (const { refusal } of this.#refusals.values()) {
      if (refusal.to !== actor && refusal.caller !== actor) continue;
      if (told.push(refusal) === toldMax) break;
    }
    return told;
  }
}
