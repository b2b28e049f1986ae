/** How a race ended: what was granted, which events were published, what was paid. */
import { residentActor } from '../../actors/rules/place/names.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import type { MemoryStore } from '../../persistence/memory/persistence.ts';
import type { PublishedEvent, Town } from '../actors/given-residents.ts';
import type { Request } from './wish.ts';

/** How a race ended. */
export class RaceEnd {
  readonly town: Town;
  readonly faults: string[];
  /** All events since the race began. */
  readonly events: readonly PublishedEvent[];
  readonly ticks: number;
  /** True when somebody may have waited in vain for an answer. */
  readonly isCutOff: boolean;
  readonly #requests: readonly Request[];
  readonly #order: readonly number[];
  /** What somebody paid besides the costs of wishes, in millicredits. */
  readonly paidBesides = new Map<string, number>();
  /** The keys of those who waited and have their answer. */
  readonly keysKept: number;

  constructor(town: Town, requests: readonly Request[], since: Pick<CityState, 'counters'>, isCutOff: boolean) {
    const { store, city } = town.world;
    const { turn, seq, tick } = since.counters;
    this.town = town;
    this.faults = [];
    this.isCutOff = isCutOff;
    this.events = store.events
      .filter((event) => event.seq > seq)
      .map(({ json, audience }) => ({ ...(JSON.parse(json) as Omit<PublishedEvent, 'audience'>), audience }));
    this.ticks = city.state.counters.tick - tick;
    this.#requests = requests;
    this.#order = store.batches.flatMap(({ commands }) => commands.filter((one) => one.turn > turn).flatMap(tagOf));
    this.keysKept = requests.filter(
      ({ wish, key }) => key !== undefined && keptAnswer(store, wish.from ?? residentActor(town.id(wish.by)), key),
    ).length;
  }

  /** The requests that took effect, in the order in which they did. */
  get granted(): readonly Request[] {
    return this.#order.map((tag) => must(this.#requests[tag], `request ${tag}`));
  }

  grantedOf(type: string, by?: string): readonly Request[] {
    return this.granted.filter(({ wish }) => wish.event.type === type && (by === undefined || wish.by === by));
  }

  get requests(): readonly Request[] {
    return this.#requests;
  }

  eventsOf(type: string): readonly PublishedEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  expect(holds: boolean, what: string): void {
    if (!holds) this.faults.push(what);
  }

  paid(by: string, amount: number): void {
    this.paidBesides.set(by, (this.paidBesides.get(by) ?? 0) + amount);
  }
}

const tagOf = (command: JournalCommand): readonly number[] =>
  command.type === 'event' && typeof command.event['tag'] === 'number' ? [command.event['tag']] : [];

const keptAnswer = (store: MemoryStore, caller: ActorId, key: string): boolean => store.keys.has(`${caller}\n${key}`);

/** Images of a kind, as they stand. */
export function* imagesOf(town: Town, kind: string): Iterable<Image> {
  for (const image of town.world.city.state.images.values()) if (image.id.startsWith(`${kind}:`)) yield image;
}
