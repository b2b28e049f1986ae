/** Frames that both the City API and the Portal send on their sockets, besides events. */
import { z } from 'zod';

/** The number of the city's newest event. */
export const NewestSeq = z.int().nonnegative();

export const Resumed = z
  .strictObject({ type: z.literal('resumed'), seq: NewestSeq })
  .meta({ id: 'Resumed', description: 'What was missed has been told; what follows is new' });

export const Gap = z
  .strictObject({ type: z.literal('gap'), from: z.int().positive(), to: z.int().positive() })
  .meta({ id: 'Gap', description: 'Of these events nothing is kept any more' });

/** The answer to a frame that nothing comes of. The socket stays open. */
export const FrameRefused = z
  .strictObject({
    type: z.literal('error'),
    error: z.enum(['invalid_request', 'invalid_state']),
    message: z.string().describe('What to send instead, or what to wait for'),
  })
  .meta({ id: 'FrameRefused', description: 'Nothing comes of the frame that was sent' });
