/** Whether what a dead resident remembered is still on its way into the library of souls (DD6). */
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { residentActor } from '../../rules/place/names.ts';
import type { OfResident } from '../../view-args.ts';
import { isDead } from './state.ts';

/** Dead, and not in the library of souls yet: the archiving is under way, or due again at the next tick. */
export const isUnarchived = (image: ImageOf<'resident'>): boolean =>
  isDead(image) &&
  (image.calls.some(({ effect }) => effect === 'archive') ||
    image.wakes.some(({ event }) => event.type === 'archive.due'));

/** False for a name that never lived here. */
const archiving = (reader: Reader, { resident }: OfResident) => {
  const image = imageOf(reader, residentActor(resident));
  return { is_on_its_way: image !== undefined && isUnarchived(image) };
};

export const archivingViews = { archiving } satisfies ViewTable;
