/** Commands of those who build: workshops and deploys. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';
import type { Link } from '../../kinds/connection/messages.ts';
import type { Access } from '../place/access.ts';
import type { Pricing } from '../place/pricing.ts';
import type { Tier } from './tiers.ts';

/** A resident wants a workshop where it stands. */
export type OpenWorkshop = {
  readonly by: string;
  readonly name: string;
  readonly tier: Tier;
  /** Residents who work there. */
  readonly collaborators: readonly string[];
  /** They are asked for a part of the funding (PD6). */
  readonly contributors: readonly string[];
  readonly representative: string;
  /** Millicredits; null: one tick of its upkeep, from the caller. */
  readonly funding: number | null;
  /** The first may be its door; each other one is a request for a connection to it. */
  readonly links: readonly WorkshopLink[];
};

/** A link as a request names it; access null: not said. */
export type WorkshopLink = Pick<Link, 'from' | 'bidirectional' | 'entrance'> & { readonly access: Access | null };

export type Deploy = {
  readonly by: string;
  readonly location: string;
  /** Null: the workshop keeps its name. */
  readonly name: string | null;
  readonly tier: Tier;
  readonly description: ContentHash | null;
  readonly links: readonly Link[];
  readonly pricing: Pricing | null;
  readonly features: readonly string[];
  /** Millicredits for the pool, from the caller and from the contributors. */
  readonly funding: number;
  /** They are asked for a part of it (PD6). */
  readonly contributors: readonly string[];
};
