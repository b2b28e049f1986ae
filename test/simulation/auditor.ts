/**
 * Checks the promises of the ledger after every turn, at the cost of what the turn changed, and of everything at every
 * tick (R1, L1, L2, L3). Keeps its own sums: what it finds does not depend on what the engine asserts about itself.
 */
import type { AccountId } from '../../engine/ids.ts';
import type { Account } from '../../engine/ledger.ts';
import { shown } from '../../engine/ledger.ts';
import type { Sealed } from '../../engine/seal.ts';
import type { CityState } from '../../engine/state.ts';

export class Auditor {
  readonly violations: string[] = [];
  #accounts = new Map<AccountId, Account>();
  /** Sum over all accounts of the balance that each would have had at tick 0, and of their burns. */
  #atTickZero = 0;
  #burns = 0;
  #turn = 0;
  #state: CityState | undefined;
  turns = 0;

  /** Begins anew from a recovered city. */
  open(state: CityState): void {
    this.#accounts = new Map();
    this.#atTickZero = 0;
    this.#burns = 0;
    this.#turn = state.counters.turn;
    this.#state = state;
    for (const [id, account] of state.accounts) this.#take(id, account);
    this.everything(state);
  }

  /** Hears of each sealed turn. An exception here would look like a failure of the turn: findings are kept instead. */
  sealed(sealed: Sealed, state: CityState): void {
    this.turns += 1;
    if (state !== this.#state) {
      this.open(state);
      return;
    }
    const { turn, tick } = state.counters;
    const where = `turn ${turn} (${sealed.command.type}) at tick ${tick}`;
    if (turn !== ++this.#turn) this.violations.push(`[J0] ${where} follows ${this.#turn - 1}`);
    for (const [id, account] of sealed.accounts) {
      this.#take(id, account);
      if (id === 'treasury') continue;
      if (shown(account, tick) < 0 || account.burn < 0 || account.suspended < 0)
        this.violations.push(`[L2] ${id} after ${where}`);
      if (![account.balance, account.burn, account.suspended].every(Number.isSafeInteger))
        this.violations.push(`[L1] ${id} after ${where}`);
    }
    if (this.#burns !== 0) this.violations.push(`[L3] burns and income differ by ${this.#burns} after ${where}`);
    const credits = this.#atTickZero - tick * this.#burns;
    if (credits !== 0) this.violations.push(`[R1] all accounts add up to ${credits} after ${where}`);
  }

  /** Walks the whole city. */
  everything(state: CityState): void {
    const { tick } = state.counters;
    const { credits, burn, overdrawn } = state.totals();
    if (credits !== 0 || burn !== 0)
      this.violations.push(`[R1] at tick ${tick} accounts add up to ${credits}, burns to ${burn}`);
    for (const id of overdrawn) this.violations.push(`[L2] at tick ${tick} ${id} is below zero`);
    for (const { id, state: leaf, context, wakes } of state.images.values()) {
      if (!id.startsWith('resident:')) continue;
      const account = state.account(id);
      const present = state.index('present').has(String(context['location']), id);
      if (present !== (leaf !== 'dead'))
        this.violations.push(`[A1] at tick ${tick} ${id}, ${leaf}, is present: ${present}`);
      if (leaf === 'dead' && (wakes.length > 0 || account.burn + account.suspended > 0 || shown(account, tick) !== 0))
        this.violations.push(`[K5] at tick ${tick} the dead ${id} has something left`);
      if (leaf !== 'dead' && wakes.length === 0) this.violations.push(`[K2] at tick ${tick} ${id} will never die`);
      if (leaf === 'alive.warned' && account.suspended === 0)
        this.violations.push(`[L4] at tick ${tick} ${id} is warned and pays`);
      if (leaf === 'alive.active' && account.burn === 0 && !state.quarantined.has(id))
        this.violations.push(`[L3] at tick ${tick} ${id} lives for nothing`);
    }
  }

  #take(id: AccountId, account: Account): void {
    for (const [sign, page] of [
      [-1, this.#accounts.get(id)],
      [1, account],
    ] as const) {
      if (page === undefined) continue;
      this.#atTickZero += sign * (page.balance + page.burn * page.since);
      this.#burns += sign * page.burn;
    }
    this.#accounts.set(id, account);
  }
}
