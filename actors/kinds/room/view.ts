/** How rooms are shown to the owner of their house. */

import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { textOrNull } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { roomActor } from '../../rules/place/names.ts';
import type { Named } from '../../view-args.ts';

export function shownRoom(reader: Reader, image: ImageOf<'room'>) {
  const { id, name, purpose, description, invited, upkeep } = image.context;
  return {
    id,
    name,
    purpose,
    status: image.state === 'ended' ? 'removed' : 'open',
    description: textOrNull(reader, description),
    upkeep_per_tick: upkeep / 1000,
    invited,
    residents_count: reader.count(indexes.present, id),
  };
}

const room = (reader: Reader, { id }: Named) => {
  const image = imageOf(reader, roomActor(id)) ?? refuseView('not_found', { kind: 'room', id });
  return shownRoom(reader, image);
};

export const roomViews = { room } satisfies ViewTable;
