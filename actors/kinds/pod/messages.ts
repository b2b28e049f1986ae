/** What a pod begins with, keeps and hears, from its opening as a workshop to its end. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';
import type { EndsOf } from '../../effects.ts';
import type { Code, Served } from '../../rules/code/messages.ts';
import type { Access } from '../../rules/place/access.ts';
import type { Enter } from '../../rules/place/messages.ts';
import type { Pricing } from '../../rules/place/pricing.ts';
import type { NamedWithFunding } from '../../rules/workshops/contributions.ts';
import type { Tier } from '../../rules/workshops/tiers.ts';

export type PodInput = {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  /** `workshop`: to be built. `deployed`: a room's workshop that was deployed. */
  readonly beginning: 'workshop' | 'deployed';
  readonly creator: string;
  readonly owner: string;
  readonly representative: string;
  readonly collaborators: readonly string[];
  /** Named with its funding: they may know of it, and each is asked for this share, in millicredits; 0: none is asked (PD6). */
  readonly contributors: readonly string[];
  readonly share: number;
  /** For a deployed pod: whether everyone can see a way to it. */
  readonly isSeen: boolean;
  readonly birthplace: string | null;
  readonly door: string | null;
  readonly exit: string | null;
  /** Millicredits from the creator to the pool. */
  readonly funding: number;
  readonly description: ContentHash | null;
  readonly pricing: Pricing;
  readonly features: readonly string[];
} & Code;

export type PodContext = Code &
  NamedWithFunding & {
    readonly id: string;
    readonly name: string;
    readonly tier: Tier;
    readonly owner: string | null;
    readonly representative: string | null;
    readonly collaborators: readonly string[];
    /** For a ruin: it was hidden when it ended. */
    readonly wasHidden?: boolean;
    /** What it costs its pool each tick, without containers, in millicredits: the price at the time it began. */
    readonly upkeep: number;
    /** For a workshop: where it was created, and the door from there. */
    readonly birthplace: string | null;
    readonly door: string | null;
    readonly exit: string | null;
    readonly description: ContentHash | null;
    readonly access: Access;
    /** True where what is said aloud in it cannot be read later; absent: it can. */
    readonly forgetsWords?: boolean;
    readonly pricing: Pricing;
    readonly features: readonly string[];
  };

/** What a pod hears besides the commands of residents (`rules/place/command-messages.ts`). */
export type PodInbox = EndsOf<'sandbox.prepare' | 'sandbox.remove'> & {
  readonly served: Served;
  readonly enter: Enter;
  readonly 'account.dry': object;
  /** Its pool lasts only a few ticks more. */
  readonly 'account.low': object;
  /** Contributors who have not answered are no longer asked. */
  readonly 'contributions.expire': object;
  /** No path leads to it from the Commons any more; a path leads to it again. */
  readonly 'cut.off': object;
  readonly reached: object;
  readonly 'birthplace.ended': object;
  readonly 'owner.ended': object;
  /**
   * Sent to have it hear at once what is due on this tick, for example who its owner is after a death (K4). Never a wake-up, so no image
   * holds it.
   */
  readonly 'hears.due': object;
  readonly 'representative.ended': object;
};
