/** What a visitor may want to know before it writes a soul. */
import * as z from 'zod/mini';
import type * as souls from '../../gateways/answers/souls.ts';
import { partOf } from './part-of.ts';

export const SoulTerms = partOf<typeof souls.SoulTerms>()(
  z.object({
    city_lives: z.boolean(),
    is_mind_free: z.nullable(z.boolean()),
    waiting_max: z.int(),
    lifespan_ticks: z.int(),
    tick_seconds: z.int(),
  }),
);
export type SoulTerms = z.infer<typeof SoulTerms>;
