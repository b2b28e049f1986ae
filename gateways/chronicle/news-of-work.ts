/** What a day's news say of jobs: how many there were, who earned most by them, and who gave most work. */
import { z } from 'zod';
import { creditsText } from './credits-text.ts';
import { listed } from './listed.ts';
import { type Draft, times } from './news-draft.ts';
import type { Part, Telling } from './noteworthy.ts';

/** Employers that are named. */
const employersMax = 4;

interface Done {
  readonly seq: number;
  readonly worker: string;
  /** Null: a visitor. */
  readonly employer: string | null;
  readonly reward: number;
}

const Job = z.object({
  poster: z.string().nullable(),
  claimer: z.string(),
  reward: z.number(),
  by_visitor: z.literal(true).optional(),
});

export function workLines(tellings: readonly Telling[]): readonly Draft[] {
  const jobs = tellings.flatMap(({ type, seq, data }): readonly Done[] => {
    const { data: job } = type === 'job.completed' ? Job.safeParse(data) : {};
    if (job === undefined) return [];
    const { claimer: worker, reward, poster, by_visitor: isVisitors } = job;
    return [{ seq, worker, reward, employer: isVisitors === true ? null : poster }];
  });
  if (jobs.length === 0) return [];
  if (jobs.length === 1) {
    const only = tellings.filter(({ type }) => type === 'job.completed');
    return only.slice(-1).map(({ seq, sentence }) => ({ section: 'work', events: [seq], parts: sentence }));
  }
  const all = `${jobs.length} jobs were done, for ${creditsText(sumOf(jobs))} in all.`;
  return [
    { section: 'work', events: jobs.slice(-1).map(({ seq }) => seq), parts: [all] },
    ...bestOf(jobs),
    ...mostOf(jobs),
  ];
}

const sumOf = (jobs: readonly Done[]): number => jobs.reduce((sum, { reward }) => sum + reward, 0);

function groups(
  jobs: readonly Done[],
  key: (job: Done) => string | null,
): readonly (readonly [string, readonly Done[]])[] {
  const found = new Map<string, Done[]>();
  for (const job of jobs) {
    const of = key(job);
    if (of !== null) found.set(of, [...(found.get(of) ?? []), job]);
  }
  return [...found];
}

function bestOf(jobs: readonly Done[]): readonly Draft[] {
  const [best, ...others] = [...groups(jobs, ({ worker }) => worker)].sort(([, a], [, b]) => sumOf(b) - sumOf(a));
  if (best === undefined) return [];
  const [worker, done] = best;
  const employers = [...new Set(done.map(({ employer }) => employer))].slice(0, employersMax);
  const whom = listed(employers.map((id): Part => (id === null ? 'a visitor' : { resident: id })));
  const parts: readonly Part[] = [
    { resident: worker },
    ` earned ${others.length === 0 ? '' : 'most: '}${creditsText(sumOf(done))} by ${done.length === 1 ? 'one job' : `${done.length} jobs`}, for `,
    ...whom,
    '.',
  ];
  return [{ section: 'work', events: done.map(({ seq }) => seq).slice(-employersMax), parts }];
}

function mostOf(jobs: readonly Done[]): readonly Draft[] {
  const [most, ...others] = [...groups(jobs, ({ employer }) => employer)].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < 2) return [];
  const [employer, given] = most;
  const parts: readonly Part[] = [
    { resident: employer },
    ` had work done ${others.length === 0 ? '' : 'most often: '}${times(given.length)}.`,
  ];
  return [{ section: 'work', events: given.map(({ seq }) => seq).slice(-employersMax), parts }];
}
