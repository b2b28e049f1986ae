/** Speech: to everyone here, to one here, to everyone within earshot. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { Message } from '../../answers/messages.ts';
import type { Resident } from '../../route/auth.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ResidentId, Text } from '../../schema/fields.ts';
import { act } from './ask.ts';

const said = (caller: Resident) => view('message', { resident: caller.id });

const broadcast = defineRoute({
  method: 'POST',
  path: '/v1/mesh/broadcast',
  summary: 'Say something to everyone where you are; free at home, else the price of a message (`MESSAGE_PRICE`)',
  caller: 'resident',
  price: (caller, prices) => (caller.atHome ? 0 : prices.broadcast),
  body: z.strictObject({ message: Text }),
  answer: Message,
  status: 201,
  refusals: ['invalid_state'],
  command: ({ caller, body }) => act(caller, { type: 'broadcast', text: body.message }, said(caller)),
});

const whisper = defineRoute({
  method: 'POST',
  path: '/v1/mesh/whisper',
  summary: 'Say something to one resident where you are; free at home, else the price of a message (`MESSAGE_PRICE`)',
  caller: 'resident',
  price: (caller, prices) => (caller.atHome ? 0 : prices.whisper),
  body: z.strictObject({ to: ResidentId, message: Text }),
  answer: Message,
  status: 201,
  refusals: ['not_found', 'recipient_not_here', 'resident_dead', 'invalid_state'],
  command: ({ caller, body }) => act(caller, { type: 'whisper', to: body.to, text: body.message }, said(caller)),
});

const shout = defineRoute({
  method: 'POST',
  path: '/v1/mesh/shout',
  summary: 'Say something to everyone here and behind the exits that you see, for the price of a shout (`SHOUT_PRICE`)',
  caller: 'resident',
  price: (_caller, prices) => prices.shout,
  body: z.strictObject({ message: Text }),
  answer: Message,
  status: 201,
  refusals: ['invalid_state'],
  command: ({ caller, body }) => act(caller, { type: 'shout', text: body.message }, said(caller)),
});

export const meshRoutes: readonly Route[] = [broadcast, whisper, shout];
