/** What a mind does for visitors: it answers their questions, and prefers to build what they wish for. It need do neither. */
import type { Act } from '../../acts/act.ts';
import type { Design } from '../../designs/design.ts';
import { type Choice, first, words } from './means.ts';
import { answers } from './words/answers.ts';
import { understand } from './words/understanding.ts';

/** Answers the first question, by its topic, from its soul and its memory; words are paid for as always. */
export const answering: Choice = (means): Act | null => {
  const { seen, maySpeak } = means;
  const [asked] = seen.questions;
  const act = first(means, 'answer');
  if (asked === undefined || act === undefined || !maySpeak) return null;
  const { topic } = understand(asked.words, seen.self.name, []);
  const said = words(means, answers[topic ?? 'self']);
  return said === '' ? null : { ...act, question: asked.id, words: said };
};

/** How much a wish speaks for this design: its title is named, or a word of its trade. */
export function wishFor({ title, trade }: Pick<Design, 'title' | 'trade'>, wishes: readonly string[]): number {
  const named = title.toLowerCase().replace(/^(a|an|the) /, '');
  return wishes.some((wish) => trade.test(wish) || wish.toLowerCase().includes(named)) ? 2 : 0;
}
