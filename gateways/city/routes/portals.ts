/** Portals: places at which an active portal station opens on the world outside. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { PortalMessage } from '../../answers/messages.ts';
import { AskedPrint } from '../../answers/stations.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { NoteId, Text } from '../../schema/fields.ts';
import type { Cameras } from '../../stations/cameras.ts';
import type { Picture } from '../../stations/pictures.ts';
import { act, Texts } from './ask.ts';

const message = defineRoute({
  method: 'POST',
  path: '/v1/portals/message',
  summary: 'Say something to the world outside, through every portal station here, for the price of a message',
  caller: 'resident',
  at: 'portal',
  price: (caller, prices) => (caller.atHome ? 0 : prices.broadcast),
  body: z.strictObject({ message: Text }),
  answer: PortalMessage,
  status: 201,
  refusals: ['invalid_state'],
  command: ({ caller, body }) =>
    act(caller, { type: 'portal_message', text: body.message }, view('portal_said', { actor: caller.id })),
});

const print = defineRoute({
  method: 'POST',
  path: '/v1/portals/print',
  summary:
    'Have something printed in the world outside, by the station here that was registered first, for `PRINT_COST`; it comes back when that fails',
  caller: 'resident',
  at: 'portal',
  price: (_caller, prices) => prices.print,
  body: z.strictObject({ content: Text }),
  answer: AskedPrint,
  status: 201,
  refusals: ['invalid_state'],
  command: ({ caller, body }) => {
    const texts = new Texts();
    const event = { type: 'portal_print', content: texts.hash(body.content) } as const;
    return act(caller, event, view('print_queued', { actor: caller.actor }), texts);
  },
});

const look = (cameras: Cameras): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/portals/camera',
    summary: 'The newest picture of the world outside that a portal station here has sent',
    caller: 'resident',
    at: 'portal',
    answer: z.unknown().meta({ description: 'A JPEG picture' }),
    answerType: 'image/jpeg',
    refusals: ['not_found'],
    perform: async ({ caller }, city) => {
      const viewed = await city.view(view('portal_here', { resident: caller.id }));
      if (viewed.type === 'refused') return viewed;
      const picture = await cameras.newest(viewed.value.stations);
      if (picture === undefined) return refused('not_found', { kind: 'picture' });
      const { type, bytes, headers } = answerOf(picture);
      return { type, bytes, headers: [...headers, ['X-Portal-Station', picture.of]] };
    },
  });

const lookAtLeft = (cameras: Cameras): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/location/notes/:id/picture',
    summary: 'A picture that a visitor has left at a portal station where you are',
    caller: 'resident',
    params: z.strictObject({ id: NoteId }),
    answer: z.unknown().meta({ description: 'A JPEG picture' }),
    answerType: 'image/jpeg',
    refusals: ['not_found'],
    perform: async ({ caller, params: { id } }, city) => {
      const seen = await city.view(view('picture_here', { id, resident: caller.id }));
      if (seen.type === 'refused') return seen;
      const picture = await cameras.newest([id]);
      return picture === undefined ? refused('not_found', { kind: 'picture' }) : answerOf(picture);
    },
  });

/** Never to be guessed at, or kept by anybody on the way. */
const answerOf = ({ takenAt, bytes }: Picture) =>
  ({
    type: 'bytes',
    bytes,
    headers: [
      ['Last-Modified', new Date(takenAt).toUTCString()],
      ['X-Content-Type-Options', 'nosniff'],
      ['Cache-Control', 'no-store'],
    ],
  }) as const;

export const portalRoutes = (cameras: Cameras): readonly Route[] => [
  message,
  print,
  look(cameras),
  lookAtLeft(cameras),
];
