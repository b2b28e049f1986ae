/**
 * What the chronicle tells of: for each type of event the subjects that it is about, what it says of them, and its sentence. To add one: a
 * line here, of an event of which strangers see the whole.
 */
import { z } from 'zod';
import { type DataOf, type EventType, eventTypes } from '../../actors/event-types.ts';
import { wordsOf } from '../../actors/rules/people/causes-of-death.ts';
import type { Entry, Subject, SubjectId } from './chronicle-rows.ts';
import { listed } from './listed.ts';
import { quarrelWordsOf } from './quarrel-words.ts';
import { speechTypes } from './quarrels.ts';

/** A part of a sentence: words of the city, words of others, or somebody or something that has a page. */
export type Part =
  | string
  | { readonly quoted: string }
  | { readonly resident: string }
  | { readonly place: string }
  /** How long the subject lived or stood. */
  | { readonly age: SubjectId };

/** What an event says. */
export interface Telling {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly tick: number;
  readonly about: readonly SubjectId[];
  readonly learned: Subject | undefined;
  /** Of a resident who is born or dies; undefined in events from before they told of it. */
  readonly face: string | undefined;
  readonly sentence: readonly Part[];
  /** That of the event. */
  readonly data: object;
}

type Reader = (event: unknown, about: readonly SubjectId[]) => Telling | undefined;

const Typed = z.object({ type: z.string() });
const envelope = {
  seq: z.int(),
  at: z.string(),
  tick: z.int(),
  location: z.string().nullable(),
  subject: z.string().nullable(),
};

interface Told<Type extends EventType> {
  readonly tick: number;
  readonly location: string | null;
  readonly subject: string | null;
  readonly data: DataOf<Type>;
}

interface Rule<Type extends EventType> {
  /** Empty where it is not worth telling. */
  about(event: Told<Type>): readonly SubjectId[];
  learns?(event: Told<Type>): Subject;
  face?(event: Told<Type>): string | undefined;
  /** `about`: as it was noted. */
  sentence(event: Told<Type>, about: readonly SubjectId[]): readonly Part[];
}

const resident = (id: string | null): readonly SubjectId[] => (id === null ? [] : [`resident:${id}`]);
const place = (id: string | null): readonly SubjectId[] => (id === null ? [] : [`place:${id}`]);

const tells = [
  tell('resident.born', eventTypes['resident.born'].data, {
    about: ({ subject, data }) => [...resident(subject), ...resident(data.mentor)],
    learns: ({ tick, subject, data }) => born(subject, data.name, tick),
    face: ({ data }) => data.face,
    sentence: ({ subject, data: { mentor } }) =>
      mentor === null
        ? [{ resident: subject ?? '' }, ' came to the city.']
        : [{ resident: subject ?? '' }, ' was born, and is brought up by ', { resident: mentor }, '.'],
  }),
  tell('resident.died', eventTypes['resident.died'].data, {
    about: ({ subject, data }) => [...resident(subject), ...resident(data.mentor)],
    learns: ({ tick, subject, data }) => ({ ...born(subject, data.name, null), until: tick }),
    face: ({ data }) => data.face,
    sentence: ({ subject, data: { cause } }) => [
      { resident: subject ?? '' },
      ` died ${wordsOf(cause ?? '') ?? ''}`.trimEnd(),
      { age: `resident:${subject ?? ''}` },
      '.',
    ],
  }),
  tell('pod.deployed', eventTypes['pod.deployed'].data, {
    about: ({ data }) => [...place(data.id), ...resident(data.owner)],
    learns: ({ tick, data }) => ({ id: `place:${data.id}`, name: data.name, since: tick, until: null }),
    sentence: ({ data: { id, owner } }) =>
      owner === null ? [{ place: id }, ' was opened.'] : [{ resident: owner }, ' opened ', { place: id }, '.'],
  }),
  tell('pod.orphaned', eventTypes['pod.orphaned'].data, {
    about: ({ data }) => place(data.id),
    sentence: ({ data }) => ['No way leads any more to ', { place: data.id }, '.'],
  }),
  tell('pod.reconnected', eventTypes['pod.reconnected'].data, {
    about: ({ data }) => place(data.id),
    sentence: ({ data }) => ['A way leads again to ', { place: data.id }, '.'],
  }),
  tell('pod.owner_changed', eventTypes['pod.owner_changed'].data, {
    about: ({ data: { id, from, owner } }) => [...place(id), ...resident(owner), ...resident(from)],
    sentence: ({ data: { id, from, owner, reason } }) => {
      const one: Part = { place: id };
      if (owner === null) return [one, ' belongs to nobody: its owner', ...named(from), ' has died without an heir.'];
      if (reason === 'estate')
        return [{ resident: owner }, ' inherited ', one, ...(from === null ? [] : [' from ', { resident: from }]), '.'];
      return from === null
        ? [{ resident: owner }, ' was given ', one, '.']
        : [{ resident: from }, ' gave ', one, ' to ', { resident: owner }, '.'];
    },
  }),
  tell('pod.shut_down', eventTypes['pod.shut_down'].data, {
    about: ({ data }) => [...place(data.id), ...resident(data.owner ?? null)],
    learns: ({ tick, data }) => ({ id: `place:${data.id}`, name: null, since: null, until: tick }),
    sentence: ({ data: { id, owner } }) => [
      { place: id },
      ' was closed',
      { age: `place:${id}` },
      ', because its funds ran out',
      // Absent where the event is from before it told of that.
      ...(owner === undefined ? ['.'] : belonged(owner)),
    ],
  }),
  tell('job.completed', eventTypes['job.completed'].data, {
    // What the city pays for is everyday work.
    about: ({ location, data: { poster, claimer, by_visitor: isVisitors } }) => {
      if (poster === null || claimer === null) return [];
      return [...resident(claimer), ...(isVisitors === true ? [] : resident(poster)), ...place(location)];
    },
    sentence: ({ data: { title, reward, poster, claimer, by_visitor: isVisitors } }) => [
      ...[{ resident: claimer ?? '' }, ' did a job for '],
      isVisitors === true ? 'a visitor' : { resident: poster ?? '' },
      ...[', ', { quoted: title }, `, and was paid ${reward} ${reward === 1 ? 'credit' : 'credits'}.`],
    ],
  }),
  tell('job.rejected', eventTypes['job.rejected'].data, {
    about: ({ location, data: { poster, claimer, by_visitor: isVisitors } }) => {
      if (poster === null || claimer === null) return [];
      return [...resident(claimer), ...(isVisitors === true ? [] : resident(poster)), ...place(location)];
    },
    sentence: ({ data: { title, poster, claimer, by_visitor: isVisitors } }) => [
      isVisitors === true ? 'A visitor' : { resident: poster ?? '' },
      ...[' sent back the work of ', { resident: claimer ?? '' }, ': ', { quoted: title }, '.'],
    ],
  }),
  tell('question.answered', eventTypes['question.answered'].data, {
    about: ({ data: { to } }) => resident(to),
    sentence: ({ data: { to, question, answer } }) => [
      ...['A visitor asked ', { resident: to }, ': ', { quoted: question }, ' It answered: ', { quoted: answer }],
    ],
  }),
  tell('wish.named', eventTypes['wish.named'].data, {
    about: ({ location }) => place(location),
    sentence: ({ data: { text } }) => ['A visitor wished for something: ', { quoted: text }],
  }),
  spoken('message.broadcast'),
  spoken('message.shout'),
] as const;

