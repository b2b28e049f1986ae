/** How prints are shown: to their station, and to their payer. */
import type { ActorId } from '../../../engine/ids.ts';
import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, stateOf } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { type Place, pageInOrder } from '../../page-in-order.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { printActor } from '../../rules/place/names.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, PageAsked } from '../../view-args.ts';

function shown(reader: Reader, image: ImageOf<'print'>) {
  const { id, station, payer, content, fee, askedAt, answerTick } = image.context;
  return {
    id,
    station,
    status: stateOf(image),
    by: nameOf(payer),
    content: reader.text(content),
    cost: credits(fee),
    created_at: isoTime(askedAt),
    answer_due: isoTime(reader.timeOf(answerTick)),
    answer_due_tick: answerTick,
  };
}

const imageNamed = (reader: Reader, id: string): ImageOf<'print'> =>
  imageOf(reader, printActor(id)) ?? refuseView('not_found', { kind: 'print', id });

/** A print of this station. One of another station is answered as one that does not exist. */
const print = (reader: Reader, { station, id }: Named & { readonly station: string }) => {
  const image = imageNamed(reader, id);
  return image.context.station === station ? shown(reader, image) : refuseView('not_found', { kind: 'print', id });
};

/** A page of a station's prints, of one status if one is named. */
const prints = (
  reader: Reader,
  { station, status, limit, cursor }: PageAsked & { readonly station: string; readonly status: string | null },
) => {
  const key = status === null ? station : `${status} ${station}`;
  const ids = reader.members(indexes.prints, key, Number.POSITIVE_INFINITY);
  const images = ids.map((id) => imageNamed(reader, nameOf(id)));
  const { page, next_cursor } = pageInOrder(images, oldestFirst, limit, cursor);
  return { items: page.map((image) => shown(reader, image)), next_cursor };
};

/** Oldest first: that is the order in which they are to be printed. */
const oldestFirst = ({ context: { askedAt, id } }: ImageOf<'print'>): Place => [askedAt, id];

/** The print that the turn being answered took, and the payer's balance. */
const printQueued = (reader: Reader, { actor }: { readonly actor: ActorId }) => {
  const name = String(turnEvent(reader, 'print.queued')?.event.subject);
  return { ...shown(reader, imageNamed(reader, name)), balance: credits(reader.balance(actor)) };
};

export const printViews = { print, prints, print_queued: printQueued } satisfies ViewTable;
