/** What a pod begins with. */
import type { ContentHash } from '../../engine/ids.ts';
import type { Tier } from '../building/tiers.ts';

/** Residents who share in a pod's earnings (A1). */
export const splitMax = 16;

/** What entering and calling cost, in millicredits, who shares in it, and what for. Fractions add up to at most 1. */
export interface Pricing {
  readonly perEntry: number | null;
  readonly perQuery: number;
  readonly split: Readonly<Record<string, number>>;
  /** What its service is to be called with, in words, by their hash. */
  readonly input?: ContentHash;
}

export interface PodInput {
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
  readonly code: ContentHash | null;
  readonly entry: string | null;
  readonly store: ContentHash | null;
}
