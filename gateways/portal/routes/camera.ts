/** What a portal station sees of the world outside, for anybody who watches the place that it opens on. */
import { z } from 'zod';
import { LooksAtOnce } from '../../looks-at-once.ts';
import { refused } from '../../refusals.ts';
import { defineRoute, type Route } from '../../route.ts';
import { OfStation } from '../../schema/station-fields.ts';
import type { GatewaySettings } from '../../settings.ts';
import type { Cameras } from '../../stations/cameras.ts';

const Seen = z.object({ status: z.string(), location: z.string().nullable() });

/** Residents who stand there see it: so does whoever could walk there, and nobody else (PS8). */
export function cameraRoute(
  cameras: Cameras,
  { activityLooksAtOnceMax }: Pick<GatewaySettings, 'activityLooksAtOnceMax'>,
): Route {
  const looks = new LooksAtOnce(activityLooksAtOnceMax);
  return defineRoute({
    method: 'GET',
    path: '/v1/portals/:id/camera',
    summary: 'The newest picture of an active portal station that opens on a public room',
    caller: 'public',
    mayReadDatabase: true,
    params: OfStation,
    answer: z.unknown().meta({ description: 'A JPEG picture' }),
    answerType: 'image/jpeg',
    refusals: ['not_found'],
    perform: async ({ params: { id } }, city) => {
      const viewed = await city.view({ view: 'station', args: { id } });
      if (viewed.type === 'refused') return viewed;
      const { status, location } = Seen.parse(viewed.value);
      if (status !== 'active' || location === null) return refused('not_found', { kind: 'picture' });
      const found = await looks.run(async () => ({ picture: await cameras.newest([id]) }));
      if ('code' in found) return found;
      if (found.picture === undefined) return refused('not_found', { kind: 'picture' });
      const { takenAt, bytes } = found.picture;
      return { type: 'bytes', bytes, headers: [['Last-Modified', new Date(takenAt).toUTCString()]] };
    },
  });
}
