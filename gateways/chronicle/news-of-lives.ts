/** What a day's news say of births and deaths: who died alike is named in one sentence, as all who were born are. */
import { z } from 'zod';
import { wordsOf } from '../../actors/rules/people/causes-of-death.ts';
import { durationText } from '../../drawing/city-time.ts';
import type { SubjectId } from './chronicle-rows.ts';
import { listed } from './listed.ts';
import { type Draft, eachMax, moreLines } from './news-draft.ts';
import type { Telling } from './noteworthy.ts';

/** How many ticks a resident lived; undefined where that is not known. */
export type Lived = (id: SubjectId) => number | undefined;

const Death = z.object({ cause: z.string().nullable() });

export function birthLines(born: readonly Telling[]): readonly Draft[] {
  return born.length === 0 ? [] : [together(born, 'came into the city')];
}

/** Those who died of the same after as many days are told in one sentence, at the first of them. */
export function deathLines(died: readonly Telling[], lived: Lived): readonly Draft[] {
  const groups = new Map<string, Telling[]>();
  for (const one of died) {
    const words = deathWords(one, lived);
    const alike = groups.get(words);
    if (alike === undefined) groups.set(words, [one]);
    else alike.push(one);
  }
  const each = [...groups];
  const shown = each.slice(-eachMax);
  const more = each.slice(0, -eachMax).reduce((count, [, alike]) => count + alike.length, 0);
  return [...moreLines('lives', more, 'died', 'died'), ...shown.map(([words, alike]) => together(alike, words))];
}

function deathWords({ about: [id], data }: Telling, lived: Lived): string {
  const { data: death } = Death.safeParse(data);
  const ticks = id && lived(id);
  const age = ticks === undefined ? '' : ` after ${durationText(ticks)}`;
  return `${`died ${wordsOf(death?.cause ?? '') ?? ''}`.trimEnd()}${age}`;
}

/** By their names; the sentence of one alone says its age to the hour. */
function together(alike: readonly Telling[], does: string): Draft {
  const shown = alike.slice(0, eachMax);
  const more = alike.length - shown.length;
  const events = shown.map(({ seq }) => seq);
  const [only] = shown;
  if (alike.length === 1 && only !== undefined) return { section: 'lives', events, parts: only.sentence };
  const names = shown.flatMap(({ sentence }) => sentence.slice(0, 1));
  return {
    ...{ section: 'lives', events },
    parts: [...listed([...names, ...(more === 0 ? [] : [`${more} more`])]), ` ${does}.`],
  };
}
