/** How questions are shown: to who is asked, to who asks, and, once they are answered, to everybody. */
import { nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, listedMax, stateOf, textOrNull } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { type Place, pageInOrder } from '../../page-in-order.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { questionActor, residentActor, visitorActor } from '../../rules/place/names.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, OfResident, PageAsked } from '../../view-args.ts';

type Question = ImageOf<'question'>;

function shown(reader: Reader, image: Question) {
  const { id, visitor, resident, text, price, askedAt, lapsesTick, answer, answeredAt } = image.context;
  return {
    id,
    from: visitor,
    to: resident,
    status: stateOf(image),
    question: text,
    price: credits(price),
    asked_at: isoTime(askedAt),
    lapses: isoTime(reader.timeOf(lapsesTick)),
    lapses_tick: lapsesTick,
    answer: textOrNull(reader, answer),
    answered_at: answeredAt === null ? null : isoTime(answeredAt),
  };
}

const imageNamed = (reader: Reader, id: string): Question =>
  imageOf(reader, questionActor(id)) ?? refuseView('not_found', { kind: 'question', id });

/** Who asked first is answered first. */
const oldestFirst = ({ context: { askedAt, id } }: Question): Place => [askedAt, id];
const newestFirst = ({ context: { askedAt, id } }: Question): Place => [-askedAt, id];

function pageOf(
  reader: Reader,
  ids: readonly Parameters<typeof imageOf<'question'>>[1][],
  order: (image: Question) => Place,
  { limit, cursor }: PageAsked,
) {
  const images = ids.map((id) => imageNamed(reader, nameOf(id)));
  const { page, next_cursor } = pageInOrder(images, order, limit, cursor);
  return { items: page.map((image) => shown(reader, image)), next_cursor };
}

/** A page of what waits for an answer of the resident. */
const questionsAsked = (reader: Reader, { resident, ...asked }: OfResident & PageAsked) =>
  pageOf(
    reader,
    reader.members(indexes.questionsTo, `asked ${resident}`, Number.POSITIVE_INFINITY),
    oldestFirst,
    asked,
  );

/** What the resident has answered lately: anybody may read it. */
const questionsAnswered = (reader: Reader, { resident }: OfResident) => {
  if (reader.record(residentActor(resident)) === undefined)
    return refuseView('not_found', { kind: 'resident', id: resident });
  const all = { limit: listedMax, cursor: null };
  return pageOf(reader, reader.members(indexes.questionsTo, `answered ${resident}`, listedMax), newestFirst, all);
};

/** A page of what the visitor has asked. */
const questionsOf = (reader: Reader, { visitor, ...asked }: PageAsked & { readonly visitor: string }) =>
  pageOf(reader, reader.members(indexes.questionsOf, visitor, Number.POSITIVE_INFINITY), newestFirst, asked);

/** The question that the turn being answered has asked, and what is left in the wallet. */
const questionAsked = (reader: Reader, { visitor }: { readonly visitor: string }) => {
  const id = String(turnEvent(reader, 'question.asked')?.event.data.id ?? null);
  return { ...shown(reader, imageNamed(reader, id)), balance: credits(reader.balance(visitorActor(visitor))) };
};

/** The question after the resident's answer, and the resident's balance. */
const questionAnswered = (reader: Reader, { id, resident }: Named & OfResident) => ({
  ...shown(reader, imageNamed(reader, id)),
  balance: credits(reader.balance(residentActor(resident))),
});

/** Whatever its state, for the operator who took it down. */
const question = (reader: Reader, { id }: Named) => shown(reader, imageNamed(reader, id));

export const questionViews = {
  question,
  questions_asked: questionsAsked,
  questions_answered: questionsAnswered,
  questions_of: questionsOf,
  question_asked: questionAsked,
  question_answered: questionAnswered,
} satisfies ViewTable;
