/** What those pay who come into a pod or call its service, and who shares in it. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { ContentHash } from '../../../engine/ids.ts';
import { setting } from '../workshops/tiers.ts';

/** Residents who share in a pod's earnings (A1). */
export const splitMax = 16;

/** What entering and calling cost, in millicredits, who shares in it, and what for. Fractions add up to at most 1. */
export type Pricing = {
  readonly perEntry: number | null;
  readonly perQuery: number;
  readonly split: Readonly<Record<string, number>>;
  /** What its service is to be called with, in words, by their hash. */
  readonly input?: ContentHash;
};

/** The most that somebody pays, in millicredits: as much as it named, else the city's usual limit (TO3). */
export const payLimit = (named: number | null, settings: Settings): number =>
  named ?? setting(settings, 'PAY_MAX_DEFAULT');
