/**
 * Events that pages know, as `/ws` sends them. Other types may come, now or in a later version: they are ignored. To know another, add a
 * line.
 */
import type { ZodType } from 'zod';
import * as z from 'zod/mini';
import type { SeenEvent, SeenEventOf } from '../../gateways/answers/events.ts';
import type { PortalFrame } from '../../gateways/answers/portal-frames.ts';
import { parsedJson } from './json.ts';
import { partOf } from './part-of.ts';

/** The fields of every event. */
const envelope = {
  seq: z.int(),
  /** When, in UTC, ISO 8601. */
  at: z.string(),
  tick: z.int(),
  location: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  subject: z.nullable(z.string()),
};

const event = <Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) =>
  z.object({ ...envelope, type: z.literal(type), data });

const said = z.object({ id: z.string(), message: z.string() });
const pod = z.object({ id: z.string() });
const job = z.object({
  title: z.string(),
  reward: z.number(),
  poster: z.nullable(z.string()),
  claimer: z.nullable(z.string()),
  by_visitor: z.optional(z.literal(true)),
});
/** The data of events for the visitor who wrote the soul. */
const soul = { soul: z.string(), name: z.string() };

const knownEvents = z.discriminatedUnion('type', [
  event('message.broadcast', said),
  event('message.shout', said),
  event('resident.arrived', z.object({})),
  event('resident.departed', z.object({ exit_id: z.optional(z.string()), to: z.optional(z.string()) })),
  event('resident.born', z.object({ name: z.string(), mentor: z.nullable(z.string()), face: z.optional(z.string()) })),
  event('resident.dying', z.object({ cause: z.nullable(z.string()), at_tick: z.int() })),
  event('resident.died', z.object({ name: z.string(), cause: z.nullable(z.string()), face: z.optional(z.string()) })),
  event('pod.deployed', z.object({ id: z.string(), name: z.string() })),
  event('pod.orphaned', pod),
  event('pod.reconnected', pod),
  event(
    'pod.owner_changed',
    z.extend(pod, { from: z.nullable(z.string()), owner: z.nullable(z.string()), reason: z.string() }),
  ),
  event('pod.shut_down', z.extend(pod, { owner: z.nullish(z.string()) })),
  event('job.posted', job),
  event('job.claimed', job),
  event('job.submitted', job),
  event('job.completed', job),
  event('job.expired', job),
  event('question.answered', z.object({ question: z.string(), answer: z.string() })),
  event('question.lapsed', z.object({ to: z.string() })),
  event('note.left', z.object({ text: z.string() })),
  event('picture.left', z.object({ text: z.string() })),
  event('wish.named', z.object({ text: z.string() })),
  // Strangers see no names here.
  event(
    'credits.transferred',
    z.object({ from: z.optional(z.string()), to: z.optional(z.string()), amount: z.number() }),
  ),
  event('pool.funded', z.object({ pod: z.string(), amount: z.number() })),
  event(
    'service.called',
    z.object({ service: z.string(), caller: z.string(), outcome: z.string(), charged: z.number() }),
  ),
  event('portal.broadcast', said),
  event('tick.completed', z.object({ tick: z.int() })),
  // For visitors: events of their souls and of the residents born of them.
  event('soul.queued', z.object(soul)),
  event('soul.withdrawn', z.object(soul)),
  event('soul.returned', z.object({ ...soul, reason: z.optional(z.string()) })),
  event('soul.adopted', z.object({ ...soul, mentor: z.string() })),
  event('soul.born', z.object({ ...soul, mentor: z.string(), resident: z.string() })),
  event('soul.died', z.object({ ...soul, resident: z.string(), cause: z.string() })),
  event('resident.thought', z.object({ text: z.string() })),
  event('token.ended', z.object({})),
  event('token.missed', z.object({ from_tick: z.int() })),
  event('token.replaced', z.object({ by: z.optional(z.string()) })),
  event('token.shown', z.object({})),
  event('death.warning', z.object({ cause: z.string(), at_tick: z.int(), required: z.optional(z.number()) })),
  event('credits.alert', z.object({ balance: z.number(), runway_ticks: z.int() })),
  event('credits.received', z.object({ reason: z.string(), amount: z.number() })),
]);

/** Each as the Portal may send it. */
const KnownEvent = partOf<ZodType<SeenEventOf<z.infer<typeof knownEvents>['type']>>>()(knownEvents);

/** An event that pages know. */
export type CityEvent = z.infer<typeof KnownEvent>;
/** Public speech. */
export type SpeechEvent = Extract<CityEvent, { readonly type: 'message.broadcast' | 'message.shout' }>;

/** True for public speech. */
export const isSpeech = (seen: CityEvent): seen is SpeechEvent =>
  seen.type === 'message.broadcast' || seen.type === 'message.shout';

const Frame = partOf<typeof PortalFrame>()(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('hello'), seq: z.int(), visitor: z.nullable(z.string()) }),
    z.object({ type: z.literal('subscribed'), seq: z.int() }),
    z.object({ type: z.literal('resumed'), seq: z.int() }),
    z.object({ type: z.literal('gap'), from: z.int(), to: z.int() }),
    z.object({ type: z.literal('error') }),
  ]),
);
const AnyEvent = partOf<typeof SeenEvent>()(z.object({ v: z.literal(1), seq: z.int(), type: z.string() }));

/** One frame of `/ws`. An event of an unknown type still has a number. */
export type FeedFrame =
  | z.infer<typeof Frame>
  | { readonly type: 'event'; readonly seq: number; readonly event: CityEvent | undefined };

/** Undefined for a frame that this page does not understand. */
export function feedFrame(text: string): FeedFrame | undefined {
  const json = parsedJson(text);
  // First, because `hello` looks like an event.
  const frame = z.safeParse(Frame, json);
  if (frame.success) return frame.data;
  const any = z.safeParse(AnyEvent, json);
  if (!any.success) return undefined;
  return { type: 'event', seq: any.data.seq, event: cityEvent(json) };
}

/** The event, if pages know its type; else undefined. */
export function cityEvent(json: unknown): CityEvent | undefined {
  const known = z.safeParse(KnownEvent, json);
  return known.success ? known.data : undefined;
}
