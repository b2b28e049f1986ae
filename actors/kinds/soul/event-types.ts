/** The events of souls, and of the residents born of them, for the visitors who wrote them. A part of `actors/event-types.ts`. */
import { z } from 'zod';
import { text, ticks } from '../../event-fields.ts';

const soul = {
  soul: text('The soul'),
  name: text('Its name'),
  framework: text('Its framework'),
};
const ofSoul = { heardBy: 'its visitor, also among the notifications', publicly: 'never' } as const;
const ofToken = {
  category: 'emergent',
  heardBy: 'the resident, its mentor, and the visitor of its soul, also among the notifications',
  publicly: 'never',
} as const;
const ofLife = {
  category: 'infrastructure',
  heardBy: 'the public, and its visitor, also among the notifications',
  publicly: 'whole',
} as const;

export const soulEventTypes = {
  'resident.thought': {
    category: 'emergent',
    heardBy: 'the visitor of its soul',
    publicly: 'never',
    visitors: 'actor',
    data: z.strictObject({ id: text('The thought'), text: text('What it noted') }),
  },
  'token.replaced': {
    category: 'infrastructure',
    heardBy:
      'the resident, with the old token for the last time, the visitor of its soul, also among the notifications, and its mentor if that has asked for one',
    publicly: 'never',
    data: z.strictObject({
      by: z
        .enum(['itself', 'mentor', 'visitor', 'operator'])
        .optional()
        .describe('Who got the new one; absent when a mind of the city begins to live it'),
    }),
  },
  'token.missed': {
    ...ofToken,
    data: z.strictObject({
      from_tick: ticks('When that one gets another, unless the token has been shown by then'),
    }),
  },
  'token.shown': { ...ofToken, data: z.strictObject({}) },
  'token.ended': {
    category: 'emergent',
    heardBy: 'the visitor of its soul, also among the notifications',
    publicly: 'never',
    visitors: 'actor',
    data: z.strictObject({}),
  },

  'soul.queued': { ...ofSoul, category: 'visitor', data: z.strictObject(soul) },
  'soul.withdrawn': { ...ofSoul, category: 'visitor', data: z.strictObject(soul) },
  'soul.returned': {
    ...ofSoul,
    category: 'infrastructure',
    data: z.strictObject({ ...soul, reason: text('Why, unless nobody adopted it in time').optional() }),
  },
  'soul.adopted': {
    ...ofSoul,
    category: 'emergent',
    data: z.strictObject({ ...soul, mentor: text('Who adopted it') }),
  },
  'soul.born': {
    ...ofLife,
    data: z.strictObject({ ...soul, mentor: text('Who adopted it'), resident: text('Who was born of it') }),
  },
  'soul.died': {
    ...ofLife,
    data: z.strictObject({
      ...soul,
      resident: text('Who was born of it'),
      cause: text('Of what it died'),
      reason: text('How its container ended, of a crash').optional(),
    }),
  },
} as const;
