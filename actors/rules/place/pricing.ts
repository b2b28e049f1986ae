/** What a pod charges for entering and for calling its service, and who shares in it. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { ContentHash } from '../../../engine/ids.ts';
import { setting } from '../workshops/tiers.ts';

/** Residents who share in a pod's earnings (A1). */
export const splitMax = 16;

/** The price of entering and calling, in millicredits, who shares in it, and by which fraction. Fractions add up to at most 1. */
export type Pricing = {
  readonly perEntry: number | null;
  readonly perQuery: number;
  readonly split: Readonly<Record<string, number>>;
  /** What the input of its service is to be, in words, by their hash. */
  readonly input?: ContentHash;
};

/** The most that the caller pays, in millicredits: the limit that it named, else the city's usual limit (TO3). */
export const payLimit = (named: number | null, settings: Settings): number =>
  named ?? setting(settings, 'PAY_MAX_DEFAULT');
