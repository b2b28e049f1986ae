/**
 * What a view is, and what it can read of the city (`Reader`). A view is a pure function of the state as a `Reader` gives it. The reader
 * notes what was touched, so that the city can hold an answer back until all of that is committed (T3), and serve the same value again
 * while nothing of it has changed.
 *
 * Texts are kept by hash outside the state (A3). A view that shows one not at hand gets a placeholder, and the city
 * fetches it before the answer leaves.
 */

import type { Image, Settings } from '../actor-kind.ts';
import type { ViewArgs, ViewRequest } from '../command.ts';
import type { CityEvent } from '../effect.ts';
import type { AccountId, ActorId, ContentHash, IndexName } from '../ids.ts';
import type { Refused } from '../refusal.ts';
import type { ActorsByState } from '../state/actors-by-state.ts';
import type { CityState } from '../state/city-state.ts';
import { type Account, balanceAt, burnOf, type Posting, runway } from '../state/ledger.ts';
import type { Neighbourhood } from '../state/neighbourhood.ts';
import type { Index } from '../state/reverse-index.ts';
import { type PossibleEvent, possibleEvents } from '../turn/possible-events.ts';
import { type KeptItems, ListWithKept } from './kept-lists.ts';
import { Records, RecordWanted, type Remembered } from './records.ts';
import { TextWanted } from './wanted-texts.ts';

/**
 * Makes a value to show, or throws `ViewRefused`. `reader.answering` is there when the view answers a command. As a method, so that a
 * view may declare which arguments it takes: whoever makes a request is held to that.
 */
export type View = { show(reader: Reader, args: ViewArgs): unknown }['show'];

/** Views by their names. */
export type ViewTable = Readonly<Record<string, View>>;

/** What a reply view may show of the turn that it answers. */
export interface Answering {
  readonly turn: number;
  /** ISO 8601. */
  readonly at: string;
  readonly events: readonly { readonly seq: number; readonly event: CityEvent }[];
  /** Credits that the turn moved, in order. */
  readonly postings: readonly Posting[];
  /** What accounts showed before the turn. */
  balanceBefore(account: AccountId): number;
}

/** Ends a view as an expected outcome. */
export class ViewRefused extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

type ListOf<Item = unknown> = (reader: Reader) => readonly Item[];
/** Finds or makes what is kept of a list under a name and arguments; undefined where it cannot be kept. */
export type KeepItems = (named: Pick<ViewRequest, 'view' | 'args'>, list: ListOf) => KeptItems | undefined;

/** One thing that a view read: how to see its newest turn or version, and what that was. */
interface Touch {
  readonly now: () => number;
  readonly was: number;
}

export class Reader {
  readonly #state: CityState;
  readonly #text: (hash: ContentHash) => string | undefined;
  readonly #touches: Touch[] | undefined;
  readonly #records: Records;
  readonly #keep: KeepItems | undefined;
  /** The turn that this view answers, if it answers one. */
  readonly answering: Answering | undefined;
  /** The newest turn that made anything this view showed (T3). */
  touchedTurn = 0;
  /** True when the value must not be kept: it changes without a turn, or its arguments name nothing. */
  fleeting = false;
  /** True when a list of the value stands as text that is kept. */
  hasKept = false;
  /** The texts that were not at hand. */
  wanted: Set<ContentHash> | undefined;

  /** An answer to a turn is made once: what it touches need not be remembered, nor where `isKept` says that the value is not kept. */
  constructor(
    state: CityState,
    text: (hash: ContentHash) => string | undefined,
    answering: Answering | undefined,
    records: Records = new Records(),
    isKept = answering === undefined,
    keep?: KeepItems,
  ) {
    this.#state = state;
    this.#text = text;
    this.#records = records;
    this.#keep = keep;
    this.answering = answering;
    this.#touches = isKept ? [] : undefined;
  }

  /** How many things are watched. */
  get touches(): number {
    return this.#touches?.length ?? 0;
  }

