/** The exits of a place, as they look from there. */
import { z } from 'zod';
import { accessTypes } from '../../actors/rules/place/access.ts';
import { Amount } from './common.ts';

export const Exit = z
  .strictObject({
    id: z.string(),
    type: z.enum(['commons', 'house', 'room', 'agent-built', 'container']),
    owner: z.string().nullable(),
    desc: z.string().nullable(),
    access: z.enum(accessTypes),
    to: z.string(),
    direction: z.enum(['bidirectional', 'one-way']),
    toll: Amount,
  })
  .meta({ id: 'Exit' });
