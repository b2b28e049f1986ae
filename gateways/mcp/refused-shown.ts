/** A refusal as models read it: its code, what to do next, and what else its answer says. */
import { marked, wholeOf } from './digest.ts';

/** `body`: the answer to the refused request, as JSON. */
export function refusedShown(body: string): string {
  const { error, message, ...more } = fieldsIn(body);
  const rest = Object.keys(more).length > 0 ? `\n${wholeOf(more)}` : '';
  return `refused: ${String(error)}. ${withMarks(String(message), more)}${rest}`;
}

const fieldsIn = (body: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(body);
  return typeof value === 'object' && value !== null ? { ...value } : { error: 'internal_error', message: '' };
};

/** The city's sentence may repeat what code of a resident has thrown, or what was sent: that is marked in it too. */
function withMarks(message: string, more: Readonly<Record<string, unknown>>): string {
  const others = textsIn(more, 4)
    .filter((text) => message.includes(text) && marked(text) !== text)
    .sort((a, b) => b.length - a.length);
  const [longest] = others;
  return longest === undefined ? message : message.split(longest).join(marked(longest));
}

function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((one) => textsIn(one, depth - 1));
}