  /** True while nothing that the view read has changed. */
  unchanged(): boolean {
    for (const touch of this.#touches ?? []) if (touch.now() !== touch.was) return false;
    return true;
  }

  image(id: ActorId): Image | undefined {
    const image = this.#state.images.get(id);
    const was = this.#note(image?.turn ?? 0);
    this.#touches?.push({ now: () => this.#state.images.get(id)?.turn ?? 0, was });
    return image ?? this.#state.fromTombstone(id);
  }

  /** All that is known of an actor, also of one that has left for a tombstone, whose image says little. */
  record(id: ActorId): Remembered | undefined {
    const image = this.image(id);
    if (image === undefined || this.#state.images.has(id)) return image && { image, account: this.account(id) };
    const leaving = this.#state.departing.get(id);
    if (leaving !== undefined) return leaving;
    if (!this.#records.departed.has(id)) throw new RecordWanted({ departed: id });
    return this.#records.departed.get(id);
  }

  /** The first who has left for a tombstone and stood under the key then. */
  departedUnder<Kind extends string>(index: IndexName<Kind>, key: string): ActorId<Kind> | undefined {
    const name = `${index} ${key}`;
    for (const [, { image, keys }] of this.#state.departing) if (keys.includes(name)) return image.id as ActorId<Kind>;
    const found = this.#records.under.get(name);
    if (found === undefined) throw new RecordWanted({ under: name });
    return found[0] as ActorId<Kind> | undefined;
  }

  account(id: AccountId): Account {
    const account = this.#state.account(id);
    const was = this.#note(account.turn);
    this.#touches?.push({ now: () => this.#state.account(id).turn, was });
    return account;
  }

  /** Millicredits shown now. */
  balance(id: AccountId): number {
    return balanceAt(this.account(id), this.tick);
  }

  /** Millicredits paid each tick; a suspended burn counts. */
  burn(id: AccountId): number {
    return burnOf(this.account(id));
  }

  /** Millicredits of upkeep that dry ticks left unpaid. */
  owed(id: AccountId): number {
    return this.account(id).owed;
  }

  /** Whole ticks; `Infinity` without a burn. */
  runway(id: AccountId): number {
    return runway(this.account(id), this.tick);
  }

  count(index: IndexName, key: string): number {
    return this.#index(index, key).count(key);
  }

  /** Members under all keys of the index together. */
  total(index: IndexName): number {
    const all = this.#state.index(index);
    this.#note(all.changed);
    this.#touches?.push({ now: () => all.version, was: all.version });
    return all.total;
  }

  /** How many actors of a kind are in which state. */
  countsByState(kind: string): ReadonlyMap<string, number> {
    return this.#byState().counts(kind);
  }

  /** Up to `limit` of those in a state whose id is greater than `after`, in the order of their ids. */
  inState(kind: string, state: string, after: string, limit: number): readonly ActorId[] {
    const byState = this.#byState();
    if (!byState.isListed(kind)) throw new RecordWanted({ listed: kind });
    return byState.page(kind, state, after, limit);
  }

  #byState(): ActorsByState {
    const { actorsByState } = this.#state;
    const was = this.#note(actorsByState.changedTurn);
    this.#touches?.push({ now: () => actorsByState.changedTurn, was });
    return actorsByState;
  }

  /** What an actor that has not left would do about events, `at` milliseconds since 1970: its guards may ask anything of the city. */
  possibleEvents(image: Image, at: number): readonly PossibleEvent[] {
    this.#note(this.#state.counters.turn);
    this.fleeting = true;
    return possibleEvents(this.#state, image, at);
  }

  /** True for a place where strangers may walk (PF1). */
  isPublic(place: string): boolean {
    const { publicPlaces } = this.#state;
    const was = this.#note(publicPlaces.changedTurn);
    this.#touches?.push({ now: () => publicPlaces.changedTurn, was });
    return publicPlaces.has(place);
  }

  /** The public places nearest to where strangers begin, and the ways between them (PF1). */
  publicNeighbourhood(placesMax: number, waysMax: number): Neighbourhood {
    const { publicPlaces } = this.#state;
    this.#note(publicPlaces.changedTurn);
    return publicPlaces.around(placesMax, waysMax);
  }

  /**
   * The places that strangers reach from a public place by one way (PF1). A way can change without a turn that touches the place, so the
   * view must not be kept.
   */
  publicPlacesNextTo(place: string, placesMax: number): readonly string[] {
    const { publicPlaces } = this.#state;
    this.#note(publicPlaces.changedTurn);
    this.fleeting = true;
    return publicPlaces.nextTo(place, placesMax);
  }

  first<Kind extends string>(index: IndexName<Kind>, key: string): ActorId<Kind> | undefined {
    return this.#index(index, key).first(key);
  }

  /** Up to `limit` of those who stand under a key, in the order of their ids. */
  members<Kind extends string>(index: IndexName<Kind>, key: string, limit: number): readonly ActorId<Kind>[] {
    return this.page(index, key, '', limit);
  }

  page<Kind extends string>(
    index: IndexName<Kind>,
    key: string,
    after: string,
    limit: number,
  ): readonly ActorId<Kind>[] {
    return this.#index(index, key).page(key, after, limit);
  }

  /** Its place among those who stand under a key, in the order of their ids: the first has 1. Null for one who does not. */
  rank<Kind extends string>(index: IndexName<Kind>, key: string, id: ActorId<Kind>): number | null {
    return this.#index(index, key).rank(key, id);
  }

  /**
   * The text of a hash, or what `pick` makes of it; null where nobody has it. The view passes on what it gets and does not look at it:
   * until the text is at hand it is a placeholder, which the city fills in before anybody sees the value.
   */
  text(hash: ContentHash): string | null;
  text<Picked>(hash: ContentHash, pick: (text: string) => Picked): Picked | null;
  text(hash: ContentHash, pick: (text: string) => unknown = (text) => text): unknown {
    const text = this.#text(hash);
    if (text !== undefined) return pick(text);
    this.wanted ??= new Set();
    this.wanted.add(hash);
    return new TextWanted(hash, pick);
  }

  /**
   * The view's own items, and behind them those that `list` reads: they depend on nothing but the arguments. In an answer to a command they
   * are kept as JSON text under that name until something of them changes: the view passes on what it gets and does not look at it.
   */
  withKept<Item>(own: readonly Item[], name: string, args: ViewArgs, list: ListOf<Item>): readonly Item[];
  withKept(own: readonly unknown[], view: string, args: ViewArgs, list: ListOf): unknown {
    const kept = this.#keep?.({ view, args }, list);
    if (kept === undefined) return [...own, ...list(this)];
    this.hasKept = true;
    return new ListWithKept(own, kept);
  }

  get tick(): number {
    const was = this.#note(this.#state.tickTurn);
    this.#touches?.push({ now: () => this.#state.tickTurn, was });
    return this.#state.counters.tick;
  }

  /** Wall time at which `tick` comes or came, by the nominal length of a tick; milliseconds since 1970. */
  timeOf(tick: number): number {
    return this.#state.counters.tickAt + (tick - this.tick) * (this.settings['TICK_SECONDS'] ?? 300) * 1000;
  }

  /** The `seq` of the newest event that the feeds have handed out. */
  get feedSeq(): number {
    this.fleeting = true;
    this.#touches?.push({ now: () => this.#state.publishedSeq, was: this.#state.publishedSeq });
    return this.#state.publishedSeq;
  }

  get settings(): Settings {
    return this.#state.counters.settings;
  }

  #index<Kind extends string>(name: IndexName<Kind>, key: string): Index<Kind> {
    const index = this.#state.index(name);
    this.#note(index.changedBy(key));
    this.#touches?.push({ now: () => index.version, was: index.version });
    return index;
  }

  #note(turn: number): number {
    if (turn > this.touchedTurn) this.touchedTurn = turn;
    return turn;
  }
}
