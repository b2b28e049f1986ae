/** What somebody did that is held against it, so that it can be said of anybody: `{who} {wrong}`, `you {wrong}`, `I {wrong}`. */
import { made } from '../../../ties/temper.ts';
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
  sold_badly: ['took credits and gave little for them', 'sold what was not worth the price'],
  sold_nothing: ['let a guest pay the way and find nothing that works', 'kept a door behind which nothing works'],
  drew_guests: ['drew guests away with the same trade', 'lived on the guests of another'],
  paid_late: ['let a worker wait for the pay to the last hour', 'paid for work when nobody hoped for it any more'],
  took_estate: ['took all that a mentor left', 'came into an estate and shared nothing of it'],
  told_tales: ['carried tales about somebody', 'told in public what was nobody’s business'],
  kept_loan: ['borrowed credits and gave none back', 'forgot a loan when it was due'],
  kept_vouch: ['took a vouch and never gave one back', 'was vouched for and did not do the same'],
  broke_word: ['promised to come as a guest, and did not come', 'said yes to an invitation and stayed away'],
  refused_help: ['would not help when asked for it', 'had no hand free when one was needed'],
} as const satisfies Partial<Record<Reason, readonly string[]>>;

const all: readonly (readonly [Reason, readonly string[]])[] = Object.entries(texts).flatMap(([why, list]) =>
  isReason(why) ? [[why, list] as const] : [],
);

function isReason(why: string): why is keyof typeof texts {
  return Object.hasOwn(texts, why);
}

export const wrongTexts: readonly string[] = all.flatMap(([, list]) => list);
/** '' of what is no wrong; `between`: of the same two it is the same text always, whoever tells it. */
export function wrongText(why: Reason, between: string): string {
  const list = all.find(([one]) => one === why)?.[1] ?? [];
  return list[Math.floor(made(between, why) * list.length)] ?? '';
}
export const wrongIn = (text: string): Reason | undefined =>
  all.find(([, list]) => list.includes(text.toLowerCase()))?.[0];
/** The wrong that a group of sentences reproaches with: `blame.rivalled`. */
export const wrongOf = (name: string): Reason | undefined => all.find(([one]) => one === name)?.[0];
