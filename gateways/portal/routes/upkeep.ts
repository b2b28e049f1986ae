/** The operator's care for the city: checkpoints, actors that failed, health. */
import { z } from 'zod';
import type { CityControl } from '../../../engine/city-interface.ts';
import type { FailedAnswers } from '../../failed-answers.ts';
import { type Minds, MindsAbout } from '../../minds.ts';
import { waitingTooLong } from '../../overview/waiting-too-long.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ActorId } from '../../schema/fields.ts';
import type { FailingServices } from '../../services/failures.ts';

interface Looked {
  readonly control: CityControl;
  /** Nothing but the operator drives the clock. */
  readonly manualTicks: boolean;
  readonly failingServices: FailingServices;
  readonly failedAnswers: FailedAnswers;
  readonly minds: Minds;
}

export const upkeepRoutes = (of: Looked): readonly Route[] => [checkpoint(of.control), release(of.control), health(of)];

const checkpoint = (control: CityControl) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/checkpoint',
    summary: 'Write a checkpoint now, so that a restart reads less',
    caller: 'operator',
    answer: z.looseObject({ turn: z.int(), actors: z.int(), accounts: z.int() }),
    perform: async () => ({ type: 'shown', value: await control.checkpoint() }),
  });

const release = (control: CityControl) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/actors/:id/release',
    summary: 'Let a quarantined actor act again',
    caller: 'operator',
    params: z.strictObject({ id: ActorId }),
    answer: z.looseObject({}),
    refusals: ['not_found'],
    perform: ({ params: { id } }) => control.release(id),
  });

const health = ({ control, manualTicks, failingServices, failedAnswers, minds }: Looked) =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/health',
    summary: 'How the engine is: tick, turns, what waits for the journal, who is quarantined',
    caller: 'operator',
    answer: z.looseObject({
      ready: z.boolean(),
      tick: z.int(),
      turn: z.int(),
      committed_turn: z.int(),
      seq: z.int(),
      actors: z.int(),
      oldest_uncommitted_ms: z.number(),
      oldest_waiting_ms: z.record(z.string(), z.number()).meta({
        description: 'How long the oldest has waited: outside effects by name, actors by what they wait for',
      }),
      waiting_too_long: z.array(z.string()).meta({
        description: 'Which of these has waited longer than it does while all works; `journal`: what is not committed',
      }),
      quarantined: z.array(z.string()),
      failing_services: z
        .record(z.string(), z.object({ failures: z.int(), reason: z.string(), for_ms: z.number() }))
        .meta({ description: 'Global services of which the last calls have all failed, three or more' }),
      failed_answers: z.record(z.string(), z.int()).meta({
        description: 'Requests answered with an error of the city since its start, by gateway; not that it is busy',
      }),
      minds: MindsAbout.nullable().meta({ description: 'Minds that live here; null where none do' }),
      paused: z.boolean(),
      manual_ticks: z.boolean().meta({ description: 'Ticks come only when the operator asks for them' }),
    }),
    perform: async () => {
      const { committedTurn, oldestUncommittedMs, oldestWaitingMs, ...rest } = control.health;
      const value = {
        ...rest,
        committed_turn: committedTurn,
        oldest_uncommitted_ms: oldestUncommittedMs,
        oldest_waiting_ms: oldestWaitingMs,
        waiting_too_long: waitingTooLong({ journal: oldestUncommittedMs, ...oldestWaitingMs }),
        failing_services: failingServices(),
        failed_answers: failedAnswers.counts,
        minds: minds.about,
        paused: control.paused,
        manual_ticks: manualTicks,
      };
      return { type: 'shown', value };
    },
  });
