/** Speech, letters and payments between residents, at a place and from home. */
import { type Effect, post } from '../../../engine/effect.ts';
import type { Scene } from '../../chart.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { heardOnce } from '../../rules/place/keeping-words.ts';
import { at, questionActor, residentActor, visitorActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { effect, happening, isAtHome, itsVisitor, on, own, refuses } from './base.ts';
import type { ResidentEvent } from './facts.ts';
import type { ResidentContext } from './messages.ts';

/** Speaking is free at one's own home (SP1, SP2). */
function speechPrice({ context, event }: Scene<ResidentContext, ResidentEvent>): number {
  return isAtHome(context) ? 0 : setting(event.facts.settings, 'MESSAGE_PRICE');
}

export const speaking = {
  guards: {
    /** Nobody can speak to, write to or pay itself (SP4). */
    addressesItself: on(['transfer', 'whisper', 'letter'], ({ context, event }) => event.to === context.id),
    isHome: ({ context }: Scene<ResidentContext, unknown>) => isAtHome(context),
    isHere: on('whispered', ({ context, event }) => context.location === event.place),
  },
  actions: {
    refuseItself: refuses(() => refusal('invalid_request', { issues: [{ path: 'to', message: 'names yourself' }] })),
    refuseAwayFromHome: refuses(({ context }) =>
      refusal('location_required', { required: context.home, current: context.location }),
    ),
    payForSpeech: effect((scene) => post(own(scene.context), 'treasury', speechPrice(scene), 'speech')),
    /** Letters are written at home, and are never free (LT1). */
    payForLetter: effect(({ context, event }) =>
      post(own(context), 'treasury', setting(event.facts.settings, 'LETTER_PRICE'), 'letter'),
    ),
    payForShout: effect(({ context, event }) =>
      post(own(context), 'treasury', setting(event.facts.settings, 'SHOUT_PRICE'), 'shout'),
    ),
    /** For the visitor of its soul (SO6). */
    tellThought: effect(
      on('think', ({ context, event }) =>
        tell(happening(context, 'resident.thought', { id: event.facts.message, text: event.text }), {
          actors: itsVisitor(context),
          letters: itsVisitor(context),
        }),
      ),
    ),
    tellBroadcast: effect(
      on('broadcast', ({ context, event }) => {
        const said = happening(context, 'message.broadcast', { id: event.facts.message, message: event.text });
        return tell(said, { topics: saidAt(context.location, event.facts.isKept) });
      }),
    ),
    /** Heard here, and behind the exits that the speaker sees (SP3). */
    tellShout: effect(
      on('shout', ({ context, event }) => {
        const said = happening(context, 'message.shout', { id: event.facts.message, message: event.text });
        const { isKept, within } = event.facts;
        return tell(said, { topics: [...saidAt(context.location, isKept), ...within.map(at)] });
      }),
    ),
    whisperTo: effect(
      on('whisper', ({ context, event }) => {
        const { text, facts } = event;
        const { id: from, location: place } = context;
        return send(residentActor(event.to), { type: 'whispered', from, place, text, message: facts.message });
      }),
    ),
    writeTo: effect(
      on('letter', ({ context, event }) => {
        return send(residentActor(event.to), {
          type: 'written',
          from: context.id,
          text: event.text,
          message: event.facts.message,
        });
      }),
    ),
    tellWhisper: effect(
      on('whispered', ({ context, event }) => tellBetween(context, 'message.whisper', event.place, event)),
    ),
    tellLetter: effect(on('written', ({ context, event }) => tellBetween(context, 'message.direct', null, event))),
    /** The question says whether it was asked of this resident (VH3). */
    answer: effect(
      on('answer_question', ({ context, event: { question, text, answer } }) =>
        send(questionActor(question), { type: 'is.answered', by: context.id, text, answer }),
      ),
    ),
    /** To any living resident, wherever it is (PA2). */
    pay: effect(
      on('transfer', ({ context, event }) => post(own(context), residentActor(event.to), event.amount, 'transfer')),
    ),
    tellPayee: effect(
      on('transfer', ({ context, event }) =>
        send(residentActor(event.to), { type: 'paid', from: context.id, amount: event.amount }),
      ),
    ),
    tellPayment: effect(
      on('paid', ({ context, event }) =>
        tell(
          {
            type: 'credits.transferred',
            location: null,
            actor: event.from,
            subject: context.id,
            data: { from: event.from, to: context.id, amount: event.amount / 1000 },
          },
          { actors: [residentActor(event.from), own(context)] },
        ),
      ),
    ),
    /** Both hear it; the visitor also finds it among its notifications (VI2). */
    tellFunding: effect(
      on('funded', ({ context, event }) => {
        const visitor = visitorActor(event.visitor);
        return tell(
          {
            type: 'credits.transferred',
            location: null,
            actor: event.visitor,
            subject: context.id,
            data: { from: event.visitor, to: context.id, amount: event.amount / 1000 },
            category: 'visitor',
          },
          { actors: [visitor, own(context)], letters: [visitor] },
        );
      }),
    ),
  },
};

/** Where words are said comes first, unless nobody is to read them later (SP5). */
const saidAt = (place: string, isKept: boolean): readonly string[] => (isKept ? [at(place)] : [heardOnce, at(place)]);

/** An event between a sender and this resident, which nobody else sees. */
function tellBetween(
  context: ResidentContext,
  type: 'message.whisper' | 'message.direct',
  place: string | null,
  event: { readonly from: string; readonly text: string; readonly message: string },
): Effect {
  return tell(
    {
      type,
      location: place,
      actor: event.from,
      subject: context.id,
      data: { id: event.message, from: event.from, to: context.id, message: event.text },
    },
    // Only `written` keeps a letter to be read at home (LT2).
    { actors: [residentActor(event.from), own(context)], ...(place === null && { letters: [own(context)] }) },
  );
}
