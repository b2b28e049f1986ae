/** How portal stations are shown: to anybody, to those who stand where they open, and to the gateway that receives their heartbeats. */
import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { residentOf } from '../../rules/people/resident-view.ts';
import { activeStations } from '../../rules/place/active-stations.ts';
import { residentActor, stationActor } from '../../rules/place/names.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, OfResident, PageAsked } from '../../view-args.ts';
import { isActive } from './state.ts';

/** Strangers see where it opens only if they may walk there. */
function shown(reader: Reader, station: ImageOf<'portal-station'>) {
  const { state, context } = station;
  const { id, name, place, location, registeredAt } = context;
  const isPublic = reader.isPublic(location);
  return {
    id,
    name,
    place,
    location: isPublic ? location : null,
    status: state,
    // Residents at its place see the picture, and so does whoever could walk there; nobody else (PS8).
    shows_picture: isPublic && isActive(station),
    registered_at: isoTime(registeredAt),
  };
}

function imageNamed(reader: Reader, id: string): ImageOf<'portal-station'> {
  return imageOf(reader, stationActor(id)) ?? refuseView('not_found', { kind: 'portal', id });
}

/** For the operator, the station itself, and whoever asks for one by its id. */
const station = (reader: Reader, { id }: Named) => shown(reader, imageNamed(reader, id));

/** As the operator sees it, who may know every place. */
const stationRegistered = (reader: Reader, { token }: { readonly token: string }) => {
  const id = reader.first(indexes.stationToken, token);
  const image = imageNamed(reader, id === undefined ? 'null' : nameOf(id));
  return { ...shown(reader, image), location: image.context.location };
};

/** The active stations, in the order of their ids. */
const stations = (reader: Reader, { limit, cursor }: PageAsked) => {
  const after = cursor === null ? '' : stationActor(cursor);
  const page = reader.page(indexes.stations, 'active', after, limit + 1);
  const items = page.slice(0, limit).map((id) => shown(reader, imageNamed(reader, nameOf(id))));
  const last = page.length > limit ? page[limit - 1] : undefined;
  return { items, next_cursor: last === undefined ? null : nameOf(last) };
};

/** A page of the names of all stations in this state. */
const stationNames = (
  reader: Reader,
  {
    state,
    limit,
    after,
  }: { readonly state: 'active' | 'inactive' | 'closed'; readonly limit: number; readonly after: string | null },
) => ({
  items: reader.page(indexes.stations, state, after === null ? '' : stationActor(after), limit).map(nameOf),
});

/** The station to which this token belongs. A closed station has none. */
const stationToken = (reader: Reader, { hash }: { readonly hash: string }) => {
  const id = reader.first(indexes.stationToken, hash);
  const image = imageNamed(reader, id === undefined ? 'null' : nameOf(id));
  return { id: image.context.id, status: image.state };
};

/** The active stations where the resident stands; none where there is no portal. */
const portalHere = (reader: Reader, { resident }: OfResident) => {
  const { location } = residentOf(reader, resident);
  return { location, stations: activeStations(reader, location).map(nameOf) };
};

/** What the resident said to the world outside in the turn being answered, and its balance. */
const portalSaid = (reader: Reader, { actor }: { readonly actor: string }) => {
  const { answering } = reader;
  const entry = turnEvent(reader, 'portal.message');
  if (entry === undefined || answering === undefined) return refuseView('not_found', { kind: 'message' });
  const { event, seq } = entry;
  const payer = residentActor(actor);
  const charged = answering.balanceBefore(payer) - reader.balance(payer);
  return {
    ...event.data,
    seq,
    location: event.location,
    sent_at: answering.at,
    charged: credits(charged),
    balance: credits(reader.balance(payer)),
  };
};

/** What the visitor said through a station in the turn being answered. */
const portalBroadcast = (reader: Reader) => {
  const { answering } = reader;
  const entry = turnEvent(reader, 'portal.broadcast');
  if (entry === undefined || answering === undefined) return refuseView('not_found', { kind: 'message' });
  const { event, seq } = entry;
  const location = event.location !== null && reader.isPublic(event.location) ? event.location : null;
  return { ...event.data, seq, location, sent_at: answering.at };
};

export const stationViews = {
  station,
  station_registered: stationRegistered,
  stations,
  station_names: stationNames,
  station_token: stationToken,
  portal_here: portalHere,
  portal_said: portalSaid,
  portal_broadcast: portalBroadcast,
} satisfies ViewTable;
