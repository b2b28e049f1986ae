/** The Commons and the houses as a kind of actor: each lives by a chart of its own. */

import type { KindRules } from '../../../engine/actor-kind.ts';
import { nameOf } from '../../../engine/ids.ts';
import { defineKind } from '../../kind-declaration.ts';
import { commons, locationActor, ownerOf, residentActor } from '../../rules/place/names.ts';
import { hasEnded, isHouse } from '../../rules/place/states.ts';
import { commonsMachine } from './commons/machine.ts';
import { locationEvents } from './facts.ts';
import { houseMachine } from './house/machine.ts';
import type { LocationContext } from './messages.ts';
import type { LocationState } from './state.ts';

/** The wake-up that a place in this state always has. */
const awaits: Partial<Record<LocationState, string>> = { ruin: 'ruin.decays', commons: 'works.due' };

const rules: KindRules<LocationContext, LocationState> = {
  machine: houseMachine,
  machinesOf: { [locationActor(commons)]: commonsMachine },
  wakeOrder: [],
  indexes: {},
  tomb: {
    // The tombstone of its owner stands for the house of the dead.
    of: (id) => {
      const owner = ownerOf(nameOf(id));
      return owner === undefined ? undefined : residentActor(owner);
    },
    restore: (id) => {
      const owner = ownerOf(nameOf(id)) ?? null;
      return { state: 'ruin', context: { id: nameOf(id), kind: 'house', name: `The house of ${owner}`, owner } };
    },
  },
  // In earlier versions, ruins and the Commons had no wake-ups.
  updated: (image) => {
    const awaited = awaits[image.state];
    return awaited === undefined || image.wakes.length > 0
      ? image
      : { ...image, wakes: [{ tick: 0, event: { type: awaited } }] };
  },
  ended: hasEnded,
  publicPlace: ({ state, context: { id } }) => (state === 'commons' ? { place: id, entry: 'start' } : undefined),
  root: (image) => image.state === 'commons' || isHouse(image),
  supervision: { failuresMax: 3, withinTicks: 6, essential: (id) => id === locationActor(commons) },
};

export const location = defineKind('location', rules, locationEvents);

/** The one place that exists before anybody builds. */
export const commonsAtFirst = {
  actor: locationActor(commons),
  input: { id: commons, kind: 'commons', name: 'The Commons', owner: null },
} as const;
