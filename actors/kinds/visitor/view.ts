/** How a visitor is shown: to itself, and to the gateway that looks it up by its login; and what it has paid. */
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { noteTerms } from '../../rules/people/note-terms.ts';
import { fullOfVisitors, visitorsMax, visitorsOf } from '../../rules/people/visitor-capacity.ts';
import { visitorActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named } from '../../view-args.ts';

function shown(reader: Reader, { id: actor, context }: ImageOf<'visitor'>) {
  const { id, handle, registeredAt } = context;
  return { id, handle, balance: credits(reader.balance(actor)), registered_at: isoTime(registeredAt) };
}

const visitor = (reader: Reader, { id }: Named) =>
  shown(reader, imageOf(reader, visitorActor(id)) ?? refuseView('not_found', { kind: 'visitor', id }));

/** The visitor with this login; null where its registration never came to the city. */
const visitorOfLogin = (reader: Reader, { login }: { readonly login: string }) => {
  const id = reader.first(indexes.login, login);
  const image = id === undefined ? undefined : imageOf(reader, id);
  return shown(reader, image ?? refuseView('not_found', { kind: 'visitor' }));
};

/** How many more visitors there may be; refused where there may be none. */
const visitorCapacity = (reader: Reader) => {
  const [visitors, max] = [visitorsOf(reader), visitorsMax(reader.settings)];
  if (visitors >= max) refuseView('tier_capacity_exceeded', fullOfVisitors(visitors, reader.settings));
  return { left: max - visitors };
};

/** What the turn being answered has moved, and what is left in the wallet. */
const funding = (reader: Reader, { visitor: id }: { readonly visitor: string }) => {
  const { event, seq } = turnEvent(reader, 'credits.transferred') ?? refuseView('not_found', { kind: 'transfer' });
  return { ...event.data, seq, balance: credits(reader.balance(visitorActor(id))) };
};

/** What words and pictures cost a visitor here, and how long they stand (VH3, VH4, VH7, VH8, VH10). */
const handTerms = ({ settings }: Reader, _: object) => {
  const [note, wish, picture] = [
    noteTerms('note', settings),
    noteTerms('wish', settings),
    noteTerms('picture', settings),
  ];
  return {
    question_price: credits(setting(settings, 'QUESTION_PRICE')),
    question_ticks: setting(settings, 'QUESTION_TICKS'),
    note_price: credits(note.price),
    note_ticks: note.ticks,
    wish_price: credits(wish.price),
    wish_ticks: wish.ticks,
    picture_price: credits(picture.price),
    picture_ticks: picture.ticks,
  };
};

export const visitorViews = {
  visitor,
  visitor_of_login: visitorOfLogin,
  visitor_capacity: visitorCapacity,
  funding,
  hand_terms: handTerms,
} satisfies ViewTable;
