/** The newest turns of the city, and whom each changed. They are not kept with the city: a start begins anew. */

import { addresseeOf } from '../../engine/addressee.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Sealed } from '../../engine/turn/seal.ts';

const turnsMax = 10_000;
/** Actors of one turn that are kept; hardly one changes more. */
const actorsMax = 16;
/** Turns of one actor that are told. */
const toldMax = 20;

interface NewestTurn {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly command: JournalCommand['type'];
  readonly caller: string | null;
  readonly to: ActorId | null;
  /** What the addressee heard; null: the command does not say. */
  readonly event: string | null;
  /** The first event that the turn published, and how many; 0: none. */
  readonly seq: number;
  readonly published: number;
  /** Those that it changed, with the state in which each then was. */
  readonly states: readonly (readonly [ActorId, string])[];
}

/** A turn of one actor; `state`: null where the turn left it as it was. */
export type TurnOfActor = Omit<NewestTurn, 'states'> & { readonly state: string | null };

export class NewestTurns {
  /** A ring: each turn takes the place of the oldest. An `LRUCache` took four times as long, in every turn of the city. */
  readonly #turns: NewestTurn[] = [];
  readonly #max: number;
  #count = 0;

  constructor(max = turnsMax) {
    this.#max = max;
  }

  /** For `CityOptions.onSealed`. */
  sealed({ turn, command, images, events }: Sealed): void {
    const states: [ActorId, string][] = [];
    for (const [id, { state }] of images) if (states.push([id, state]) === actorsMax) break;
    const [seq, published] = [events[0]?.seq ?? 0, events.length];
    this.#turns[this.#count++ % this.#max] = { turn, at: command.at, seq, published, states, ...addresseeOf(command) };
  }

  /** Those that the actor was addressed in or changed by, newest first. */
  of(actor: ActorId): readonly TurnOfActor[] {
    const told: TurnOfActor[] = [];
    const oldest = this.#count % this.#max;
    for (const { states, ...turn } of [...this.#turns.slice(oldest), ...this.#turns.slice(0, oldest)].reverse()) {
      const state = states.find(([id]) => id === actor)?.[1];
      if (state === undefined && turn.to !== actor) continue;
      if (told.push({ ...turn, state: state ?? null }) === toldMax) break;
    }
    return told;
  }
}
