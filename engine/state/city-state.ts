/**
 * The city between two turns: every image, every account, the counters, and what is derived from them (indexes, wheels,
 * what is due). Changed only by `seal` (T2), from a draft, and by recovery, from images.
 *
 * How an actor leaves, in this order:
 *   retire      its draft puts a last image in the state `retiredState`, and, where its kind keeps a tombstone, a `Departed`;
 *   tombs       sealed, it is in `images` no more; its tombstone, if any, is kept for ever, and rules and views see what it restores;
 *   departing   its `Departed` waits here until the commit is durable; from then on it is read from table `departed`;
 *   retired     it left without a tombstone: the next checkpoint deletes its row, and empties this;
 *   buried      it left for a tombstone: the next checkpoint writes its last image over its row, and empties this.
 */

import { type ActorKind, type Image, retiredState, type Settings } from '../actor-kind.ts';
import { missing, must } from '../assert.ts';
import type { Message } from '../effect.ts';
import { type AccountId, type ActorId, type IndexName, kindOf, NameMint } from '../ids.ts';
import { PassingMap } from '../passing.ts';
import type { Counters, Departed } from '../ports.ts';
import type { TurnObserver } from '../turn/turn-observer.ts';
import { Waiting } from '../turn/waiting-actors.ts';
import { AccountWatch } from './account-watch.ts';
import { ActorsByState } from './actors-by-state.ts';
import { Geography } from './geography.ts';
import { type Account, emptyAccount, type Totals, totalsOf } from './ledger.ts';
import { type PreparedKind, preparedKind, updatedByKind } from './prepared-kind.ts';
import { PublicPlaces } from './public-places.ts';
import { Index } from './reverse-index.ts';
import { TimingWheel } from './timing-wheel.ts';
import { summaryOf, Tombstones } from './tombstones.ts';

export class CityState {
  readonly images = new Map<ActorId, Image>();
  readonly accounts = new Map<AccountId, Account>();
  readonly kinds: ReadonlyMap<string, PreparedKind>;
  readonly indexes = new Map<string, Index>();
  /** Actors with a wake-up at this tick or an earlier one that they have not heard yet. */
  readonly due = new Set<ActorId>();
  readonly wakeWheel = new TimingWheel<ActorId>();
  readonly accountWatch: AccountWatch;
  readonly quarantined = new Set<ActorId>();
  readonly waiting = new Waiting();
  readonly actorsByState: ActorsByState;
  readonly geography = new Geography();
  readonly publicPlaces = new PublicPlaces();
  /** Actors that left the city since the last checkpoint. */
  readonly retired = new Set<ActorId>();
  /** Actors that left for a tombstone since then, with their last images. */
  readonly buried = new Map<ActorId, Image>();
  /** Actors whose departure is not durable yet: until then what is kept of them cannot be read from the database. */
  readonly departing = new PassingMap<ActorId, Departed>();
  readonly tombs = new Tombstones();
  /** Which actors depend on whom (`dependsOn`). */
  readonly #dependents = new Index();
  /** Actors whose derived wake-ups may have changed in the turn that is being sealed. */
  readonly #unsettled = new Set<ActorId>();
  /** Actors whose derived wake-up was refused; it is tried again at the next tick. */
  readonly #stalled = new Set<ActorId>();
  readonly names: NameMint;
  counters: Counters;
  /** The turn that moved the clock to the present tick. */
  tickTurn = 0;
  /** The `seq` of the newest event that the feeds have handed out. */
  publishedSeq = 0;
  /** Follows each turn that is run over this state; unset in a living city, which then pays nothing for it. */
  observer: TurnObserver | undefined;
  #iso = { at: Number.NaN, text: '' };

  constructor(kinds: readonly ActorKind[], secret: string, settings: Settings) {
    this.kinds = new Map(kinds.map((kind) => [kind.name, preparedKind(kind)]));
    this.accountWatch = new AccountWatch(this.kinds);
    this.actorsByState = new ActorsByState(this.images);
    for (const kind of kinds) for (const name of Object.keys(kind.indexes)) this.indexes.set(name, new Index());
    this.names = new NameMint(secret);
    this.counters = { turn: 0, seq: 0, tick: 0, completedTick: 0, tickAt: 0, number: 0, minted: 0, settings };
  }

