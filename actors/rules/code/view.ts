/** How code is shown at every kind of place: its files to those who work on it, its service to those who are there. */

import { type ContentHash, kindOf, nameOf } from '../../../engine/ids.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, textOrNull } from '../../formats.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import type { OfResident, PageAsked } from '../../view-args.ts';
import { residentOf } from '../people/resident-view.ts';
import { isLetIn } from '../place/guests.ts';
import { containerActor, innerName, podActor } from '../place/names.ts';
import { hasEnded, isDeployed, isOperating, isWorkshop } from '../place/states.ts';
import { workshopNamed } from '../workshops/opening.ts';
import { worksHere } from '../workshops/workers.ts';
import { callPrice } from './call-price.ts';
import { serviceFile } from './code-rules.ts';
import type { Manifest } from './messages.ts';

/** Where a resident must stand to work on the workshop, and whether it does: for the gateway's check before it reads a body. */
const workshopPlace = (reader: Reader, { workshop, resident }: OfResident & { readonly workshop: string }) => {
  const who = residentOf(reader, resident);
  const { required } = workshopNamed(reader, who, workshop);
  // An unknown name is not kept as a view: there is no end of such names.
  if (required === null) reader.fleeting = true;
  return { required, current: who.location };
};

type Workshop = ImageOf<'pod' | 'room'>;

const isRoom = ({ id }: Workshop): boolean => kindOf(id) === 'room';

const manifestIn = (text: string): Manifest => JSON.parse(text);

/** The status of code whose place has not ended. */
function statusOfCode(image: Workshop): 'workshop' | 'deployed' | 'orphaned' {
  if (isRoom(image) || isWorkshop(image)) return 'workshop';
  return isDeployed(image) ? 'deployed' : 'orphaned';
}

/** The manifest of the code, for those who work on it. `base` is its name for the next write. */
const code = (reader: Reader, { workshop, resident }: OfResident & { readonly workshop: string }) => {
  const who = residentOf(reader, resident);
  const { target } = workshopNamed(reader, who, workshop);
  const image = target === null ? undefined : imageOf(reader, target);
  const unknown = () => refuseView('not_found', { kind: 'workshop', id: workshop });
  if (image === undefined) return unknown();
  if (!isRoom(image) && hasEnded(image)) return refuseView('pod_shut_down', { location: nameOf(image.id) });
  if (isRoom(image) && image.state !== 'workshop') return unknown();
  if (!mayRead(image, who.id)) return refuseView('access_denied');
  const { code: base, entry } = image.context;
  return {
    id: nameOf(image.id),
    status: statusOfCode(image),
    base,
    entry,
    manifest: base === null ? {} : reader.text(base, manifestIn),
  };
};

function mayRead({ context }: Workshop, resident: string): boolean {
  return 'invited' in context ? isLetIn(context, resident) : worksHere(context, resident);
}

/** Texts by their hashes, as an object from hash to text. Never kept as a view: the viewer keeps texts, within its bound. */
const texts = (reader: Reader, { hashes }: { readonly hashes: string }) => {
  reader.fleeting = true;
  const named = hashes.split(' ').filter((hash) => hash !== '');
  return Object.fromEntries(named.map((hash) => [hash, reader.text(hash as ContentHash)]));
};

/** Services in containers are free. */
function containerService(reader: Reader, { state, context }: ImageOf<'container'>) {
  const { id, pod, agent, entry, description } = context;
  if (state !== 'running' || entry !== serviceFile) return [];
  const text = textOrNull(reader, description);
  return [{ id, pod, name: innerName(id), owner: agent, description: text, input_description: null, per_query: 0 }];
}

/** The one service of the place, if its code offers one. */
export function servicesAt(reader: Reader, place: string) {
  const container = imageOf(reader, containerActor(place));
  if (container !== undefined) return containerService(reader, container);
  const image = imageOf(reader, podActor(place));
  if (image === undefined || !isOperating(image)) return [];
  const { id, name, owner, representative, entry, description, pricing } = image.context;
  if (entry !== serviceFile) return [];
  const price = credits(callPrice(image));
  const text = textOrNull(reader, description);
  const expected = textOrNull(reader, pricing.input ?? null);
  return [
    {
      id,
      pod: id,
      name,
      owner,
      representative,
      description: text,
      input_description: expected,
      per_query: price,
    },
  ];
}

const services = (reader: Reader, { resident }: OfResident & PageAsked) => ({
  items: servicesAt(reader, residentOf(reader, resident).location),
  next_cursor: null,
});

export const codeViews = { workshop_place: workshopPlace, code, texts, services } satisfies ViewTable;
