/**
 * How near a life came to what its soul wants. The goals of a soul are nobody's to read but of the visitor who wrote it; others are shown
 * the same of its personality, as far as that is open (VO5).
 */
import { z } from 'zod';
import { type Shown, view } from '../../../actors/views.ts';
import { Goals } from '../../answers/goals.ts';
import type { ChronicleRows } from '../../chronicle/chronicle-rows.ts';
import { nearnessOf, noGoals } from '../../chronicle/nearness.ts';
import type { LookUpLimit } from '../../limits/look-up-limit.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ResidentId } from '../../schema/fields.ts';

const params = z.strictObject({ id: ResidentId });

/** The text of the goals; undefined where its framework asks for none. */
function goalsWritten(written: Shown<'own_resident'>['written']): string | undefined {
  const goals = written?.['goals'];
  if (typeof goals === 'string') return goals;
  return Array.isArray(goals) ? goals.filter((one) => typeof one === 'string').join('\n') : undefined;
}

/** Both under a concurrency limit: they read from the database. */
export const goalRoutes = (rows: ChronicleRows, looks: LookUpLimit): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v1/residents/:id/goals',
    summary: 'What a resident leans to, as far as its personality is open, and how near its life came to that',
    caller: 'public',
    isCounted: true,
    params,
    answer: Goals,
    refusals: ['not_found'],
    perform: ({ params: { id } }, city) =>
      looks.run(async () => {
        const viewed = await city.view(view('public_resident', { id }));
        if (viewed.type === 'refused') return viewed;
        const { soul } = viewed.value;
        if (!soul) return { type: 'shown', value: noGoals };
        const part = { of: 'personality', text: soul.personality_summary } as const;
        return { type: 'shown', value: await nearnessOf(rows, id, part) };
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/visitors/residents/:id/goals',
    summary: 'The goals of a soul of yours, and how near the life of who was born of it came to each',
    caller: 'visitor',
    params,
    answer: Goals,
    refusals: ['not_found'],
    perform: ({ caller, params: { id } }, city) =>
      looks.run(async () => {
        const viewed = await city.view(view('own_resident', { id, visitor: caller.id }));
        if (viewed.type === 'refused') return viewed;
        const text = goalsWritten(viewed.value.written);
        if (text === undefined) return { type: 'shown', value: noGoals };
        return { type: 'shown', value: await nearnessOf(rows, id, { of: 'goals', text }) };
      }),
  }),
];
