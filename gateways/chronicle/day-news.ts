/**
 * A day of the city, told as a newspaper tells it: made of the events that the chronicle tells of and of what it counts, each sentence with
 * the numbers of its events. A day that is over is summed up once, and kept (`keptNews`).
 */
import { z } from 'zod';
import { dayOf, ticksOf } from '../../drawing/city-time.ts';
import { ChroniclePart } from '../answers/chronicle.ts';
import type { ChronicleRows, Entry, Subject, SubjectId } from './chronicle-rows.ts';
import { type Draft, oldestPlace, sectionNames } from './news-draft.ts';
import { linesOf } from './news-lines.ts';
import type { Lived } from './news-of-lives.ts';
import { type Telling, told } from './noteworthy.ts';
import { resolved, summaryOf } from './sentences.ts';

/** Entries of a day that are read, some at a time; of a busier day the last. */
const entriesMax = 5_000;
const readMax = 500;
/** Of what is counted, those that are told. */
const topsMax = 3;

const NewsText = z.object({
  lead: z.string(),
  lines: z.array(z.object({ section: z.enum(sectionNames), events: z.array(z.int()), parts: z.array(ChroniclePart) })),
});
/** What a day has to tell. */
export type News = z.infer<typeof NewsText>;

type Rows = Pick<
  ChronicleRows,
  'read' | 'subjects' | 'tops' | 'longest' | 'oldest' | 'summary' | 'keepSummary' | 'countedDays' | 'dropTallies'
>;

const nameOfDay = (day: number): string => `day ${day}`;

/** The ids of the places that strangers see now. */
export type StandingIds = () => Promise<readonly string[]>;
const noneStands: StandingIds = () => Promise.resolve([]);

/** The day as it is told now; `tick`: the newest one. */
export async function newsOf(rows: Rows, day: number, tick: number, standing = noneStands): Promise<News> {
  const kept = await keptNews(rows, day);
  if (kept !== undefined) return kept;
  const over = await overBy(rows, day);
  const isNow = over === undefined && day === dayOf(tick);
  const news = await madeNews(rows, day, tick, isNow ? standing : noneStands);
  if (over === undefined) return news;
  // It may have been summed up since it was looked for, and what was counted is dropped then.
  const meanwhile = await keptNews(rows, day);
  if (meanwhile !== undefined) return meanwhile;
  await keepNews(rows, day, over, news);
  return news;
}

/** The number of an event of a later day: all of this one was heard then. None while `sumUpDays` has still to sum the day up. */
async function overBy(rows: Rows, day: number): Promise<number | undefined> {
  if ((await rows.countedDays(day + 1)).includes(day)) return undefined;
  const later = { first: ticksOf(day).last + 1, last: Number.MAX_SAFE_INTEGER };
  const [next] = await rows.read({ before: Number.MAX_SAFE_INTEGER, limit: 1, ticks: later });
  return next?.seq;
}

/** Sums up the days before this one of which something is still counted; events up to `reach` have been noted. */
export async function sumUpDays(rows: Rows, day: number, reach: number): Promise<void> {
  for (const past of await rows.countedDays(day)) {
    const { last } = ticksOf(past);
    if ((await keptNews(rows, past)) === undefined) {
      const news = await madeNews(rows, past, last, noneStands);
      await keepNews(rows, past, reach, news);
    }
    await rows.dropTallies(past);
  }
}

async function keptNews(rows: Rows, day: number): Promise<News | undefined> {
  const kept = await rows.summary(nameOfDay(day));
  const news = kept && NewsText.safeParse(JSON.parse(kept.body)).data;
  return news && { ...news, lines: news.lines.filter((line) => !isOldestPlace(line)) };
}

/** It was kept of days once, also of places that had ended. */
const isOldestPlace = ({ section, parts: [first] }: News['lines'][number]): boolean =>
  section === 'records' && first !== undefined && 'text' in first && first.text === oldestPlace;

const keepNews = (rows: Rows, day: number, seq: number, news: News): Promise<void> =>
  rows.keepSummary({ name: nameOfDay(day), seq, body: JSON.stringify(news) });

async function madeNews(rows: Rows, day: number, tick: number, standing: StandingIds): Promise<News> {
  const ticks = ticksOf(day);
  const entries = await entriesOf(rows, ticks);
  const last = Math.min(tick, ticks.last);
  const longestOf = async (kind: 'resident' | 'place') => ({
    before: await rows.longest(kind, ticks.first),
    after: await rows.longest(kind, last + 1),
  });
  const tellings = entries.flatMap((entry) => told(entry) ?? []);
  const drafts = linesOf({
    tellings,
    tops: await rows.tops(day, topsMax),
    lived: await livedOf(rows, tellings),
    residents: { ...(await longestOf('resident')), oldest: await rows.oldest('resident', last) },
    places: { ...(await longestOf('place')), oldest: await oldestOf(rows, await standing()) },
    last,
  });
  return { lead: summaryOf(tellings), lines: await shownLines(rows, drafts) };
}

/** How long those lived who died. */
async function livedOf(rows: Rows, tellings: readonly Telling[]): Promise<Lived> {
  const dead = tellings.flatMap(({ type, about: [id] }) => (type === 'resident.died' && id !== undefined ? [id] : []));
  const spans = new Map<SubjectId, number>();
  for (const { id, since, until } of await rows.subjects(dead))
    if (since !== null && until !== null) spans.set(id, until - since);
  return (id) => spans.get(id);
}

/**
 * Of the places that strangers see now. Which of those that were opened still stand the rows do not tell: one to which no way leads any
 * more ends unheard.
 */
async function oldestOf(rows: Rows, standing: readonly string[]): Promise<Subject | undefined> {
  if (standing.length === 0) return undefined;
  const known = await rows.subjects(standing.map((id) => `place:${id}` as const));
  const since = (one: Subject) => one.since ?? Number.MAX_SAFE_INTEGER;
  return [...known].sort((a, b) => since(a) - since(b) || (a.id < b.id ? -1 : 1))[0];
}

/** Of the day, from the first on. */
async function entriesOf(rows: Rows, ticks: { readonly first: number; readonly last: number }) {
  const entries: Entry[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (entries.length < entriesMax) {
    const page = await rows.read({ before, limit: readMax, ticks });
    entries.push(...page);
    before = page.at(-1)?.seq ?? before;
    if (page.length < readMax) break;
  }
  return entries.reverse();
}

async function shownLines(rows: Rows, drafts: readonly Draft[]): Promise<News['lines']> {
  const { subjects, show } = resolved(drafts.flatMap(({ parts }) => parts));
  const names = new Map<SubjectId, Awaited<ReturnType<Rows['subjects']>>[number]>();
  for (const subject of await rows.subjects(subjects)) names.set(subject.id, subject);
  return drafts.map(({ section, events, parts }) => ({
    section,
    events: [...events],
    parts: parts.flatMap((part) => [...show(part, names)]),
  }));
}
