/**
 * Who follows what on the Portal's feed, and how they hear an event: each socket once, whatever it follows (PF2).
 *
 * PF3  A public event costs one publish for each group that hears it, however many sockets are in it.
 *
 * A publish of uWebSockets reaches a whole group. Some members may have heard the event: a visitor to whom it is addressed, who
 * hears more of it than strangers do, or a socket that follows both its place and its resident. These leave the group for that
 * publish, unless they are the majority: then the others get the event one by one.
 */
import type { Socket } from '../../transport/socket.ts';
import type { SeenEvent } from './seen-event.ts';

/** What a socket asked to follow; with neither field: everything public. */
export interface Subscription {
  readonly locations: readonly string[];
  readonly residents: readonly string[];
}

const everythingPublic = 'public';
const place = (name: string): string => `public:at:${name}`;
const resident = (name: string): string => `public:resident:${name}`;
const visitor = (name: string): string => `to:visitor:${name}`;

/** The groups of a socket of this visitor. */
export function groupsOf({ locations, residents }: Subscription, of: string | null): readonly string[] {
  const own = of === null ? [] : [visitor(of)];
  if (locations.length === 0 && residents.length === 0) return [...own, everythingPublic];
  return [...own, ...locations.map(place), ...residents.map(resident)];
}

/** Publishes to all sockets that follow a topic. */
interface Publisher {
  publish(topic: string, json: string): void;
}

type Group = ReadonlySet<Socket>;

export class Followers {
  readonly #publisher: Publisher;
  readonly #groups = new Map<string, Set<Socket>>();

  constructor(publisher: Publisher) {
    this.#publisher = publisher;
  }

  join(socket: Socket, groups: readonly string[]): void {
    for (const name of groups) {
      const group = this.#groups.get(name);
      if (group === undefined) this.#groups.set(name, new Set([socket]));
      else group.add(socket);
      socket.follow(name);
    }
  }

  leave(socket: Socket, groups: readonly string[]): void {
    for (const name of groups) {
      const group = this.#groups.get(name);
      group?.delete(socket);
      if (group?.size === 0) this.#groups.delete(name);
      socket.unfollow(name);
    }
  }

  publish(event: SeenEvent): void {
    const addressed = new Set(event.visitors.flatMap((name) => [...(this.#groups.get(visitor(name)) ?? [])]));
    if (event.public === undefined || event.public !== event.whole) {
      for (const socket of addressed) socket.send(event.whole);
      if (event.public !== undefined) this.#publishToStrangers(event, event.public, addressed);
    } else {
      const groups = this.#publishToStrangers(event, event.public, new Set());
      for (const socket of addressed) if (!isIn(groups, socket)) socket.send(event.whole);
    }
  }

  /** Publishes to all groups of strangers, but not to the sockets in `excluded`. Returns the groups. */
  #publishToStrangers({ places, residents }: SeenEvent, json: string, excluded: Group): readonly Group[] {
    // A socket that follows everything follows nothing else, so this group has no socket in common with the others.
    this.#publishToGroup(everythingPublic, json, [excluded]);
    const names = [...places.map(place), ...residents.map(resident)];
    const done: Group[] = [excluded];
    for (const name of names) {
      this.#publishToGroup(name, json, done);
      done.push(this.#groups.get(name) ?? new Set());
    }
    return [...done, this.#groups.get(everythingPublic) ?? new Set()];
  }

  #publishToGroup(name: string, json: string, excluded: readonly Group[]): void {
    const group = this.#groups.get(name);
    if (group === undefined) return;
    const known = smallerOf(excluded.length === 1 ? excluded[0] : undefined, group);
    const have = [...known].filter((socket) => group.has(socket) && isIn(excluded, socket));
    if (have.length * 2 > group.size) {
      for (const socket of group) if (!isIn(excluded, socket)) socket.send(json);
      return;
    }
    for (const socket of have) socket.unfollow(name);
    this.#publisher.publish(name, json);
    for (const socket of have) socket.follow(name);
  }
}

const isIn = (groups: readonly Group[], socket: Socket): boolean => groups.some((group) => group.has(socket));

/** The smaller of two groups, in which to look for common sockets. */
const smallerOf = (one: Group | undefined, other: Group): Group =>
  one !== undefined && one.size < other.size ? one : other;

/** The JSON that a socket in these groups hears of the event: all of it, or what strangers see; undefined for nothing. */
export function heardAs(event: SeenEvent, groups: ReadonlySet<string>): string | undefined {
  if (event.visitors.some((name) => groups.has(visitor(name)))) return event.whole;
  if (event.public === undefined) return undefined;
  const isHeard =
    groups.has(everythingPublic) ||
    event.places.some((name) => groups.has(place(name))) ||
    event.residents.some((name) => groups.has(resident(name)));
  return isHeard ? event.public : undefined;
}
