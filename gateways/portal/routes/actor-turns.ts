/** The turns of one actor for the operator, also from before the start of the city: out of its journal, a page at a time. */
import { z } from 'zod';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import { ActorTurns } from '../../answers/actor.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ActorId, Page } from '../../schema/fields.ts';
import { notOpened, type PastCharts } from './past-machines.ts';

export const actorTurns = (control: Pick<CityControl, 'health'>, past: PastCharts): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/actors/:id/turns',
    summary:
      'The turns of an actor as the journal has them, newest first: those that were addressed to it or changed it',
    caller: 'operator',
    params: z.strictObject({ id: ActorId }),
    query: Page,
    answer: ActorTurns,
    refusals: ['not_found', 'untraceable', 'busy'],
    perform: async ({ params: { id: actor }, query: { limit, cursor } }, _city: City, connection) => {
      const { committedTurn } = control.health;
      const before = cursor === undefined ? committedTurn + 1 : Number(cursor);
      const outcome = await past.turnsOf({ actor, before, limit }, connection.goneSignal());
      if (outcome.type !== 'opened') return notOpened(outcome, before - 1);
      const { turns, next } = outcome.page;
      const items = turns.map(({ at, ...turn }) => ({ ...turn, at: isoTime(at) }));
      return { type: 'shown', value: { items, next_cursor: next === null ? null : String(next) } };
    },
  });
