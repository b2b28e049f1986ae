/**
 * The surplus: the sum of what accounts hold beyond one share each, as upkeep lowers it (L9). There is no walk over accounts, and nothing
 * is kept of any single one: their sum falls by their burns with each tick, and for each tick to come it is known what those add up to whom
 * upkeep has lowered to the share by then. Whoever changes an account takes the old one away and adds the new one.
 *
 * Rejected: a map of the accounts above their share, with a wheel; some 120 bytes for each resident, to find again what the account says.
 */
import { assert } from '../assert.ts';
import { type Account, balanceAt } from './ledger.ts';

/** Accounts above their share, together. */
interface Sums {
  readonly count: number;
  /** Millicredits beyond the shares. */
  readonly beyond: number;
  /** What these accounts pay each tick. */
  readonly burn: number;
}

const nothing: Sums = { count: 0, beyond: 0, burn: 0 };

export class Surplus {
  /** By the tick at which upkeep lowers them to the share: the sums as they will be then, with nothing or less beyond it. */
  readonly #falling = new Map<number, Sums>();
  #tick: number;
  /** Those above the share at this tick. */
  #above = nothing;

  constructor(tick: number) {
    this.#tick = tick;
  }

  /** Millicredits. */
  get sum(): number {
    return this.#above.beyond;
  }

  /** How many accounts hold more than a share. */
  get count(): number {
    return this.#above.count;
  }

  /** `share`: what an account like it may hold before it counts; `Infinity`: nothing of it ever counts. */
  add(account: Account, share: number): void {
    this.#count(account, share, 1);
  }

  /** Takes away what was added, at this tick or an earlier one. */
  remove(account: Account, share: number): void {
    this.#count(account, share, -1);
  }

  /** The clock has moved on by one tick, to `tick`. */
  advance(tick: number): void {
    assert(tick === this.#tick + 1, 'the surplus is known at the tick before');
    this.#tick = tick;
    this.#above = plus(this.#above, { count: 0, beyond: this.#above.burn, burn: 0 }, -1);
    this.#above = plus(this.#above, this.#falling.get(tick) ?? nothing, -1);
    this.#falling.delete(tick);
  }

  #count(account: Account, share: number, times: 1 | -1): void {
    const beyond = balanceAt(account, this.#tick) - share;
    if (beyond <= 0) return;
    const { burn } = account;
    this.#above = plus(this.#above, { count: 1, beyond, burn }, times);
    if (burn <= 0) return;
    const ticks = Math.ceil(beyond / burn);
    const tick = this.#tick + ticks;
    const falling = plus(this.#falling.get(tick) ?? nothing, { count: 1, beyond: beyond - burn * ticks, burn }, times);
    if (falling.count === 0) this.#falling.delete(tick);
    else this.#falling.set(tick, falling);
  }
}

const plus = (sums: Sums, { count, beyond, burn }: Sums, times: 1 | -1): Sums => ({
  count: sums.count + times * count,
  beyond: sums.beyond + times * beyond,
  burn: sums.burn + times * burn,
});
