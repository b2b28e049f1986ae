/**
 * A funding that names contributors: how it is divided (PD6), and what a place keeps of those who are asked for their part (PD7). The first
 * funding of a place is taken from the caller alone; nothing is held for the others.
 */
import type { Refusal } from '../../../engine/effect.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { setting } from './tiers.ts';

/** In millicredits. */
export interface FundingParts {
  /** Without duplicates and without the caller. */
  readonly contributors: readonly string[];
  /** What each of them is asked for; 0: nobody is asked. */
  readonly share: number;
  /** The caller's part, with the remainder of the division. */
  readonly own: number;
}

/** A contributor who is in none of the lists has let it lapse. */
export type FundingAsk = {
  /** Millicredits, for each of them. */
  readonly share: number;
  /** The tick from which answers are no longer taken. */
  readonly until: number;
  readonly open: readonly string[];
  readonly paid: readonly string[];
  readonly declined: readonly string[];
};

/** What a place keeps of the contributors named with its funding. */
export type NamedWithFunding = {
  /** They may know of the place (KN1). Absent in places from before they were kept. */
  readonly contributors?: readonly string[];
  /** Absent in places from before contributors were asked; null: none was asked. */
  readonly asked?: FundingAsk | null;
};

/** Equal parts: the caller's, and one for each contributor (PD6). */
export function partsOf(event: {
  readonly by: string;
  readonly contributors: readonly string[];
  readonly funding: number;
}): FundingParts {
  const contributors = [...new Set(event.contributors)].filter((one) => one !== event.by);
  if (contributors.length === 0) return { contributors, share: 0, own: event.funding };
  const share = Math.floor(event.funding / (contributors.length + 1));
  return { contributors, share, own: event.funding - share * contributors.length };
}

/** The caller's own part must last one tick (WS2, DE3): the others may decline. */
export function underfunded({ share, own }: FundingParts, upkeep: number): Refusal | undefined {
  if (own >= upkeep) return undefined;
  const least = `at least one tick of its upkeep: ${upkeep / 1000}`;
  const message = share === 0 ? least : `${least}; your own part is ${own / 1000}`;
  return refusal('invalid_request', { issues: [{ path: 'funding.initial_credits', message }] });
}

export const askedFor = (
  { contributors, share }: Omit<FundingParts, 'own'>,
  { tick, settings }: Present,
): FundingAsk | null =>
  share === 0
    ? null
    : {
        share,
        until: tick + setting(settings, 'CONNECTION_REQUEST_TICKS'),
        open: contributors,
        paid: [],
        declined: [],
      };

/** Millicredits that the resident would pay by accepting now. */
export const shareAskedOf = ({ asked }: NamedWithFunding, resident: string): number =>
  asked?.open.includes(resident) ? asked.share : 0;

/** `named`: it was not asked for a share. */
export function answerOf(
  { asked }: NamedWithFunding,
  resident: string,
): 'named' | 'asked' | 'paid' | 'declined' | 'expired' {
  if (asked == null) return 'named';
  if (asked.open.includes(resident)) return 'asked';
  if (asked.paid.includes(resident)) return 'paid';
  return asked.declined.includes(resident) ? 'declined' : 'expired';
}
