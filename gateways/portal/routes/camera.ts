/** One portal station as anybody sees it: the routes of its data and of the picture of its camera. */
import { z } from 'zod';
import { type Shown, view } from '../../../actors/views.ts';
import type { City } from '../../../engine/city-interface.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { StationSeen } from '../../answers/stations.ts';
import { LookUpLimit } from '../../limits/look-up-limit.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { OfStation } from '../../schema/station-fields.ts';
import type { GatewaySettings } from '../../settings.ts';
import type { Cameras } from '../../stations/cameras.ts';
import type { Picture } from '../../stations/pictures.ts';

export function cameraRoutes(
  cameras: Cameras,
  { activityLookUpsMax }: Pick<GatewaySettings, 'activityLookUpsMax'>,
): readonly Route[] {
  const looks = new LookUpLimit(activityLookUpsMax);
  /** The city decides whether the picture is shown (PS8). */
  const look: Look = async (city, id) => {
    const viewed = await city.view(view('station', { id }));
    if (viewed.type === 'refused') return viewed;
    const station = viewed.value;
    if (!station.shows_picture) return { type: 'seen', station, picture: undefined };
    return looks.run(async () => ({ type: 'seen', station, picture: await cameras.newest([id]) }));
  };
  return [getStation(look), getPicture(look)];
}

/** A station with the picture of its camera, while that is shown. */
interface Seen {
  readonly type: 'seen';
  readonly station: Shown<'station'>;
  readonly picture: Picture | undefined;
}
type Look = (city: Pick<City, 'view'>, station: string) => Promise<Seen | Refused>;

const getStation = (look: Look): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/portals/:id',
    summary: 'One portal station, whatever its status',
    caller: 'public',
    isCounted: true,
    params: OfStation,
    answer: StationSeen,
    refusals: ['not_found'],
    perform: async ({ params: { id } }, city) => {
      const seen = await look(city, id);
      if (seen.type === 'refused') return seen;
      const { station, picture } = seen;
      const picture_taken_at = picture === undefined ? null : new Date(picture.takenAt).toISOString();
      return { type: 'shown', value: { ...station, picture_taken_at } };
    },
  });

const getPicture = (look: Look): Route =>
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
      const seen = await look(city, id);
      if (seen.type === 'refused') return seen;
      if (seen.picture === undefined) return refused('not_found', { kind: 'picture' });
      const { takenAt, bytes } = seen.picture;
      return { type: 'bytes', bytes, headers: [['Last-Modified', new Date(takenAt).toUTCString()]] };
    },
  });
