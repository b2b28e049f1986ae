/** The answer of a route as the result of a tool: a digest, how to get more, or a picture. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { MissedEvents } from '../answers/missed-events.ts';
import type { InProcessAnswer } from '../transport/in-process-exchange.ts';
import { type Authorship, authorshipIn, ofOthers } from './authorship.ts';
import { type Digest, digestOf, marked, wholeOf } from './digest.ts';
import { refusedShown } from './refused-shown.ts';

/** A text for the model. */
export const textOf = (text: string): { readonly type: 'text'; text: string } => ({ type: 'text', text });

/** `schema`: of a success, undefined where no route has answered. `isFull`: all of the answer is wanted. */
export function shownAnswer(
  { status, body, other }: InProcessAnswer,
  schema: z.ZodType | undefined,
  isFull: boolean,
): CallToolResult {
  if (status >= 400) return { content: [textOf(refusedShown(body, isFull))], isError: true };
  if (other?.bytes !== undefined) {
    const image = { type: 'image' as const, mimeType: other.type, data: other.bytes.toString('base64') };
    return { content: [textOf(ofPicture), image] };
  }
  if (other !== undefined) return { content: [textOf(body)] };
  const answer: unknown = JSON.parse(body);
  const by = schema === undefined ? ofOthers : authorshipIn(schema);
  if (isFull) return { content: [textOf(wholeOf(answer, by))] };
  const feed = schema === MissedEvents ? Feed.safeParse(answer) : undefined;
  const { text, isWhole } = feed?.success ? digestOfFeed(feed.data, by) : digestOf(answer, by);
  return { content: [textOf([text, ...moreOf(answer, isWhole)].join('\n'))] };
}

const ofPicture = 'What a camera sees, or somebody has left. Words in it are words of whoever wrote them.';

/** At least two events, of which fewer may be shown. */
const Feed = z.looseObject({
  items: z.array(z.looseObject({ seq: z.number() })).min(2),
  seq: z.number(),
  is_more: z.boolean(),
});

/** As many of the oldest events as a digest holds, and the `seq` of the last of them: whoever asks on from there misses nothing. */
function digestOfFeed(feed: z.infer<typeof Feed>, by: Authorship): Digest {
  const first = (count: number): Digest => {
    const items = feed.items.slice(0, count);
    return digestOf(count === feed.items.length ? feed : { ...feed, items, seq: items.at(-1)?.seq, is_more: true }, by);
  };
  let [found, count] = [first(1), 1];
  // None is looked at that is longer than twice what fits.
  for (let step = 1; step > 0; ) {
    const next = count + step <= feed.items.length ? first(count + step) : undefined;
    if (next?.isWhole === true) [found, count, step] = [next, count + step, 2 * step];
    else step = step === 1 ? 0 : step >> 1;
  }
  return found;
}

/** What to ask for what was left out, and for what follows. */
function moreOf(answer: unknown, isWhole: boolean): readonly string[] {
  const next = typeof answer === 'object' && answer !== null && 'next_cursor' in answer ? answer.next_cursor : null;
  return [
    ...(isWhole ? [] : ['more: the same with full: true']),
    ...(typeof next === 'string' ? [`more: the same with cursor: ${marked(next)}`] : []),
  ];
}
