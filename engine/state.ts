/**
 * The city between two turns: every image, every account, the counters, and what is derived from them (indexes, wheels,
 * what is due). Changed only by `seal` (T2), from a draft, and by recovery, from images.
 */
import { missing, must } from './assert.ts';
import { Chart } from './decide.ts';
import { type AccountId, type ActorId, kindOf, NameMint } from './ids.ts';
import { Index } from './index.ts';
import type { ActorKind, Image, Settings } from './kind.ts';
import { type Account, burnOf, dryTick, emptyAccount, lowTick, shown } from './ledger.ts';
import type { Counters } from './ports.ts';
import { Wheel } from './wheel.ts';

/** A kind with its chart made ready and its indexes. */
export interface LivingKind extends ActorKind {
  readonly chart: Chart;
}

export class CityState {
  readonly images = new Map<ActorId, Image>();
  readonly accounts = new Map<AccountId, Account>();
  readonly kinds: ReadonlyMap<string, LivingKind>;
  readonly indexes = new Map<string, Index>();
  /** Actors with a wake-up at this tick or an earlier one that they have not heard yet. */
  readonly due = new Set<ActorId>();
  readonly wakeWheel = new Wheel<ActorId>();
  readonly accountWheel = new Wheel<AccountId>();
  readonly quarantined = new Set<ActorId>();
  readonly names: NameMint;
  counters: Counters;
  /** The turn that moved the clock to the present tick. */
  tickTurn = 0;
  /** The `seq` of the newest event that the feeds have handed out. */
  publishedSeq = 0;

  #iso = { at: Number.NaN, text: '' };

  constructor(kinds: readonly ActorKind[], secret: string, settings: Settings) {
    this.kinds = new Map(kinds.map((kind) => [kind.name, { ...kind, chart: new Chart(kind.machine, kind.observe) }]));
    for (const kind of kinds) for (const name of Object.keys(kind.indexes)) this.indexes.set(name, new Index());
    this.names = new NameMint(secret);
    this.counters = { turn: 0, seq: 0, tick: 0, completedTick: 0, tickAt: 0, number: 0, minted: 0, settings };
  }

  /** `at` as ISO 8601 in UTC; many turns fall into one millisecond. */
  isoTime(at: number): string {
    if (at !== this.#iso.at) this.#iso = { at, text: new Date(at).toISOString() };
    return this.#iso.text;
  }

  kind(id: ActorId): LivingKind {
    return this.kinds.get(kindOf(id)) ?? missing(`kind of ${id}`);
  }

  index(name: string): Index {
    return this.indexes.get(name) ?? missing(`index ${name}`);
  }

  account(id: AccountId): Account {
    return this.accounts.get(id) ?? emptyAccount;
  }

  /** Puts an image in the place of the one before it, and lets everything derived follow. */
  putImage(image: Image): void {
    const before = this.images.get(image.id);
    this.images.set(image.id, image);
    this.#derive(image, before, image.turn);
  }

  /** Takes what was read back from checkpoint and journal; of two images of one actor the newer counts (J2). */
  readBack(images: Iterable<Image>, accounts: Iterable<readonly [AccountId, Account]>): void {
    for (const image of images)
      if (image.turn >= (this.images.get(image.id)?.turn ?? 0)) this.images.set(image.id, image);
    for (const [id, account] of accounts)
      if (account.turn >= (this.accounts.get(id)?.turn ?? 0)) this.accounts.set(id, account);
  }

  /** Everything is read back: derives the rest from it. */
  restored(counters: Counters): void {
    this.counters = counters;
    this.publishedSeq = counters.seq;
    for (const image of this.images.values()) this.#derive(image, undefined, 0);
    this.watchAccounts();
  }

  /** Wants every account looked at when it next needs it: what that is depends on the settings too. */
  watchAccounts(): void {
    for (const [id, account] of this.accounts) this.#watchAccount(id, account);
  }

  #derive(image: Image, before: Image | undefined, turn: number): void {
    const kind = this.kind(image.id);
    for (const name in kind.indexes) {
      const key = must(kind.indexes[name], name);
      this.index(name).move(image.id, before && key(before), key(image), turn);
    }
    if (image.quarantined) this.quarantined.add(image.id);
    else if (before?.quarantined) this.quarantined.delete(image.id);
    this.#watchWakes(image);
  }

  putAccount(id: AccountId, account: Account): void {
    this.accounts.set(id, account);
    this.#watchAccount(id, account);
  }

  #watchAccount(id: AccountId, account: Account): void {
    if (account.burn > 0) this.accountWheel.want(id, this.attentionTick(id, account));
  }

  /**
   * The next tick at which time alone changes something about the account: its runway falls to the alert, or it runs dry.
   * One that was spent to exactly 0 is dry now, and settled at the next tick.
   */
  attentionTick(id: AccountId, account: Account): number {
    const low = lowTick(account, this.runwayAlert(id));
    return low > this.counters.tick ? low : Math.max(this.counters.tick + 1, dryTick(account));
  }

  /** The runway at or below which the owner of the account is told; -1 when nobody asks. */
  runwayAlert(id: AccountId): number {
    if (id === 'treasury' || id === 'escrow') return -1;
    return this.kinds.get(kindOf(id))?.runwayAlert?.(this.counters.settings) ?? -1;
  }

  /** Wheel entries of this tick that are really due join `due`; called when the clock has moved. */
  wakeDue(tick: number): void {
    for (const id of this.wakeWheel.take(tick)) {
      const image = this.images.get(id);
      if (image !== undefined) this.#watchWakes(image);
    }
  }

  /** The sum of what all accounts show, and of all burns. Both are 0 in a sound city (L1, L3, R1). Walks every account. */
  totals(): { readonly credits: number; readonly burn: number; readonly overdrawn: readonly AccountId[] } {
    let credits = 0;
    let burn = 0;
    const overdrawn: AccountId[] = [];
    for (const [id, account] of this.accounts) {
      credits += shown(account, this.counters.tick);
      burn += account.burn;
      if (id !== 'treasury' && (shown(account, this.counters.tick) < 0 || burnOf(account) < 0)) overdrawn.push(id);
    }
    return { credits, burn, overdrawn };
  }

  #watchWakes(image: Image): void {
    const [next] = image.wakes;
    if (next === undefined || image.quarantined) {
      this.due.delete(image.id);
      return;
    }
    if (next.tick <= this.counters.tick) this.due.add(image.id);
    else {
      this.due.delete(image.id);
      this.wakeWheel.want(image.id, next.tick);
    }
  }
}
