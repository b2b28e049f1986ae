/**
 * Where all residents are, as far as strangers see it: the answer of `/v1/map`, and every move since. It draws nothing, but notifies a
 * `Drawing` of changes.
 */
import * as z from 'zod/mini';
import type * as answers from '../../gateways/answers/public.ts';
import { rememberFace, rememberFaced } from '../faces/known-faces.ts';
import type { CityEvent } from '../lib/events.ts';
import { nameOf, remember } from '../lib/names-read-alike.ts';
import { partOf } from '../lib/part-of.ts';

const onLot = { lot: z.nullable(z.int()), x: z.number(), y: z.number() };
const Named = z.object({ id: z.string(), name: z.string() });
const Place = z.object({
  ...{ id: z.string(), name: z.string(), ...onLot, residents_count: z.int(), owner: z.nullable(z.string()) },
  tier: z.nullable(z.enum(['tiny', 'small', 'medium', 'large', 'massive'])),
  annexes: z.int(),
  since_tick: z.nullable(z.int()),
});
const Home = z.object({ resident: z.string(), name: z.string(), face: z.string(), ...onLot, is_lit: z.boolean() });
const Resident = z.object({ id: z.string(), name: z.string(), location: z.string() });
const Way = z.object({ from: z.string(), to: z.string() });

export const PublicMap = partOf<typeof answers.PublicMap>()(
  z.object({
    seq: z.int(),
    places: z.array(Place),
    ways: z.array(Way),
    residents: z.array(Resident),
    land: z.string(),
    tick: z.int(),
    homes: z.array(Home),
    sites: z.array(z.object(onLot)),
    ruins: z.array(z.object({ ...Named.shape, ...onLot })),
    dead: z.array(z.object({ ...Named.shape, grave: z.int(), face: z.nullable(z.string()) })),
    truncated: z.boolean(),
  }),
);

export type Place = z.infer<typeof Place>;
export type PublicMap = z.infer<typeof PublicMap>;

/** How a resident appears or disappears: walking, or at once, between two versions of the map. */
export type How = 'walking' | 'at once';

/** What somebody sees happen: at the house of a resident, or at a place. */
export interface Happening {
  readonly kind: 'resident' | 'place';
  readonly id: string;
  readonly words: string;
}

/** Draws the city. */
export interface Drawing {
  /** The town is exactly this now. */
  placed(map: PublicMap): void;
  /** It is another hour of the city's day. */
  ticked(tick: number): void;
  /** `resident` is at `place` now. If it was drawn already, it walked there from its former place; `how`: if it was not. */
  came(resident: string, place: string, how: How): void;
  left(resident: string, how: How): void;
  spoke(resident: string, words: string): void;
  /** Something has begun or ended: a life, or a place. */
  happened(happening: Happening): void;
}

export interface CityOptions {
  readonly drawing: Drawing;
  /** Calls `run` after a moment; returns the function that cancels it. */
  readonly later: (run: () => void) => () => void;
  /** The places have changed: the map should be fetched again. */
  readonly outdated: () => void;
}

/** More than the map has: it includes those who come before the map is fetched again. */
const residentsMax = 6_000;
/** Recent events that are applied again to a map from before them. */
const eventsKept = 2_000;
const changesPlaces: readonly CityEvent['type'][] = [
  'pod.deployed',
  'pod.orphaned',
  'pod.reconnected',
  'pod.owner_changed',
  'pod.shut_down',
  'resident.born',
  'resident.died',
];

export class City {
  readonly #options: CityOptions;
  #places: ReadonlyMap<string, Place> = new Map();
  /** Resident -> place. */
  readonly #residents = new Map<string, string>();
  /** Residents who have left a place, and may enter another in a moment. */
  readonly #leaving = new Map<string, () => void>();
  #lately: CityEvent[] = [];
  /** The `seq` of the map: it includes the events up to this number. */
  #seq = 0;

  constructor(options: CityOptions) {
    this.#options = options;
  }

  get places(): ReadonlyMap<string, Place> {
    return this.#places;
  }

  /** The place of each resident, by id. */
  get residents(): ReadonlyMap<string, string> {
    return this.#residents;
  }

