/** The newest turns of the city, and whom each changed. They are not kept with the city: a start begins anew. */

import { type Addressee, addresseeOf } from '../../engine/addressee.ts';
import { must } from '../../engine/assert.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Sealed } from '../../engine/turn/seal.ts';

const turnsMax = 10_000;
/** Actors of one turn that are kept; hardly one changes more. */
const actorsMax = 16;
/** Turns of one actor that are told. */
const toldMax = 20;

/** A turn of one actor. */
export interface TurnOfActor extends Addressee {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The first event that the turn published, and how many; 0: none. */
  readonly seq: number;
  readonly published: number;
  /** The state in which it then was; null where the turn left it as it was. */
  readonly state: string | null;
}

type Told = Omit<TurnOfActor, 'state'>;

/** A place in the ring, written anew for each turn: turns that were objects of their own would grow old here, ten thousand at a time. */
type NotedTurn = { -readonly [Field in keyof Told]: Told[Field] } & {
  /** How many it changed: the first of `ids`, each with its state. */
  changed: number;
  readonly ids: ActorId[];
  readonly states: string[];
};

export class NewestTurns {
  /** A ring: each turn takes the place of the oldest. An `LRUCache` took four times as long, in every turn of the city. */
  readonly #turns: NotedTurn[] = [];
  readonly #max: number;
  #count = 0;

  constructor(max = turnsMax) {
    this.#max = max;
  }

  /** For `CityOptions.onSealed`. */
  sealed({ turn, command, images, events }: Sealed): void {
    const noted = this.#next();
    noted.turn = turn;
    noted.at = command.at;
    noted.seq = events[0]?.seq ?? 0;
    noted.published = events.length;
    const { command: type, caller, to, event } = addresseeOf(command);
    noted.command = type;
    noted.caller = caller;
    noted.to = to;
    noted.event = event;
    noted.changed = 0;
    for (const [id, { state }] of images) {
      noted.ids[noted.changed] = id;
      noted.states[noted.changed] = state;
      if (++noted.changed === actorsMax) break;
    }
  }

  /** The place of the oldest turn. */
  #next(): NotedTurn {
    const at = this.#count++ % this.#max;
    const known = this.#turns[at];
    if (known !== undefined) return known;
    const made = emptyTurn();
    this.#turns.push(made);
    return made;
  }

  /** Those that the actor was addressed in or changed by, newest first. */
  of(actor: ActorId): readonly TurnOfActor[] {
    const told: TurnOfActor[] = [];
    for (let ago = 1; ago <= this.#turns.length && told.length < toldMax; ago++) {
      const noted = must(this.#turns[(this.#count - ago) % this.#max], 'a turn of the ring');
      const at = noted.ids.indexOf(actor);
      const state = at >= 0 && at < noted.changed ? noted.states[at] : undefined;
      if (state === undefined && noted.to !== actor) continue;
      const { ids: _, states: __, changed: ___, ...turn } = noted;
      told.push({ ...turn, state: state ?? null });
    }
    return told;
  }
}

const emptyTurn = (): NotedTurn => ({
  ...{ turn: 0, at: 0, seq: 0, published: 0, changed: 0 },
  ...{ command: 'event', caller: null, to: null, event: null },
  ids: [],
  states: [],
});
