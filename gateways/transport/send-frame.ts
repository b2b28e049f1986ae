/** Sends the frames of a gateway's own, as its schema has them. Events are sent as the city has encoded them. */
import type { z } from 'zod';
import type { AnswerOf } from '../answers/answer-type.ts';
import { FrameRefused } from '../answers/frames.ts';
import { publishFrame } from '../diagnostics.ts';
import type { Socket } from './socket.ts';

type Sent = ReturnType<Socket['send']>;

/** Sends a frame that `schema` allows. */
export function sendFrame<Schema extends z.ZodType<{ readonly type: string }>>(
  socket: Pick<Socket, 'send'>,
  schema: Schema,
  frame: AnswerOf<Schema> & { readonly type: string },
): Sent {
  const text = JSON.stringify(frame);
  publishFrame(frame.type, schema, text);
  return socket.send(text);
}

/** Says that nothing comes of the frame that the client has sent, and what to do instead. */
export function refuseFrame(
  socket: Pick<Socket, 'send'>,
  error: AnswerOf<typeof FrameRefused>['error'],
  message: string,
): Sent {
  return sendFrame(socket, FrameRefused, { type: 'error', error, message });
}
