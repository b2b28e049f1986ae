/**
 * `/charts` in Chromium without a graphics card, of a city with 100,000 actors in which 2,000 residents a second say something: frames of
 * the page while it counts who is in which state, lights what is taken, and lists who is in the state that was chosen.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Tab } from './harness/browser-tab.ts';
import { City } from './harness/city.ts';
import { startPaced } from './harness/paced-requests.ts';
import { found } from './harness/residents.ts';
import { population, seconds } from './harness/settings.ts';
import { type Bench, compared, rounded } from './harness/table-row.ts';
import type { PacedRequest } from './programs/paced-requests.ts';

/** Each is an actor, and so is its house. */
const residentsCount = population(50_000);
/** Those who speak; the tokens of all would not fit into the arguments of a program. */
const speakersMax = 1_000;
const turnsPerSecond = 2_000;
const framesMin = 50;
const framesMs = 1_000 * seconds(20);
/** The turns begin before the frames are counted, and go on after. */
const aroundMs = 2_000;

export const charts: Bench = {
  name: 'charts',
  run: async () => {
    const city = await City.start();
    const url = `http://127.0.0.1:${city.portalPort}`;
    const residents = await found(city, { count: residentsCount, lifespan: 10_000 });
    while ((await fetch(`${url}/charts`)).status !== 200) await pause(100);
    const paced = await startPaced(city, residents.slice(0, speakersMax), 32, 'POST /v1/mesh/broadcast');
    const tab = await chartsTab(url, city.operatorToken);
    const ms = framesMs + aroundMs;
    const speaking = paced.ask({ type: 'calm', perSecond: turnsPerSecond, ms } satisfies PacedRequest);
    await pause(aroundMs / 2);
    const frames = await tab.frames(framesMs);
    const turns = await speaking;
    await Promise.all([tab.end(), paced.end()]);
    await city.end();
    const crowd = `${rounded(2 * residentsCount)} actors and ${rounded(turnsPerSecond)} turns a second`;
    return [
      compared(
        {
          figure: `frames of /charts with ${crowd}`,
          ours: `${rounded(frames.perSecond)}/s`,
          comparator: `bound ${framesMin}/s`,
          details: [
            `software rendering, 1,440 by 900; the longest took ${rounded(frames.longestMs)} ms`,
            `${rounded(turns.perSecond)} words a second were said, p99 ${rounded(turns.p99Ms)} ms`,
          ],
        },
        frames.perSecond / framesMin,
        { atLeast: 1 },
      ),
    ];
  },
};

/** The chart of residents, with the list of those who live. */
async function chartsTab(url: string, token: string): Promise<Tab> {
  const tab = await Tab.open();
  await tab.page.addInitScript(`sessionStorage.setItem('civitas.operator', ${JSON.stringify(token)})`);
  await tab.page.goto(`${url}/charts?kind=resident`);
  await tab.page.getByRole('button', { name: /^The state alive\.active, actors: [1-9]/ }).click();
  await tab.page
    .getByRole('region', { name: 'Actors in this state' })
    .getByRole('button', { name: /^resident:/ })
    .first()
    .waitFor();
  return tab;
}
