/** How notes, wishes and pictures are shown: to those at the place, and to strangers where they may walk. */
import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { type Place, pageInOrder } from '../../page-in-order.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { countedUnder, everyPicture, ofVisitor } from '../../rules/people/note-terms.ts';
import { residentOf } from '../../rules/people/resident-view.ts';
import { noteActor, stationActor, visitorActor } from '../../rules/place/names.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, OfResident, PageAsked } from '../../view-args.ts';

type Note = ImageOf<'note'>;

function shown(reader: Reader, { context }: Note) {
  const { id, visitor, purpose, place, text, leftAt, endsTick, picture = null } = context;
  return {
    id,
    from: visitor,
    purpose,
    location: place,
    text: reader.text(text),
    picture,
    left_at: isoTime(leftAt),
    until: isoTime(reader.timeOf(endsTick)),
    until_tick: endsTick,
  };
}

const imageNamed = (reader: Reader, id: string): Note =>
  imageOf(reader, noteActor(id)) ?? refuseView('not_found', { kind: 'note', id });

const newestFirst = ({ context: { leftAt, id } }: Note): Place => [-leftAt, id];

function pageOf(reader: Reader, keys: readonly string[], { limit, cursor }: PageAsked) {
  const ids = keys.flatMap((key) => reader.members(indexes.notes, key, Number.POSITIVE_INFINITY));
  const images = ids.map((id) => imageNamed(reader, nameOf(id)));
  const { page, next_cursor } = pageInOrder(images, newestFirst, limit, cursor);
  return { items: page.map((image) => shown(reader, image)), next_cursor };
}

/** Notes, wishes and pictures where the resident stands. */
const notesHere = (reader: Reader, { resident, ...asked }: OfResident & PageAsked) =>
  pageOf(reader, [residentOf(reader, resident).location], asked);

/** Notes, wishes and pictures at a place; of one where no stranger may walk nothing is known (VI3). */
const notesAt = (reader: Reader, { id, ...asked }: Named & PageAsked) =>
  reader.isPublic(id) ? pageOf(reader, [id], asked) : refuseView('not_found', { kind: 'location', id });

/** All wishes, those of places where nobody may walk any more among them. */
const wishes = (reader: Reader, asked: PageAsked) => pageOf(reader, [countedUnder('wish', '')], asked);

/** What the visitor has left and named. */
const notesOf = (reader: Reader, { visitor, ...asked }: PageAsked & { readonly visitor: string }) =>
  pageOf(
    reader,
    (['note', 'wish', 'picture'] as const).map((purpose) => ofVisitor(purpose, visitor)),
    asked,
  );

/** Pictures at a portal station; none while it opens where no stranger may walk (PS8). */
function picturesAt(reader: Reader, { id, ...asked }: Named & PageAsked) {
  const station = imageOf(reader, stationActor(id)) ?? refuseView('not_found', { kind: 'portal', id });
  const isPublic = reader.isPublic(station.context.location);
  return isPublic ? pageOf(reader, [countedUnder('picture', id)], asked) : { items: [], next_cursor: null };
}

/** One picture, if it stands at this station and strangers may look at it. */
function pictureAt(reader: Reader, { id, station }: Named & { readonly station: string }) {
  const { picture, place } = imageNamed(reader, id).context;
  if (picture?.station !== station || !reader.isPublic(place)) refuseView('not_found', { kind: 'picture', id });
  return { id };
}

/** One picture, if it stands where the resident does. */
function pictureHere(reader: Reader, { id, resident }: Named & OfResident) {
  const { picture, place } = imageNamed(reader, id).context;
  if (picture === undefined || place !== residentOf(reader, resident).location)
    refuseView('not_found', { kind: 'picture', id });
  return { id };
}

/** A page of the names of all pictures. */
const pictureNames = (reader: Reader, { limit, after }: { readonly limit: number; readonly after: string | null }) => ({
  items: reader.page(indexes.notes, everyPicture, after === null ? '' : noteActor(after), limit).map(nameOf),
});

/** The note that the turn being answered has left, and what is left in the wallet. */
const noteLeft = (reader: Reader, { visitor }: { readonly visitor: string }) => {
  const entry = turnEvent(reader, 'note.left') ?? turnEvent(reader, 'wish.named') ?? turnEvent(reader, 'picture.left');
  const note = shown(reader, imageNamed(reader, String(entry?.event.data.id ?? null)));
  return { ...note, balance: credits(reader.balance(visitorActor(visitor))) };
};

/** The note that the turn being answered has removed. */
const noteGone = (reader: Reader) => {
  const { event } = turnEvent(reader, 'note.gone') ?? refuseView('not_found', { kind: 'note' });
  return { ...event.data, location: event.location };
};

export const noteViews = {
  notes_here: notesHere,
  notes_at: notesAt,
  wishes,
  notes_of: notesOf,
  pictures_at: picturesAt,
  picture_at: pictureAt,
  picture_here: pictureHere,
  picture_names: pictureNames,
  note_left: noteLeft,
  note_gone: noteGone,
} satisfies ViewTable;
