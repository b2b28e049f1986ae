/** The operator's control of the clock: step, pause, resume, speed. */
import { z } from 'zod';
import type { CityControl } from '../../../engine/city-interface.ts';
import type { Refused } from '../../../engine/refusal.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { Paused, Speed, Ticked } from '../../answers/maintenance.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { speedMax, speedMin, type TickSpeed } from '../../tick-speed.ts';
import type { IdempotentOperations } from '../idempotent-operations.ts';

export const ticksMax = 288;

type TickOperations = IdempotentOperations<AnswerOf<typeof Ticked>>;

interface TimeOptions {
  readonly control: CityControl;
  /** Only these routes drive the clock. */
  readonly manualTicks: boolean;
  readonly speed: TickSpeed;
  readonly repeats: TickOperations;
}

export function timeRoutes({ control, manualTicks, speed, repeats }: TimeOptions): readonly Route[] {
  return [tick(control, manualTicks, repeats), pause(control), resume(control), setSpeed(manualTicks, speed)];
}

/** An operator moves the clock only where it does not run by itself. */
export const mayTick = (manualTicks: boolean, isPaused: boolean): boolean => manualTicks || isPaused;

const tick = (control: CityControl, manualTicks: boolean, repeats: TickOperations) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/tick',
    summary: 'Advance the city; only while nothing else drives its ticks. Answers when the last one is drained',
    caller: 'operator',
    body: z.strictObject({ count: z.int().min(1).max(ticksMax).optional() }),
    answer: Ticked,
    refusals: ['invalid_state'],
    perform: ({ body, key }) =>
      repeats.once(key, async () => {
        if (!mayTick(manualTicks, control.paused)) return notPaused();
        for (let done = 0; done < (body.count ?? 1); done++) {
          const ended = await control.tick();
          if (ended !== 'done') return stopped(control, ended === 'busy' && done === 0);
        }
        return { type: 'shown', value: { tick: control.health.tick } };
      }),
  });

const pause = (control: CityControl) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/pause',
    summary: 'Stop the ticks that come by themselves; requests go on',
    caller: 'operator',
    answer: Paused,
    perform: async () => {
      control.pause();
      return { type: 'shown', value: { paused: control.paused } };
    },
  });

const resume = (control: CityControl) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/resume',
    summary: 'Let the ticks come by themselves again',
    caller: 'operator',
    answer: Paused,
    perform: async () => {
      control.resume();
      return { type: 'shown', value: { paused: control.paused } };
    },
  });

const setSpeed = (manualTicks: boolean, speed: TickSpeed) =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/speed',
    summary: 'How many times as fast as the settings say ticks come, until the next start',
    caller: 'operator',
    body: z.strictObject({ speed: z.number().min(speedMin).max(speedMax) }),
    answer: Speed,
    refusals: ['invalid_state'],
    perform: async ({ body }) => {
      if (manualTicks) return refused('invalid_state', { state: 'ticks come by hand only', allowed_events: ['tick'] });
      speed.set(body.speed);
      return { type: 'shown', value: { speed: speed.factor } };
    },
  });

/** The journal is away. Nothing has happened only if the first tick was not begun. */
function stopped(control: CityControl, isNothing: boolean): Refused {
  const busy = refused('busy', { retry_after_seconds: 1, tick: control.health.tick });
  return isNothing ? busy : { ...busy, applied: 'unknown' };
}

function notPaused(): Refused {
  return refused('invalid_state', { state: 'ticks come by themselves', allowed_events: ['pause'] });
}
