/** What those at a place see: the place, its exits, who is present, what it offers. */

import { must } from '../../../engine/assert.ts';
import { nameOf } from '../../../engine/ids.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { listedMax, statusOf } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import type { ResidentContext } from '../../kinds/resident/messages.ts';
import { refuseView } from '../../refusals.ts';
import { imageOf } from '../../registry.ts';
import { turnEvent } from '../../turn-events.ts';
import type { OfResident, PageAsked } from '../../view-args.ts';
import { servicesAt } from '../code/view.ts';
import { residentOf } from '../people/resident-view.ts';
import { type Appearance, appearanceOf } from './appearance.ts';
import { representativeOf } from './endpoint.ts';
import { exitsAfterMove, exitsCount, exitsPage } from './exits-view.ts';
import { keepsWords } from './keeping-words.ts';
import { at, residentActor } from './names.ts';
import { isOrphaned } from './states.ts';

function ambientOf(place: Appearance, present: number): string {
  if (isOrphaned(place)) return 'Cut off: no way leads here from the Commons. "home" leads home.';
  if (place.kind !== 'commons') return present > 1 ? 'Voices within.' : 'Quiet.';
  if (present > 20) return 'The square is crowded.';
  return present > 1 ? 'A few people are about.' : 'The square is empty but for you.';
}

/** At most `listedMax` of those present, the resident always among them. */
function somePresent(reader: Reader, resident: ResidentContext): string[] {
  const page = reader.page(indexes.present, resident.location, '', listedMax).map(nameOf);
  return page.includes(resident.id) ? page : [resident.id, ...page.slice(0, listedMax - 1)];
}

function shownPlace(reader: Reader, resident: ResidentContext) {
  const place = appearanceOf(reader, resident.location);
  return {
    id: place.id,
    kind: place.kind,
    name: place.name,
    status: statusOf(place),
    description: place.description,
    owner: place.owner,
    representative: representativeOf(place.image),
    residents_count: reader.count(indexes.present, resident.location),
    exits_count: exitsCount(reader, resident),
    services: servicesAt(reader, place.id),
    keeps_words: keepsWords(reader, place.id),
  };
}

const location = (reader: Reader, args: OfResident) => shownPlace(reader, residentOf(reader, args.resident));

const exits = (reader: Reader, { resident, limit, cursor }: OfResident & PageAsked) =>
  exitsPage(reader, residentOf(reader, resident), cursor, limit);

const residents = (reader: Reader, args: OfResident & PageAsked) => {
  const resident = residentOf(reader, args.resident);
  const { limit, cursor } = args;
  const after = cursor === null ? '' : `resident:${cursor}`;
  const page = reader.page(indexes.present, resident.location, after, limit + 1).map(nameOf);
  const items = page.slice(0, limit).map((id) => ({ id, name: residentOf(reader, id).name }));
  return { items, next_cursor: page.length > limit ? (items.at(-1)?.id ?? null) : null };
};

/** What a subtle exit reveals: its text, but neither its identifier nor where it leads. */
function hints(reader: Reader, { location: place }: ResidentContext) {
  return reader.members(indexes.exits, `subtle ${place}`, listedMax).map((id) => {
    const { terms } = must(imageOf(reader, id), id).context;
    const text = place === terms.from ? terms.entrance : terms.wayBack;
    return text === null ? 'There is more here than meets the eye.' : reader.text(text);
  });
}

const explore = (reader: Reader, args: OfResident) => {
  const resident = residentOf(reader, args.resident);
  const place = appearanceOf(reader, resident.location);
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

/** The place to which a move has led, with enough to need no second request. */
const arrival = (reader: Reader, args: OfResident & { readonly exit: string }) => {
  const resident = residentOf(reader, args.resident);
  const departed = turnEvent(reader, 'resident.departed');
  const toll = reader.answering?.postings.find(({ reason }) => reason === 'toll')?.amount ?? 0;
  return {
    from: departed?.event.location ?? resident.location,
    to: resident.location,
    exit_id: args.exit,
    toll_paid: toll / 1000,
    balance: reader.balance(residentActor(resident.id)) / 1000,
    location: shownPlace(reader, resident),
    exits: exitsAfterMove(reader, resident, listedMax),
    residents: somePresent(reader, resident),
  };
};

/**
 * Under which topic the words are kept that were said where the resident stands. `location`: where it stood when it began to read; another
 * place is read by who stands there (SP5).
 */
const wordsHere = (reader: Reader, { resident, location }: OfResident & { readonly location: string | null }) => {
  const { location: current } = residentOf(reader, resident);
  if (location !== null && location !== current) refuseView('location_required', { required: location, current });
  return { location: current, topic: at(current) };
};

export const placeViews = {
  words_here: wordsHere,
  location,
  exits,
  residents,
  explore,
  arrival,
} satisfies ViewTable;