  /** `at` as ISO 8601 in UTC; many turns fall into one millisecond. */
  isoTime(at: number): string {
    if (at !== this.#iso.at) this.#iso = { at, text: new Date(at).toISOString() };
    return this.#iso.text;
  }

  kind(id: ActorId): PreparedKind {
    return this.kinds.get(kindOf(id)) ?? missing(`kind of ${id}`);
  }

  index<Kind extends string>(name: IndexName<Kind>): Index<Kind>;
  index(name: string): Index;
  index(name: string): Index {
    return this.indexes.get(name) ?? missing(`index ${name}`);
  }

  account(id: AccountId): Account {
    return this.accounts.get(id) ?? emptyAccount;
  }

  /** The image of an actor, also of one that has left for a tombstone. */
  imageOf(id: ActorId): Image | undefined {
    return this.images.get(id) ?? this.fromTombstone(id);
  }

  /** What a tombstone says of an actor that has left; `leaving`: also those who leave in the turn that is being made. */
  fromTombstone(id: ActorId, leaving?: ReadonlyMap<ActorId, Image>): Image | undefined {
    const tomb = this.kinds.get(kindOf(id))?.tomb;
    const on = tomb?.of(id);
    if (tomb === undefined || on === undefined) return undefined;
    const summary = summaryOf(leaving?.get(on)) ?? this.tombs.get(on);
    if (summary === undefined) return undefined;
    return { id, wakes: [], calls: [], quarantined: false, turn: 0, ...tomb.restore(id, summary) };
  }

  /** Called when the actor's last image is put: it leaves a tombstone, and its account leaves the ledger. */
  depart(departed: Departed): void {
    const { id } = departed.image;
    this.departing.set(id, departed);
    this.accountWatch.forget(id, this.account(id), this.counters);
    this.accounts.delete(id);
  }

  /** Puts an image in the place of the one before it, and lets everything derived follow. */
  putImage(image: Image): void {
    const before = this.images.get(image.id);
    if (image.state === retiredState) {
      const known = this.images.delete(image.id);
      if (!this.#bury(image) && known) this.retired.add(image.id);
    } else {
      this.images.set(image.id, image);
      // The next checkpoint writes the actor, and must not forget it then.
      if (before === undefined) this.retired.delete(image.id);
    }
    const kind = this.kind(image.id);
    const present = image.state === retiredState ? undefined : image;
    for (const name in kind.indexes) {
      const keys = must(kind.indexes[name], name);
      this.index(name).move(image.id, before && keys(before), present && keys(present), image.turn);
    }
    this.#follow(kind, image, before);
  }

  /** Called when every image of a turn is put: derives the wake-ups that the maps and the ends of others make due. */
  settle(): void {
    this.publicPlaces.settle(this.counters.turn);
    for (const id of this.geography.takeChanged()) this.#unsettled.add(id as ActorId);
    if (this.#unsettled.size === 0) return;
    for (const id of this.#unsettled) {
      const image = this.images.get(id);
      if (image !== undefined) this.#watchWakes(image);
    }
    this.#unsettled.clear();
  }

  reaches(place: ActorId): boolean {
    const image = this.images.get(place);
    return image !== undefined && (this.kind(place).root?.(image) === true || this.geography.reaches(place));
  }

  /** The wake-up that the map, or the end of an actor that this one depends on, makes due now (K2). */
  derivedWake(image: Image, imageOf: (id: ActorId) => Image | undefined): Message | undefined {
    const kind = this.kind(image.id);
    if (!kind.derives) return undefined;
    for (const [part, id] of Object.entries(kind.dependsOn?.(image) ?? {})) {
      const other = imageOf(id);
      if (other !== undefined && this.kind(id).ended?.(other) === true) return { type: `${part}.ended` };
    }
    const expected = kind.expects?.(image);
    const sealed = this.images.get(image.id);
    // The map is as it was before the turn. What has come to expect something of it in this turn is judged at the seal (M1).
    if (expected === undefined || sealed === undefined || kind.expects?.(sealed) !== expected) return undefined;
    const found = this.reaches(image.id) ? 'reached' : 'cut.off';
    return found === expected ? undefined : { type: found };
  }

  /** Called when a derived wake-up could not be heard: it is due again at the next tick. */
  stall(id: ActorId): void {
    this.due.delete(id);
    this.#stalled.add(id);
  }

  /** The tick of what the actor hears next: the present tick for a derived wake-up. */
  dueTick(id: ActorId): number {
    const image = this.images.get(id);
    if (image === undefined) return 0;
    return Math.min(image.wakes[0]?.tick ?? this.counters.tick, this.counters.tick);
  }

  /** Called when everything is read back: derives the rest from it. `checkpointed`: the turn of the checkpoint. */
  restored(counters: Counters, checkpointed = 0): void {
    this.counters = counters;
    this.publishedSeq = counters.seq;
    // Actors that left come first: others may depend on them.
    for (const image of this.images.values()) if (image.state === retiredState) this.#forget(image, checkpointed);
    for (const [kind, images] of updatedByKind(this.images, (id) => this.kind(id))) {
      for (const name in kind.indexes) this.index(name).fill(images, must(kind.indexes[name], name));
      for (const image of images) this.#follow(kind, image, undefined);
    }
    // Every place is looked at anyway.
    this.geography.settle();
    this.settle();
    this.watchAccounts();
  }

  /** Handles an image that was read back as retired: the next checkpoint removes it for good, unless the one before has done so. */
  #forget(image: Image, checkpointed: number): void {
    const { id, turn } = image;
    this.images.delete(id);
    if (!this.#bury(image)) return void this.retired.add(id);
    if (turn <= checkpointed) this.buried.delete(id);
    if ((this.accounts.get(id)?.turn ?? turn + 1) <= turn) this.accounts.delete(id);
  }

  /** True when it leaves a tombstone. */
  #bury(image: Image): boolean {
    const summary = summaryOf(image);
    if (summary === undefined) return false;
    this.tombs.set(image.id, summary);
    this.buried.set(image.id, image);
    return true;
  }

  /** Wants every account looked at when the watch is next needed: what is watched depends on the settings too. */
  watchAccounts(): void {
    this.accountWatch.restart(this.accounts, this.counters);
  }

  /** Everything that is derived but the indexes follows. */
  #follow(kind: PreparedKind, image: Image, before: Image | undefined): void {
    const present = image.state === retiredState ? undefined : image;
    this.waiting.move(kind, image.id, before, present);
    this.actorsByState.move(image, before, present);
    if (kind.isOnPublicMap) this.publicPlaces.derive(kind, image, before);
    if (present?.quarantined) this.quarantined.add(image.id);
    else if (before?.quarantined) this.quarantined.delete(image.id);
    if (kind.derives) this.#deriveOthers(kind, image.id, present, before);
    if (present === undefined) this.#leaveMap(kind, image.id);
    else if (kind.ended !== undefined) this.#noticeEnd(kind, present, before);
    if (present === undefined) this.due.delete(image.id);
    else if (!kind.derives) this.#watchWakes(present);
  }

  /** On whom it depends, and which way it keeps open. */
  #deriveOthers(kind: PreparedKind, id: ActorId, image: Image | undefined, before: Image | undefined): void {
    const { dependsOn, way } = kind;
    if (dependsOn !== undefined)
      this.#dependents.move(id, before && valuesOf(dependsOn(before)), image && valuesOf(dependsOn(image)), 0);
    if (way !== undefined) {
      const open = image && way(image);
      for (const end of open === undefined ? [] : [open.from, open.to]) this.#noticeRoot(end);
      this.geography.setWay(id, open);
    }
    this.#unsettled.add(id);
  }

