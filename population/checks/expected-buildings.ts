/** What a population has built, as far as its residents know from the answers that they got: pods, rooms, connections. */

import type { Tier } from '../acts/prices.ts';
import { commons } from '../client/wire.ts';
import { Counts } from './call-counts.ts';
import { Steady, whileChanging } from './change-tracker.ts';
import type { Findings } from './findings.ts';
import type { Upkeep } from './upkeep.ts';

export interface Access {
  readonly type: 'public' | 'gated' | 'members';
  readonly allowed: readonly string[];
}

/** A connection, asked for or open. */
export interface Link {
  readonly request: string;
  readonly exit: string;
  readonly from: string;
  readonly to: string;
  readonly bidirectional: boolean;
  readonly requester: string;
  /** Millicredits that came back if the city says no. */
  readonly fee: number;
  access: Access;
  state: 'pending' | 'open' | 'over';
}

/** A pod or workshop. Whoever opened it speaks for it all its life. */
export class Pod {
  readonly id: string;
  readonly owner: string;
  readonly collaborators: readonly string[];
  readonly counts: Counts;
  phase: 'workshop' | 'deployed' | 'ended' = 'workshop';
  tier: Tier;
  /** Of a workshop: where it was opened, and the exit that leads in from there. */
  birthplace: string;
  door: string;
  /** Of its code; 0 while there is none, -1 when it is not known which of two is in force. */
  version = 0;
  readonly code = new Steady();
  /** Millicredits; null: the city's own toll. */
  perEntry: number | null = null;
  perQuery = 0;
  /** Who shares in what it earns, and how much of it; set once. */
  split: readonly (readonly [string, number])[] = [];
  access: Access = { type: 'public', allowed: [] };
  /** Nobody funds it: it will run dry. */
  readonly starves: boolean;
  /** All but its code: pricing, access, connections, tier. */
  readonly terms = new Steady();
  /** What went into its pool and stayed there, in millicredits. */
  income = 0;
  /** Something about its pool is not known. */
  unpriced = 0;
  readonly upkeep: Upkeep;

  constructor(
    about: Pick<Pod, 'id' | 'owner' | 'collaborators' | 'tier' | 'birthplace' | 'door' | 'starves' | 'upkeep'>,
    findings: Findings,
  ) {
    this.id = about.id;
    this.owner = about.owner;
    this.collaborators = about.collaborators;
    this.tier = about.tier;
    this.birthplace = about.birthplace;
    this.door = about.door;
    this.starves = about.starves;
    this.upkeep = about.upkeep;
    this.counts = new Counts(about.id, findings);
  }

  worksHere(resident: string): boolean {
    return resident === this.owner || this.collaborators.includes(resident);
  }
}

export interface Room {
  /** `city-housing/<owner>/<name>`. */
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly purpose: string;
  readonly invited: Set<string>;
  version: number;
  isOpen: boolean;
  readonly code: Steady;
  readonly terms: Steady;
}

export class Pods {
  /** All connections together: what of the city can be reached from the Commons. */
  readonly network = new Steady();
  /** By pod, who bought it a way to the Commons: its requester, as far as that is heard of. */
  readonly #buyers = new Map<string, Set<string>>();
  readonly #pods = new Map<string, Pod>();
  readonly #rooms = new Map<string, Room>();
  /** By exit identifier. */
  readonly #links = new Map<string, Link>();
  readonly #requests = new Map<string, Link>();

  add(pod: Pod): void {
    this.#pods.set(pod.id, pod);
  }

  addRoom(room: Room): void {
    this.#rooms.set(room.id, room);
  }

  addLink(link: Link): void {
    this.#links.set(link.exit, link);
    this.#requests.set(link.request, link);
    this.changed(link);
  }

  pod(id: string | null): Pod | undefined {
    return id === null ? undefined : this.#pods.get(id);
  }

  room(id: string | null): Room | undefined {
    return id === null ? undefined : this.#rooms.get(id);
  }

  link(exit: string): Link | undefined {
    return this.#links.get(exit);
  }

  request(id: string): Link | undefined {
    return this.#requests.get(id);
  }

  all(): readonly Pod[] {
    return [...this.#pods.values()];
  }

  /** Pods that stand, of one phase, of this owner or of anyone. */
  inPhase(phase: 'workshop' | 'deployed', owner?: string): readonly Pod[] {
    return this.all().filter((pod) => pod.phase === phase && (owner === undefined || pod.owner === owner));
  }

  roomsOf(owner: string): readonly Room[] {
    return [...this.#rooms.values()].filter((room) => room.isOpen && room.owner === owner);
  }

  /** Rooms that the resident is invited to. */
  roomsFor(guest: string): readonly Room[] {
    return [...this.#rooms.values()].filter((room) => room.isOpen && room.invited.has(guest));
  }

  links(state: Link['state']): readonly Link[] {
    return [...this.#links.values()].filter((link) => link.state === state);
  }

  /** Open connections with an end at the place. */
  linksAt(place: string): readonly Link[] {
    return this.links('open').filter(({ from, to }) => from === place || to === place);
  }

  /** Cut off from the Commons it costs nothing. For certain it is not, with a way from there. */
  mayBeOrphan(pod: Pod): boolean {
    return !this.linksAt(pod.id).some(({ from }) => from === commons);
  }

  buy(pod: Pod, buyer: string): void {
    this.#buyers.set(pod.id, (this.#buyers.get(pod.id) ?? new Set()).add(buyer));
  }

  buyersOf(pod: string): ReadonlySet<string> {
    return this.#buyers.get(pod) ?? new Set();
  }

  representative(place: string): string | null {
    if (place === commons) return null;
    return this.#pods.get(place)?.owner ?? place.split('/')[1] ?? null;
  }

  /** Who must hear of what becomes of the connection. */
  concerned({ requester, from, to }: Pick<Link, 'requester' | 'from' | 'to'>): Set<string> {
    const all = [requester, this.representative(from), this.representative(to)];
    return new Set(all.filter((one) => one !== null));
  }

  /** Does `work`, which may change the terms of these places. */
  changing<T>(places: readonly string[], work: () => Promise<T>): Promise<T> {
    return whileChanging(this.#termsOf(places), work);
  }

  /** A connection between them is another one than before. */
  changed({ from, to }: Pick<Link, 'from' | 'to'>): void {
    for (const terms of [this.network, ...this.#termsOf([from, to])]) {
      terms.begin();
      terms.end();
    }
  }

  #termsOf(places: readonly string[]): readonly Steady[] {
    return [...new Set(places)].flatMap((place) => this.#pods.get(place)?.terms ?? []);
  }
}
