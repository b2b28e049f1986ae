/** Speech, letters and payments: what residents say and give to each other, here and from home. */
import { assertEvent, emit } from 'xstate';
import { type Effect, post, refusal, send } from '../../engine/effect.ts';
import { setting } from '../building/tiers.ts';
import { tell } from '../events.ts';
import { at, residentActor } from '../place/names.ts';
import { base, happening, isAtHome, own, type ResidentContext, type Scene } from './base.ts';

/** Speaking costs nothing at one's own home. */
function speechPrice({ context, event }: Scene): number {
  return isAtHome(context) ? 0 : setting(event.facts.settings, 'MESSAGE_PRICE');
}

export const speaking = base.extend({
  guards: {
    addressesItself: ({ context, event }) => {
      assertEvent(event, ['transfer', 'whisper', 'letter']);
      return event.to === context.id;
    },
    isHome: ({ context }) => isAtHome(context),
    isHere: ({ context, event }) => {
      assertEvent(event, 'whispered');
      return context.location === event.place;
    },
  },
  actions: {
    refuseItself: emit(() => refusal('invalid_request', { issues: [{ path: 'to', message: 'names yourself' }] })),
    refuseAwayFromHome: emit(({ context }) =>
      refusal('location_required', { required: context.home, current: context.location }),
    ),
    payForSpeech: emit((scene) => post(own(scene.context), 'treasury', speechPrice(scene), 'speech')),
    payForLetter: emit(({ context, event }) =>
      post(own(context), 'treasury', setting(event.facts.settings, 'LETTER_PRICE'), 'letter'),
    ),
    payForShout: emit(({ context, event }) =>
      post(own(context), 'treasury', setting(event.facts.settings, 'SHOUT_PRICE'), 'shout'),
    ),
    tellBroadcast: emit(({ context, event }) => {
      assertEvent(event, 'broadcast');
      const said = happening(context, 'message.broadcast', { id: event.facts.message, message: event.text });
      return tell(said, { topics: [at(context.location)] });
    }),
    tellShout: emit(({ context, event }) => {
      assertEvent(event, 'shout');
      const said = happening(context, 'message.shout', { id: event.facts.message, message: event.text });
      return tell(said, { topics: [at(context.location), ...event.facts.within.map(at)] });
    }),
    whisperTo: emit(({ context, event }) => {
      assertEvent(event, 'whisper');
      const { text, facts } = event;
      const whispered = { type: 'whispered', from: context.id, place: context.location, text, message: facts.message };
      return send(residentActor(event.to), whispered);
    }),
    writeTo: emit(({ context, event }) => {
      assertEvent(event, 'letter');
      const written = { type: 'written', from: context.id, text: event.text, message: event.facts.message };
      return send(residentActor(event.to), written);
    }),
    tellWhisper: emit(({ context, event }) => {
      assertEvent(event, 'whispered');
      return tellBetween(context, 'message.whisper', event.place, event);
    }),
    tellLetter: emit(({ context, event }) => {
      assertEvent(event, 'written');
      return tellBetween(context, 'message.direct', null, event);
    }),
    pay: emit(({ context, event }) => {
      assertEvent(event, 'transfer');
      return post(own(context), residentActor(event.to), event.amount, 'transfer');
    }),
    tellPayee: emit(({ context, event }) => {
      assertEvent(event, 'transfer');
      return send(residentActor(event.to), { type: 'paid', from: context.id, amount: event.amount });
    }),
    tellPayment: emit(({ context, event }) => {
      assertEvent(event, 'paid');
      return tell(
        {
          type: 'credits.transferred',
          location: null,
          actor: event.from,
          subject: context.id,
          data: { from: event.from, to: context.id, amount: event.amount / 1000 },
        },
        { actors: [residentActor(event.from), own(context)] },
      );
    }),
  },
});

/** Between a sender and this resident, seen by both and nobody else. */
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
    // Only `written` leaves something to be read at home.
    { actors: [residentActor(event.from), own(context)], ...(place === null && { letters: [own(context)] }) },
  );
}
