/** What a place hears: who wants to enter, what its owner went through, and, at the Commons, the operator founding residents. */
import type { ContentHash } from '../../engine/ids.ts';
import type { EventRule, Settings } from '../../engine/kind.ts';

interface With<Extra = object> {
  readonly facts: { readonly tick: number; readonly at: number; readonly settings: Settings } & Extra;
}

export interface LocationInput {
  readonly id: string;
  readonly kind: 'commons' | 'house';
  readonly name: string;
  readonly owner: string | null;
}

/** The operator brings a resident into the city without a mentor; credits in millicredits, lifespan in ticks. */
export interface Found {
  readonly type: 'found';
  readonly name: string;
  readonly framework: string;
  readonly soul: ContentHash;
  readonly token: string;
  readonly credits: number | null;
  readonly lifespan: number | null;
}

export type LocationEvent =
  | (Found & With<{ readonly number: number }>)
  | ({ readonly type: 'enter'; readonly traveller: string; readonly exit: string } & With)
  | ({ readonly type: 'owner.died' } & With);

export const locationEvents: Readonly<Record<LocationEvent['type'], EventRule>> = {
  found: { command: true, facts: (facts) => ({ number: facts.number() }) },
  enter: { command: false },
  'owner.died': { command: false },
};
