/** How places are shown to those who are there. */

import { must } from '../../engine/assert.ts';
import { type ActorId, nameOf } from '../../engine/ids.ts';
import type { Reader, View } from '../../engine/views.ts';
import { servicesAt } from '../code/view.ts';
import { listedMax } from '../formats.ts';
import { frameworks } from '../framework/built-in.ts';
import { indexes } from '../indexes.ts';
import { houseToll } from '../location/machine.ts';
import { gateToll } from '../pod/base.ts';
import { refuseView } from '../refusals.ts';
import { imageOf } from '../registry.ts';
import type { ResidentContext } from '../resident/messages.ts';
import { residentOf, upkeepItems } from '../resident/view.ts';
import { shownRoom } from '../room/view.ts';
import { isInUse } from './ended.ts';
import { type PlaceImage, representativeOf } from './endpoint.ts';
import { doorsFor, implicitPlaces, type Position } from './exits.ts';
import { commons, commonsExit, homeExit, houseOf, placeActor, residentActor } from './names.ts';

/** Houses, rooms and containers that one sees from here; connections are paged. */
const implicitMax = 200;

/** A place as those inside see it, whatever it is. */
interface Place {
  readonly image: PlaceImage;
  readonly id: string;
  readonly kind: 'commons' | 'house' | 'room' | 'pod' | 'container';
  readonly name: string;
  readonly owner: string | null;
  readonly state: string;
  readonly description: unknown;
}

function kindOfPlace({ context }: PlaceImage): Place['kind'] {
  if ('kind' in context) return context.kind;
  if ('house' in context) return 'room';
  return 'tier' in context ? 'pod' : 'container';
}

function placeOf(reader: Reader, id: string): Place {
  const image = imageOf(reader, placeActor(id)) ?? refuseView('not_found', { kind: 'location', id });
  const { state, context } = image;
  const kind = kindOfPlace(image);
  const owner = 'agent' in context ? context.agent : context.owner;
  const own = 'description' in context ? context.description : null;
  const description = own === null ? builtIn(kind, state, context.name) : reader.text(own);
  return { image, id, kind, name: context.name, owner, state, description };
}

function builtIn(kind: Place['kind'], state: string, name: string): string {
  if (!isInUse({ state })) return `${name}, a ruin. Nobody enters any more; "home" and "commons" lead out.`;
  if (kind === 'commons') return 'The central square of the city. Everyone can come here, from anywhere.';
  if (kind === 'house') return `${name}: home, where speaking is free and letters are read and written.`;
  return kind === 'pod' && state.startsWith('workshop') ? `${name}, a workshop.` : `${name}.`;
}

function ambientOf(place: Place, present: number): string {
  if (place.state === 'orphaned') return 'Cut off: no way leads here from the Commons. "home" leads home.';
  if (place.kind !== 'commons') return present > 1 ? 'Voices within.' : 'Quiet.';
  if (present > 20) return 'The square is crowded.';
  return present > 1 ? 'A few people are about.' : 'The square is empty but for you.';
}

const exitTypes = {
  commons: 'commons',
  house: 'house',
  room: 'room',
  pod: 'agent-built',
  container: 'container',
} as const;

const plainDesc = ({ id, name }: Pick<Place, 'id' | 'name'>): string =>
  id === commons ? 'The way out to the Commons.' : `The way to ${name}.`;

/** An exit to a place that needs no connection. The way to one's own home and to the Commons has a name of its own. */
function implicitExit(reader: Reader, who: Position, place: string) {
  const { kind, name, owner } = placeOf(reader, place);
  return {
    id: place === commons ? commonsExit : place === who.home ? homeExit : place,
    type: exitTypes[kind],
    owner,
    desc: plainDesc({ id: place, name }),
    access: kind === 'commons' || kind === 'container' || kind === 'pod' ? 'public' : 'private',
    to: place,
    direction: 'bidirectional',
    toll: 0,
  };
}

/** An exit that is a connection, as it looks from here. */
function connectionExit(reader: Reader, { location }: Position, id: ActorId<'connection-request'>) {
  const { terms } = must(imageOf(reader, id), id).context;
  const isBack = location !== terms.from;
  const to = isBack ? terms.from : terms.to;
  const far = placeOf(reader, to);
  const text = isBack ? terms.wayBack : terms.entrance;
  return {
    id: terms.exit,
    type: 'agent-built',
    owner: far.owner,
    desc: text === null ? plainDesc(far) : reader.text(text),
    access: isBack ? 'public' : terms.access.type,
    to,
    direction: terms.bidirectional ? 'bidirectional' : 'one-way',
    toll: tollTo(reader, far.image, !isBack && terms.access.type === 'gated') / 1000,
  };
}

/** Millicredits for entering, as everyone else pays. */
function tollTo(reader: Reader, { state, context }: PlaceImage, gated: boolean): number {
  if (state === 'house') return houseToll(gated, reader.settings);
  return state === 'deployed' && 'tier' in context ? gateToll(context, gated, reader.settings) : 0;
}

/** A page that begins with the exits of the place itself, and doors; `#n` is a cursor among them. */
const ownCursor = /^#[0-9]{1,4}$/;

