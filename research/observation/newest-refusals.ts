/**
 * The newest commands that turns refused, and the newest requests that a gateway refused at its door, before they became turns; and why.
 * Nothing of them is in the journal, so here alone they can be looked up.
 *
 * RF1  They are bounded in number and in size; the oldest goes first, and a context that is too large is not kept. Who is refused the same
 *      at the door again and again takes one place: nobody drives out what others were refused.
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

export interface NewestRefusal extends Omit<Addressee, 'command'> {
  /** The turn that it would have been, and its command; null: it was refused at the door. */
  readonly turn: number | null;
  readonly command: Addressee['command'] | null;
  /** Method and path of what was refused at the door. */
  readonly request: string | null;
  /** How often it was refused at the door for the same reason. */
  readonly times: number;
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
  readonly #refusals: LRUCache<number | string, Kept>;
  #count = 0;

  constructor({ max = refusalsMax, maxSize = sizeMax } = {}) {
    this.#refusals = new LRUCache({ max, maxSize, sizeCalculation: ({ size }) => size });
  }

  /** For `CityOptions.onDropped`. */
  dropped({ code, context }: Refused, command: JournalCommand): void {
    const { turn, at } = command;
    this.#keep(++this.#count, { turn, at, ...addresseeOf(command), request: null, times: 1, code, context });
  }

  /** A request of the caller (`POST /v1/mesh/broadcast`) was refused before the city was asked. `at`: milliseconds since 1970. */
  atDoor({ code, context }: Refused, caller: ActorId, request: string, at: number): void {
    const name = `${caller} ${request} ${code}`;
    const times = 1 + (this.#refusals.peek(name)?.refusal.times ?? 0);
    this.#keep(name, { turn: null, at, command: null, caller, to: null, event: null, request, times, code, context });
  }

  #keep(name: number | string, refusal: NewestRefusal): void {
    const size = sizeOf(refusal.context);
    const isKept = size <= contextSizeMax;
    const kept = isKept ? refusal : { ...refusal, context: null };
    this.#refusals.set(name, { refusal: kept, size: entrySize + (isKept ? size : 0) });
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
