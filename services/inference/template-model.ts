/**
 * The model of a city without a language model: rules. It fills the blanks of a template from what it was told, or repeats what it was
 * told that bears most on what it is asked. The same messages have the same answer.
 */
import { createHash } from 'node:crypto';
import type { Message } from './completion.ts';
import type { Model } from './models.ts';
import type { Asked, Finished, Piece, Provider, Whole } from './provider.ts';

/** What residents are told of it, where others have the name of a model. */
export const templateModel: Omit<Model, 'prices'> = {
  id: 'template',
  name: 'template: rule-based, no language model; it fills blanks and quotes what it was told',
  contextLength: 16_384,
};

/** Sentences that are looked at, the newest of them. */
const sentencesMax = 2_000;
/** Sentences that an answer quotes. */
const quotedMax = 2;

/** `{{name}}` in what it is asked. */
const blank = /\{\{ ?([\w -]{1,64}?) ?\}\}/g;
/** A line `name: value` in what it was told. */
const fact = /^[ \t]*([\w][\w -]{0,63}?)[ \t]*:[ \t]+(\S.*)$/gm;
const sentence = /[^.!?\n]+[.!?]?/g;
/** A word or a mark, with the space before it: what it counts as a token. Each has a byte at least. */
const token = /\s*(?:[\p{L}\p{N}]+|[^\s\p{L}\p{N}])/gu;
const word = /[\p{L}\p{N}]{3,}/gu;

const openings = ['I was told: ', 'What I know of that: ', 'This bears on it: '];
const silences = [
  'I was told nothing that bears on that. Tell me in the messages, and I repeat it.',
  'Nothing that I was told has to do with that. I am rules, and know only what stands in the messages.',
];

/** Says what the rules say. */
export const templateProvider: Provider = {
  complete: (asked) => Promise.resolve(wholeOf(asked)),
  async *stream(asked): AsyncGenerator<Piece> {
    const { content, finish, usage } = wholeOf(asked);
    for (const text of tokensOf(content)) yield { type: 'text', text };
    yield { type: 'finished', finish, usage } satisfies Finished;
  },
};

/** Its own tokens. Space at the end is none: a long one would be looked at from each of its places. */
export const tokensOf = (text: string): readonly string[] => text.trimEnd().match(token) ?? [];

/** Tokens of a prompt, as it counts them. */
export const promptTokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + tokensOf(content).length, 0);

function wholeOf({ messages, maxTokens }: Asked): Whole {
  const said = tokensOf(answerTo(messages));
  const content = said.slice(0, maxTokens).join('');
  const usage = { prompt: promptTokensOf(messages), completion: Math.min(said.length, maxTokens) };
  return { type: 'finished', content, thought: '', finish: said.length > maxTokens ? 'length' : 'stop', usage };
}

/** What the rules make of the messages. */
export function answerTo(messages: readonly Message[]): string {
  const asking = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[asking]?.content ?? '';
  const told = messages.filter((_, index) => index !== asking).map(({ content }) => content);
  if (asked.search(blank) >= 0) return filled(asked, [...told, asked]);
  const quoted = bearingOn(asked, told.join('\n'));
  const chance = seedOf(messages);
  if (quoted.length === 0) return silences[chance % silences.length] ?? '';
  return `${openings[chance % openings.length] ?? ''}${quoted.join(' ')}`;
}

/** The template with its blanks filled; of two facts of a name the later one counts. The lines that say them are left out. */
function filled(template: string, told: readonly string[]): string {
  const facts = new Map(
    told.flatMap((text) =>
      [...text.matchAll(fact)].map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]),
    ),
  );
  const lines = template.split('\n').filter((line) => line.search(blank) >= 0);
  return lines
    .join('\n')
    .replaceAll(blank, (_, name: string) => facts.get(name.toLowerCase()) ?? `(${name}: not told)`);
}

/** The sentences that share most words with what is asked, in the order in which they were told. */
function bearingOn(asked: string, told: string): readonly string[] {
  const words = wordsOf(asked);
  const sentences = (told.match(sentence) ?? []).slice(-sentencesMax).map((text) => text.trim());
  const scored = sentences.map((text, index) => ({
    text,
    index,
    score: [...wordsOf(text)].filter((one) => words.has(one)).length,
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.index - a.index)
    .slice(0, quotedMax)
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => text);
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(word) ?? []);

/** The messages choose among phrasings. */
function seedOf(messages: readonly Message[]): number {
  const hash = createHash('sha256');
  for (const { role, content } of messages) hash.update(`${role}\n${content}\n`);
  return hash.digest().readUInt32BE(0);
}
