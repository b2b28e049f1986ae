/** Requests of a portal station, with its own token and for itself alone: heartbeats, pictures, prints. */
import { z } from 'zod';
import { command } from '../../../actors/registry.ts';
import { view } from '../../../actors/views.ts';
import { HeardStation, KeptPicture, Print, Prints } from '../../answers/stations.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Page } from '../../schema/fields.ts';
import { Jpeg, OfStation, PrintId, StationId } from '../../schema/station-fields.ts';
import type { Cameras } from '../../stations/cameras.ts';
import type { Heartbeats } from '../../stations/heartbeats.ts';
import { otherThan } from '../../stations/station-auth.ts';

const heartbeat = (heartbeats: Heartbeats, silentSeconds: number): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/portals/:id/heartbeat',
    summary: 'Say that you are there; without that you count as inactive after `silent_after_seconds`',
    caller: 'station',
    hasOwnLimit: true,
    params: OfStation,
    answer: HeardStation,
    refusals: ['foreign_station', 'invalid_state'],
    perform: async ({ caller, params: { id } }) =>
      otherThan(caller, id) ??
      (await heartbeats.heard(caller)) ?? {
        type: 'shown',
        value: { id, status: 'active' as const, silent_after_seconds: silentSeconds },
      },
  });

const pictureBytesMax = 1024 * 1024;

const uploadPicture = (cameras: Cameras, now: () => number): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/portals/:id/camera',
    summary:
      'Send a picture, in place of the one before; who stands where you open on in the city can look at it. The larger it is, the more of your requests in a minute it counts as; heartbeats do not count among these',
    caller: 'station',
    params: OfStation,
    body: Jpeg,
    bodyType: 'image/jpeg',
    bodyBytesMax: () => pictureBytesMax,
    answer: KeptPicture,
    status: 201,
    refusals: ['foreign_station'],
    perform: async ({ caller, params: { id: station }, body: bytes }) => {
      const foreign = otherThan(caller, station);
      if (foreign !== undefined) return foreign;
      const takenAt = now();
      await cameras.keep({ of: station, takenAt, bytes });
      const value = { station, bytes: bytes.length, taken_at: new Date(takenAt).toISOString() };
      return { type: 'shown', value };
    },
  });

const PrintsPage = Page.extend({
  status: z.enum(['queued', 'printed', 'failed']).optional().meta({ description: 'Only these' }),
});

const getPrints = defineRoute({
  method: 'GET',
  path: '/v1/portals/:id/prints',
  summary: 'What is to be printed, and what was until a while ago; contents are words of residents and visitors',
  caller: 'station',
  params: OfStation,
  query: PrintsPage,
  answer: Prints,
  refusals: ['foreign_station'],
  perform: async ({ caller, params: { id }, query: { limit, cursor, status } }, city) =>
    otherThan(caller, id) ??
    city.view(view('prints', { station: id, status: status ?? null, limit, cursor: cursor ?? null })),
});

const answerPrint = defineRoute({
  method: 'POST',
  path: '/v1/portals/:id/prints/:print_id',
  summary:
    'Say what came of a print; not answered in `PRINT_ANSWER_TICKS` it has failed, and what was paid is given back',
  caller: 'station',
  params: z.strictObject({ id: StationId, print_id: PrintId }),
  body: z.strictObject({ status: z.enum(['printed', 'failed']) }),
  answer: Print,
  refusals: ['not_found', 'foreign_station', 'invalid_state'],
  refusedWhen: { invalid_state: 'it has been answered, or has failed meanwhile' },
  command: ({ caller, params: { id: station, print_id: print }, body: { status } }) =>
    otherThan(caller, station) ??
    command(
      caller.actor,
      { type: 'answer_print', print, status },
      { caller: caller.actor, reply: view('print', { station, id: print }) },
    ),
});

/** `now`: milliseconds since 1970. `silentMs`: how long without a heartbeat until a station is inactive. */
export const stationWorkRoutes = (
  heartbeats: Heartbeats,
  cameras: Cameras,
  now: () => number,
  silentMs: number,
): readonly Route[] => [heartbeat(heartbeats, silentMs / 1000), uploadPicture(cameras, now), getPrints, answerPrint];
