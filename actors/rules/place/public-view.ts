/** What strangers see: residents, and places where they may walk. */
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import { isDead } from '../../kinds/resident/state.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf, recordOf } from '../../registry.ts';
import type { Named } from '../../view-args.ts';
import { servicesAt } from '../code/view.ts';
import { faceOf } from '../people/face.ts';
import { isOpen, openLineage } from '../people/lineage.ts';
import { identity, outwardSoul } from '../people/resident-view.ts';
import { activeStations } from './active-stations.ts';
import { type Appearance, appearanceOf, identityOf } from './appearance.ts';
import { representativeOf } from './endpoint.ts';
import { residentsAt } from './map-view.ts';
import { residentActor } from './names.ts';

/** The heir, and the title of the library entry; the words themselves are in the library of souls (DD4). */
const legacyOf = ({ heir, library }: ImageOf<'resident'>['context']) => ({ heir, title: library?.title ?? null });

/** What needs no vouches to be shown, the fields that are open (VO5), and its place while strangers may walk there (VI3). */
const publicResident = (reader: Reader, { id }: Named) => {
  const { image } = recordOf(reader, residentActor(id)) ?? refuseView('not_found', { kind: 'resident', id });
  const { location, soul } = image.context;
  const hasDied = isDead(image);
  return {
    face: faceOf(image.context),
    location: !hasDied && reader.isPublic(location) ? location : null,
    ...identity(reader, image),
    ...(isOpen(image) && { soul: reader.text(soul, outwardSoul) }),
    ...openLineage(reader, image),
    ...(hasDied && { legacy: legacyOf(image.context) }),
  };
};

const residentsMax = 200;
export const placesNextToMax = 64;

/** Places to which strangers can walk from there. */
const nextTo = (reader: Reader, place: string) =>
  reader.publicPlacesNextTo(place, placesNextToMax).map((id) => {
    const { kind, name } = identityOf(reader, id);
    return { id, kind, name, residents_count: reader.count(indexes.present, id) };
  });

const stationsAt = (reader: Reader, place: string) =>
  activeStations(reader, place).flatMap((station) => {
    const image = imageOf(reader, station);
    return image === undefined ? [] : [{ id: image.context.id, name: image.context.name, place: image.context.place }];
  });

/** Places where no stranger may walk are unknown to strangers (VI3). */
function publicAppearance(reader: Reader, id: string): Appearance {
  return reader.isPublic(id) ? appearanceOf(reader, id) : refuseView('not_found', { kind: 'location', id });
}

/** The text of a link to its page. Without the ways from there, so that it is kept until the place changes. */
const publicPlaceName = (reader: Reader, { id }: Named) => {
  const { name, description } = publicAppearance(reader, id);
  return { name, description };
};

/** How large a pod is; null of the Commons. */
const tierOf = ({ image: { context } }: Appearance) => ('tier' in context ? context.tier : null);

const publicPlace = (reader: Reader, { id }: Named) => {
  const place = publicAppearance(reader, id);
  return {
    id: place.id,
    kind: place.kind,
    name: place.name,
    description: place.description,
    tier: tierOf(place),
    owner: place.owner,
    representative: representativeOf(place.image),
    residents_count: reader.count(indexes.present, id),
    services: servicesAt(reader, id),
    residents: residentsAt(reader, id, residentsMax).map((one) => ({ id: one.id, name: one.name, face: faceOf(one) })),
    next_to: nextTo(reader, id),
    stations: stationsAt(reader, id),
  };
};

export const publicViews = {
  public_resident: publicResident,
  public_place: publicPlace,
  public_place_name: publicPlaceName,
} satisfies ViewTable;
