/** How a visitor is shown: to itself, to the gateway that looks it up by its login, and what it has paid. */
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, View } from '../../../engine/views/views.ts';
import { credits } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { fullOfVisitors, visitorsMax, visitorsOf } from '../../rules/people/visitor-capacity.ts';
import { visitorActor } from '../../rules/place/names.ts';
import { told } from '../../told.ts';

function shown(reader: Reader, { id: actor, context }: ImageOf<'visitor'>) {
  const { id, handle, registeredAt } = context;
  return { id, handle, balance: credits(reader.balance(actor)), registered_at: isoTime(registeredAt) };
}

const visitor: View = (reader, { id }) =>
  shown(
    reader,
    imageOf(reader, visitorActor(String(id))) ?? refuseView('not_found', { kind: 'visitor', id: String(id) }),
  );

/** The visitor whose credentials these are; none where its registration never came to the city. */
const visitorOfLogin: View = (reader, { login }) => {
  const id = reader.first(indexes.login, String(login));
  const image = id === undefined ? undefined : imageOf(reader, id);
  return shown(reader, image ?? refuseView('not_found', { kind: 'visitor' }));
};

/** How many more visitors there may be; refused where there may be none. */
const visitorCapacity: View = (reader) => {
  const [visitors, max] = [visitorsOf(reader), visitorsMax(reader.settings)];
  if (visitors >= max) refuseView('tier_capacity_exceeded', fullOfVisitors(visitors, reader.settings));
  return { left: max - visitors };
};

/** What the answered turn moved, and what is left in the wallet. */
const funding: View = (reader, { visitor: id }) => {
  const entry = told(reader, 'credits.transferred');
  return { ...entry?.event.data, seq: entry?.seq, balance: credits(reader.balance(visitorActor(String(id)))) };
};

export const visitorViews: Readonly<Record<string, View>> = {
  visitor,
  visitor_of_login: visitorOfLogin,
  visitor_capacity: visitorCapacity,
  funding,
};
