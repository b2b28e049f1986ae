/** One portal station as anybody sees it: what it is, and what it sees of the world outside. */
import { z } from 'zod';
import { LooksAtOnce } from '../../looks-at-once.ts';
import { refused } from '../../refusals.ts';
import { defineRoute, type Route } from '../../route.ts';
import { OfStation, Station, Timestamp } from '../../schema/station-fields.ts';
import type { GatewaySettings } from '../../settings.ts';
import type { Cameras } from '../../stations/cameras.ts';
import type { Picture } from '../../stations/pictures.ts';

const Seen = z.object({ status: z.string(), location: z.string().nullable() });

/** Residents who stand there see its picture: so does whoever could walk there, and nobody else (PS8). */
const isShown = (station: unknown): boolean => {
  const { status, location } = Seen.parse(station);
  return status === 'active' && location !== null;
};

export function cameraRoutes(
  cameras: Cameras,
  { activityLooksAtOnceMax }: Pick<GatewaySettings, 'activityLooksAtOnceMax'>,
): readonly Route[] {
  const looks = new LooksAtOnce(activityLooksAtOnceMax);
  const newest = (id: string) => looks.run(async (): Promise<Newest> => ({ picture: await cameras.newest([id]) }));
  return [getStation(newest), getPicture(newest)];
}

interface Newest {
  readonly picture: Picture | undefined;
}
type Look = (station: string) => ReturnType<typeof LooksAtOnce.prototype.run<Newest>>;

const getStation = (newest: Look): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/portals/:id',
    summary: 'One portal station, whatever its status',
    caller: 'public',
    isCounted: true,
    params: OfStation,
    answer: Station.extend({
      picture_taken_at: Timestamp.nullable().meta({
        description: 'Of what its camera shows; null while that is nothing',
      }),
    }),
    refusals: ['not_found'],
    perform: async ({ params: { id } }, city) => {
      const viewed = await city.view({ view: 'station', args: { id } });
      if (viewed.type === 'refused') return viewed;
      const found = isShown(viewed.value) ? await newest(id) : { picture: undefined };
      if ('code' in found) return found;
      const { picture } = found;
      const picture_taken_at = picture === undefined ? null : new Date(picture.takenAt).toISOString();
      return { type: 'shown', value: { ...Object(viewed.value), picture_taken_at } };
    },
  });

const getPicture = (newest: Look): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/portals/:id/camera',
    summary: 'The newest picture of an active portal station that opens on a public room',
    caller: 'public',
    isCounted: true,
    params: OfStation,
    answer: z.unknown().meta({ description: 'A JPEG picture' }),
    answerType: 'image/jpeg',
    refusals: ['not_found'],
    perform: async ({ params: { id } }, city) => {
      const viewed = await city.view({ view: 'station', args: { id } });
      if (viewed.type === 'refused') return viewed;
      const found = isShown(viewed.value) ? await newest(id) : { picture: undefined };
      if ('code' in found) return found;
      if (found.picture === undefined) return refused('not_found', { kind: 'picture' });
      const { takenAt, bytes } = found.picture;
      return { type: 'bytes', bytes, headers: [['Last-Modified', new Date(takenAt).toUTCString()]] };
    },
  });
