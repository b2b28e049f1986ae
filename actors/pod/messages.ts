/** What a pod begins with, keeps and hears, from its first day as a workshop to its end. Types only. */
import type { ActorId, ContentHash } from '../../engine/ids.ts';
import type { Deploy, OpenWorkshop, RequestConnection } from '../building/messages.ts';
import type { Tier } from '../building/tiers.ts';
import type { CallService, Code, Served, WriteCode } from '../code/messages.ts';
import type { AllowContainer } from '../container/messages.ts';
import type { Access } from '../place/access.ts';
import type { Enter } from '../place/messages.ts';
import type { Pricing } from '../place/pricing.ts';

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
  /** Named with its funding: they may know of it. */
  readonly contributors: readonly string[];
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

export type PodContext = Code & {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly owner: string | null;
  readonly representative: string | null;
  readonly collaborators: readonly string[];
  /** Named with its funding; absent in pods from before they were kept. */
  readonly contributors?: readonly string[];
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

/** What residents send carries who sends it. */
type By = { readonly by: string };

/** In millicredits, cores in thousandths. */
export type PodInbox = {
  readonly deploy: Deploy;
  readonly open_workshop: OpenWorkshop;
  readonly request_connection: RequestConnection;
  readonly write_code: WriteCode;
  readonly run_code: By;
  readonly call_service: CallService;
  readonly served: Served;
  readonly enter: Enter;
  readonly fund: By & { readonly amount: number };
  readonly appoint: By & { readonly to: string };
  readonly transfer_pod: By & { readonly to: string };
  readonly set_access: By & { readonly access: Access };
  readonly set_pricing: By & { readonly pricing: Pricing };
  readonly allow_container: By & AllowContainer;
  readonly deploy_container: By & {
    readonly name: string;
    /** The workshop whose code it is to run; null when nobody has one of that name. */
    readonly source: ActorId<'pod' | 'room'> | null;
    readonly description: ContentHash | null;
  };
  readonly remove_container: By & { readonly name: string };
  readonly 'account.dry': object;
  /** Its pool lasts few ticks more. */
  readonly 'account.low': object;
  /** No path leads to it from the Commons any more; one does again. */
  readonly 'cut.off': object;
  readonly reached: object;
  readonly 'birthplace.ended': object;
  readonly 'owner.ended': object;
  readonly 'representative.ended': object;
  readonly 'sandbox.prepare.done': object;
  readonly 'sandbox.prepare.failed': object;
  readonly 'sandbox.remove.done': object;
  readonly 'sandbox.remove.failed': object;
};
