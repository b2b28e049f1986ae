/**
 * The model of a city without a language model: rules. It fills the blanks of a template from the messages, or quotes the sentences of
 * them that bear most on the question. The same messages have the same answer.
 */
import { createHash } from 'node:crypto';
import type { Message } from './completion.ts';
import type { Model } from './models.ts';
import type { Finished, Provider, ProviderAnswer, ProviderRequest, StreamPart } from './provider.ts';

/** What the list of models says of it. */
export const templateModel: Omit<Model, 'prices'> = {
  id: 'template',
  name: 'template: rule-based, no language model; it fills blanks and quotes what it was told',
  contextLength: 16_384,
};

/** Sentences that are read, the newest. */
const sentencesMax = 2_000;
/** Characters (UTF-16 units) of a token, and of an answer, however many blanks name a long fact. */
const tokenCharsMax = 64;
const answerCharsMax = 64 * 1024;
/** Tokens in one piece of a stream: each piece is an event of its own. */
const pieceTokens = 32;
/** Sentences that an answer quotes. */
const quotedMax = 2;

/** `{{name}}` in the question. */
const blank = /\{\{ ?([\w -]{1,64}?) ?\}\}/g;
/** A line `name: value` in the messages. */
const fact = /^[ \t]{0,64}([\w][\w -]{0,63}?)[ \t]{0,64}:[ \t]{1,64}(\S.*)$/gm;
const sentence = /[^.!?\n]+[.!?]?/g;
/** A token: a word or a mark, with the space before it. Longer words and spaces are several tokens; each has at least a byte. */
const token = /\s{0,8}(?:[\p{L}\p{N}]{1,24}|[^\s\p{L}\p{N}])|\s{1,8}/gu;
const word = /[\p{L}\p{N}]{3,}/gu;

const openings = ['I was told: ', 'What I know of that: ', 'This bears on it: '];
const silences = [
  'I was told nothing that bears on that. Tell me in the messages, and I repeat it.',
  'Nothing that I was told has to do with that. I am rules, and know only what stands in the messages.',
];

/** Answers by these rules. */
export const templateProvider: Provider = {
  complete: (asked) => Promise.resolve(wholeOf(asked)),
  async *stream(asked): AsyncGenerator<StreamPart> {
    const { tokens, finish, usage } = saidBy(asked);
    for (let from = 0; from < tokens.length; from += pieceTokens)
      yield { type: 'text', text: tokens.slice(from, from + pieceTokens).join('') };
    yield { type: 'finished', finish, usage } satisfies Finished;
  },
};

/** The first tokens of a text. Space at its end is none. */
function tokensOf(text: string, max: number): readonly string[] {
  const tokens: string[] = [];
  for (const [one] of text.trimEnd().matchAll(token)) {
    if (tokens.length >= max) break;
    tokens.push(one);
  }
  return tokens;
}

/** Tokens of a prompt, by its own count. */
export const promptTokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + countOf(content.trimEnd()), 0);

/** Counts without making the tokens: a prompt may have as many as bytes. */
function countOf(text: string): number {
  const counted = new RegExp(token);
  let count = 0;
  while (counted.test(text)) count += 1;
  return count;
}

function wholeOf(asked: ProviderRequest): ProviderAnswer {
  const { tokens, finish, usage } = saidBy(asked);
  return { type: 'finished', content: tokens.join(''), thought: '', finish, usage };
}

/** Its answer in tokens: at most those that it may produce and one more, which shows that it was cut. */
function saidBy({
  messages,
  maxTokens,
}: ProviderRequest): Pick<ProviderAnswer, 'finish' | 'usage'> & { readonly tokens: readonly string[] } {
  const charsMax = Math.min((maxTokens + 1) * tokenCharsMax, answerCharsMax);
  const text = answerTo(messages, charsMax + 2);
  const made = tokensOf(cut(text, charsMax), maxTokens + 1);
  const tokens = made.slice(0, maxTokens);
  const usage = { prompt: promptTokensOf(messages), completion: tokens.length };
  return { tokens, finish: made.length > maxTokens || text.length > charsMax ? 'length' : 'stop', usage };
}

/** At most so many characters, and no half of one. */
function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const last = text.charCodeAt(charsMax - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? charsMax - 1 : charsMax);
}

/** The answer of the rules to the messages: its first `charsMax` characters. */
export function answerTo(messages: readonly Message[], charsMax = answerCharsMax): string {
  const asking = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[asking]?.content ?? '';
  const told = messages.filter((_, index) => index !== asking).map(({ content }) => content);
  if (asked.search(blank) >= 0) return filled(asked, [...told, asked], charsMax);
  const quoted = bearingOn(asked, told.join('\n'));
  const chance = seedOf(messages);
  if (quoted.length === 0) return silences[chance % silences.length] ?? '';
  return cut(`${openings[chance % openings.length] ?? ''}${quoted.join(' ')}`, charsMax);
}

/** The template with its blanks filled; of two facts with one name the later counts. The lines of the facts are left out. */
function filled(template: string, told: readonly string[], charsMax: number): string {
  const facts = factsIn(told);
  const lines = template.split('\n').filter((line) => line.search(blank) >= 0);
  const text = lines.join('\n');
  let answer = '';
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(blank)) {
    const value = facts.get(name.toLowerCase()) ?? `(${name}: not told)`;
    answer += text.slice(end, index) + cut(value, charsMax);
    end = index + whole.length;
    // Many blanks of a long fact would take more memory than there is.
    if (answer.length >= charsMax) break;
  }
  return cut(answer + text.slice(end), charsMax);
}

function factsIn(told: readonly string[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const text of told)
    for (const [, name = '', value = ''] of text.matchAll(fact)) facts.set(name.toLowerCase(), value.trim());
  return facts;
}

/** The sentences that share most words with the question, in their order. */
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

/** A seed from the messages, by which a phrasing is chosen. */
function seedOf(messages: readonly Message[]): number {
  const hash = createHash('sha256');
  for (const { role, content } of messages) hash.update(`${role}\n${content}\n`);
  return hash.digest().readUInt32BE(0);
}
