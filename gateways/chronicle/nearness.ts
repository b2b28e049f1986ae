/**
 * How near a life came to each of its goals: what these are about (`goals.ts`), held against what the chronicle tells of the life
 * (`life-facts.ts`). A goal is near when all is that it names.
 */
import type { AnswerOf } from '../answers/answer-type.ts';
import type { Goals } from '../answers/goals.ts';
import type { ChronicleRows, Entry } from './chronicle-rows.ts';
import { type Aim, aimsOf, goalsIn } from './goals.ts';
import { type Life, lifeOf } from './life-facts.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

type Shown = AnswerOf<typeof Goals>;
type Nearness = Shown['items'][number]['reasons'][number]['nearness'];
export type SoulPart = NonNullable<Shown['of']>;

interface Reason {
  readonly subject: Aim['subject'];
  readonly nearness: Nearness;
  readonly times: number;
  readonly entry: Entry | undefined;
}

/** A part of a soul that whoever asks may read. */
export interface ReadPart {
  readonly of: SoulPart;
  readonly text: string;
}

export const noGoals: Shown = { of: null, items: [], truncated: false };

/** Of a personality only the sentences that name something that is told: the others are no goals. */
export async function nearnessOf(
  rows: Pick<ChronicleRows, 'read' | 'subjects'>,
  resident: string,
  { of, text }: ReadPart,
): Promise<Shown> {
  const { goals, isCut } = goalsIn(text);
  const aimed = goals
    .map((words) => ({ words, aims: aimsOf(words) }))
    .filter(({ aims }) => of === 'goals' || aims.length > 0);
  if (aimed.length === 0) return { of, items: [], truncated: isCut };
  const life = await lifeOf(rows, resident);
  const held = aimed.map(({ words, aims }) => ({ words, reasons: aims.map((aim) => reasonFor(aim, life)) }));
  const told = await sentencesBySeq(
    rows,
    held.flatMap(({ reasons }) => reasons.flatMap(({ entry }) => entry ?? [])),
  );
  return {
    of,
    items: held.map(({ words, reasons }) => ({
      ...{ words, nearness: leastOf(reasons) },
      reasons: reasons.map(({ entry, ...reason }) => ({ ...reason, entry: told.get(entry?.seq ?? -1) ?? null })),
    })),
    truncated: isCut || life.isCut,
  };
}

function reasonFor(aim: Aim, life: Life): Reason {
  const facts = aim.counts(life);
  const isNear = facts.length >= aim.near && aim.isBegunOnly?.(life) !== true;
  const nearness = isNear ? 'near' : facts.length > 0 ? 'begun' : 'nothing';
  return { subject: aim.subject, nearness, times: facts.length, entry: facts[0]?.entry };
}

function leastOf(reasons: readonly Reason[]): Shown['items'][number]['nearness'] {
  if (reasons.length === 0) return 'untold';
  const all = reasons.map(({ nearness }) => nearness);
  // Who wants two things and came near to one has begun.
  if (all.includes('nothing')) return all.every((one) => one === 'nothing') ? 'nothing' : 'begun';
  return all.includes('begun') ? 'begun' : 'near';
}

async function sentencesBySeq(
  rows: Pick<ChronicleRows, 'subjects'>,
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, Sentence>> {
  const each = [...new Map(entries.map((entry) => [entry.seq, entry])).values()];
  return new Map((await sentencesOf(rows, each)).map((sentence) => [sentence.seq, sentence]));
}
