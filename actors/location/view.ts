/** How places are shown to those who are there. */
import type { Reader, View } from '../../engine/views.ts';
import { frameworks } from '../frameworks.ts';
import { commons, commonsExit, homeExit, locationActor, residentActor } from '../places.ts';
import type { ResidentContext } from '../resident/machine.ts';
import { listedMax, residentOf } from '../resident/view.ts';
import type { LocationContext } from './machine.ts';

const nameOf = (id: string) => id.slice(id.indexOf(':') + 1);

function placeOf(reader: Reader, id: string) {
  const image = reader.image(locationActor(id)) ?? reader.refuse('not_found', { kind: 'location', id });
  return { state: image.state, ...(image.context as unknown as LocationContext) };
}

function descriptionOf(place: ReturnType<typeof placeOf>): string {
  if (place.kind === 'commons') return 'The central square of the city. Everyone can come here, from anywhere.';
  if (place.state === 'ruin') return `${place.name}, empty since its owner died. Nobody enters any more.`;
  return `${place.name}: home, where speaking is free and letters are read and written.`;
}

function ambientOf(place: ReturnType<typeof placeOf>, present: number): string {
  if (place.kind !== 'commons') return present > 1 ? 'Voices within.' : 'Quiet.';
  if (present > 20) return 'The square is crowded.';
  return present > 1 ? 'A few people are about.' : 'The square is empty but for you.';
}

/** From the Commons a resident sees its own house, from a house the Commons. */
function visibleExits(reader: Reader, resident: ResidentContext) {
  const home = placeOf(reader, resident.home);
  const passage = { direction: 'bidirectional', toll: 0 };
  if (resident.location !== commons) {
    const desc = 'The way out to the Commons.';
    return [{ id: commonsExit, type: 'commons', owner: null, desc, access: 'public', to: commons, ...passage }];
  }
  const desc = `The way to ${home.name}.`;
  return [{ id: homeExit, type: 'house', owner: resident.id, desc, access: 'private', to: resident.home, ...passage }];
}

/** At most `listedMax` of those present, the resident always among them. */
function somePresent(reader: Reader, resident: ResidentContext): string[] {
  const page = reader.page('present', resident.location, '', listedMax).map(nameOf);
  return page.includes(resident.id) ? page : [resident.id, ...page.slice(0, listedMax - 1)];
}

function shownPlace(reader: Reader, resident: ResidentContext) {
  const place = placeOf(reader, resident.location);
  return {
    id: place.id,
    kind: place.kind,
    name: place.name,
    description: descriptionOf(place),
    owner: place.owner,
    representative: place.owner,
    residents_count: reader.count('present', resident.location),
    exits_count: visibleExits(reader, resident).length,
    services: [],
  };
}

const location: View = (reader, args) => shownPlace(reader, residentOf(reader, args['resident']));

const exits: View = (reader, args) => ({
  items: visibleExits(reader, residentOf(reader, args['resident'])),
  next_cursor: null,
});

const residents: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  const limit = Number(args['limit'] ?? 20);
  const after = args['cursor'] === null || args['cursor'] === undefined ? '' : `resident:${args['cursor']}`;
  const page = reader.page('present', resident.location, after, limit + 1).map(nameOf);
  const items = page.slice(0, limit).map((id) => ({ id, name: residentOf(reader, id).name }));
  return { items, next_cursor: page.length > limit ? (items.at(-1)?.id ?? null) : null };
};

const explore: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  const place = placeOf(reader, resident.location);
  const present = reader.count('present', resident.location);
  const visible = visibleExits(reader, resident);
  return {
    location: place.id,
    description: descriptionOf(place),
    visible_exits: visible,
    exits_count: visible.length,
    subtle_hints: [],
    agents_present: somePresent(reader, resident),
    residents_count: present,
    services_here: [],
    ambient: ambientOf(place, present),
  };
};

const house: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  if (resident.location !== resident.home)
    reader.refuse('location_required', { required: resident.home, current: resident.location });
  const perTick = reader.burn(residentActor(resident.id)) / 1000;
  return {
    id: resident.home,
    owner: resident.id,
    name: placeOf(reader, resident.home).name,
    status: placeOf(reader, resident.home).state,
    rooms: [],
    upkeep: { per_tick: perTick, items: [{ item: 'core container', per_tick: perTick }] },
    residents_count: reader.count('present', resident.home),
  };
};

/** Where a move has led: enough to need no second call. */
const arrival: View = (reader, args) => {
  const resident = residentOf(reader, args['resident']);
  const departed = reader.answering?.told.find(({ told }) => told.type === 'resident.departed');
  return {
    from: departed?.told.location ?? resident.location,
    to: resident.location,
    exit_id: args['exit'],
    toll_paid: 0,
    balance: reader.balance(residentActor(resident.id)) / 1000,
    location: shownPlace(reader, resident),
    exits: visibleExits(reader, resident),
    residents: somePresent(reader, resident),
  };
};

/** There are no pods yet: every pool is unknown. */
const pool: View = (reader, { id }) => reader.refuse('not_found', { kind: 'pool', id });

const frameworkList: View = () => ({ items: frameworks, next_cursor: null });

const framework: View = (reader, { id }) =>
  frameworks.find((known) => known.id === id) ?? reader.refuse('not_found', { kind: 'framework', id });

export const locationViews: Readonly<Record<string, View>> = {
  location,
  exits,
  residents,
  explore,
  house,
  arrival,
  pool,
  frameworks: frameworkList,
  framework,
};
