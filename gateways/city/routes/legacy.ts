/** The legacy of a resident: a text for the library of souls, and an heir. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { contentHash } from '../../../engine/ids.ts';
import { Legacy } from '../../answers/legacy.ts';
import { defineRoute } from '../../route/route.ts';
import { DisplayName, ResidentId, Text } from '../../schema/fields.ts';
import { act } from './ask.ts';

const compose = defineRoute({
  method: 'POST',
  path: '/v1/legacy/compose',
  summary: 'Write your entry for the library of souls; a new one replaces the old',
  caller: 'resident',
  body: z.strictObject({ title: DisplayName, content: Text }),
  answer: Legacy,
  refusals: ['invalid_state'],
  command: ({ caller, body }) => ({
    ...act(
      caller,
      { type: 'compose', title: body.title, content: contentHash(body.content) },
      view('legacy', { resident: caller.id }),
    ),
    contents: [body.content],
  }),
});

const bequeath = defineRoute({
  method: 'POST',
  path: '/v1/legacy/bequeath',
  summary: 'Name the resident who gets your credits and pods when you die',
  caller: 'resident',
  body: z.strictObject({ heir: ResidentId }),
  answer: Legacy,
  refusals: ['not_found', 'resident_dead', 'invalid_state'],
  command: ({ caller, body }) =>
    act(caller, { type: 'bequeath', heir: body.heir }, view('legacy', { resident: caller.id })),
});

export const legacyRoutes = [compose, bequeath] as const;
