/**
 * The messages between the process of the minds and its host: one JSON object a line, the host's on the process's standard input, the
 * process's on its standard output. Standard error is for people.
 *
 * MP1  A token is on standard input alone: in no argument, environment, log line or answer.
 * MP2  Each `live` is answered: by `living` when the city knows the token and it acts from now on, then once by `ended`; or by `ended`
 *      alone.
 * MP3  When standard input ends, the process ends: no mind runs without a host.
 * MP4  A line that is too long, or no such message, is skipped and reported on standard error without its text.
 * MP5  A `pong` counts those who live and have done nothing for ten minutes, and names the first of them.
 */
import { z } from 'zod';

/** Bytes of a line, either way. */
export const lineBytesMax = 4_096;

/** `res_` and 256 bits in base64url. */
const Token = z.string().regex(/^res_[A-Za-z0-9_-]{1,200}$/);
const ResidentId = z.string().regex(/^[a-z0-9-]{1,160}$/);

/** Live this resident. If it is lived already that mind ends first, as `stopped`: the new token counts. */
const Live = z.object({ type: z.literal('live'), token: Token, resident: ResidentId });

/** Live it no longer. Answered by `ended` with `stopped`, or not at all when the resident is not lived here. */
const Stop = z.object({ type: z.literal('stop'), resident: ResidentId });

/** Asks whether the process still reads. Answered by `pong` at once, whatever its minds do. */
const Ping = z.object({ type: z.literal('ping') });

export const ToMinds = z.discriminatedUnion('type', [Live, Stop, Ping]);
export type ToMinds = z.infer<typeof ToMinds>;

/** `dead`: the resident has died. `taken_over`: the token was replaced, or was never valid. `stopped`: the host asked. */
const whys = ['dead', 'taken_over', 'stopped'] as const;
export type WhyEnded = (typeof whys)[number];

const Living = z.object({ type: z.literal('living'), resident: ResidentId });
const Ended = z.object({ type: z.literal('ended'), resident: ResidentId, why: z.enum(whys) });

/** After so many ms without an act a living mind counts as idle. */
export const idleMsMin = 600_000;
/** As many names as fit into a line. */
export const idleNamesMax = 16;

const Pong = z.object({
  type: z.literal('pong'),
  idle: z.int().nonnegative(),
  named: z.array(ResidentId).max(idleNamesMax),
});

export const FromMinds = z.discriminatedUnion('type', [Living, Ended, Pong]);
export type FromMinds = z.infer<typeof FromMinds>;

/** The line of a message, with its line feed. */
export const lineOf = (message: ToMinds | FromMinds): string => `${JSON.stringify(message)}\n`;

/** The message in a line; undefined when it does not fit `schema`. */
export function messageIn<T>(schema: z.ZodType<T>, line: string): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
