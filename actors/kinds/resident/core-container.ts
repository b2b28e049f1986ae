/**
 * The life of a resident in its core container (CC1). The container is started after the commit of the birth, and started again when its
 * program ends without an error. A crash kills the resident at once. The keeper of core containers reports each end (`core.ended`).
 */
import { must } from '../../../engine/assert.ts';
import { type Effect, each, wake } from '../../../engine/effect.ts';
import type { Scene } from '../../chart.ts';
import { perform } from '../../effects.ts';
import { change, effect, on } from './base.ts';
import type { ResidentEvent } from './facts.ts';
import type { Origin, ResidentContext } from './messages.ts';

type Kept = Pick<ResidentContext, 'origin'>;

/** The public id of the soul in whose core container it lives; undefined for a resident who is lived from outside. */
export const coreOf = ({ origin }: Kept): string | undefined => (origin?.core === true ? origin.soulId : undefined);

const ofCore = (asks: (soul: string) => Effect) =>
  effect(({ context }) => {
    const soul = coreOf(context);
    return soul === undefined ? each([]) : asks(soul);
  });

function withoutCore({ soul, soulId, visitor }: Origin): Origin {
  return { soul, soulId, visitor };
}

export const livingInCore = {
  guards: {
    livesInCore: ({ context }: Scene<ResidentContext, ResidentEvent>) => coreOf(context) !== undefined,
    /** A crash ends the life in every state (CC3). */
    hasCrashed: on('core.ended', ({ context, event }) => coreOf(context) !== undefined && event.how === 'crashed'),
  },
  actions: {
    startCore: ofCore((soul) => perform('core.start', { soul })),
    removeCore: ofCore((soul) => perform('core.remove', { soul })),
    /** Restarts at most once a tick, even if the program ends at once (CC2). */
    awaitCore: effect(({ event }) => wake(event.facts.tick + 1, { type: 'core.due' })),
    endByCrash: change(
      on('core.ended', ({ event }) => ({ cause: 'crash', crash: event.reason, diesTick: event.facts.tick })),
    ),
    /** The token in the container is no longer valid: from now on whoever holds the new token lives the resident (CC4). */
    leaveCore: change(({ context }) => ({ origin: withoutCore(must(context.origin, 'an origin')) })),
  },
} as const;

/** Events of the container, while its resident lives. */
export const coreTransitions = {
  'core.ended': [
    { guard: 'hasCrashed', target: '#resident.dead', actions: 'endByCrash' },
    { guard: 'livesInCore', actions: 'awaitCore' },
    {},
  ],
  'core.start.failed': [{ guard: 'livesInCore', actions: 'awaitCore' }, {}],
  'core.due': [{ guard: 'livesInCore', actions: 'startCore' }, {}],
} as const;
