/**
 * A turn before it is sealed: the changes it would make, laid over the city (T2). Dropping a draft is how a turn never
 * happened. It is also what rules may ask while their event is delivered (`Facts`, T6).
 */

import { type Facts, type Image, type PendingEffect, retiredState, type Settings } from '../actor-kind.ts';
import { assert, assertWhole, must } from '../assert.ts';
import type { FeedEvent, Following } from '../command.ts';
import type { Audience, CityEvent, Conclusion, Message } from '../effect.ts';
import { type AccountId, type ActorId, type IndexName, parseActorId } from '../ids.ts';
import type { Departed } from '../ports.ts';
import type { CityState } from '../state/city-state.ts';
import {
  type Account,
  type BookedPosting,
  balanceAt,
  burnOf,
  cleared,
  credited,
  creditsMax,
  debited,
  driedOut,
  emptyAccount,
  type Posting,
  reburned,
  refunded,
  settled,
} from '../state/ledger.ts';
import { keyList, standsUnder } from '../state/reverse-index.ts';
import { fitsTombstone } from '../state/tombstones.ts';

/** What `seal` hands on of a turn, besides the images and accounts that it changes. */
export interface Prepared {
  readonly events: readonly FeedEvent[];
  readonly followings: readonly Following[];
}

export class Draft implements Facts {
  /** Tells a draft from a refusal, the other outcome of a turn. */
  readonly type = 'drafted';
  readonly state: CityState;
  readonly turn: number;
  readonly at: number;
  tick: number;
  completedTick: number;
  settings: Settings;
  counted: number;
  minted: number;
  readonly images = new Map<ActorId, Image>();
  readonly accounts = new Map<AccountId, Account>();
  readonly queue: { readonly to: ActorId; readonly event: Message }[] = [];
  readonly events: { readonly event: CityEvent; readonly audience: Audience }[] = [];
  readonly asked: { readonly actor: ActorId; readonly pending: PendingEffect }[] = [];
  readonly postings: BookedPosting[] = [];
  /** What it will hand on when it is sealed; made last, while it can still be dropped. */
  prepared: Prepared | undefined;
  /** Actors that leave for a tombstone in this turn. */
  readonly departed: Departed[] = [];
  /** Few turns conclude anything. */
  concluded: Map<ActorId, Conclusion> | undefined;

  constructor(state: CityState, at: number) {
    this.state = state;
    this.at = at;
    this.turn = state.counters.turn + 1;
    this.tick = state.counters.tick;
    this.completedTick = state.counters.completedTick;
    this.settings = state.counters.settings;
    this.counted = state.counters.number;
    this.minted = state.counters.minted;
  }

  /** Also finds an actor that has left for a tombstone. */
  image(id: ActorId): Image | undefined {
    const image = this.images.get(id) ?? this.state.images.get(id);
    if (image !== undefined && image.state !== retiredState) return image;
    return this.state.fromTombstone(id, this.images);
  }

  count(index: IndexName, key: string): number {
    let count = this.state.index(index).count(key);
    for (const image of this.images.values()) {
      const { is, was } = this.#stands(image, index, key);
      count += Number(is) - Number(was);
    }
    return count;
  }

  members<Kind extends string>(index: IndexName<Kind>, key: string, limit: number): readonly ActorId<Kind>[] {
    // This turn may have taken as many away.
    const members = new Set(this.state.index(index).page(key, '', limit + this.images.size));
    for (const image of this.images.values()) {
      const { is, was } = this.#stands(image, index, key);
      // Only kinds whose members the index names derive its keys.
      const id = image.id as ActorId<Kind>;
      if (is) members.add(id);
      else if (was) members.delete(id);
    }
    return [...members].sort().slice(0, limit);
  }

  isPublic(place: string): boolean {
    return this.state.publicPlaces.has(place);
  }

  /** True while the actor has something to hear before anything else (K4). */
  isDue(image: Image | undefined): image is Image {
    if (image === undefined) return false;
    const [next] = image.wakes;
    return (next !== undefined && next.tick <= this.tick) || this.derivedWake(image) !== undefined;
  }

  derivedWake(image: Image): Message | undefined {
    return this.state.derivedWake(image, (id) => this.image(id));
  }

