/** Founding: how a city gets residents that no mentor brought up. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { commons, locationActor } from '../../../actors/place/names.ts';
import { command } from '../../../actors/registry.ts';
import { contentHash } from '../../../engine/ids.ts';
import { tokenHash } from '../../auth.ts';
import { defineRoute } from '../../route.ts';
import { Credits, DisplayName, Text } from '../../schema/fields.ts';

const tokenBytes = 32;
const Soul = {
  first_memory: Text,
  aesthetic: Text,
  personality: Text,
  goals: Text,
  alignment: Text,
  quirks: Text,
};

/** The token is drawn here and only its hash enters the city (J7): a repeat of the request cannot show it again. */
export const foundResident = defineRoute({
  method: 'POST',
  path: '/v1/admin/residents',
  summary: 'Found a resident without a mentor; the answer gives its token, once',
  caller: 'operator',
  body: z.strictObject({
    framework: z.literal('default').optional(),
    name: DisplayName,
    ...Soul,
    credits: Credits.optional().meta({ description: 'In place of the seed of a newborn' }),
    lifespan_ticks: z.int().min(1).optional(),
  }),
  answer: z.looseObject({ id: z.string(), token: z.string() }),
  status: 201,
  refusals: ['already_exists'],
  perform: async ({ body, key }, city) => {
    const { framework, name, credits, lifespan_ticks, ...texts } = body;
    const soul = JSON.stringify(texts);
    const token = `res_${randomBytes(tokenBytes).toString('base64url')}`;
    const found = {
      type: 'found',
      name,
      framework: framework ?? 'default',
      soul: contentHash(soul),
      credits: credits ?? null,
      lifespan: lifespan_ticks ?? null,
      token: tokenHash(token),
    } as const;
    const outcome = await city.submit(
      command(locationActor(commons), found, {
        caller: 'operator',
        reply: { view: 'founded', args: {} },
        contents: [soul],
        ...(key === undefined ? {} : { key: { ...key, keepAnswer: false } }),
      }),
    );
    if (outcome.type === 'refused') return outcome;
    return { ...outcome, json: JSON.stringify({ ...JSON.parse(outcome.json), token }) };
  },
});
