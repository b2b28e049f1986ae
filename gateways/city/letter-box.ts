/** Events of a resident's letter box, in the form that `answers/letters.ts` declares. */
import { z } from 'zod';
import type { FeedEvent } from '../../engine/command.ts';
import type { Letter } from '../answers/letters.ts';

const envelope = { seq: z.int(), at: z.string() };

/** The fields of an event that make a letter. */
const Envelope = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.direct'),
    ...envelope,
    data: z.object({ id: z.string(), from: z.string(), to: z.string(), message: z.string() }),
  }),
  z.object({
    type: z.literal('credits.received'),
    ...envelope,
    data: z.object({ from: z.string(), amount: z.number() }),
  }),
  z.object({
    type: z.literal('pod.inherited'),
    ...envelope,
    data: z.object({
      id: z.string(),
      from: z.string(),
      burn_per_tick: z.number(),
      runway_ticks: z.int().nullable(),
    }),
  }),
  z.object({
    type: z.literal('funding.asked'),
    ...envelope,
    data: z.object({ pod: z.string(), from: z.string(), share: z.number(), until_tick: z.int() }),
  }),
]);

/** The event as a letter to the resident; undefined when the resident sent it. */
export function letterTo(resident: string, event: FeedEvent): z.infer<typeof Letter> | undefined {
  const parsed = Envelope.parse(JSON.parse(event.json));
  const { seq, at: sent_at } = parsed;
  const own = { id: `city_${seq}`, from: parsed.data.from, sent_at, seq };
  switch (parsed.type) {
    case 'message.direct': {
      const { id, to, message: body } = parsed.data;
      return to === resident ? { ...own, type: 'letter', id, body } : undefined;
    }
    case 'credits.received': {
      const { from, amount } = parsed.data;
      return { ...own, type: 'estate', body: `${from} has died and left you ${amount} credits.`, amount };
    }
    case 'pod.inherited': {
      const { id: pod, from, burn_per_tick, runway_ticks } = parsed.data;
      const body = `${from} has died and left you the pod ${pod}: its pool pays ${burn_per_tick} a tick and lasts ${runway_ticks ?? 'any number of'} ticks. Fund it, or lose it.`;
      return { ...own, type: 'pod', body, pod, burn_per_tick, runway_ticks };
    }
    case 'funding.asked': {
      const { pod, from, share, until_tick } = parsed.data;
      const body = `${from} asks you to pay ${share} credits into the pool of ${pod}, before tick ${until_tick}. Nothing said, you pay nothing.`;
      return { ...own, type: 'funding', body, pod, share, until_tick };
    }
  }
}
