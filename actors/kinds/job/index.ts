/** The job as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { placeActor, residentActor } from '../../rules/place/names.ts';
import { jobEvents } from './facts.ts';
import { jobMachine } from './machine.ts';
import { residentPoster } from './poster.ts';
import { isOpen, stands } from './state.ts';

const rules: RulesOf<'job', typeof jobMachine> = {
  machine: jobMachine,
  wakeOrder: ['answer.due', 'job.expires'],
  indexes: {
    [indexes.jobs]: (image) => {
      const { place, poster } = image.context;
      // Public works leave the board once somebody has claimed them (PW5).
      const isListed = stands(image) && (poster !== null || isOpen(image));
      return isListed ? [place, `${image.state} ${place}`] : undefined;
    },
    [indexes.postedJobs]: (image) => (stands(image) ? (image.context.poster ?? undefined) : undefined),
    [indexes.claimedJobs]: (image) => (stands(image) ? (image.context.claimer ?? undefined) : undefined),
    [indexes.publicWorks]: (image) =>
      stands(image) && image.context.poster === null ? [image.context.claimer ?? 'open', 'standing'] : undefined,
  },
  dependsOn: (image) => {
    if (!stands(image)) return {};
    const { place, claimer } = image.context;
    const poster = residentPoster(image.context);
    return {
      place: placeActor(place),
      ...(poster !== null && { poster: residentActor(poster) }),
      ...(claimer !== null && { claimer: residentActor(claimer) }),
    };
  },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const job = defineKind('job', rules, jobEvents);
