/**
 * Answers a question about a peer from what it has said: by a model where there is one, else by quoting. The same question over
 * the same messages has the same quotations (ME4).
 */
import type { Storage } from '../contract.ts';
import { messagesReadBy } from './bounds.ts';
import type { Level } from './schema.ts';
import { type About, newestPassages, type Passage, passagesAbout } from './searching.ts';

/** A question for a model. */
export interface ModelQuestion {
  readonly query: string;
  readonly peer: string;
  readonly level: Level;
  /** Millicredits that the asker pays, whatever the answer costs. */
  readonly price: number;
  /** Messages of the peer that may bear on the question, best first: untrusted text, at most 600 characters each. */
  readonly passages: readonly Passage[];
  readonly signal: AbortSignal;
}

/** A model that reads and answers. */
export interface Model {
  /** The answer, naming the messages that it rests on as `[<id>]`, or why there is none, as a reason after a colon. */
  answer(question: ModelQuestion): Promise<Said>;
}

export type Said =
  | {
      readonly type: 'said';
      readonly text: string;
      /** The passages that it has read. */
      readonly read: readonly Passage[];
    }
  | { readonly type: 'failed'; readonly reason: string };

export type Answered =
  | {
      readonly type: 'answered';
      /** `null` where the peer has said nothing. */
      readonly content: string | null;
      readonly passages: readonly Passage[];
    }
  /** The model did not answer. */
  | Extract<Said, { type: 'failed' }>;

/** UTF-16 units that are read of one message. */
const passageCharsMax = 600;
/** Newest messages that are quoted, where no message has a word of the question. */
const newestMax = 5;
/** UTF-16 units of a model's answer. */
const answerCharsMax = 16_000;

export async function answered(
  storage: Storage,
  model: Model | undefined,
  about: About,
  { query, level, price, signal }: Pick<ModelQuestion, 'query' | 'level' | 'price' | 'signal'>,
): Promise<Answered> {
  const limit = messagesReadBy[level];
  const best = await passagesAbout(storage, about, query, limit);
  const isFound = best.length > 0;
  const passages = (isFound ? best : await newestPassages(storage, about, Math.min(limit, newestMax))).map(shortened);
  if (passages.length === 0) return { type: 'answered', content: null, passages };
  if (model === undefined) return { type: 'answered', content: quoted(about.peer, passages, isFound), passages };
  const said = await model.answer({ query, peer: about.peer, level, price, passages, signal });
  if (said.type === 'failed') return said;
  if (said.text.trim() === '') return { type: 'failed', reason: 'the model said nothing' };
  return { type: 'answered', content: cut(said.text, answerCharsMax), passages: said.read };
}

const shortened = (passage: Passage): Passage => ({ ...passage, text: cut(passage.text.trim(), passageCharsMax) });

/** Never cuts between the halves of a character. */
function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1).replace(/\p{Cs}$/u, '')}…`;
}

/** Quotes messages as JSON strings: else a message with a quotation mark and a line break would look like two, the second by anybody. */
function quoted(peer: string, passages: readonly Passage[], isFound: boolean): string {
  const lines = passages.map(
    ({ id, session, created_at, text }) =>
      `${peer} in ${session} at ${created_at.toISOString()}: ${JSON.stringify(text)} [${id}]`,
  );
  return isFound ? lines.join('\n') : [`Nothing that ${peer} said has these words. Its newest:`, ...lines].join('\n');
}
