/**
 * The life of a resident in its core container (CC1). The container is started after the commit of the birth, and again after it has come
 * to its end by itself; what breaks it kills the resident, at once. Whoever keeps containers tells how one has ended (`core.ended`).
 */
import { must } from '../../../engine/assert.ts';
import { type Effect, each, wake } from '../../../engine/effect.ts';
import type { Scene } from '../../chart.ts';
import { perform } from '../../effects.ts';
import { change, effect, on } from './base.ts';
import type { ResidentEvent } from './facts.ts';
import type { Origin, ResidentContext } from './messages.ts';

type Kept = Pick<ResidentContext, 'origin'>;

/** The public id of the soul in whose core container it lives; undefined for who is lived from outside. */
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
    /** Whatever state it is in (CC3). */
    hasCrashed: on('core.ended', ({ context, event }) => coreOf(context) !== undefined && event.how === 'crashed'),
  },
  actions: {
    startCore: ofCore((soul) => perform('core.start', { soul })),
    removeCore: ofCore((soul) => perform('core.remove', { soul })),
    /** Once a tick at most, whatever ends as soon as it is started (CC2). */
    awaitCore: effect(({ event }) => wake(event.facts.tick + 1, { type: 'core.due' })),
    endByCrash: change(
      on('core.ended', ({ event }) => ({ cause: 'crash', crash: event.reason, diesTick: event.facts.tick })),
    ),
    /** The token in the container opens nothing any more: from now on it is lived by whoever has another (CC4). */
    leaveCore: change(({ context }) => ({ origin: withoutCore(must(context.origin, 'an origin')) })),
  },
} as const;

/** What becomes of the container while its resident lives. */
export const coreTransitions = {
  'core.ended': [
    { guard: 'hasCrashed', target: '#resident.dead', actions: 'endByCrash' },
    { guard: 'livesInCore', actions: 'awaitCore' },
    {},
  ],
  'core.start.failed': [{ guard: 'livesInCore', actions: 'awaitCore' }, {}],
  'core.due': [{ guard: 'livesInCore', actions: 'startCore' }, {}],
} as const;
