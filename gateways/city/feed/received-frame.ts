/** What a client sends on the socket of a resident. */
import { z } from 'zod';

const Frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string() }),
  z.object({ type: z.literal('resume'), since: z.int().min(0) }),
]);
type Frame = z.infer<typeof Frame>;

/** For a client that has sent anything else. */
export const help = 'Send {"type":"resume","since":<seq>}, or {"type":"auth","token":"..."} as the first frame.';

/** Undefined for anything else. */
export function frameOf(text: string): Frame | undefined {
  try {
    const parsed = Frame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
