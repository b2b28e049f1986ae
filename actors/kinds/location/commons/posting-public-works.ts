/** How the Commons posts public works at each tick (PW1). `rules/work/public-works-budget.ts` says how many it can pay. */
import { each, wake } from '../../../../engine/effect.ts';
import { spawn } from '../../../registry.ts';
import { jobActor } from '../../../rules/place/names.ts';
import { publicWork } from '../../../rules/work/public-work-terms.ts';
import { setting } from '../../../rules/workshops/tiers.ts';
import { effect, on } from './base.ts';

const nextTick = { type: 'works.due' } as const;

export const publicWorks = {
  guards: {
    canPayWork: on('works.due', ({ event }) => event.facts.jobs.length > 0),
  },
  actions: {
    awaitFirstTick: effect(() => wake(1, nextTick)),
    awaitTick: effect(({ event }) => wake(event.facts.tick + 1, nextTick)),
    postWorks: effect(
      on('works.due', ({ context: { id: place }, event: { facts } }) => {
        const reward = setting(facts.settings, 'PUBLIC_WORK_REWARD');
        const { title } = publicWork;
        const jobs = facts.jobs.map((id) =>
          spawn(jobActor(id), { id, place, poster: null, title, description: null, reward }),
        );
        return each(jobs);
      }),
    ),
  },
} as const;

export const publicWorksTransitions = {
  'works.due': [{ guard: 'canPayWork', actions: ['awaitTick', 'postWorks'] }, { actions: 'awaitTick' }],
} as const;
