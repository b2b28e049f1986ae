/** How many live, what each group holds, births and deaths, tick by tick. */
import { createSignal, type JSX, onMount } from 'solid-js';
import type { Feed } from '../lib/feed.ts';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { EconomyPage, type EconomyRow } from './answers.ts';
import { operator, ownRefusal } from './operator.ts';
import { Plot } from './plot.tsx';
import { births, gini, held, merged, ofTheCity, population } from './series.ts';
import { afterTicks } from './tick-refresher.ts';

const path = '/v1/dashboard/economy';
const pageRows = 200;
const pagesMax = 3;
/** Rows that ticks may have added since the last fetch, and a few more. */
const newestRows = 5;

export function Economy(props: { readonly feed: Feed }): JSX.Element {
  const [rows, setRows] = createSignal<readonly EconomyRow[]>([]);
  const [error, setError] = createSignal<unknown>();
  const look = async (through: () => Promise<void>) => {
    try {
      await through();
      setError(undefined);
    } catch (thrown) {
      setError(ownRefusal(thrown));
    }
  };
  const all = () =>
    look(async () => {
      let cursor = '';
      for (let page = 0; page < pagesMax; page++) {
        const { items, next_cursor } = await operator.get(`${path}?limit=${pageRows}${cursor}`, EconomyPage);
        setRows((known) => merged(known, items));
        if (next_cursor === null) return;
        cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
      }
    });
  const newest = () =>
    look(async () => {
      const { items } = await operator.get(`${path}?limit=${newestRows}`, EconomyPage);
      setRows((known) => merged(known, items));
    });
  onMount(() => void all());
  afterTicks(props.feed, { missed: () => all(), ticked: () => newest() });
  return (
    <Sheet title="People and credits">
      <RefusalNotice error={error()} isLook />
      <div class="plots">
        <Plot chart={population(rows())} />
        <Plot chart={births(rows())} />
        <Plot chart={held(rows())} />
        <Plot chart={gini(rows())} />
        <Plot chart={ofTheCity(rows())} />
      </div>
    </Sheet>
  );
}
