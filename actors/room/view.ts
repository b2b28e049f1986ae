/** How rooms are shown to the owner of their house. */
import type { Image } from '../../engine/actor-kind.ts';
import type { Reader, View } from '../../engine/views.ts';
import { textOrNull } from '../formats.ts';
import { roomActor } from '../place/names.ts';
import type { RoomContext } from './machine.ts';

export function shownRoom(reader: Reader, image: Image) {
  const { id, name, purpose, description, invited, upkeep } = image.context as unknown as RoomContext;
  return {
    id,
    name,
    purpose,
    status: image.state === 'ended' ? 'removed' : 'open',
    description: textOrNull(reader, description),
    upkeep_per_tick: upkeep / 1000,
    invited,
    residents_count: reader.count('present', id),
  };
}

const room: View = (reader, { id }) => {
  const image = reader.image(roomActor(String(id))) ?? reader.refuse('not_found', { kind: 'room', id });
  return shownRoom(reader, image);
};

export const roomViews: Readonly<Record<string, View>> = { room };
