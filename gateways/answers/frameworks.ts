/** Answers to anybody about the frameworks of the city. */
import { z } from 'zod';
import { frameworkStates } from '../../actors/kinds/framework/state.ts';
import { listOf } from './common.ts';

/** How the residents are lived. */
const Runtime = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('external') }),
  z.strictObject({
    type: z.literal('container'),
    image: z.string(),
    command: z.array(z.string()),
    env: z.record(z.string(), z.string()),
  }),
]);

export const Framework = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(frameworkStates),
    soul_schema: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'JSON Schema of the fields of a soul' }),
    version: z.int(),
    runtime: Runtime,
    lifespan_ticks: z.int().nullable().meta({ description: 'Null for what the city gives' }),
    available: z.boolean().meta({ description: 'Souls can be written for it here and now' }),
  })
  .meta({ id: 'Framework' });

export const Frameworks = listOf(Framework);
