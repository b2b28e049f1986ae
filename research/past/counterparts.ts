/**
 * What a fork has in place of what its record made. Names that nobody can foretell, and the numbers of residents, are counted through the
 * city: after one act more or less the same job has another name. So the record is run again beside the fork, and its later commands are
 * translated: they name what came of the same act.
 *
 * FK4  A command of the record means in a fork what it meant in the city, however many names were given before it.
 */

import type { JournalCommand } from '../../engine/command.ts';
import { runAgain } from '../../engine/commit/replay.ts';
import { nameOf } from '../../engine/ids.ts';
import type { Counters } from '../../engine/ports.ts';
import type { CityState } from '../../engine/state/city-state.ts';

type Counts = Pick<Counters, 'number' | 'minted'>;

/** Words of which ids are made: `wren-17`, and the part of a minted name after its prefix. */
const words = /[a-z0-9]+(?:-[a-z0-9]+)*/g;

/** In place of what was made in the record and not in the fork; nothing is ever named so. */
const none = { name: '2'.repeat(16), number: 0 };

export class Counterparts {
  #record: CityState | undefined;
  readonly #words = new Map<string, string>();

  /** `record`: the city at the moment of the fork, a state of its own; unset: nothing is translated. */
  constructor(record: CityState | undefined) {
    this.#record = record;
  }

  /** What comes now was made by another version of the code: it cannot be run again. Whether anything was paired until now. */
  end(): boolean {
    const isFollowed = this.#record !== undefined;
    this.#record = undefined;
    return isFollowed;
  }

  /** The command as the fork has to hear it. */
  translated(command: JournalCommand): JournalCommand {
    if (this.#words.size === 0) return command;
    const text = JSON.stringify(command).replace(words, (word) => this.#words.get(word) ?? word);
    return JSON.parse(text);
  }

  /** The record goes on by this command; what it makes in it is paired with what the fork has made of it between its two counts. */
  follow(command: JournalCommand, before: Counts, after: Counts): void {
    const state = this.#record;
    if (state === undefined) return;
    const { minted, number } = state.counters;
    const { images } = runAgain(state, command, 0);
    state.departing.clear();
    for (let nth = 1; nth <= state.counters.minted - minted; nth++) {
      const mine = before.minted + nth;
      const name = mine <= after.minted ? state.names.name(mine) : none.name;
      this.#pair(state.names.name(minted + nth), name);
    }
    if (state.counters.number === number) return;
    for (const id of images.keys()) this.#pairNumbered(nameOf(id), number, before, after);
  }

  /** The name of an actor that was numbered in this turn of the record, if it is one. */
  #pairNumbered(name: string, from: number, before: Counts, after: Counts): void {
    const [, slug, digits] = /^([a-z0-9-]+)-(\d+)$/.exec(name) ?? [];
    const nth = Number(digits) - from;
    if (slug === undefined || !(nth > 0)) return;
    const mine = before.number + nth;
    this.#pair(name, `${slug}-${mine <= after.number ? mine : none.number}`);
  }

  #pair(theirs: string, ours: string): void {
    if (theirs !== ours) this.#words.set(theirs, ours);
  }
}
