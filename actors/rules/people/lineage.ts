/** Lineage: the mentor of a resident and its own mentees, and from when on others see them. */
import { nameOf } from '../../../engine/ids.ts';
import type { Reader } from '../../../engine/views/views.ts';
import { listedMax } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import type { ResidentContext } from '../../kinds/resident/messages.ts';
import { isDead } from '../../kinds/resident/state.ts';
import type { ImageOf } from '../../registry.ts';

/** Vouches needed for others to see a group of fields of the living (VO5). */
export const opensAt = { soulAndLineage: 1, reputation: 3, economy: 5, discovery: 8 } as const;

export function lineageOf(reader: Reader, { id, mentor, generation, mentees }: ResidentContext) {
  return { mentor, mentees: mentees ?? reader.page(indexes.mentees, id, '', listedMax).map(nameOf), generation };
}

/** Everybody sees soul and lineage of the dead, and of those with enough vouches (VO5, DD4). */
export const isOpen = (image: ImageOf<'resident'>): boolean =>
  isDead(image) || (image.context.vouches ?? 0) >= opensAt.soulAndLineage;

export const openLineage = (reader: Reader, image: ImageOf<'resident'>) =>
  isOpen(image) && { lineage: lineageOf(reader, image.context) };
