/**
 * A turn before it is sealed: the changes it would make, laid over the city (T2). Dropping a draft is how a turn never
 * happened. It is also what rules may ask while their event is delivered (`Facts`, T6).
 */
import { assert, must } from './assert.ts';
import type { Audience, Message, Told } from './effect.ts';
import type { AccountId, ActorId } from './ids.ts';
import type { Call, Facts, Image, Settings } from './kind.ts';
import {
  type Account,
  burnOf,
  credited,
  creditsMax,
  debited,
  driedOut,
  emptyAccount,
  reburned,
  settled,
  shown,
} from './ledger.ts';
import type { CityState } from './state.ts';

export class Draft implements Facts {
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
  readonly told: { readonly told: Told; readonly audience: Audience }[] = [];
  readonly asked: { readonly actor: ActorId; readonly call: Call }[] = [];

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

  image(id: ActorId): Image | undefined {
    return this.images.get(id) ?? this.state.images.get(id);
  }

  stage(image: Image): void {
    this.images.set(image.id, image);
  }

  balance(id: AccountId): number {
    return shown(this.#account(id), this.tick);
  }

  burn(id: AccountId): number {
    return burnOf(this.#account(id));
  }

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
  post(from: AccountId, to: AccountId, amount: number): 'posted' | 'short' | 'beyond' {
    assert(Number.isSafeInteger(amount) && amount > 0, `[L1] a posting of ${amount}`);
    assert(from !== to, '[L1] a posting has two sides');
    const payer = this.#settledAccount(from);
    const payee = this.#settledAccount(to);
    if (from !== 'treasury' && payer.balance < amount) return 'short';
    if (payer.balance - amount < -creditsMax || payee.balance + amount > creditsMax) return 'beyond';
    this.accounts.set(from, debited(payer, amount));
    this.accounts.set(to, credited(payee, amount));
    return 'posted';
  }

  /** Changes a burn and the treasury's income with it (L3). */
  addBurn(id: AccountId, delta: number): void {
    const account = this.#settledAccount(id);
    const next = reburned(account, delta);
    assert(next.burn >= 0 && next.suspended >= 0, `[L3] a burn below zero: ${id}`);
    this.accounts.set(id, next);
    this.#addIncome(next.burn - account.burn);
  }

  /** Lets a suspended burn run again (L4). */
  resumeBurn(id: AccountId): void {
    const account = this.#settledAccount(id);
    this.accounts.set(id, { ...account, burn: account.burn + account.suspended, suspended: 0 });
    this.#addIncome(account.suspended);
  }

  /** Takes burn and suspended burn away (K5). */
  stillBurn(id: AccountId): void {
    const account = this.#settledAccount(id);
    this.accounts.set(id, { ...account, burn: 0, suspended: 0 });
    this.#addIncome(-account.burn);
  }

  /** The account cannot pay this tick in full: it pays what is left, and its burn waits (L3). */
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

  /** Opens a call: part of the actor's image until its answer comes, performed after the commit (S2). */
  ask(id: ActorId, effect: string, input: Readonly<Record<string, unknown>>): void {
    const image = must(this.image(id), id);
    const call = { id: this.mint('call'), effect, input };
    this.stage({ ...image, calls: [...image.calls, call], turn: this.turn });
    this.asked.push({ actor: id, call });
  }

  /** Adds a wake-up; one of the same type gives way. Order: tick, the kind's `wakeOrder`, name (K5). */
  addWake(id: ActorId, tick: number, event: Message): void {
    const image = must(this.image(id), id);
    const { wakeOrder } = this.state.kind(id);
    const rank = (type: string) => (wakeOrder.includes(type) ? wakeOrder.indexOf(type) : wakeOrder.length);
    const wakes = image.wakes.filter((wake) => wake.event.type !== event.type);
    wakes.push({ tick, event });
    wakes.sort(
      (a, b) => a.tick - b.tick || rank(a.event.type) - rank(b.event.type) || (a.event.type < b.event.type ? -1 : 1),
    );
    this.stage({ ...image, wakes, turn: this.turn });
  }

  /** Asserts that credits and burns balance over everything this turn changed (L7). Costs the changed accounts. */
  assertBalanced(): void {
    let credits = 0;
    let burns = 0;
    for (const [id, after] of this.accounts) {
      const before = this.state.account(id);
      credits += shown(after, this.tick) - shown(before, this.tick);
      burns += after.burn - before.burn;
      assert(id === 'treasury' || shown(after, this.tick) >= 0, `[L2] ${id} below zero`);
    }
    assert(credits === 0, `[L1] postings add up to ${credits}`);
    assert(burns === 0, `[L3] income and burns differ by ${burns}`);
  }

  #account(id: AccountId): Account {
    return this.accounts.get(id) ?? this.state.accounts.get(id) ?? emptyAccount;
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
