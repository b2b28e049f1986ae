/** What somebody did that is held against it, so that it can be said of anybody: `{who} {wrong}`, `you {wrong}`, `I {wrong}`. */
import type { Reason } from '../../../ties/tie.ts';

const texts = {
  turned_down: ['would not pay for work that was done', 'sent good work back without a credit'],
  shut_out: ['would not let a way be built', 'kept the door shut to a way'],
  hurried_away: [
    'walked off in the middle of a talk',
    'left a question standing and went',
    'had no time for an answer and turned away',
  ],
  blamed: ['said hard things in front of people', 'threw old things up in the open square'],
  kept_silent: ['gave no answer when asked', 'looked through somebody who was speaking'],
  disagreed: ['contradicted at every turn', 'would not let a word stand'],
  doubted: ['would not believe a word', 'called the truth a story'],
  stayed_away: ['promised to come and build, and did not come', 'let a workshop wait for nothing'],
  rivalled: ['opened a second place of the same kind', 'built what was there already'],
  ran_down: ['ran a place down in front of others', 'spoke ill of a place that others live by'],
  boasted: ['talked of nothing but one thing'],
} as const satisfies Partial<Record<Reason, readonly string[]>>;

const all: readonly (readonly [Reason, readonly string[]])[] = Object.entries(texts).flatMap(([why, list]) =>
  isReason(why) ? [[why, list] as const] : [],
);

function isReason(why: string): why is keyof typeof texts {
  return Object.hasOwn(texts, why);
}

export const wrongTexts: readonly string[] = all.flatMap(([, list]) => list);
/** '' of what is no wrong; `tick`: of one wrong it is the same text always. */
export function wrongText(why: Reason | undefined, tick: number): string {
  const list = all.find(([one]) => one === why)?.[1] ?? [];
  return list[Math.abs(tick) % Math.max(1, list.length)] ?? '';
}
export const wrongIn = (text: string): Reason | undefined =>
  all.find(([, list]) => list.includes(text.toLowerCase()))?.[0];
/** The wrong that a group of sentences reproaches with: `blame.rivalled`. */
export const wrongOf = (name: string): Reason | undefined => all.find(([one]) => one === name)?.[0];
