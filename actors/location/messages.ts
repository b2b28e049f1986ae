/**
 * What the Commons and houses begin with, keep and hear: who wants to enter, what is to be built in them, what their owner went
 * through, and, at the Commons, the operator founding residents. Types only.
 */
import type { ContentHash } from '../../engine/ids.ts';
import type { Enter } from '../place/messages.ts';

export type LocationInput = {
  readonly id: string;
  readonly kind: 'commons' | 'house';
  readonly name: string;
  readonly owner: string | null;
};

export type LocationContext = LocationInput;

/** Besides what residents ask of it (`place/command-messages.ts`). */
export type LocationInbox = {
  /** The operator brings a resident into the city without a mentor; credits in millicredits, lifespan in ticks. */
  readonly found: {
    readonly name: string;
    readonly framework: string;
    readonly soul: ContentHash;
    readonly token: string;
    readonly credits: number | null;
    readonly lifespan: number | null;
  };
  readonly enter: Enter;
  readonly 'owner.died': object;
  readonly 'ruin.decays': object;
};
