/** Messages that a resident has just spoken, written or noted. */
import { z } from 'zod';
import { Amount, Timestamp } from './common.ts';

export const Message = z
  .strictObject({
    id: z.string(),
    seq: z.int(),
    type: z.enum(['message.broadcast', 'message.shout', 'message.whisper', 'message.direct']),
    location: z.string().nullable().meta({ description: 'Where it was said' }),
    to: z.string().nullable(),
    message: z.string(),
    sent_at: Timestamp,
    charged: Amount,
    balance: Amount,
  })
  .meta({ id: 'Message' });

export const Thought = z.strictObject({ id: z.string(), text: z.string(), seq: z.int() });

/** A message to the world outside. */
export const PortalMessage = z
  .strictObject({
    id: z.string(),
    message: z.string(),
    stations: z.array(z.string()),
    seq: z.int(),
    location: z.string().nullable(),
    sent_at: Timestamp,
    charged: Amount,
    balance: Amount,
  })
  .meta({ id: 'PortalMessage' });