  /** The map learns of a root when the first way touches it: most houses never have one. */
  #noticeRoot(place: ActorId): void {
    const image = this.images.get(place);
    if (image !== undefined && this.kind(place).root?.(image) === true) this.geography.setRoot(place, true);
  }

  #noticeEnd(kind: PreparedKind, image: Image, before: Image | undefined): void {
    const ended = kind.ended?.(image) === true;
    if (ended === (before !== undefined && kind.ended?.(before) === true)) return;
    if (kind.root !== undefined || kind.expects !== undefined) this.geography.setEnded(image.id, ended);
    for (const id of this.#dependents.page(image.id, '', Number.POSITIVE_INFINITY)) this.#unsettled.add(id);
  }

  /** The actor was heard to end before, if it did; the map need not know it any more. */
  #leaveMap(kind: PreparedKind, id: ActorId): void {
    if (kind.root === undefined && kind.expects === undefined) return;
    this.geography.setRoot(id, false);
    this.geography.setEnded(id, false);
  }

  putAccount(named: AccountId, account: Account): void {
    const id = this.ownersId(named);
    this.accountWatch.put(id, this.account(id), account, this.counters);
    this.accounts.set(id, account);
  }

  /** The same id, as the text that its owner's image has: what is kept under it needs no text of its own. */
  ownersId(id: AccountId): AccountId {
    return id === 'treasury' || id === 'escrow' ? id : (this.images.get(id)?.id ?? id);
  }

  /** Wheel entries of this tick that are really due join `due`; called when the clock has moved. */
  wakeDue(tick: number): void {
    for (const id of this.#stalled) this.#unsettled.add(id);
    this.#stalled.clear();
    for (const id of this.wakeWheel.take(tick)) {
      const image = this.images.get(id);
      if (image !== undefined) this.#watchWakes(image);
    }
  }

  /** What all accounts show, and all burns, each summed: 0 in a sound city (L1, L3, L7). Walks every account. */
  totals = (): Totals => totalsOf(this.accounts, this.counters.tick);

  #watchWakes(image: Image): void {
    const [next] = image.wakes;
    const isDue =
      (next !== undefined && next.tick <= this.counters.tick) ||
      (!this.#stalled.has(image.id) && this.hasDerivedWake(image.id));
    if (isDue && !image.quarantined) this.due.add(image.id);
    else this.due.delete(image.id);
    if (next !== undefined && next.tick > this.counters.tick && !image.quarantined)
      this.wakeWheel.want(image.id, next.tick);
  }

  hasDerivedWake(id: ActorId): boolean {
    // Most actors are of kinds that have none.
    const image = this.kind(id).derives ? this.images.get(id) : undefined;
    return image !== undefined && this.derivedWake(image, (other) => this.imageOf(other)) !== undefined;
  }
}

const valuesOf = (parts: Readonly<Record<string, ActorId>>): readonly ActorId[] => [...new Set(Object.values(parts))];
