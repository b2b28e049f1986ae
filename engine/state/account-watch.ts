/** Watches what time alone changes about accounts: whose runway falls to its alert, who runs dry, and the surplus (L6, L9). */
import type { Settings } from '../actor-kind.ts';
import { type AccountId, kindOf } from '../ids.ts';
import { type Account, dryTick, emptyAccount, lowTick } from './ledger.ts';
import type { PreparedKind } from './prepared-kind.ts';
import { Surplus } from './surplus.ts';
import { TimingWheel } from './timing-wheel.ts';

/** When, and by which numbers. */
export interface Now {
  readonly tick: number;
  readonly settings: Settings;
}

export class AccountWatch {
  readonly #kinds: ReadonlyMap<string, PreparedKind>;
  readonly #wheel = new TimingWheel<AccountId>();
  #surplus = new Surplus(0);

  constructor(kinds: ReadonlyMap<string, PreparedKind>) {
    this.#kinds = kinds;
  }

  /** Millicredits that accounts hold beyond one share each. */
  get surplus(): number {
    return this.#surplus.sum;
  }

  /** How many are watched. An account counts twice that is in the wheel and among those above their share. */
  get size(): number {
    return this.#wheel.size + this.#surplus.count;
  }

  /**
   * Looks at all accounts by these settings. The surplus begins anew; the wheel keeps its hints, and puts back one that comes early (L6).
   */
  restart(accounts: ReadonlyMap<AccountId, Account>, now: Now): void {
    this.#surplus = new Surplus(now.tick);
    for (const [id, account] of accounts) this.put(id, emptyAccount, account, now);
  }

  /** The account changes from what it was, `emptyAccount` if there was none, to what it is. */
  put(id: AccountId, was: Account, is: Account, now: Now): void {
    if (is.burn > 0) this.#wheel.want(id, this.#attentionTick(id, is, now));
    const share = this.#rules(id)?.accountShare?.(now.settings) ?? Number.POSITIVE_INFINITY;
    this.#surplus.remove(was, share);
    this.#surplus.add(is, share);
  }

  /** The account, as it was, leaves the ledger. */
  forget(id: AccountId, was: Account, now: Now): void {
    this.put(id, was, emptyAccount, now);
    this.#wheel.forget(id);
  }

  /** The accounts to look at when the clock moves to `tick`. */
  peek(tick: number): AccountId[] {
    return this.#wheel.peek(tick);
  }

  /** The clock has moved: hints of this tick leave the wheel; those that came early are put back (L6). */
  advance(now: Now, accountOf: (id: AccountId) => Account): void {
    this.#surplus.advance(now.tick);
    for (const id of this.#wheel.take(now.tick)) {
      const account = accountOf(id);
      if (account.burn > 0) this.#wheel.want(id, Math.max(now.tick + 1, this.#attentionTick(id, account, now)));
    }
  }

  /** The runway at or below which the owner of the account hears `account.low`; -1 for an account that nobody watches. */
  runwayAlert(id: AccountId, settings: Settings): number {
    return this.#rules(id)?.runwayAlert?.(settings) ?? -1;
  }

  /**
   * The next tick at which time alone changes something about the account: its runway falls to the alert, or it runs dry.
   * One that was spent to exactly 0 is dry now, and settled at the next tick.
   */
  #attentionTick(id: AccountId, account: Account, { tick, settings }: Now): number {
    const alert = this.runwayAlert(id, settings);
    const low = alert < 0 ? 0 : lowTick(account, alert);
    return low > tick ? low : Math.max(tick + 1, dryTick(account));
  }

  #rules(id: AccountId): PreparedKind | undefined {
    return id === 'treasury' || id === 'escrow' ? undefined : this.#kinds.get(kindOf(id));
  }
}
