/**
 * Parses the answer of a model, and checks it against the possible acts.
 *
 * MO1  A model chooses by number out of the acts that it was shown. Nothing that it says, and nothing that others said to it, is an act.
 */
import { z } from 'zod';
import { type Act, withWords } from '../../acts/act.ts';
import { plain } from '../../perception/reading.ts';

const Answer = z.object({ choice: z.int(), words: z.string().optional(), why: z.string().optional() });

export interface Chosen {
  readonly act: Act;
  readonly why: string;
}

const wordsMax = 400;
const whyMax = 300;
/** Characters of an answer that are read. */
const answerCharsMax = 8_000;

/** Undefined when the answer is no choice. */
export function chosenIn(text: string, options: readonly Act[]): Chosen | undefined {
  const parsed = Answer.safeParse(objectIn(text.slice(0, answerCharsMax)));
  if (!parsed.success) return undefined;
  const { choice, words = '', why = '' } = parsed.data;
  const option = options[choice - 1];
  if (option === undefined) return undefined;
  const said = plain(words, wordsMax);
  // A choice to speak without words counts as no choice.
  if ('words' in option && said === '') return undefined;
  return { act: withWords(option, said), why: plain(why, whyMax) };
}

/** The JSON object in a text, which may stand between other words, or in a fence. */
function objectIn(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from === -1 || to < from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return undefined;
  }
}
