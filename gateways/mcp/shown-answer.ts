/** The answer of a route as the result of a tool: a digest, how to get more, or a picture. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { InProcessAnswer } from '../transport/in-process-exchange.ts';
import { authorshipIn, ofOthers } from './authorship.ts';
import { digestOf, marked, wholeOf } from './digest.ts';
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
    return { content: [{ type: 'image', mimeType: other.type, data: other.bytes.toString('base64') }] };
  }
  if (other !== undefined) return { content: [textOf(body)] };
  const answer: unknown = JSON.parse(body);
  const by = schema === undefined ? ofOthers : authorshipIn(schema);
  if (isFull) return { content: [textOf(wholeOf(answer, by))] };
  const { text, isWhole } = digestOf(answer, by);
  return { content: [textOf([text, ...moreOf(answer, isWhole)].join('\n'))] };
}

/** What to ask for what was left out, and for what follows. */
function moreOf(answer: unknown, isWhole: boolean): readonly string[] {
  const next = typeof answer === 'object' && answer !== null && 'next_cursor' in answer ? answer.next_cursor : null;
  return [
    ...(isWhole ? [] : ['more: the same with full: true']),
    ...(typeof next === 'string' ? [`more: the same with cursor: ${marked(next)}`] : []),
  ];
}
