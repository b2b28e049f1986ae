/** How a nested container is shown to the representative of its pod. */
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { textOrNull } from '../../formats.ts';
import { refuseView } from '../../refusals.ts';
import { imageOf } from '../../registry.ts';
import { shownContainer } from '../../rules/place/inner-view.ts';
import { containerActor } from '../../rules/place/names.ts';
import type { Named } from '../../view-args.ts';

/** The container after the command of the pod's representative. */
const container = (reader: Reader, { id }: Named) => {
  const image = imageOf(reader, containerActor(id)) ?? refuseView('not_found', { kind: 'container', id });
  const { pod, description } = image.context;
  return { ...shownContainer(image), pod, description: textOrNull(reader, description) };
};

export const containerViews = { container } satisfies ViewTable;
