/** What a pod begins with, keeps and hears, from its first day as a workshop to its end. Types only. */
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
  /** `workshop`: to be built. `deployed`: a home workshop that was deployed. */
  readonly beginning: 'workshop' | 'deployed';
  readonly creator: string;
  readonly owner: string;
  readonly representative: string;
  readonly collaborators: readonly string[];
  /** Named with its funding: they may know of it, and each is asked for this share, in millicredits; 0: for nothing (PD6). */
  readonly contributors: readonly string[];
  readonly share: number;
  /** Of a deployed one: whether everyone can see a way to it. */
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
    /** Of a ruin: it was hidden when it ended. */
    readonly wasHidden?: boolean;
    /** What it costs its pool each tick, containers aside, in millicredits: as it was when that began. */
    readonly upkeep: number;
    /** While it is a workshop: where it was created, and the door from there. */
    readonly birthplace: string | null;
    readonly door: string | null;
    readonly exit: string | null;
    readonly description: ContentHash | null;
    readonly access: Access;
    readonly pricing: Pricing;
    readonly features: readonly string[];
  };

/** Besides what residents ask of it (`place/command-messages.ts`). */
export type PodInbox = EndsOf<'sandbox.prepare' | 'sandbox.remove'> & {
  readonly served: Served;
  readonly enter: Enter;
  readonly 'account.dry': object;
  /** Its pool lasts few ticks more. */
  readonly 'account.low': object;
  /** Who was asked for a share of its funding has not answered. */
  readonly 'contributions.expire': object;
  /** No path leads to it from the Commons any more; one does again. */
  readonly 'cut.off': object;
  readonly reached: object;
  readonly 'birthplace.ended': object;
  readonly 'owner.ended': object;
  /** Whoever sends it wants what is due to be heard now, as who has died: whose the pod is (K4). Never a wake-up, so no image holds it. */
  readonly 'hears.due': object;
  readonly 'representative.ended': object;
};
