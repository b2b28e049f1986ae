/**
 * How the city itself puts souls into the queue, so that residents lived by minds of the city do not die out (SO9): one at a time, when
 * nobody waits in the queue and more than a quarter of the minds is free. It takes them from a list in order, again and again. The list is
 * the host's (`host/founding/souls.json`); the Commons counts how many it has taken.
 */
import { not } from 'xstate';
import { spawn } from '../../../registry.ts';
import { faultOfSoul } from '../../../rules/birth/framework-terms.ts';
import { soulName } from '../../../rules/birth/soul-queue.ts';
import { soulActor } from '../../../rules/place/names.ts';
import { change, effect, on, refuses } from './base.ts';

/** The part of the minds that is reserved for souls that visitors write. */
const shareForVisitors = 0.25;

export const sowing = {
  guards: {
    /**
     * This soul is the next of the list, the queue is empty, and enough minds stay free for souls of visitors. Only the host knows how many
     * are free.
     */
    isDue: on(
      'soul.due',
      ({ context, event: { nth, mindsFree, mindsMax, facts } }) =>
        facts.isQueueEmpty && mindsFree > mindsMax * shareForVisitors && nth === (context.sown ?? 0),
    ),
    sownSoulIsTaken: on('soul.due', ({ event }) => faultOfSoul(event, event.facts.framework) === undefined),
  },
  actions: {
    refuseSown: refuses(on('soul.due', ({ event }) => faultOfSoul(event, event.facts.framework))),
    sow: effect(
      on('soul.due', ({ event: { name, framework, soul, schema, facts } }) => {
        const id = soulName(facts.number);
        const runtime = facts.framework?.runtime ?? 'external';
        const written = { name, framework, soul, schema, livedBy: 'city', runtime } as const;
        return spawn(soulActor(id), { id, soulId: facts.soul, visitor: null, ...written });
      }),
    ),
    countSown: change(on('soul.due', ({ event }) => ({ sown: event.nth + 1 }))),
  },
} as const;

export const sowingTransitions = {
  'soul.due': [
    { guard: not('isDue'), actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    { guard: not('sownSoulIsTaken'), actions: 'refuseSown' },
    { actions: ['sow', 'countSown'] },
  ],
} as const;
