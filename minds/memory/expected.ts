/** What a mind expects of somebody, and until when it waits for it (`minds/ties/expectations.ts`). */
import { z } from 'zod';

export const Expected = z.object({
  of: z.string().max(200),
  what: z.enum(['loan', 'help', 'vouch', 'visit']),
  tick: z.number(),
});
export type Expected = z.infer<typeof Expected>;

/** The newest count. */
export const expectedMax = 12;
