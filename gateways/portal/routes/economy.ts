/** The operator's series by tick: the economy, and the events. Read from the row of each tick. */
import { z } from 'zod';
import type { Viewed } from '../../../engine/command.ts';
import type { PageOf } from '../../answers/common.ts';
import { ActivityOfTick, ActivityOfTicks, EconomyOfTick, EconomyOfTicks } from '../../answers/economy.ts';
import type { TickRow, TickRows } from '../../overview/tick-rows.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Page } from '../../schema/fields.ts';

export const seriesRoutes = (rows: TickRows): readonly Route[] => [economy(rows), activity(rows)];

/** A row has more fields than either series shows. */
const Economy = z.object(EconomyOfTick.shape);
const Activity = z.object(ActivityOfTick.shape);

const economy = (rows: TickRows) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/economy',
    summary:
      'For each tick, last first: who lives, what is held and how unevenly, what was paid on average, births, deaths by cause',
    caller: 'operator',
    query: Page,
    answer: EconomyOfTicks,
    perform: ({ query }) => pageOf(rows, query, (record) => Economy.parse(record)),
  });

const activity = (rows: TickRows) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/activity',
    summary: 'For each tick, last first: how many events of each type there were since the tick before',
    caller: 'operator',
    query: Page,
    answer: ActivityOfTicks,
    perform: ({ query }) => pageOf(rows, query, (record) => Activity.parse(record)),
  });

async function pageOf<Item>(
  rows: TickRows,
  { limit, cursor }: z.infer<typeof Page>,
  shown: (record: unknown) => Item,
): Promise<Viewed<PageOf<Item>>> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
  const page = await rows.read(before, limit + 1);
  const items = page.slice(0, limit).map(({ body }: TickRow) => shown(JSON.parse(body)));
  const next_cursor = page.length > limit ? String(page[limit - 1]?.tick) : null;
  return { type: 'shown', value: { items, next_cursor } };
}
