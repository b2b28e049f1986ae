/** How a nested container is shown: to the representative of its pod, and as a service to who stands inside. */
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { textOrNull } from '../../formats.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { serviceFile } from '../../rules/code/code.ts';
import { containerActor, innerName } from '../../rules/place/names.ts';
import type { Named } from '../../view-args.ts';

export function shownContainer({ state, context }: ImageOf<'container'>) {
  const { id, name, agent, cpuMillis, memoryMib, source = null } = context;
  const resources = { cpu: `${cpuMillis}m`, memory: `${memoryMib}Mi` };
  return { id, name, agent_id: agent, status: state, source, resource_allocation: resources };
}

/** Nobody is charged in a container. */
export function containerService(reader: Reader, { state, context }: ImageOf<'container'>) {
  const { id, pod, agent, entry, description } = context;
  if (state !== 'running' || entry !== serviceFile) return [];
  const told = textOrNull(reader, description);
  return [{ id, pod, name: innerName(id), owner: agent, description: told, input_description: null, per_query: 0 }];
}

/** As the pod's representative left it. */
const container = (reader: Reader, { id }: Named) => {
  const image = imageOf(reader, containerActor(id)) ?? refuseView('not_found', { kind: 'container', id });
  const { pod, description } = image.context;
  return { ...shownContainer(image), pod, description: textOrNull(reader, description) };
};

export const containerViews = { container } satisfies ViewTable;
