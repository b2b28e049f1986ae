/** One actor, for the operator and where charts are public for anybody. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { ActorId as EngineActorId } from '../../../engine/ids.ts';
import type { Clock } from '../../../engine/ports.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import { Actor } from '../../answers/actor.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import type { LookUpLimit } from '../../limits/look-up-limit.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ActorId } from '../../schema/fields.ts';
import type { Charts } from './machines.ts';

interface ActorRoute {
  readonly charts: Charts;
  readonly clock: Pick<Clock, 'now'>;
  /** Of strangers. */
  readonly looks: LookUpLimit;
}

export const actorRoute = ({ charts, clock, looks }: ActorRoute): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/actors/:id',
    summary:
      'One actor: its state, what it keeps, which events it would take now and which guards stand in the way, its newest refusals and turns',
    caller: 'looker',
    params: z.strictObject({ id: ActorId }),
    answer: Actor,
    refusals: ['not_found'],
    perform: async ({ caller, params: { id } }, city) => {
      const looker = caller.id;
      const look = async () => city.view(view('actor', { id, at: clock.now(), looker }));
      // What has left the city is read from the database.
      const viewed = await (looker === 'operator' ? look() : looks.run(look));
      if (viewed.type === 'refused') return viewed;
      const { isThere, events, ...shown } = viewed.value;
      return {
        type: 'shown',
        value: {
          ...shown,
          is_there: isThere,
          events: events.map(({ isCommand, inTheWay, ...event }) => {
            return { ...event, is_command: isCommand, in_the_way: inTheWay };
          }),
          // (CH5)
          ...(looker === 'operator' ? lastOf(charts, id) : { refusals: [], turns: [] }),
        },
      };
    },
  });

const lastOf = (charts: Charts, id: EngineActorId): Pick<AnswerOf<typeof Actor>, 'refusals' | 'turns'> => ({
  refusals: charts.refusalsOf(id).map(({ at, ...refusal }) => ({ ...refusal, at: isoTime(at) })),
  turns: charts.turnsOf(id).map(({ at, seq, published, ...turn }) => {
    return { ...turn, at: isoTime(at), events: published === 0 ? null : { from: seq, to: seq + published - 1 } };
  }),
});
