/** Entries of the chronicle as sentences, with the names of whom and what they are about. */

import { dayOf, spanText } from '../../drawing/city-time.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { ChronicleEntry, ChroniclePart } from '../answers/chronicle.ts';
import type { ChronicleRows, Entry, Subject, SubjectId } from './chronicle-rows.ts';
import { type Part, told } from './noteworthy.ts';

export type Sentence = AnswerOf<typeof ChronicleEntry>;

/** In the order of `entries`. What this version of the city cannot tell is left out. */
export async function sentencesOf(
  rows: Pick<ChronicleRows, 'subjects'>,
  entries: readonly Entry[],
): Promise<readonly Sentence[]> {
  const tellings = entries.flatMap((entry) => told(entry) ?? []);
  const ids = new Set(tellings.flatMap(({ about, sentence }) => [...about, ...sentence.flatMap(subjectsIn)]));
  const subjects = new Map((await rows.subjects([...ids])).map((subject) => [subject.id, subject]));
  return tellings.map(({ seq, type, at, tick, sentence }) => ({
    ...{ seq, type, at, tick },
    day: dayOf(tick),
    parts: sentence.flatMap((part) => shown(part, subjects)),
  }));
}

/** The same as plain text. */
export const textOf = ({ parts }: Pick<Sentence, 'parts'>): string =>
  parts.map((part) => ('text' in part ? part.text : 'quoted' in part ? `“${part.quoted}”` : part.name)).join('');

/** Which subjects have to be looked up before these parts can be shown, and how they are shown then. */
export const resolved = (parts: readonly Part[]) => ({
  subjects: [...new Set(parts.flatMap(subjectsIn))],
  show: shown,
});

function subjectsIn(part: Part): readonly SubjectId[] {
  if (typeof part === 'string' || 'quoted' in part) return [];
  if ('age' in part) return [part.age];
  return 'resident' in part ? [`resident:${part.resident}`] : [`place:${part.place}`];
}

function shown(part: Part, subjects: ReadonlyMap<SubjectId, Subject>): readonly AnswerOf<typeof ChroniclePart>[] {
  if (typeof part === 'string') return [{ text: part }];
  if ('quoted' in part) return [part];
  if ('age' in part) {
    const { since, until } = subjects.get(part.age) ?? { since: null, until: null };
    return since === null || until === null ? [] : [{ text: ` after ${spanText(until - since)}` }];
  }
  if ('resident' in part)
    return [{ resident: part.resident, name: subjects.get(`resident:${part.resident}`)?.name ?? part.resident }];
  return [{ place: part.place, name: subjects.get(`place:${part.place}`)?.name ?? commonsOr(part.place) }];
}

const commonsOr = (place: string): string => (place === 'city-commons' ? 'the Commons' : place);

/** What is counted of a day, in the order in which it is said: none, one, many. */
const counted: readonly (readonly [type: string, one: string, many: string])[] = [
  ['resident.born', 'one was born', 'were born'],
  ['resident.died', 'one died', 'died'],
  ['pod.deployed', 'one place was opened', 'places were opened'],
  ['pod.shut_down', 'one was closed', 'were closed'],
  ['job.completed', 'one job was done', 'jobs were done'],
];

/** How much of that happened on a day. */
export function summaryOf(sentences: readonly Pick<Sentence, 'type'>[]): string {
  const said = counted.flatMap(([type, one, many]) => {
    const count = sentences.filter((sentence) => sentence.type === type).length;
    return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  });
  if (said.length === 0) return 'Nobody was born and nobody died; no place was opened, and none was closed.';
  const text = said.length === 1 ? said.join('') : `${said.slice(0, -1).join(', ')}, and ${said.at(-1)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
