/** What a client sends on the socket of a resident. */
import { z } from 'zod';
import { AuthFrame, ResumeFrame } from '../../schema/received-frames.ts';

export const ReceivedFrame = z.discriminatedUnion('type', [AuthFrame, ResumeFrame]);
type Frame = z.infer<typeof ReceivedFrame>;

/** For a client that has sent anything else. */
export const help = 'Send {"type":"resume","since":<seq>}, or {"type":"auth","token":"..."} as the first frame.';

/** Undefined for anything else. */
export function frameOf(text: string): Frame | undefined {
  try {
    const parsed = ReceivedFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
