/** For the operator: how many residents live, and what each group of accounts holds. */

import { type AccountId, kindOf, nameOf } from '../engine/ids.ts';
import type { Clock } from '../engine/ports.ts';
import { type CensusGroup, takeCensus } from '../engine/state/census.ts';
import type { CityState } from '../engine/state/city-state.ts';
import { indexes } from './indexes.ts';
import { isDead } from './kinds/resident/state.ts';
import { imageOf } from './registry.ts';
import { residentActor } from './rules/place/names.ts';

export interface CityCensus {
  readonly population: number;
  /** The groups: `residents` who live, `pools`, `visitors`, `escrow`, `treasury`. */
  readonly accounts: Readonly<Record<string, CensusGroup>>;
}

/** Walks over all accounts, in slices. */
export async function censusOf(state: CityState, clock: Pick<Clock, 'yield'>): Promise<CityCensus> {
  const accounts = await takeCensus(state, clock, (id) => groupOf(state, id));
  return { population: state.index(indexes.present).total, accounts };
}

function groupOf({ images }: CityState, id: AccountId): string | undefined {
  if (id === 'treasury' || id === 'escrow') return id;
  switch (kindOf(id)) {
    case 'resident': {
      const image = imageOf({ image: (actor) => images.get(actor) }, residentActor(nameOf(id)));
      return image !== undefined && isDead(image) ? undefined : 'residents';
    }
    case 'pod':
      return 'pools';
    case 'visitor':
      return 'visitors';
    default:
      return undefined;
  }
}
