/**
 * Residents named in lists: who may enter, who shares, who works here. Each must have lived here at some time: the dead
 * stay where they were named, and a name that was never anybody's is a mistake of whoever wrote it.
 */

import type { Refusal } from '../../../engine/effect.ts';
import { isDead } from '../../kinds/resident/state.ts';
import { refusal } from '../../refusals.ts';
import { type Finds, imageOf } from '../../registry.ts';
import { residentActor } from '../place/names.ts';
import type { Pricing } from '../place/pricing.ts';

/** A resident, and where in the request it is named. */
export interface Naming {
  readonly path: string;
  readonly id: string;
}

export interface Wrong extends Naming {
  /** Whether it lived here once: who is to come in must live. */
  readonly isDead: boolean;
}

/** Of a longer list of mistakes, this many are told. */
const toldMax = 20;

/** Those of the list at this path of the request. */
export const namedAt = (path: string, ids: readonly string[] = []): readonly Naming[] =>
  ids.map((id, n) => ({ path: `${path}.${n}`, id }));

/** Those who share in what a pod earns. */
export const sharersAt = (path: string, pricing: Pricing | null): readonly Naming[] =>
  Object.keys(pricing?.split ?? {}).map((id) => ({ path: `${path}.${id}`, id }));

/** Those named who cannot be: nobody has ever lived here under the name, or it is dead where one must live. */
export function wronglyNamed(city: Finds, named: readonly Naming[], mustLive: boolean): readonly Wrong[] {
  return named.flatMap<Wrong>((naming) => {
    const image = imageOf(city, residentActor(naming.id));
    if (image === undefined) return [{ ...naming, isDead: false }];
    return mustLive && isDead(image) ? [{ ...naming, isDead: true }] : [];
  });
}

export const refuseNames = (wrong: readonly Wrong[]): Refusal =>
  refusal('invalid_request', {
    issues: wrong.slice(0, toldMax).map(({ path, id, isDead }) => ({
      path,
      message: isDead ? `${id} has died` : `${id} is the id of no resident`,
    })),
  });
