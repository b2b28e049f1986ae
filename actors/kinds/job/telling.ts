/** Who hears which event of a job: those at its place, and, wherever they are, its poster and its claimer (JB8). */
import type { Effect } from '../../../engine/effect.ts';
import type { DataOf, EventType } from '../../event-types.ts';
import { tell } from '../../events.ts';
import { at, residentActor } from '../../rules/place/names.ts';
import { effect, on } from './base.ts';
import type { JobContext } from './messages.ts';

type JobEventType = Extract<EventType, `job.${string}`>;

/** The data of every event of a job. */
const common = ({ id, title, reward, poster, claimer }: JobContext) => ({
  id,
  title,
  reward: reward / 1000,
  poster,
  claimer,
});

/** `by`: the resident who did it; null when the city did. */
function tellJob<Type extends JobEventType>(
  type: Type,
  context: JobContext,
  by: string | null,
  data: DataOf<Type>,
): Effect {
  const { id, place, poster, claimer } = context;
  const parties = [poster, claimer].filter((party) => party !== null);
  const event = { type, location: place, actor: by, subject: id, data };
  return tell(event, { topics: [at(place)], actors: parties.map(residentActor) });
}

export const telling = {
  actions: {
    tellPosted: effect(({ context }) => tellJob('job.posted', context, context.poster, common(context))),
    tellClaimed: effect(({ context }) => tellJob('job.claimed', context, context.claimer, common(context))),
    tellSubmitted: effect(({ context }) =>
      tellJob('job.submitted', context, context.claimer, {
        ...common(context),
        answer_tick: context.answerTick ?? context.expiresTick,
      }),
    ),
    tellCompleted: effect(({ context, event }) =>
      tellJob('job.completed', context, 'by' in event ? event.by : null, common(context)),
    ),
    tellRejected: effect(
      on('reject_job', ({ context, event }) => tellJob('job.rejected', context, event.by, common(context))),
    ),
    /** Names who was the claimer until now; this resident hears it as well. */
    tellReopened: effect(({ context, event }) =>
      tellJob('job.reopened', context, 'by' in event ? event.by : null, common(context)),
    ),
    tellExpired: effect(({ context }) => tellJob('job.expired', context, null, common(context))),
    tellCancelled: effect(({ context }) => tellJob('job.cancelled', context, null, common(context))),
  },
};
