/**
 * Checks the promises of the ledger after every turn, at the cost of what the turn changed, and of everything at every
 * rest after a tick: what is held is in escrow, deployed is reached, nobody is left who has not heard, each soul is born once
 * (L7, L1, L2, L3, L5, M2, K2, PD9, SO2, SO3, SO5). Keeps its own sums: what it finds does not depend on what the engine asserts about
 * itself.
 */

import { indexes } from '../../actors/indexes.ts';
import type { ConnectionContext } from '../../actors/kinds/connection/messages.ts';
import { imageOf } from '../../actors/registry.ts';
import { placeActor, podActor } from '../../actors/rules/place/names.ts';
import { isInUse } from '../../actors/rules/place/states.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { type AccountId, nameOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import type { Account } from '../../engine/state/ledger.ts';
import { balanceAt, burnOf, emptyAccount } from '../../engine/state/ledger.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import { heldInImages } from '../actors/built-places.ts';
import { faultsIn } from '../declared-events.ts';
import { faultsOfPeople } from './audited-people.ts';

const open: ReadonlySet<string> = new Set(['pending_approval', 'approved.open', 'approved.reserved', 'approved.door']);

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
    for (const fault of faultsIn(sealed.events)) this.violations.push(`${fault} in ${where}`);
    if (turn !== ++this.#turn) this.violations.push(`[J0] ${where} follows ${this.#turn - 1}`);
    const paid = this.#paidByPools(sealed, tick);
    if (paid > 0 && paid > this.#gain('treasury', sealed, tick))
      this.violations.push(`[PD9] a pool pays another than the treasury in ${where}`);
    for (const [id, account] of sealed.accounts) {
      this.#take(id, account);
      if (id === 'treasury') continue;
      if (balanceAt(account, tick) < 0 || account.burn < 0 || account.suspended < 0 || account.owed < 0)
        this.violations.push(`[L2] ${id} after ${where}`);
      if (![account.balance, account.burn, account.suspended, account.owed].every(Number.isSafeInteger))
        this.violations.push(`[L1] ${id} after ${where}`);
    }
    if (this.#burns !== 0) this.violations.push(`[L3] burns and income differ by ${this.#burns} after ${where}`);
    const credits = this.#atTickZero - tick * this.#burns;
    if (credits !== 0) this.violations.push(`[L7] all accounts add up to ${credits} after ${where}`);
  }

  /** What pools have less after the turn: the first upkeep of a container, or what nobody may have. */
  #paidByPools({ accounts }: Sealed, tick: number): number {
    const pools = [...accounts].filter(([id]) => id.startsWith('pod:'));
    return pools.reduce((sum, [id, page]) => sum + Math.max(0, -this.#changed(id, page, tick)), 0);
  }

  #gain(id: AccountId, { accounts }: Sealed, tick: number): number {
    const page = accounts.get(id);
    return page === undefined ? 0 : this.#changed(id, page, tick);
  }

  #changed(id: AccountId, page: Account, tick: number): number {
    return balanceAt(page, tick) - balanceAt(this.#accounts.get(id) ?? emptyAccount, tick);
  }

  /** Walks the whole city. */
  everything(state: CityState): void {
    const { tick } = state.counters;
    const { credits, burn, overdrawn } = state.totals();
    if (credits !== 0 || burn !== 0)
      this.violations.push(`[L7] at tick ${tick} accounts add up to ${credits}, burns to ${burn}`);
    for (const id of overdrawn) this.violations.push(`[L2] at tick ${tick} ${id} is below zero`);
    const escrow = balanceAt(state.account('escrow'), tick);
    const held = heldInImages(state.images.values());
    if (escrow !== held) this.violations.push(`[L5] at tick ${tick} ${escrow} in escrow, ${held} held`);
    for (const [id] of state.tombs.entries())
      if (state.images.has(id) || state.accounts.has(id))
        this.violations.push(`[A1] at tick ${tick} ${id} does not rest`);
    this.violations.push(...faultsOfPeople(state).map((fault) => `at tick ${tick} ${fault}`));
    const reached = reachedPlaces(state);
    for (const image of state.images.values()) {
      if (state.hasDerivedWake(image.id)) this.violations.push(`[K2] at tick ${tick} ${image.id} has not heard`);
      if (image.id.startsWith('resident:')) this.#resident(state, image);
      if (image.id.startsWith('pod:')) this.#pod(state, image, reached.has(nameOf(image.id)));
      if (image.id.startsWith('container:')) this.#container(state, image);
      if (image.id.startsWith('connection-request:')) this.#connection(state, image);
    }
  }

  #resident(state: CityState, { id, state: leaf, context, wakes }: Image): void {
    const { tick } = state.counters;
    const account = state.account(id);
    const present = state.index('present').has(String(context['location']), id);
    if (present !== (leaf !== 'dead'))
      this.violations.push(`[A1] at tick ${tick} ${id}, ${leaf}, is present: ${present}`);
    if (
      leaf === 'dead' &&
      (wakes.length > 0 || account.burn + account.suspended + account.owed > 0 || balanceAt(account, tick) !== 0)
    )
      this.violations.push(`[K5] at tick ${tick} the dead ${id} has something left`);
    if (leaf !== 'dead' && wakes.length === 0) this.violations.push(`[K2] at tick ${tick} ${id} will never die`);
    if (leaf === 'alive.warned' && account.suspended === 0)
      this.violations.push(`[L4] at tick ${tick} ${id} is warned and pays`);
    if (account.owed > 0 && account.burn > 0) this.violations.push(`[L4] at tick ${tick} ${id} pays before it repays`);
    if (leaf === 'alive.active' && account.burn === 0 && !state.quarantined.has(id))
      this.violations.push(`[L3] at tick ${tick} ${id} lives for nothing`);
  }

  /** It can be reached, or is an orphan; whatever lives pays, and what has ended has nothing left (M2). */
  #pod(state: CityState, { id, state: leaf }: Image, reached: boolean): void {
    const { tick } = state.counters;
    const account = state.account(id);
    const isOver = leaf === 'shut_down';
    if (!isOver && reached !== state.reaches(id))
      this.violations.push(`[M1] at tick ${tick} the map is wrong about ${id}`);
    if ((leaf === 'deployed' && !reached) || (leaf === 'orphaned' && reached))
      this.violations.push(`[M2] at tick ${tick} ${id} is ${leaf}, reached: ${reached}`);
    if (isOver && (burnOf(account) > 0 || balanceAt(account, tick) !== 0))
      this.violations.push(`[K5] at tick ${tick} ${id} has something left`);
    if (!isOver && account.burn === 0) this.violations.push(`[L3] at tick ${tick} ${id} stands for nothing`);
    if (leaf === 'deployed' && state.index(indexes.countedConnections).count(nameOf(id)) === 0)
      this.violations.push(`[M1] at tick ${tick} ${id} is deployed and has no connection`);
  }

  #container(state: CityState, { id, state: leaf, context }: Image): void {
    const pod = state.images.get(podActor(String(context['pod'])));
    if (leaf !== 'stopped' && (pod === undefined || pod.state === 'shut_down'))
      this.violations.push(`[K2] at tick ${state.counters.tick} ${id} is ${leaf} in a pod that is gone`);
  }

  /** A request holds its fee while it waits, and no longer (L5). What has ended is joined by nothing. */
  #connection(state: CityState, { id, state: leaf, context }: Image): void {
    const { tick } = state.counters;
    const { held, terms } = context as ConnectionContext;
    const waits = leaf === 'pending_approval';
    if (waits ? held <= 0 : held !== 0) this.violations.push(`[L5] at tick ${tick} ${id}, ${leaf}, holds ${held}`);
    if (!open.has(leaf)) return;
    for (const end of [terms.from, terms.to])
      if (!stands(state, end)) this.violations.push(`[K2] at tick ${tick} ${id} is ${leaf}, and ${end} has ended`);
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

/** False too for a place that never was. */
function stands({ images }: CityState, place: string): boolean {
  const image = imageOf({ image: (id) => images.get(id) }, placeActor(place));
  return image !== undefined && isInUse(image);
}

/** Places to which a path of open connections leads, in the direction of travel: searched anew, without the engine's own map (M1). */
function reachedPlaces(state: CityState): ReadonlySet<string> {
  const ways = new Map<string, string[]>();
  const reached: string[] = [];
  for (const { id, state: leaf, context } of state.images.values()) {
    if (id.startsWith('location:') && leaf !== 'ruin') reached.push(nameOf(id));
    if (leaf !== 'approved.open') continue;
    const { from, to, bidirectional } = (context as ConnectionContext).terms;
    ways.set(from, [...(ways.get(from) ?? []), to]);
    if (bidirectional) ways.set(to, [...(ways.get(to) ?? []), from]);
  }
  const found = new Set(reached);
  for (const place of reached)
    for (const next of ways.get(place) ?? []) {
      if (found.has(next) || !stands(state, next)) continue;
      found.add(next);
      reached.push(next);
    }
  return found;
}
