/** What a mind remembers of each whom it has met, besides how it holds them (`minds/ties/`). */
import { z } from 'zod';

export const Acquaintance = z.object({
  name: z.string().max(80),
  /** How often they have talked: at most once in each tick. */
  talks: z.number(),
  /** The ticks of the first and of the latest of these talks. */
  firstTick: z.number().nullable().default(null),
  talkTick: z.number().nullable().default(null),
  /** By the mind's own count of acts: the lower, the longer ago. */
  lastBeat: z.number(),
  /** Messages of both since they last parted. */
  exchanges: z.number(),
  /** The topic of which they talked last. */
  topic: z.string().max(20).optional(),
  /** Of whom they talked last, and whether the other had told of it. */
  about: z.string().max(200).optional(),
  hasToldOf: z.boolean().optional(),
  /** When it last thanked the other, or reproached it. */
  thankedTick: z.number().optional(),
  blamedTick: z.number().optional(),
  /** When it last spoke to the other of a quarrel that the other has, or said that it was sorry. */
  mediatedTick: z.number().optional(),
  sorryTick: z.number().optional(),
  /** True when the mind has heard the other speak too. */
  hasSpoken: z.boolean().optional(),
  /** True when it is dead, as far as the mind knows. */
  isGone: z.boolean().optional(),
  /** True when the mind has been where the dead are remembered for it. */
  isMourned: z.boolean().optional(),
});
export type Acquaintance = z.infer<typeof Acquaintance>;
