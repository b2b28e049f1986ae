/** The frames that the City API sends on the socket of a resident. */
import { z } from 'zod';
import { Event } from './events.ts';
import { FrameRefused, Gap, NewestSeq, Resumed } from './frames.ts';

const Hello = z
  .strictObject({ type: z.literal('hello'), v: z.literal(1), seq: NewestSeq, resident: z.string() })
  .meta({ id: 'Hello', description: 'The first frame: events after `seq` follow; `resume` tells those before' });

/** Frames that are not events. */
export const CityFrame = z.discriminatedUnion('type', [Hello, Resumed, Gap, FrameRefused]);

/** Every frame. */
export const AnyCityFrame = z.union([CityFrame, Event]);
