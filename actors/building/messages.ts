/** What is asked of a place by those who build: workshops and deploys. Types only. */
import type { ContentHash } from '../../engine/ids.ts';
import type { Link } from '../connection/messages.ts';
import type { Pricing } from '../place/pricing.ts';
import type { Tier } from './tiers.ts';

/** A resident wants a workshop where it stands. */
export type OpenWorkshop = {
  readonly by: string;
  readonly name: string;
  readonly tier: Tier;
  /** Who works there, and whom its door lets in: the same people. */
  readonly collaborators: readonly string[];
  readonly admitted: readonly string[];
  readonly contributors: readonly string[];
  readonly representative: string;
  readonly funding: number;
  readonly entrance: ContentHash | null;
  /** Where its door is asked for. */
  readonly from: string;
};

export type Deploy = {
  readonly by: string;
  readonly location: string;
  /** Null: as the workshop is called already. */
  readonly name: string | null;
  readonly tier: Tier;
  readonly description: ContentHash | null;
  readonly links: readonly Link[];
  readonly pricing: Pricing | null;
  readonly features: readonly string[];
  /** Millicredits from the caller to the pool. */
  readonly funding: number;
  /** Named for the record: nothing is taken from them. */
  readonly contributors: readonly string[];
};
