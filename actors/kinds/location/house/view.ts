/** A house as its owner sees it, with its rooms. */

import type { Reader, ViewTable } from '../../../../engine/views/views.ts';
import { listedMax } from '../../../formats.ts';
import { indexes } from '../../../indexes.ts';
import { refuseView } from '../../../refusals.ts';
import { imageOf } from '../../../registry.ts';
import { residentOf, upkeepItems } from '../../../rules/people/resident-view.ts';
import { type Appearance, appearanceOf } from '../../../rules/place/appearance.ts';
import { shownRoom } from '../../../rules/place/inner-view.ts';
import { houseOf, residentActor } from '../../../rules/place/names.ts';
import { isHouse } from '../../../rules/place/states.ts';
import type { OfResident } from '../../../view-args.ts';

const statusOfHouse = (house: Appearance): 'house' | 'ruin' => (isHouse(house) ? 'house' : 'ruin');

const house = (reader: Reader, args: OfResident) => {
  const resident = residentOf(reader, args.resident);
  if (houseOf(resident.location) !== resident.home)
    refuseView('location_required', { required: resident.home, current: resident.location });
  const appearance = appearanceOf(reader, resident.home);
  const rooms = reader.members(indexes.rooms, resident.home, listedMax).flatMap((id) => {
    const image = imageOf(reader, id);
    return image === undefined ? [] : [shownRoom(reader, image)];
  });
  return {
    id: resident.home,
    owner: resident.id,
    name: appearance.name,
    status: statusOfHouse(appearance),
    rooms,
    rooms_count: reader.count(indexes.rooms, resident.home),
    upkeep: { per_tick: reader.burn(residentActor(resident.id)) / 1000, items: upkeepItems(reader, resident) },
    residents_count: reader.count(indexes.present, resident.home),
  };
};

export const locationViews = { house } satisfies ViewTable;
