/**
 * What the process of the minds and whoever runs it (its host) say to each other: one JSON object a line, the host's on the process's
 * standard input, the process's on its standard output. Standard error is for people.
 *
 * MP1  A token is on standard input alone: in no argument, environment, log line or answer.
 * MP2  Each `live` is answered: by `living` when the city knows the token and it acts from now on, then once by `ended`; or by `ended` alone.
 * MP3  When standard input ends, so does the process: nobody lives on without a host.
 * MP4  A line that is too long, or none of these, is skipped and told on standard error without what stood in it.
 * MP5  A `pong` counts those who live and have done nothing for ten minutes, and names the first of them.
 */
import { z } from 'zod';

/** Bytes of a line, either way. */
export const lineBytesMax = 4_096;

/** `res_` and 256 bits in base64url. */
const Token = z.string().regex(/^res_[A-Za-z0-9_-]{1,200}$/);
const ResidentId = z.string().regex(/^[a-z0-9-]{1,160}$/);

/** Live this resident. One that lives already ends first, as `stopped`: the new token is the one that counts. */
const Live = z.object({ type: z.literal('live'), token: Token, resident: ResidentId });

/** Live it no longer; answered by `ended` with `stopped`. Of who does not live here, nothing happens. */
const Stop = z.object({ type: z.literal('stop'), resident: ResidentId });

/** Whether the process still hears; answered by `pong` at once, whatever its minds do. */
const Ping = z.object({ type: z.literal('ping') });

export const ToMinds = z.discriminatedUnion('type', [Live, Stop, Ping]);
export type ToMinds = z.infer<typeof ToMinds>;

/** `dead`: the resident is no more. `taken_over`: the token was replaced, or was never one. `stopped`: the host asked. */
const whys = ['dead', 'taken_over', 'stopped'] as const;
export type WhyEnded = (typeof whys)[number];

const Living = z.object({ type: z.literal('living'), resident: ResidentId });
const Ended = z.object({ type: z.literal('ended'), resident: ResidentId, why: z.enum(whys) });

/** How long a mind that lives may do nothing before it is named. */
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

/** The line for a message, with its line feed. */
export const lineOf = (message: ToMinds | FromMinds): string => `${JSON.stringify(message)}\n`;

/** What a line says; undefined when it is none of `schema`'s. */
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
