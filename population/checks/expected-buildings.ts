/** Buildings of the population, as far as its residents know from answers: pods, rooms, connections. */

import { commons } from '../../client/wire.ts';
import type { Tier } from '../acts/prices.ts';
import { CallCounts } from './call-counts.ts';
import { ChangeTracker, whileChanging } from './change-tracker.ts';
import type { Findings } from './findings.ts';
import type { Upkeep } from './upkeep.ts';

export interface Access {
  readonly type: 'public' | 'gated' | 'members';
  readonly allowed: readonly string[];
}

/** A connection that was requested or is open. */
export interface ExpectedConnection {
  readonly requestId: string;
  readonly exit: string;
  readonly from: string;
  readonly to: string;
  readonly bidirectional: boolean;
  readonly requester: string;
  /** Millicredits that are refunded if the request is refused. */
  readonly fee: number;
  access: Access;
  state: 'pending' | 'open' | 'over';
}

/** A pod or workshop. The resident that opened it represents it for its whole life. */
export class ExpectedPod {
  readonly id: string;
  readonly owner: string;
  readonly collaborators: readonly string[];
  readonly callCounts: CallCounts;
  phase: 'workshop' | 'deployed' | 'ended' = 'workshop';
  tier: Tier;
  /** For a workshop: where it was opened, and the exit that leads into it from there. */
  birthplace: string;
  door: string;
  /** Version of its code; 0 while there is none, -1 when it is not known which of two is in force. */
  version = 0;
  readonly codeChanges = new ChangeTracker();
  /** Millicredits; null: the default toll. */
  perEntry: number | null = null;
  perQuery = 0;
  /** The shares in its earnings; set once. */
  split: readonly (readonly [string, number])[] = [];
  access: Access = { type: 'public', allowed: [] };
  /** Nobody funds it: it is to run dry. */
  readonly starves: boolean;
  /** Changes of all but its code: pricing, access, connections, tier. */
  readonly termsChanges = new ChangeTracker();
  /** Millicredits that went into its pool and were kept there. */
  income = 0;
  /** How many payments of its pool have an unknown outcome. */
  unpriced = 0;
  readonly upkeep: Upkeep;

  constructor(
    about: Pick<ExpectedPod, 'id' | 'owner' | 'collaborators' | 'tier' | 'birthplace' | 'door' | 'starves' | 'upkeep'>,
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
    this.callCounts = new CallCounts(about.id, findings);
  }

  worksHere(resident: string): boolean {
    return resident === this.owner || this.collaborators.includes(resident);
  }
}

export interface ExpectedRoom {
  /** `city-housing/<owner>/<name>`. */
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly purpose: string;
  readonly invited: Set<string>;
  version: number;
  isOpen: boolean;
  readonly codeChanges: ChangeTracker;
  readonly termsChanges: ChangeTracker;
}

export class ExpectedBuildings {
  /** Changes of any connection, and so of what can be reached from the Commons. */
  readonly networkChanges = new ChangeTracker();
  /** By pod, the residents that may have bought it a way to the Commons. */
  readonly #buyers = new Map<string, Set<string>>();
  readonly #pods = new Map<string, ExpectedPod>();
  readonly #rooms = new Map<string, ExpectedRoom>();
  /** By exit identifier. */
  readonly #connections = new Map<string, ExpectedConnection>();
  readonly #requests = new Map<string, ExpectedConnection>();

  addPod(pod: ExpectedPod): void {
    this.#pods.set(pod.id, pod);
  }

  addRoom(room: ExpectedRoom): void {
    this.#rooms.set(room.id, room);
  }

  addConnection(connection: ExpectedConnection): void {
    this.#connections.set(connection.exit, connection);
    this.#requests.set(connection.requestId, connection);
    this.noteConnectionChanged(connection);
  }

  pod(id: string | null): ExpectedPod | undefined {
    return id === null ? undefined : this.#pods.get(id);
  }

  room(id: string | null): ExpectedRoom | undefined {
    return id === null ? undefined : this.#rooms.get(id);
  }

  connection(exit: string): ExpectedConnection | undefined {
    return this.#connections.get(exit);
  }

  connectionOfRequest(id: string): ExpectedConnection | undefined {
    return this.#requests.get(id);
  }

  allPods(): readonly ExpectedPod[] {
    return [...this.#pods.values()];
  }

  /** Pods that have not ended, of one phase, of this owner or of anybody. */
  podsInPhase(phase: 'workshop' | 'deployed', owner?: string): readonly ExpectedPod[] {
    return this.allPods().filter((pod) => pod.phase === phase && (owner === undefined || pod.owner === owner));
  }

  roomsOf(owner: string): readonly ExpectedRoom[] {
    return [...this.#rooms.values()].filter((room) => room.isOpen && room.owner === owner);
  }

  /** Rooms that the resident is invited to. */
  roomsFor(guest: string): readonly ExpectedRoom[] {
    return [...this.#rooms.values()].filter((room) => room.isOpen && room.invited.has(guest));
  }

  connections(state: ExpectedConnection['state']): readonly ExpectedConnection[] {
    return [...this.#connections.values()].filter((link) => link.state === state);
  }

  /** Open connections with an end at the place. */
  connectionsAt(place: string): readonly ExpectedConnection[] {
    return this.connections('open').filter(({ from, to }) => from === place || to === place);
  }

  /** True when the pod may be cut off from the Commons, and so cost nothing. With an open way from there it certainly is not. */
  mayBeOrphan(pod: ExpectedPod): boolean {
    return !this.connectionsAt(pod.id).some(({ from }) => from === commons);
  }

  noteConnectionBought(pod: ExpectedPod, buyer: string): void {
    this.#buyers.set(pod.id, (this.#buyers.get(pod.id) ?? new Set()).add(buyer));
  }

  connectionBuyersOf(pod: string): ReadonlySet<string> {
    return this.#buyers.get(pod) ?? new Set();
  }

  representative(place: string): string | null {
    if (place === commons) return null;
    return this.#pods.get(place)?.owner ?? place.split('/')[1] ?? null;
  }

  /** Residents that must hear what becomes of the connection. */
  hearersOf({ requester, from, to }: Pick<ExpectedConnection, 'requester' | 'from' | 'to'>): Set<string> {
    const all = [requester, this.representative(from), this.representative(to)];
    return new Set(all.filter((one) => one !== null));
  }

  /** Does `work`, which may change the terms of these places. */
  whileTermsChange<T>(places: readonly string[], work: () => Promise<T>): Promise<T> {
    return whileChanging(this.#termsChangesOf(places), work);
  }

  /** A connection between its places is not the same as before. */
  noteConnectionChanged({ from, to }: Pick<ExpectedConnection, 'from' | 'to'>): void {
    for (const termsChanges of [this.networkChanges, ...this.#termsChangesOf([from, to])]) {
      termsChanges.beginChange();
      termsChanges.endChange();
    }
  }

  #termsChangesOf(places: readonly string[]): readonly ChangeTracker[] {
    return [...new Set(places)].flatMap((place) => this.#pods.get(place)?.termsChanges ?? []);
  }
}
