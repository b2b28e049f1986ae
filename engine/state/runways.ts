/** What a turn does about runways: whose account runs dry at a tick, and whose owner hears that little is left (K1, L3). */
import { assert } from '../assert.ts';
import type { AccountId } from '../ids.ts';
import type { Draft } from '../turn/draft.ts';
import { dryTick, lowTick, runway } from './ledger.ts';

/** `tick(n)`: the clock moves, dry accounts pay what is left, and owners of accounts that run low hear so (K1, L3). */
export function settleDry(draft: Draft, tick: number): void {
  assert(tick === draft.tick + 1, '[K1] ticks come one by one');
  draft.tick = tick;
  for (const id of draft.state.accountWatch.peek(tick).sort()) {
    const account = draft.state.account(id);
    if (id === 'treasury' || id === 'escrow') continue;
    if (dryTick(account) <= tick) {
      draft.dryOut(id);
      draft.addWake(id, tick, { type: 'account.dry' });
    } else if (lowTick(account, runwayAlert(draft, id)) === tick) {
      draft.addWake(id, tick, { type: 'account.low' });
    }
  }
}

/**
 * The owner of an account whose runway fell to the alert by what this turn moved hears so in the same turn; when time alone did it, at
 * the tick.
 */
export function watchRunways(draft: Draft): void {
  for (const [id, account] of draft.accounts) {
    const alert = runwayAlert(draft, id);
    if (alert < 0 || id === 'treasury' || id === 'escrow') continue;
    const before = draft.state.accounts.get(id);
    const was = before === undefined ? Number.POSITIVE_INFINITY : runway(before, draft.tick);
    const is = runway(account, draft.tick);
    if (was > alert && is <= alert) draft.queue.push({ to: id, event: { type: 'account.low' } });
  }
}

/** The alert by the settings with which the turn began. */
const runwayAlert = ({ state }: Draft, id: AccountId): number =>
  state.accountWatch.runwayAlert(id, state.counters.settings);
