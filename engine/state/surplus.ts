/**
 * The surplus: the sum of what accounts hold beyond one share each, as upkeep lowers it (L9). There is no walk over accounts: those above
 * the share are known, their sum falls by their burns with each tick, and a wheel says which of them upkeep lowers to the share.
 */
import { assert } from '../assert.ts';
import type { AccountId } from '../ids.ts';
import { type Account, balanceAt } from './ledger.ts';
import { TimingWheel } from './timing-wheel.ts';

export class Surplus {
  readonly #above = new Map<AccountId, { readonly account: Account; readonly share: number }>();
  readonly #wheel = new TimingWheel<AccountId>();
  #tick: number;
  /** Millicredits beyond the shares of the accounts above, at this tick. */
  #sum = 0;
  /** What these accounts pay each tick. */
  #burn = 0;

  constructor(tick: number) {
    this.#tick = tick;
  }

  /** Millicredits. */
  get sum(): number {
    return this.#sum;
  }

  /** How many accounts hold more than a share. */
  get count(): number {
    return this.#above.size;
  }

  /** `account`: as it is now. `share`: what one like it may hold before it counts; `Infinity`: nothing of it ever counts. */
  put(id: AccountId, account: Account, share: number): void {
    this.forget(id);
    const beyond = balanceAt(account, this.#tick) - share;
    if (beyond <= 0) return;
    this.#above.set(id, { account, share });
    this.#sum += beyond;
    this.#burn += account.burn;
    if (account.burn > 0) this.#wheel.want(id, this.#tick + Math.ceil(beyond / account.burn));
  }

  forget(id: AccountId): void {
    const known = this.#above.get(id);
    if (known === undefined) return;
    const { account, share } = known;
    this.#above.delete(id);
    this.#wheel.forget(id);
    this.#sum -= balanceAt(account, this.#tick) - share;
    this.#burn -= account.burn;
  }

  /** The clock has moved on by one tick, to `tick`. */
  advance(tick: number): void {
    assert(tick === this.#tick + 1, 'the surplus is known at the tick before');
    this.#tick = tick;
    this.#sum -= this.#burn;
    for (const id of this.#wheel.peek(this.#tick)) this.forget(id);
  }
}
