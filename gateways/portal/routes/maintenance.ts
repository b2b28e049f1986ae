/** The operator's maintenance of the city: checkpoints, failed actors, health. */
import { z } from 'zod';
import type { CityControl } from '../../../engine/city-interface.ts';
import { Checkpoint, Health, Released } from '../../answers/maintenance.ts';
import type { FailedAnswers } from '../../failed-answers.ts';
import type { Minds } from '../../minds-status.ts';
import { waitingTooLong } from '../../overview/waiting-too-long.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ActorId } from '../../schema/fields.ts';
import type { FailingServices } from '../../services/failing-services.ts';
import type { TickSpeed } from '../../tick-speed.ts';

interface Looked {
  readonly control: CityControl;
  /** Only the operator drives the clock. */
  readonly manualTicks: boolean;
  readonly speed: TickSpeed;
  readonly failingServices: FailingServices;
  readonly failedAnswers: FailedAnswers;
  readonly minds: Minds;
}

export const maintenanceRoutes = (of: Looked): readonly Route[] => [
  checkpoint(of.control),
  release(of.control),
  health(of),
];

const checkpoint = (control: CityControl) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/checkpoint',
    summary: 'Write a checkpoint now, so that a restart reads less',
    caller: 'operator',
    answer: Checkpoint,
    perform: async () => ({ type: 'shown', value: await control.checkpoint() }),
  });

const release = (control: CityControl) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/actors/:id/release',
    summary: 'Let a quarantined actor act again',
    caller: 'operator',
    params: z.strictObject({ id: ActorId }),
    answer: Released,
    refusals: ['not_found'],
    perform: ({ params: { id } }) => control.release(id),
  });

const health = ({ control, manualTicks, speed, failingServices, failedAnswers, minds }: Looked) =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/health',
    summary: 'How the engine is: tick, turns, what waits for the journal, who is quarantined',
    caller: 'operator',
    answer: Health,
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
        speed: speed.factor,
      };
      return { type: 'shown', value };
    },
  });
