/**
 * How long somebody who opens the first page of a city that has just begun waits until one of its inhabitants is heard and one is seen
 * walking.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Tab } from './harness/browser-tab.ts';
import { City } from './harness/city.ts';
import { rounds } from './harness/settings.ts';
import { type Bench, compared, listed, median, rounded } from './harness/table-row.ts';

const msMax = 5_000;
const settings = { MINDS: '3', TICK_CRON: '*/5 * * * * *', TICK_SECONDS: '5' };

export const inhabitants: Bench = {
  name: 'inhabitants',
  run: async () => {
    const times: number[] = [];
    for (let round = 0; round < rounds(3); round++) times.push(await untilHeard());
    const ms = median(times);
    const cells = {
      figure: 'the first page of a new city opened, to words on it',
      ours: `${rounded(ms)} ms`,
      comparator: `bound ${rounded(msMax)} ms`,
      details: [`three minds, each city new; each ${listed(times)} ms`],
    };
    return [compared(cells, ms / msMax, { atMost: 1 })];
  },
};

async function untilHeard(): Promise<number> {
  const city = await City.start({ settings });
  const url = `http://127.0.0.1:${city.portalPort}/`;
  while ((await fetch(url)).status !== 200) await pause(50);
  const tab = await Tab.open();
  const openedAt = performance.now();
  await tab.openMap(url);
  await tab.page.getByRole('article').first().waitFor();
  const ms = performance.now() - openedAt;
  await tab.end();
  await city.end();
  return ms;
}
