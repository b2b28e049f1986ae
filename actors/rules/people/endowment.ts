/**
 * An endowment: what a newborn has from its birth is for its own life. It may spend it, but can give away only what has become free (EN1):
 *
 *   the seed    becomes free by one tick of upkeep each tick, two ticks late, since so much upkeep may be unpaid (UP3, UP4)
 *   the gift    of its mentor becomes free evenly over time
 *
 * So it never gives away more than its mentor gave and others paid it: a birth makes nobody richer. A pool pays
 * nothing out, so funding one's own pool gives nothing away. Reasons: docs/decisions/051-what-a-birth-mints-does-not-come-back.md.
 */

import type { Present } from '../../facts.ts';
import type { Endowment, ResidentInput } from '../../kinds/resident/messages.ts';
import { setting } from '../workshops/tiers.ts';

interface Kept {
  readonly endowment?: Endowment;
}

/** Ticks of upkeep that a resident may have left unpaid when it dies. */
const unpaidTicksMax = 2;

/** For a resident born of a soul, whoever wrote it. Founders have none: the operator answers for them. */
export function endowmentOf({
  origin,
  credits: seed,
  donation = 0,
  facts: { tick, settings },
}: ResidentInput & { readonly facts: Present }): Kept {
  const ticks = setting(settings, 'ENDOWMENT_TICKS');
  if (origin === undefined || ticks === 0) return {};
  const upkeep = setting(settings, 'RESIDENT_UPKEEP');
  return { endowment: { credits: donation, since: tick, until: tick + ticks, seed, upkeep } };
}

/** Millicredits that it cannot give away at this tick. */
export function endowmentKept({ endowment }: Kept, tick: number): number {
  return endowment === undefined ? 0 : giftKept(endowment, tick) + seedKept(endowment, tick);
}

/** The tick from which all of it is free; null: nothing is kept, or some of it always. */
export function endowmentUntil({ endowment }: Kept, tick: number): number | null {
  if (endowment === undefined || endowmentKept({ endowment }, tick) === 0) return null;
  const { since, until, seed = 0, upkeep = 0 } = endowment;
  if (seed === 0) return until;
  return upkeep === 0 ? null : Math.max(until, since + unpaidTicksMax + Math.ceil(seed / upkeep));
}

function giftKept({ credits, since, until }: Endowment, tick: number): number {
  return tick >= until ? 0 : Math.ceil((credits * (until - tick)) / (until - since));
}

function seedKept({ since, seed = 0, upkeep = 0 }: Endowment, tick: number): number {
  return Math.max(0, seed - upkeep * Math.max(0, tick - since - unpaidTicksMax));
}
