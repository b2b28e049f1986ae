/** The operator inspects actors: what they hear is sent as it happens, in the messages of Stately's inspector. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import { type ActorId as EngineActorId, kindOf } from '../../../engine/ids.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { InspectionFrame } from '../../answers/inspection.ts';
import { publishFrame } from '../../diagnostics.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ActorId } from '../../schema/fields.ts';
import type { EventStream } from '../../transport/event-stream.ts';

type Frame = AnswerOf<typeof InspectionFrame>;

/** What one stream inspects. */
export interface Inspection {
  /** What of turns up to this one waits, so many steps at most; `skipped`: how many more there were since the last call. */
  take(committedTurn: number, stepsMax: number): { readonly frames: readonly Frame[]; readonly skipped: number };
  close(): void;
}

/** Follows a kind, or one actor. Undefined for a kind that there is not. */
export type Inspect = (kind: string, actor: EngineActorId | null) => Inspection | undefined;

/** Streams at once. */
const streamsMax = 4;
/** Steps in a second are 200 at most. */
const [everyMs, stepsMax] = [100, 20];
const retryAfterSeconds = 5;
const kindCharsMax = 60;

export class InspectionStreams {
  readonly #open = new Set<EventStream>();
  readonly #control: Pick<CityControl, 'health'>;
  readonly #inspect: Inspect;

  constructor(control: Pick<CityControl, 'health'>, inspect: Inspect) {
    this.#control = control;
    this.#inspect = inspect;
  }

  /** Ends all of them. */
  close(): void {
    for (const stream of this.#open) stream.end();
    this.#open.clear();
  }

  get route(): Route {
    return defineRoute({
      method: 'GET',
      path: '/v1/dashboard/machines/:kind/inspection',
      summary:
        'What actors of a kind hear, as server-sent events in the messages of Stately’s inspector (`@statelyai/inspect`)',
      caller: 'operator',
      hasHead: false,
      params: z.strictObject({ kind: z.string().max(kindCharsMax) }),
      query: z.strictObject({
        actor: ActorId.optional().meta({ description: 'One of them; unset: the first that hear something' }),
      }),
      answer: InspectionFrame,
      answerType: 'text/event-stream',
      refusals: ['not_found', 'busy'],
      perform: async ({ params: { kind }, query: { actor = null } }, _city: City, connection) => {
        if (this.#open.size === streamsMax) return refused('busy', { retry_after_seconds: retryAfterSeconds });
        const isOther = actor !== null && kindOf(actor) !== kind;
        const inspection = isOther ? undefined : this.#inspect(kind, actor);
        if (inspection === undefined) return refused('not_found', { kind: 'machine', id: kind });
        const stream = connection.stream();
        if (stream !== undefined) await this.#send(inspection, stream).finally(() => this.#ended(inspection, stream));
        else inspection.close();
        return { type: 'sent' };
      },
    });
  }

  #ended(inspection: Inspection, stream: EventStream): void {
    inspection.close();
    this.#open.delete(stream);
  }

  /** Until its reader has gone, or the gateway closes. */
  async #send(inspection: Inspection, stream: EventStream): Promise<void> {
    this.#open.add(stream);
    stream.begin();
    void stream.closed.then(() => this.#open.delete(stream));
    while (this.#open.has(stream)) {
      const { frames, skipped } = inspection.take(this.#control.health.committedTurn, stepsMax);
      const all: readonly Frame[] = skipped === 0 ? frames : [...frames, { type: 'skipped', steps: skipped }];
      for (const frame of all) if (!(await stream.write(textOf(frame)))) this.#open.delete(stream);
      await sleep(everyMs);
    }
  }
}

function textOf(frame: Frame): string {
  const text = JSON.stringify(frame);
  publishFrame(frame.type, InspectionFrame, text);
  return text;
}
