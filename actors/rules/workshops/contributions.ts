/**
 * A funding with which others are named: into which parts it is divided (PD6), and what a place keeps of those who are asked for theirs (PD7). The
 * place takes its first funding from the caller alone; from the others nothing is held.
 */
import type { Refusal } from '../../../engine/effect.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { setting } from './tiers.ts';

/** In millicredits. */
export interface FundingParts {
  /** Each once, without the caller. */
  readonly contributors: readonly string[];
  /** What each of them is asked for; 0: nobody is asked. */
  readonly share: number;
  /** The caller's part, with what division leaves over. */
  readonly own: number;
}

/** Who is in none of the lists let it lapse. */
export type FundingAsk = {
  /** Millicredits, of each. */
  readonly share: number;
  /** From this tick on no answer is taken. */
  readonly until: number;
  readonly open: readonly string[];
  readonly paid: readonly string[];
  readonly declined: readonly string[];
};

/** What a place keeps of those named with its funding. */
export type NamedWithFunding = {
  /** They may know of it (KN1); absent in places from before they were kept. */
  readonly contributors?: readonly string[];
  /** Absent in places from before anybody was asked; null: nobody was. */
  readonly asked?: FundingAsk | null;
};

/** In equal parts: the caller's, and that of each other (PD6). */
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

/** The caller's own part lasts one tick (WS2, DE3): the others may say no. */
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

/** Millicredits that the resident would pay by saying yes now. */
export const shareAskedOf = ({ asked }: NamedWithFunding, resident: string): number =>
  asked?.open.includes(resident) ? asked.share : 0;

/** `named`: it was asked for nothing. */
export function answerOf(
  { asked }: NamedWithFunding,
  resident: string,
): 'named' | 'asked' | 'paid' | 'declined' | 'expired' {
  if (asked == null) return 'named';
  if (asked.open.includes(resident)) return 'asked';
  if (asked.paid.includes(resident)) return 'paid';
  return asked.declined.includes(resident) ? 'declined' : 'expired';
}
