/** The frames that the Portal sends on a socket of a stranger or visitor. */
import { z } from 'zod';
import { SeenEvent } from './events.ts';
import { FrameRefused, Gap, NewestSeq, Resumed } from './frames.ts';

const PortalHello = z
  .strictObject({
    type: z.literal('hello'),
    v: z.literal(1),
    seq: NewestSeq,
    visitor: z.string().nullable().describe('null: a stranger'),
  })
  .meta({ id: 'PortalHello', description: 'The first frame, and the answer to `auth`: events after `seq` follow' });

const Subscribed = z
  .strictObject({
    type: z.literal('subscribed'),
    locations: z.array(z.string()),
    residents: z.array(z.string()),
    seq: NewestSeq,
  })
  .meta({ id: 'Subscribed', description: 'What is followed from now on; with neither, all that is public' });

/** Frames that are not events. */
export const PortalFrame = z.discriminatedUnion('type', [PortalHello, Subscribed, Resumed, Gap, FrameRefused]);

/** Every frame. */
export const AnyPortalFrame = z.union([PortalFrame, SeenEvent]);
