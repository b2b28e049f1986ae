/**
 * What the gateways say, published on diagnostics channels (https://nodejs.org/api/diagnostics_channel.html) for whoever holds it to its
 * schemas, as the tests do (`test/hold-to-schemas.js`). While nobody subscribes nothing is made for it.
 */
import { channel } from 'node:diagnostics_channel';
import { z } from 'zod';
import type { City } from '../engine/city-interface.ts';
import type { FeedEvent } from '../engine/command.ts';
import type { RefusalCode } from './refusals/gateway-refusals.ts';
import { refusalSchemaOf } from './refusals/refusal-schemas.ts';

/** A message on any of the channels. */
interface Said {
  /** What it is, in two words: `GET /v1/me`, `refusal busy`, `frame hello`, `event job.posted`. */
  readonly what: string;
  readonly schema: z.ZodType;
  /** JSON. */
  readonly text: string;
  /** Whose words these are, if not the gateway's own. */
  readonly city?: City;
}

const answers = channel('civitas:answer');
const refusals = channel('civitas:refusal');
const frames = channel('civitas:frame');

/** An answer that is no refusal. */
export function publishAnswer(
  city: City,
  { method, path, answer }: { readonly method: string; readonly path: string; readonly answer: z.ZodType },
  text: string | Buffer,
): void {
  if (answers.hasSubscribers)
    answers.publish({ what: `${method} ${path}`, schema: answer, text: String(text), city } satisfies Said);
}

/** An event of a stream of a service, but for OpenAI's closing `[DONE]`. */
export function publishStreamed(service: string, schema: z.ZodType | undefined, text: string): void {
  if (answers.hasSubscribers && schema !== undefined && text !== '[DONE]')
    answers.publish({ what: `stream ${service}`, schema, text } satisfies Said);
}

/** A refusal, once it is encoded. */
export function publishRefusal(code: RefusalCode, text: string): void {
  if (refusals.hasSubscribers)
    refusals.publish({ what: `refusal ${code}`, schema: refusalSchemaOf(code), text } satisfies Said);
}

/** The code with which a route refuses; `codes`: those that its documentation lists. */
export function publishRefusedBy(
  city: City,
  { method, path }: { readonly method: string; readonly path: string },
  code: string,
  codes: () => readonly RefusalCode[],
): void {
  if (!refusals.hasSubscribers) return;
  const text = JSON.stringify(code);
  refusals.publish({ what: `${method} ${path}`, schema: z.enum(codes()), text, city } satisfies Said);
}

/** A frame of the gateway's own. */
export function publishFrame(type: string, schema: z.ZodType, text: string): void {
  if (frames.hasSubscribers) frames.publish({ what: `frame ${type}`, schema, text } satisfies Said);
}

/** An event that sockets are sent: once, to however many it goes. `textOf`: as some of them see it, if not as it is, or not at all. */
export function publishEvent(
  city: City,
  { type, json }: FeedEvent,
  schema: z.ZodType,
  textOf: () => string | undefined = () => json,
): void {
  if (!frames.hasSubscribers) return;
  const text = textOf();
  if (text !== undefined) frames.publish({ what: `event ${type}`, schema, text, city } satisfies Said);
}