  /** Whether a changed image stands under the key now, and whether it did before this turn. */
  #stands(image: Image, index: string, key: string): { readonly is: boolean; readonly was: boolean } {
    const keysOf = this.state.kind(image.id).indexes[index];
    if (keysOf === undefined) return { is: false, was: false };
    const before = this.state.images.get(image.id);
    return {
      is: image.state !== retiredState && standsUnder(keysOf(image), key),
      was: before !== undefined && standsUnder(keysOf(before), key),
    };
  }

  stage(image: Image): void {
    assert(!this.#rests(image.id), `${image.id} rests: nothing of it changes`);
    this.images.set(image.id, image);
  }

  /** True when the actor has left, in this turn or before, and is on a tombstone: its own, or that of another that left with it. */
  #rests(id: ActorId): boolean {
    const present = this.images.get(id) ?? this.state.images.get(id);
    if (present !== undefined && present.state !== retiredState) return false;
    const on = this.state.kind(id).tomb?.of(id);
    return on !== undefined && (this.state.tombs.has(on) || this.departed.some((one) => one.image.id === on));
  }

  balance(id: AccountId): number {
    return balanceAt(this.#account(id), this.tick);
  }

  burn(id: AccountId): number {
    return burnOf(this.#account(id));
  }

  owed(id: AccountId): number {
    return this.#account(id).owed;
  }

  surplus = (): number => this.state.accountWatch.surplus;

  number(): number {
    this.counted += 1;
    return this.counted;
  }

  /** `<prefix>_` and 80 bits that nobody can foretell. A refused turn uses none up. */
  mint(prefix: string): string {
    this.minted += 1;
    return `${prefix}_${this.state.names.name(this.minted)}`;
  }

  /**
   * Moves credits. Nothing has changed when `from` does not show that much (`short`, L2), or when a balance would leave
   * what can be counted exactly (`beyond`, L1).
   */
  post({ from, to, amount, reason, isRefund }: Posting): 'posted' | 'short' | 'beyond' {
    assert(Number.isSafeInteger(amount) && amount > 0, `[L1] a posting of ${amount}`);
    assert(from !== to, '[L1] a posting has two sides');
    const payer = this.#settledAccount(from);
    const payee = this.#settledAccount(to);
    if (from !== 'treasury' && payer.balance < amount) return 'short';
    if (payer.balance - amount < -creditsMax || payee.balance + amount > creditsMax) return 'beyond';
    const paid = debited(payer, amount);
    const got = isRefund ? refunded(payee, amount) : credited(payee, amount);
    this.accounts.set(from, paid).set(to, got);
    const { turn, at, tick } = this;
    const booked = { turn, at, tick, from, to, amount, reason, payerBalance: paid.balance, payeeBalance: got.balance };
    this.postings.push(isRefund ? { isRefund, ...booked } : booked);
    return 'posted';
  }

  /** Changes a burn and the treasury's income with it (L3). */
  addBurn(id: AccountId, delta: number): void {
    const account = this.#settledAccount(id);
    const next = reburned(account, assertWhole(delta, -creditsMax, '[L3] the change of a burn'));
    assert(next.burn >= 0 && next.suspended >= 0, `[L3] a burn below zero: ${id}`);
    this.accounts.set(id, next);
    this.#addIncome(next.burn - account.burn);
  }

  /** Pays the treasury what the account owes (L4). `short`: it does not show that much, and nothing has changed (L2). */
  repay(id: AccountId): 'posted' | 'short' | 'beyond' {
    const amount = this.owed(id);
    if (amount === 0) return 'posted';
    const posted = this.post({ from: id, to: 'treasury', amount, reason: 'upkeep' });
    if (posted === 'posted') this.accounts.set(id, cleared(this.#settledAccount(id)));
    return posted;
  }

  /** Lets a suspended burn run again (L4). */
  resumeBurn(id: AccountId): void {
    const account = this.#settledAccount(id);
    assert(account.owed === 0, `[L4] ${id} pays what it owes first`);
    this.accounts.set(id, { ...account, burn: account.burn + account.suspended, suspended: 0 });
    this.#addIncome(account.suspended);
  }

  /** Takes burn and suspended burn away, and with them what is owed: who has ended pays no more (L4). */
  stopBurn(id: AccountId): void {
    const account = this.#settledAccount(id);
    this.accounts.set(id, { ...cleared(account), burn: 0, suspended: 0 });
    this.#addIncome(-account.burn);
  }

  /** The account cannot pay this tick in full: it pays what is left, owes the rest, and its burn waits (L3, L4). */
  dryOut(id: AccountId): void {
    const before = this.#account(id);
    const { account, paid } = driedOut(before, this.tick, this.turn);
    this.accounts.set(id, account);
    const treasury = this.#settledAccount('treasury');
    const missing = before.burn - paid;
    this.accounts.set('treasury', {
      ...treasury,
      balance: treasury.balance - missing,
      earned: treasury.earned - missing,
      burn: treasury.burn + before.burn,
    });
  }

  /** Asks for an outside effect: pending in the actor's image until its end comes, performed after the commit (S2). */
  ask(id: ActorId, effect: string, input: Readonly<Record<string, unknown>>): void {
    const image = must(this.image(id), id);
    const pending = { id: this.mint('call'), effect, input, turn: this.turn };
    this.stage({ ...image, calls: [...image.calls, pending], turn: this.turn });
    this.asked.push({ actor: id, pending });
  }

  /** The actor leaves the city. Its last image says only that. */
  retire(id: ActorId): void {
    assert(this.balance(id) === 0 && this.burn(id) === 0, `[L1] ${id} leaves with an account that is not empty`);
    const image = must(this.image(id), id);
    const { tomb, indexes } = this.state.kind(id);
    const summary = tomb?.summary?.(image);
    let departed: Departed | undefined;
    if (summary !== undefined) {
      assert(fitsTombstone(summary) && fitsTombstone(id), `the tombstone of ${id} is too long`);
      const keys = (tomb?.foundBy ?? []).flatMap((name) =>
        keyList(indexes[name]?.(image)).map((key) => `${name} ${key}`),
      );
      departed = { image, account: this.#account(id), keys };
    }
    const context = summary === undefined ? {} : { inscription: summary };
    this.stage({ ...image, state: retiredState, context, wakes: [], calls: [], turn: this.turn });
    if (departed !== undefined) this.departed.push(departed);
  }

  /** What a caller who waits for this actor hears. An answer may be given in parts; a refusal is final. */
  conclude(by: ActorId, end: Conclusion): void {
    this.concluded ??= new Map();
    const before = this.concluded.get(by);
    const parts = before?.type === 'answer' && end.type === 'answer';
    this.concluded.set(by, parts ? { type: 'answer', value: { ...before.value, ...end.value } } : end);
  }

  /** Adds a wake-up; one of the same type gives way. Order: tick, `wakeOrder`, name (K5). In a copy: a pushed list has room for 17. */
  addWake(id: ActorId, tick: number, event: Message): void {
    const image = must(this.image(id), id);
    const { wakeOrder } = this.state.kind(id);
    const rank = (type: string) => (wakeOrder.includes(type) ? wakeOrder.indexOf(type) : wakeOrder.length);
    const wakes = image.wakes.filter((wake) => wake.event.type !== event.type);
    wakes.push({ tick: assertWhole(tick, 0, '[K5] the tick of a wake-up'), event, turn: this.turn });
    const sorted = wakes.toSorted(
      (a, b) => a.tick - b.tick || rank(a.event.type) - rank(b.event.type) || (a.event.type < b.event.type ? -1 : 1),
    );
    this.stage({ ...image, wakes: sorted, turn: this.turn });
  }

  /** Asserts that credits and burns balance over everything this turn changed (L7). Costs the changed accounts. */
  assertBalanced(): void {
    let credits = 0;
    let burns = 0;
    for (const [id, after] of this.accounts) {
      const before = this.state.account(id);
      credits += balanceAt(after, this.tick) - balanceAt(before, this.tick);
      burns += after.burn - before.burn;
      assert(id === 'treasury' || balanceAt(after, this.tick) >= 0, `[L2] ${id} below zero`);
    }
    assert(credits === 0, `[L1] postings add up to ${credits}`);
    assert(burns === 0, `[L3] income and burns differ by ${burns}`);
  }

  #account(id: AccountId): Account {
    return this.accounts.get(id) ?? this.state.accounts.get(id) ?? this.#unopened(id);
  }

  /** An account is written under its id: that of an actor, or one of the city's own two. */
  #unopened(id: AccountId): Account {
    assert(id === 'treasury' || id === 'escrow' || parseActorId(id) === id, 'the id of an account');
    return emptyAccount;
  }

  #settledAccount(id: AccountId): Account {
    return settled(this.#account(id), this.tick, this.turn);
  }

  #addIncome(delta: number): void {
    if (delta === 0) return;
    const treasury = this.#settledAccount('treasury');
    this.accounts.set('treasury', { ...treasury, burn: treasury.burn - delta });
  }
}
