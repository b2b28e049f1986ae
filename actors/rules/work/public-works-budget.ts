/**
 * Public works: at each tick the Commons posts jobs out of what the treasury has taken. All accounts add up to 0, so what the treasury
 * lacks is what all others hold. It pays for work only as long as that, without what is surplus, is less than a fixed amount for
 * each living resident: so work brings back what upkeep and fees take out of circulation, and never more (PW1).
 *
 * Rejected: a share of what was taken since the last tick. Seeds come on top of it, and what is in circulation would grow with each birth.
 */
import type { Settings } from '../../../engine/actor-kind.ts';
import { setting } from '../workshops/tiers.ts';

/** The state of the economy when the city decides whether it can pay for work. Amounts are millicredits. */
export interface Means {
  readonly living: number;
  /** The treasury's balance: negative by what all other accounts hold. */
  readonly treasury: number;
  /**
   * What lies in wallets and pools, what is held for others than the city, and what residents hold beyond one share each: hoards take work
   * from nobody.
   */
  readonly surplus: number;
  /** Public works that nobody has claimed. */
  readonly open: number;
}

/** Jobs that the city posts now (PW1). */
export function jobsToPost(settings: Settings, { living, treasury, surplus, open }: Means): number {
  const reward = setting(settings, 'PUBLIC_WORK_REWARD');
  const anHour = Math.ceil(living / setting(settings, 'JOB_ANSWER_TICKS'));
  const room = Math.min(anHour, setting(settings, 'PUBLIC_WORKS_OPEN_MAX')) - open;
  const missing = living * setting(settings, 'PUBLIC_WORKS_SUPPLY_PER_RESIDENT') + surplus + treasury;
  return reward === 0 ? 0 : Math.max(0, Math.min(room, Math.floor(missing / reward)));
}
