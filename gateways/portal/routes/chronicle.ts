/** What happened in public, from the first tick on: of the city, or of one resident or place. */
import { z } from 'zod';
import { dayOf, ticksOf } from '../../../drawing/city-time.ts';
import { parsePlaceId, parseResidentId } from '../../../engine/ids.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { Chronicle, DayNews, PublicLineage } from '../../answers/chronicle.ts';
import type { ChronicleRows, SubjectId } from '../../chronicle/chronicle-rows.ts';
import { dayMax } from '../../chronicle/day.ts';
import { type News, newsOf } from '../../chronicle/day-news.ts';
import { lineageOf } from '../../chronicle/lineage.ts';
import { sentencesOf } from '../../chronicle/sentences.ts';
import type { LookUpLimit } from '../../limits/look-up-limit.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Page, ResidentId } from '../../schema/fields.ts';
import { placesOf } from '../chronicle-sources.ts';
import { Reused } from '../reused.ts';

function subjectIn(text: string): SubjectId | undefined {
  const [kind, id = ''] = text.split(':', 2);
  if (kind === 'resident' && parseResidentId(id) !== undefined) return `resident:${id}`;
  if (kind === 'place' && parsePlaceId(id) !== undefined) return `place:${id}`;
  return undefined;
}

const About = z
  .string()
  .max(200)
  .transform((text, context): SubjectId => {
    const subject = subjectIn(text);
    if (subject !== undefined) return subject;
    context.addIssue({ code: 'custom', message: 'is `resident:<id>` or `place:<id>`' });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: 'Only what names this resident or place: `resident:<id>` or `place:<id>`',
    override: { type: 'string', maxLength: 200 },
  });

const Day = z
  .string()
  .regex(/^[0-9]{1,7}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(dayMax))
  .optional()
  .meta({ description: 'Only this day of the city', override: { type: 'integer', minimum: 1, maximum: dayMax } });

export const chronicleRoute = (rows: ChronicleRows): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/chronicle',
    summary: 'Who was born and died, what was opened and closed, who worked for whom: sentences, the newest first',
    caller: 'public',
    isCounted: true,
    query: Page.extend({ about: About, day: Day }),
    answer: Chronicle,
    perform: async ({ query: { limit, cursor, about, day } }) => {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const ticks = day === undefined ? undefined : ticksOf(day);
      const page = await rows.read({ before, limit: limit + 1, ...(about && { about }), ...(ticks && { ticks }) });
      const items: AnswerOf<typeof Chronicle>['items'] = [...(await sentencesOf(rows, page.slice(0, limit)))];
      const next_cursor = page.length > limit ? String(page[limit - 1]?.seq) : null;
      return { type: 'shown', value: { items, next_cursor } };
    },
  });

interface NewsClock {
  /** The newest tick. */
  readonly tick: () => number;
  readonly elapsed: () => number;
}

/** Under a concurrency limit, and reused: a day that is not over is summed up anew. */
export const newsRoute = (rows: ChronicleRows, { tick, elapsed }: NewsClock, looks: LookUpLimit): Route => {
  const days = new Reused<News>(elapsed);
  return defineRoute({
    method: 'GET',
    path: '/v1/news',
    summary: 'A day of the city as a newspaper tells it; without `day`, the one that is not over yet',
    caller: 'public',
    isCounted: true,
    query: z.strictObject({ day: Day }),
    answer: DayNews,
    refusals: ['not_found'],
    perform: ({ query: { day = dayOf(tick()) } }, city) =>
      looks.run(async () => {
        if (day > dayOf(tick())) return refused('not_found', { kind: 'day', id: String(day) });
        const standing = async () => (await placesOf(city)).map(({ id }) => id);
        const news = await days.get(String(day), () => newsOf(rows, day, tick(), standing));
        return { type: 'shown', value: { day, ...news } };
      }),
  });
};

/** Under a concurrency limit: it reads the rows once for each of the kin. */
export const lineageRoute = (rows: ChronicleRows, looks: LookUpLimit): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/residents/:id/lineage',
    summary:
      'Who brought up a resident, and whom it has brought up, some generations of both, as births were told in public',
    caller: 'public',
    isCounted: true,
    params: z.strictObject({ id: ResidentId }),
    answer: PublicLineage,
    refusals: ['not_found'],
    perform: ({ params: { id } }) =>
      looks.run(async () => {
        const found = await lineageOf(rows, id);
        if (found === undefined) return refused('not_found', { kind: 'resident', id });
        return { type: 'shown', value: { kin: [...found.kin], truncated: found.isCut } };
      }),
  });
