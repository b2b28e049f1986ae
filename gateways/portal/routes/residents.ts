/** Founding: how a city gets residents without a mentor. */
import { z } from 'zod';
import { command } from '../../../actors/registry.ts';
import { commons, locationActor, residentActor } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import { FoundedResident, ReplacedToken } from '../../answers/dashboard.ts';
import { tokenHash } from '../../route/auth.ts';
import { defineRoute } from '../../route/route.ts';
import { Credits, ResidentId } from '../../schema/fields.ts';
import { handedOut, newToken, unkept } from '../../souls/new-tokens.ts';
import { soulBody, soulFields } from '../../souls/soul-fields.ts';
import { submitSoul } from '../../souls/written-soul.ts';

/** The token is made here and only its hash enters the city (J7): a repeat of the request cannot show it again. */
export const foundResident = defineRoute({
  method: 'POST',
  path: '/v1/admin/residents',
  summary:
    'Found a resident without a mentor, with the soul that its framework wants; the answer gives its token, once',
  caller: 'operator',
  body: soulBody({
    ...soulFields,
    credits: Credits.optional().meta({ description: 'In place of the seed of a newborn' }),
    lifespan_ticks: z.int().min(1).optional(),
  }),
  answer: FoundedResident,
  status: 201,
  refusals: ['not_found', 'already_exists', 'sandbox_unavailable'],
  perform: async ({ body, key }, city) => {
    const { credits, lifespan_ticks, ...sent } = body;
    const token = newToken();
    const outcome = await submitSoul(city, sent, ({ text, ...written }) =>
      city.submit(
        command(
          locationActor(commons),
          {
            type: 'found',
            ...written,
            credits: credits ?? null,
            lifespan: lifespan_ticks ?? null,
            token: tokenHash(token),
          },
          {
            caller: 'operator',
            reply: view('founded', {}),
            contents: [text],
            ...unkept(key),
          },
        ),
      ),
    );
    return handedOut(outcome, { token });
  },
});

/** For whoever lives a resident without having its token: a mind of the city, or somebody who has lost it. */
export const replaceToken = defineRoute({
  method: 'POST',
  path: '/v1/admin/residents/:id/token',
  summary:
    'Give out a new token of a resident, once; the one before opens nothing any more, and its sockets are closed. ' +
    'A core container with the one before is removed',
  caller: 'operator',
  params: z.strictObject({ id: ResidentId }),
  answer: ReplacedToken,
  status: 201,
  refusals: ['not_found', 'resident_dead', 'already_exists'],
  perform: async ({ params: { id }, key }, city) => {
    const token = newToken();
    const outcome = await city.submit(
      command(
        residentActor(id),
        { type: 'replace_token', token: tokenHash(token) },
        { caller: 'operator', reply: view('token_holder', { resident: id }), ...unkept(key) },
      ),
    );
    return handedOut(outcome, { token });
  },
});
