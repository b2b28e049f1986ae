/** How notes and wishes are shown: to those at the place, and to strangers where they may walk. */
import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { type Place, pageInOrder } from '../../page-in-order.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { countedUnder, ofVisitor } from '../../rules/people/note-terms.ts';
import { residentOf } from '../../rules/people/resident-view.ts';
import { noteActor, visitorActor } from '../../rules/place/names.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, OfResident, PageAsked } from '../../view-args.ts';

type Note = ImageOf<'note'>;

function shown(reader: Reader, { context }: Note) {
  const { id, visitor, purpose, place, text, leftAt, endsTick } = context;
  return {
    id,
    from: visitor,
    purpose,
    location: place,
    text: reader.text(text),
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

/** Notes and wishes where the resident stands. */
const notesHere = (reader: Reader, { resident, ...asked }: OfResident & PageAsked) =>
  pageOf(reader, [residentOf(reader, resident).location], asked);

/** Notes and wishes at a place; of one where no stranger may walk nothing is known (VI3). */
const notesAt = (reader: Reader, { id, ...asked }: Named & PageAsked) =>
  reader.isPublic(id) ? pageOf(reader, [id], asked) : refuseView('not_found', { kind: 'location', id });

/** All wishes, those of places where nobody may walk any more among them. */
const wishes = (reader: Reader, asked: PageAsked) => pageOf(reader, [countedUnder('wish', '')], asked);

/** What the visitor has left and named. */
const notesOf = (reader: Reader, { visitor, ...asked }: PageAsked & { readonly visitor: string }) =>
  pageOf(reader, [ofVisitor('note', visitor), ofVisitor('wish', visitor)], asked);

/** The note that the turn being answered has left, and what is left in the wallet. */
const noteLeft = (reader: Reader, { visitor }: { readonly visitor: string }) => {
  const entry = turnEvent(reader, 'note.left') ?? turnEvent(reader, 'wish.named');
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
  note_left: noteLeft,
  note_gone: noteGone,
} satisfies ViewTable;
