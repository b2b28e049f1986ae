/** A refusal as models read it: its code, what to do next, and what else its answer says. */
import { isCode } from '../refusals/error-answers.ts';
import { refusalSchemaOf } from '../refusals/refusal-schemas.ts';
import { type Authorship, authorshipIn, fieldOf, formOf, itemsOf, ofOthers } from './authorship.ts';
import { citySays, digestOf, fitting, marked, wholeOf } from './digest.ts';

/** `body`: the answer to the refused request, as JSON. `isFull`: all of it is wanted, however much of what was sent it repeats. */
export function refusedShown(body: string, isFull = false): string {
  const { error, message, ...more } = fieldsIn(body);
  const code = String(error);
  const by = isCode(code) ? authorshipIn(refusalSchemaOf(code)) : ofOthers;
  const said = `refused: ${code}. ${withMarks(String(message), others(more, by, 4))}`;
  if (Object.keys(more).length === 0) return isFull ? said : fitting(said);
  return isFull ? `${said}\n${wholeOf(more, by)}` : fitting(`${said}\n${digestOf(more, by).text}`);
}

const fieldsIn = (body: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(body);
  return typeof value === 'object' && value !== null ? { ...value } : { error: 'internal_error', message: '' };
};

/** The city's sentence may repeat what code of a resident has thrown, or what was sent: that is marked in it too, wherever it stands. */
function withMarks(message: string, texts: readonly string[]): string {
  const repeated = texts.filter((text) => message.includes(text)).sort((a, b) => b.length - a.length);
  return markedIn(message, [...new Set(repeated)]);
}

/** The longest first: what is within one that is marked is marked with it. */
function markedIn(text: string, [first, ...others]: readonly string[]): string {
  if (text === '') return text;
  if (first === undefined) return citySays(text);
  const between = text.split(first).map((piece) => markedIn(piece, others));
  return between.join(marked(first));
}

/** All texts that count as words of others, and are marked as such. */
function others(value: unknown, by: Authorship, depth: number): readonly string[] {
  if (typeof value === 'string') return value === '' || by.text === 'city' || marked(value) === value ? [] : [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => others(one, itemsOf(by), depth - 1));
  const form = formOf(by, { ...value });
  return Object.entries(value).flatMap(([name, one]) => others(one, fieldOf(form, name), depth - 1));
}
