/** How rooms and containers are shown, in a list of their house or pod and alone. */
import type { Reader } from '../../../engine/views/views.ts';
import { textOrNull } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import type { ImageOf } from '../../registry.ts';
import { hasEnded } from './states.ts';

const statusOfRoom = (image: ImageOf<'room'>): 'open' | 'removed' => (hasEnded(image) ? 'removed' : 'open');

export function shownRoom(reader: Reader, image: ImageOf<'room'>) {
  const { id, name, purpose, description, invited, upkeep } = image.context;
  return {
    id,
    name,
    purpose,
    status: statusOfRoom(image),
    description: textOrNull(reader, description),
    upkeep_per_tick: upkeep / 1000,
    invited,
    residents_count: reader.count(indexes.present, id),
  };
}

export function shownContainer({ state, context }: ImageOf<'container'>) {
  const { id, name, agent, cpuMillis, memoryMib, source = null } = context;
  const resources = { cpu: `${cpuMillis}m`, memory: `${memoryMib}Mi` };
  return { id, name, agent_id: agent, status: state, source, resource_allocation: resources };
}
