/** Of the dead: whether what they remembered is still on its way into the library of souls (DD6). */
import type { View } from '../../../engine/views/views.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { residentActor } from '../../rules/place/names.ts';

/** Dead, and not in the library of souls yet: that is under way, or tried again at the next tick. */
export const isUnarchived = ({ state, calls, wakes }: ImageOf<'resident'>): boolean =>
  state === 'dead' &&
  (calls.some(({ effect }) => effect === 'archive') || wakes.some(({ event }) => event.type === 'archive.due'));

/** Of whoever has never lived here it is not. */
const archiving: View = (reader, { resident }) => {
  const image = imageOf(reader, residentActor(String(resident)));
  return { is_on_its_way: image !== undefined && isUnarchived(image) };
};

export const archivingViews: Readonly<Record<string, View>> = { archiving };