/** Words of a quarrel or of making up: noted where they name somebody (`quarrels.ts`). They stay the words of who said them. */
function spoken(type: 'message.broadcast' | 'message.shout') {
  return tell(type, eventTypes[type].data, {
    about: () => [],
    sentence: ({ data: { message } }, [speaker, ...named]) => [
      ...people(speaker === undefined ? [] : [speaker]),
      ...[
        ' said in public of ',
        ...listed(people(named)),
        ': ',
        { quoted: quarrelWordsOf(message)?.quoted ?? message },
      ],
    ],
  });
}

const people = (ids: readonly SubjectId[]): readonly Part[] =>
  ids.map((id) => ({ resident: id.slice('resident:'.length) }));

const named = (id: string | null): readonly Part[] => (id === null ? [] : [' ', { resident: id }]);

function belonged(owner: string | null): readonly Part[] {
  return owner === null
    ? [': whose it was had died, and nobody inherited it.']
    : ['. It belonged to ', { resident: owner }, '.'];
}

const readers: ReadonlyMap<string, Reader> = new Map(tells);

/** The types of which the chronicle tells; of speech only some. */
export const noteworthy: readonly EventType[] = tells.map(([type]) => type).filter((type) => !speechTypes.has(type));

export interface Noted {
  readonly entry: Entry;
  readonly learned: Subject | undefined;
}

/** Undefined where the event is not worth telling. */
export function noted(json: string): Noted | undefined {
  const event = told({ body: json });
  const about = [...new Set(event?.about)];
  if (event === undefined || about.length === 0) return undefined;
  const { seq, tick, learned } = event;
  return { entry: { seq, tick, about, body: json }, learned };
}

/** An event, read by its rule; undefined where this version of the city tells nothing of it. */
export function told({ body, about = [] }: Pick<Entry, 'body'> & Partial<Entry>): Telling | undefined {
  const event: unknown = JSON.parse(body);
  const { data } = Typed.safeParse(event);
  return data === undefined ? undefined : readers.get(data.type)?.(event, about);
}

function born(subject: string | null, name: string, since: number | null): Subject {
  return { id: `resident:${subject ?? ''}`, name, since, until: null };
}

/** What is read is of the type's declaration, so that the rule of that type may be asked. */
function tell<Type extends EventType>(type: Type, data: z.ZodType<DataOf<Type>>, rule: Rule<Type>) {
  const Told = z.object({ ...envelope, data });
  const read: Reader = (event, about) => {
    const { data: told } = Told.safeParse(event);
    if (told === undefined) return undefined;
    const { seq, at, tick } = told;
    return {
      ...{ seq, at, tick, type },
      about: about.length > 0 ? about : rule.about(told),
      learned: rule.learns?.(told),
      face: rule.face?.(told),
      sentence: rule.sentence(told, about),
      data: told.data,
    };
  };
  return [type, read] as const;
}