  /** Replaces the city by this map, with the events since then applied to it. */
  load(map: PublicMap): void {
    const { seq, places, residents, homes, ruins, dead } = map;
    this.#seq = seq;
    this.#places = new Map(places.map((place) => [place.id, place]));
    for (const { id, name } of [...places, ...residents, ...ruins, ...dead]) remember(id, name);
    for (const { resident, name, face } of homes) {
      remember(resident, name);
      rememberFace(resident, face);
    }
    for (const { id, face } of dead) rememberFace(id, face);
    this.#options.drawing.placed(map);
    const there = new Set(residents.map(({ id }) => id));
    for (const id of [...this.#residents.keys()]) if (!there.has(id)) this.#remove(id, 'at once');
    for (const { id, location } of residents) this.#put(id, location, 'at once');
    for (const event of this.#lately) this.#apply(event);
  }

  /** Applies an event, in the order of `seq`. */
  hear(event: CityEvent): void {
    this.#lately.push(event);
    if (this.#lately.length > 2 * eventsKept) this.#lately = this.#lately.slice(-eventsKept);
    this.#apply(event);
  }

  #apply(event: CityEvent): void {
    const { type, actor, location, seq } = event;
    if (seq <= this.#seq) return;
    if (changesPlaces.includes(type)) this.#options.outdated();
    if (type === 'tick.completed') this.#options.drawing.ticked(event.data.tick);
    const happening = happeningOf(event);
    if (happening !== undefined) this.#options.drawing.happened(happening);
    if (actor === null) return;
    if (type === 'resident.arrived' || type === 'resident.born') {
      rememberFaced(event);
      if (type === 'resident.born') remember(actor, event.data.name);
      if (location !== null) this.#arrive(actor, location, type === 'resident.arrived' ? 'walking' : 'at once');
    } else if (type === 'resident.departed') this.#depart(actor, location);
    else if (type === 'resident.died') this.#remove(actor, 'at once');
    else if (type === 'message.broadcast' || type === 'message.shout')
      this.#options.drawing.spoke(actor, event.data.message);
  }

  #arrive(resident: string, place: string, how: How): void {
    // A place that is not drawn yet will be in the next map.
    if (this.#places.has(place)) this.#put(resident, place, how);
    else this.#options.outdated();
  }

  /** It may have gone where nobody sees it. */
  #depart(resident: string, from: string | null): void {
    if (this.#residents.get(resident) !== from || this.#leaving.has(resident)) return;
    const cancel = this.#options.later(() => this.#remove(resident, 'walking'));
    this.#leaving.set(resident, cancel);
  }

  #put(resident: string, place: string, how: How): void {
    this.#stay(resident);
    if (this.#residents.get(resident) === place) return;
    if (!this.#residents.has(resident) && this.#residents.size >= residentsMax) return;
    this.#residents.set(resident, place);
    this.#options.drawing.came(resident, place, how);
  }

  #remove(resident: string, how: How): void {
    this.#stay(resident);
    if (this.#residents.delete(resident)) this.#options.drawing.left(resident, how);
  }

  #stay(resident: string): void {
    this.#leaving.get(resident)?.();
    this.#leaving.delete(resident);
  }
}

function happeningOf(event: CityEvent): Happening | undefined {
  const { type, subject, actor } = event;
  const who = subject ?? actor;
  if (type === 'resident.born' && who !== null)
    return { kind: 'resident', id: who, words: `${event.data.name} is born` };
  if (type === 'resident.died' && who !== null)
    return { kind: 'resident', id: who, words: `${event.data.name} has died` };
  if (type === 'pod.deployed') return { kind: 'place', id: event.data.id, words: `${event.data.name} has opened` };
  if (type === 'pod.shut_down')
    return { kind: 'place', id: event.data.id, words: `${nameOf(event.data.id)} has closed` };
  return undefined;
}

/** A place, and the residents there, by name. */
export interface Gathering {
  readonly id: string;
  readonly name: string;
  readonly residents: readonly { readonly id: string; readonly name: string }[];
}

/** How many are at a place, for people. */
export function presenceText(count: number): string {
  if (count === 0) return 'Nobody is here.';
  return count === 1 ? '1 resident is here.' : `${count} residents are here.`;
}

/** How many residents are seen, and in how many places. */
export function counted({ residents }: Pick<City, 'residents'>) {
  return { residents: residents.size, places: new Set(residents.values()).size };
}

/** All places, the fullest first. */
export function gatherings({ places, residents }: Pick<City, 'places' | 'residents'>): readonly Gathering[] {
  const at = new Map<string, { readonly id: string; readonly name: string }[]>();
  for (const id of places.keys()) at.set(id, []);
  for (const [id, place] of residents) {
    const there = at.get(place);
    const resident = { id, name: nameOf(id) };
    if (there === undefined) at.set(place, [resident]);
    else there.push(resident);
  }
  return [...at]
    .map(([id, there]) => {
      const byName = there.sort((a, b) => a.name.localeCompare(b.name));
      return { id, name: nameOf(id), residents: byName };
    })
    .sort((a, b) => b.residents.length - a.residents.length || a.name.localeCompare(b.name));
}

/** An owner of places, and how many. */
export interface Owning {
  readonly owner: string;
  readonly places: number;
}

/** Who owns places of the map, the one with most first. */
export function owners(places: readonly Pick<Place, 'owner'>[]): readonly Owning[] {
  const counts = new Map<string, number>();
  for (const { owner } of places) if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts]
    .map(([owner, count]) => ({ owner, places: count }))
    .sort((a, b) => b.places - a.places || a.owner.localeCompare(b.owner));
}
