/** Who hears which event of a job: those at its place, and, wherever they are, its poster and its claimer (JB8). */
import type { Effect } from '../../../engine/effect.ts';
import type { DataOf, EventType } from '../../event-types.ts';
import { tell } from '../../events.ts';
import { at, residentActor } from '../../rules/place/names.ts';
import { effect, on } from './base.ts';
import type { JobContext } from './messages.ts';
import { posterActor } from './poster.ts';

type JobEventType = Extract<EventType, `job.${string}`>;

/** The data of every event of a job. */
const common = ({ id, title, reward, poster, claimer, byVisitor }: JobContext) => ({
  id,
  title,
  reward: reward / 1000,
  poster,
  claimer,
  ...(byVisitor === true && { by_visitor: true as const }),
});

/** What a visitor as its poster does. */
type ByPoster = Extract<JobEventType, 'job.posted' | 'job.completed' | 'job.rejected' | 'job.reopened'>;

/** `by`: the resident who did it; null when the city did. */
function tellJob<Type extends JobEventType>(
  type: Type,
  context: JobContext,
  by: string | null,
  data: DataOf<Type>,
): Effect {
  return tell({ type, location: context.place, actor: by, subject: context.id, data }, audienceOf(context, by));
}

/** A visitor may be away, so it finds among its notifications what others did with its job. */
function audienceOf(context: JobContext, by: string | null) {
  const { place, claimer, byVisitor } = context;
  const poster = posterActor(context);
  const parties = [...(poster === null ? [] : [poster]), ...(claimer === null ? [] : [residentActor(claimer)])];
  const letters = byVisitor === true && poster !== null && by !== context.poster ? { letters: [poster] } : {};
  return { topics: [at(place)], actors: parties, ...letters };
}

/** Of what the poster does, and the city or the claimer as well. */
function tellOfPoster<Type extends ByPoster>(type: Type, context: JobContext, by: string | null): Effect {
  const isVisitors = context.byVisitor === true && by === context.poster;
  if (!isVisitors) return tellJob<ByPoster>(type, context, by, common(context));
  const happened = { location: context.place, actor: by, subject: context.id, data: common(context) };
  return tell<ByPoster>({ type, ...happened, category: 'visitor' }, audienceOf(context, by));
}

export const telling = {
  actions: {
    tellPosted: effect(({ context }) => tellOfPoster('job.posted', context, context.poster)),
    tellClaimed: effect(({ context }) => tellJob('job.claimed', context, context.claimer, common(context))),
    tellSubmitted: effect(({ context }) =>
      tellJob('job.submitted', context, context.claimer, {
        ...common(context),
        answer_tick: context.answerTick ?? context.expiresTick,
      }),
    ),
    tellCompleted: effect(({ context, event }) =>
      tellOfPoster('job.completed', context, 'by' in event ? event.by : null),
    ),
    tellRejected: effect(on('reject_job', ({ context, event }) => tellOfPoster('job.rejected', context, event.by))),
    /** Names who was the claimer until now; this resident hears it as well. */
    tellReopened: effect(({ context, event }) =>
      tellOfPoster('job.reopened', context, 'by' in event ? event.by : null),
    ),
    tellExpired: effect(({ context }) => tellJob('job.expired', context, null, common(context))),
    tellCancelled: effect(({ context }) => tellJob('job.cancelled', context, null, common(context))),
  },
};
