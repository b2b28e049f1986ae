/**
 * The pages in Chromium without a graphics card: what each weighs, when the map of a small city is to be seen and is live on loopback (for
 * whoever is not the first in a quarter of an hour), and how the largest map there is fares while 200 of its residents take a step each
 * second: frames, and the memory of the tab as time goes on.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { must } from '../engine/assert.ts';
import { type MapTimes, Tab } from './harness/browser-tab.ts';
import { City } from './harness/city.ts';
import { Program } from './harness/program.ts';
import { found, gather } from './harness/residents.ts';
import { rounds, seconds } from './harness/settings.ts';
import { type Bench, compared, listed, median, printed, type Row, rounded } from './harness/table-row.ts';
import type { CrowdedPortalOptions, CrowdedPortalReport } from './programs/crowded-portal.ts';

const kilobytesMax = 150;
const pictureMsMax = 700;
const liveMsMax = 2_000;
const firstMap = '/v1/map-pictures/light';
const framesMin = 55;
const crowd = { places: 2_000, residents: 5_000, stepsPerSecond: 200 } as const;
const few = 10;

const framesMs = 1_000 * seconds(20);
const livingMs = 1_000 * seconds(600);

export const pages: Bench = {
  name: 'pages',
  run: async () => {
    const city = await City.start();
    const url = `http://127.0.0.1:${city.portalPort}`;
    const residents = await found(city, { count: few, lifespan: 10_000 });
    await gather(city, residents);
    // They are built beside the start; until then something smaller is shown.
    while ((await fetch(`${url}/`)).status !== 200) await pause(100);
    const someone = must(residents[0], 'a resident').id;
    const paths = ['/', '/visit', `/watch/resident/${someone}`, '/watch/place/city-commons', '/dashboard'];
    const weights: Row[] = [];
    for (const path of paths) weights.push(await weightOf(url, path));
    weights.push(await weightOfFirstMap(`${url}${firstMap}`));
    const rows = [...weights, ...(await timesOfMap(url)), ...(await crowded(city.portalPort))];
    await city.end();
    return rows;
  },
};

/** Its own tab, so that nothing is in the cache. */
async function weightOf(url: string, path: string): Promise<Row> {
  const tab = await Tab.open();
  const kilobytes = (await tab.weigh(`${url}${path}`)) / 1_000;
  await tab.end();
  const figure = `weight of ${path.replace(/resident\/.*/, 'resident/…')}, gzipped, all in`;
  const cells = { figure, ours: `${rounded(kilobytes)} kB`, comparator: `bound ${kilobytesMax} kB`, details: [] };
  return compared(cells, kilobytes / kilobytesMax, { atMost: 1 });
}

/** As it comes, packed. It is of the city, so it does not count as weight of the page. From now on whoever asks has it at once. */
async function weightOfFirstMap(url: string): Promise<Row> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`the first map: ${answer.status} ${await answer.text()}`);
  const kilobytes = gzipSync(await answer.text()).length / 1_000;
  const cells = { figure: 'the first map', ours: `${rounded(kilobytes)} kB`, details: [] };
  return printed({ ...cells, comparator: `a page may have ${kilobytesMax} kB` }, kilobytes / kilobytesMax);
}

async function timesOfMap(url: string): Promise<readonly Row[]> {
  const times: MapTimes[] = [];
  for (let round = 0; round < rounds(5); round++) {
    const tab = await Tab.open();
    times.push(await tab.openMap(`${url}/`));
    await tab.end();
  }
  const all = { picture: times.map(({ pictureMs }) => pictureMs), live: times.map(({ liveMs }) => liveMs) };
  const cells = (what: string, ms: readonly number[], comparator: string) => ({
    figure: `an empty browser to ${what}, on loopback`,
    ours: `${rounded(median(ms))} ms`,
    comparator,
    details: [`each ${listed(ms)} ms`],
  });
  const pictureMs = median(all.picture);
  const bound = `bound ${rounded(pictureMsMax)} ms`;
  return [
    compared(cells('the first picture of the map', all.picture, bound), pictureMs / pictureMsMax, { atMost: 1 }),
    compared(cells('a live map', all.live, `bound ${rounded(liveMsMax)} ms`), median(all.live) / liveMsMax, {
      atMost: 1,
    }),
  ];
}

async function crowded(portalPort: number): Promise<readonly Row[]> {
  const portal = await Program.start<CrowdedPortalReport>('crowded-portal', {
    ...crowd,
    portalPort,
  } satisfies CrowdedPortalOptions);
  const { port } = await portal.next();
  const tab = await Tab.open();
  const { liveMs } = await tab.openMap(`http://127.0.0.1:${port}/`);
  const frames = await tab.frames(framesMs);
  const before = await tab.memory();
  const { steps } = await portal.ask({});
  await pause(livingMs);
  const after = await tab.memory();
  const later = await tab.frames(framesMs);
  const stepsAfter = (await portal.ask({})).steps;
  await Promise.all([tab.end(), portal.end()]);
  const city = `${rounded(crowd.places)} places, ${rounded(crowd.residents)} residents, ${crowd.stepsPerSecond} steps a second`;
  const minutes = rounded(livingMs / 60_000);
  const textOf = ({ process, heap }: typeof before) =>
    `${rounded(process / 1e6)} MB, scripts ${rounded(heap / 1e6)} MB`;
  const shown = (of: typeof frames) => `${rounded(of.perSecond)}/s, the longest took ${rounded(of.longestMs)} ms`;
  return [
    compared(
      {
        figure: `frames of a map of ${city}`,
        ours: `${rounded(frames.perSecond)}/s`,
        comparator: `bound ${framesMin}/s`,
        details: [
          `software rendering, 1,440 by 900; live after ${rounded(liveMs)} ms; ${shown(frames)}`,
          `after ${minutes} min and ${rounded(stepsAfter - steps)} steps: ${shown(later)}`,
        ],
      },
      frames.perSecond / framesMin,
      { atLeast: 1 },
    ),
    printed(
      {
        figure: `memory of its tab after ${minutes} min`,
        ours: textOf(after),
        comparator: `at the beginning ${textOf(before)}`,
        details: [],
      },
      after.heap / before.heap,
    ),
  ];
}
