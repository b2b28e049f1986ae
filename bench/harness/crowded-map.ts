/** A city as large as the public map shows, made up: places in a tree of ways, residents in them, and who moves next. */
import { must } from '../../engine/assert.ts';
import { Land } from '../../land/land.ts';
import { Town } from '../../land/town.ts';
import { SeededRandom } from '../../population/seeded-random.ts';

export interface CrowdedMapOptions {
  readonly places: number;
  readonly residents: number;
}

const commons = 'city-commons';
const seed = 11;
export const landSeed = 'a crowded land';
const noPod = { tier: null, annexes: 0, since_tick: null };

/** A resident's step from one place to the next. */
export interface Step {
  readonly resident: string;
  readonly from: string;
  readonly to: string;
}

export class CrowdedMap {
  readonly #town = new Town(new Land(landSeed));
  readonly #random = new SeededRandom(seed);
  readonly #near: { readonly id: string; readonly from: string | undefined }[] = [{ id: commons, from: undefined }];
  readonly #neighbours = new Map<string, string[]>([[commons, []]]);
  readonly #residents: { readonly id: string; readonly name: string; location: string }[] = [];

  constructor({ places, residents }: CrowdedMapOptions) {
    for (let at = 1; at < places; at++) this.#open(`pod_${String(at).padStart(12, '0')}`);
    for (let at = 0; at < residents; at++) this.#settle(at);
    for (const { id } of this.#residents) this.#town.come({ key: id, use: 'home' });
    for (const { id } of this.#near) if (id !== commons) this.#town.come({ key: id, use: 'place' });
  }

  /** The map as `GET /v1/map` answers it. */
  shown(seq: number): object {
    const counts = new Map<string, number>();
    for (const { location } of this.#residents) counts.set(location, (counts.get(location) ?? 0) + 1);
    const places = this.#near.map(({ id }, at) => {
      const kind = id === commons ? 'commons' : 'pod';
      const name = id === commons ? 'The Commons' : `Place ${at}`;
      return { id, kind, name, owner: null, residents_count: counts.get(id) ?? 0, ...this.#at(id), ...noPod };
    });
    const ways = this.#near.flatMap(({ id, from }) =>
      from === undefined ? [] : [{ from, to: id, bidirectional: true }],
    );
    const homes = this.#residents.map(({ id, name }) => ({
      resident: id,
      name,
      face: id,
      is_lit: false,
      ...this.#at(id),
    }));
    const town = { land: landSeed, tick: 1, homes, sites: [], ruins: [], dead: [] };
    return { seq, places, ways, residents: this.#residents, truncated: false, ...town };
  }

  #at(id: string) {
    const lot = this.#town.lotOf(id);
    const { x, y } = lot?.before.at ?? { x: 0, y: 0 };
    return { lot: lot?.id ?? null, x: Math.round(x), y: Math.round(y) };
  }

  /** Somebody goes to a neighbouring place. */
  step(): Step {
    const who = must(this.#residents[this.#random.integerBelow(this.#residents.length)], 'somebody');
    const from = who.location;
    who.location = this.#random.pick(this.#neighbours.get(from) ?? []) ?? commons;
    return { resident: who.id, from, to: who.location };
  }

  /** A new place behind one of the others. */
  #open(id: string): void {
    const from = must(this.#near[this.#random.integerBelow(this.#near.length)], 'a place').id;
    this.#near.push({ id, from });
    this.#neighbours.set(id, [from]);
    this.#neighbours.get(from)?.push(id);
  }

  #settle(at: number): void {
    const location = must(this.#near[this.#random.integerBelow(this.#near.length)], 'a place').id;
    this.#residents.push({ id: `resident-${at}`, name: `Resident ${at}`, location });
  }
}
