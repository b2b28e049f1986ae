/** What has happened around the caller, for clients that keep no socket open. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { City } from '../../../engine/city-interface.ts';
import type { Event } from '../../answers/events.ts';
import { MissedEvents } from '../../answers/missed-events.ts';
import type { Resident } from '../../route/auth.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { behind, Page } from '../../schema/fields.ts';
import type { GatewaySettings } from '../../settings.ts';
import { FairQueue } from '../feed/fair-queue.ts';

type Bounds = Pick<GatewaySettings, 'resumeEventsMax' | 'resumeLookUpsMax'>;

const Since = z.strictObject({
  since: behind('The newest `seq` that you saw; without it only the newest of all is told'),
  limit: Page.shape.limit,
});

export const eventRoutes = (bounds: Bounds): readonly Route[] => {
  // As for sockets that catch up: a resident looks one thing up at a time, and all of them only so many (F7).
  const queue = new FairQueue(bounds.resumeLookUpsMax);
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/me/events',
      summary:
        'What happened around you since the `seq` that you name, the oldest first; without one, only the newest `seq`',
      caller: 'resident',
      query: Since,
      answer: MissedEvents,
      perform: async ({ caller, query: { since, limit } }, city, connection) => {
        const following = await city.view(view('following', { id: caller.id }));
        if (following.type === 'refused') return following;
        const until = following.value.seq;
        if (since === undefined || since >= until) return { type: 'shown', value: nothingSince(since, until) };
        const back = { after: since, until, limit, reach: bounds.resumeEventsMax };
        const value = await queue.take(
          caller.actor,
          () => !connection.hasGone,
          () => missedBy(city, caller, back),
        );
        return value === undefined ? { type: 'sent' } : { type: 'shown', value };
      },
    }),
  ];
};

/** A client that has heard numbers which this city has not given out, because a backup was restored, is told so. */
const nothingSince = (since: number | undefined, seq: number): z.infer<typeof MissedEvents> => ({
  items: [],
  seq,
  is_more: false,
  gap: since === undefined || since === seq ? null : { from: seq + 1, to: since },
});

async function missedBy(
  city: City,
  { actor }: Resident,
  back: Parameters<City['missed']>[1],
): Promise<z.infer<typeof MissedEvents>> {
  const { events, through, gap } = await city.missed(actor, back);
  // The city wrote it, in the form that the schema declares.
  const items = events.map(({ json }): z.infer<typeof Event> => JSON.parse(json));
  return { items, seq: through, is_more: through < back.until, gap };
}
