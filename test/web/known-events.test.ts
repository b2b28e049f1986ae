/** Pages read events as the Portal sends them: what they would misread is an error of types (`web/lib/events.ts`). */
import t from 'tap';
import type { ZodType } from 'zod';
import * as z from 'zod/mini';
import type { DataOf, EventType } from '../../actors/event-types.ts';
import type { SeenEventOf } from '../../gateways/answers/events.ts';
import { cityEvent } from '../../web/lib/events.ts';
import { happeningOf } from '../../web/lib/happening.ts';
import { partOf } from '../../web/lib/part-of.ts';

const envelope = { v: 1, seq: 7, at: '2026-01-01T00:00:00.000Z', tick: 3, location: null, actor: null, subject: null };

t.test('pages read every event of the city that they know', async (t) => {
  const data: DataOf<'pod.deployed'> = { id: 'shop-7', name: 'Shop', tier: 'standard', owner: null };
  const event = cityEvent({ ...envelope, category: 'infrastructure', type: 'pod.deployed', data });
  t.match(event && happeningOf(event), { does: 'Newly opened:', whither: 'shop-7' });
});

/** A reader of this type. */
const reads = <Type extends EventType>() => partOf<ZodType<SeenEventOf<Type>>>();

t.test('who would misread an event is refused by the compiler', async (t) => {
  const paid = z.object({ data: z.object({ from: z.string() }) });
  const counted = z.object({ data: z.object({ amount: z.string() }) });
  const named = z.object({ data: z.object({ stderr: z.string() }) });
  reads<'funding.declined'>()(paid);
  const wrong = [
    // @ts-expect-error strangers do not see who paid
    reads<'credits.transferred'>()(paid),
    // @ts-expect-error an amount is no text
    reads<'credits.received'>()(counted),
    // @ts-expect-error strangers do not see what failed code wrote
    reads<'service.called'>()(named),
  ];
  t.equal(wrong.length, 3);
});
