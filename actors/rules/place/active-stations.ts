/** The active portal stations of a place, for rules and views. */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { ActorId } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { imageOf } from '../../registry.ts';

/** The largest value of the setting `STATIONS_AT_PLACE_MAX`. */
const atPlaceMax = 64;

/** The active stations of a place, the one registered first before the others. */
export function activeStations(
  city: Pick<Facts, 'members' | 'image'>,
  place: string,
): readonly ActorId<'portal-station'>[] {
  const numberOf = (id: ActorId<'portal-station'>): number => imageOf(city, id)?.context.number ?? 0;
  return [...city.members(indexes.stationsAt, `active ${place}`, atPlaceMax)].sort((a, b) => numberOf(a) - numberOf(b));
}