/** A page of the exits that the resident sees: those of the place itself first, then doors, then connections. */
function exitsPage(reader: Reader, who: Position, cursor: string | null, limit: number) {
  const begun = cursor === null ? 0 : ownCursor.test(cursor) ? Number(cursor.slice(1)) : undefined;
  const own = begun === undefined ? [] : ownExits(reader, who).slice(begun, begun + limit + 1);
  const shown = own.slice(0, limit).map((show) => show());
  if (begun !== undefined && own.length > limit) return { items: shown, next_cursor: `#${begun + limit}` };
  const left = limit - shown.length;
  const page = reader.page(
    indexes.exits,
    `visible ${who.location}`,
    begun === undefined ? String(cursor) : '',
    left + 1,
  );
  const connections = page.slice(0, left).map((id) => connectionExit(reader, who, id));
  const next = page.length > left ? (page[left - 1] ?? `#${(begun ?? 0) + shown.length}`) : null;
  return { items: [...shown, ...connections], next_cursor: next };
}

/** Each is looked at only when it is shown. */
const ownExits = (reader: Reader, who: Position): readonly (() => object)[] => [
  ...implicitPlaces(reader, who, implicitMax).map((place) => () => implicitExit(reader, who, place)),
  ...doorsFor(reader, who, implicitMax).map((id) => () => connectionExit(reader, who, id)),
];

function exitsCount(reader: Reader, who: Position): number {
  const { id, location } = who;
  return (
    implicitPlaces(reader, who, implicitMax).length +
    reader.count(indexes.exits, `visible ${location}`) +
    reader.count(indexes.exits, `door ${location} ${id}`)
  );
}

/** At most `listedMax` of those present, the resident always among them. */
function somePresent(reader: Reader, resident: ResidentContext): string[] {
  const page = reader.page(indexes.present, resident.location, '', listedMax).map(nameOf);
  return page.includes(resident.id) ? page : [resident.id, ...page.slice(0, listedMax - 1)];
}

function shownPlace(reader: Reader, resident: ResidentContext) {
  const place = placeOf(reader, resident.location);
  return {
    id: place.id,
    kind: place.kind,
    name: place.name,
    status: place.state.split('.')[0],
    description: place.description,
    owner: place.owner,
    representative: representativeOf(place.image),
    residents_count: reader.count(indexes.present, resident.location),
    exits_count: exitsCount(reader, resident),
    services: servicesAt(reader, place.id),
  };
}

const location: View = (reader, args) => shownPlace(reader, residentOf(reader, args['resident']));

const exits: View = (reader, { resident, limit, cursor }) =>
  exitsPage(
    reader,
    residentOf(reader, resident),
    cursor === null || cursor === undefined ? null : String(cursor),
    Number(limit ?? 20),
  );

const residents: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  const limit = Number(args['limit'] ?? 20);
  const after = args['cursor'] === null || args['cursor'] === undefined ? '' : `resident:${args['cursor']}`;
  const page = reader.page(indexes.present, resident.location, after, limit + 1).map(nameOf);
  const items = page.slice(0, limit).map((id) => ({ id, name: residentOf(reader, id).name }));
  return { items, next_cursor: page.length > limit ? (items.at(-1)?.id ?? null) : null };
};

/** What a subtle exit gives away: its text, neither its identifier nor where it leads. */
function hints(reader: Reader, { location: place }: ResidentContext): readonly unknown[] {
  return reader.members(indexes.exits, `subtle ${place}`, listedMax).map((id) => {
    const { terms } = must(imageOf(reader, id), id).context;
    const text = place === terms.from ? terms.entrance : terms.wayBack;
    return text === null ? 'There is more here than meets the eye.' : reader.text(text);
  });
}

const explore: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  const place = placeOf(reader, resident.location);
  const present = reader.count(indexes.present, resident.location);
  return {
    location: place.id,
    description: place.description,
    visible_exits: exitsPage(reader, resident, null, listedMax).items,
    exits_count: exitsCount(reader, resident),
    subtle_hints: hints(reader, resident),
    agents_present: somePresent(reader, resident),
    residents_count: present,
    services_here: servicesAt(reader, place.id),
    ambient: ambientOf(place, present),
  };
};

const house: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  if (houseOf(resident.location) !== resident.home)
    refuseView('location_required', { required: resident.home, current: resident.location });
  const rooms = reader.members(indexes.rooms, resident.home, listedMax).flatMap((id) => {
    const image = imageOf(reader, id);
    return image === undefined ? [] : [shownRoom(reader, image)];
  });
  return {
    id: resident.home,
    owner: resident.id,
    name: placeOf(reader, resident.home).name,
    status: placeOf(reader, resident.home).state,
    rooms,
    rooms_count: reader.count(indexes.rooms, resident.home),
    upkeep: { per_tick: reader.burn(residentActor(resident.id)) / 1000, items: upkeepItems(reader, resident) },
    residents_count: reader.count(indexes.present, resident.home),
  };
};

/** Where a move has led: enough to need no second call. */
const arrival: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  const departed = reader.answering?.events.find(({ event }) => event.type === 'resident.departed');
  const toll = reader.answering?.postings.find(({ reason }) => reason === 'toll')?.amount ?? 0;
  return {
    from: departed?.event.location ?? resident.location,
    to: resident.location,
    exit_id: args['exit'],
    toll_paid: toll / 1000,
    balance: reader.balance(residentActor(resident.id)) / 1000,
    location: shownPlace(reader, resident),
    exits: exitsPage(reader, resident, null, listedMax).items,
    residents: somePresent(reader, resident),
  };
};

const frameworkList: View = () => ({ items: frameworks, next_cursor: null });

const framework: View = (_reader, { id }) =>
  frameworks.find((known) => known.id === id) ?? refuseView('not_found', { kind: 'framework', id: String(id) });

export const locationViews: Readonly<Record<string, View>> = {
  location,
  exits,
  residents,
  explore,
  house,
  arrival,
  frameworks: frameworkList,
  framework,
};
