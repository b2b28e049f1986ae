/**
 * Given the real city in this process, with short lives, when visitors write souls and residents adopt them, then those who were born live
 * among the others, adopt in their turn, and nothing is found.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import { startPortal } from '../../gateways/portal/start-portal.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { Population } from '../../population/population.ts';
import type { Report } from '../../population/report.ts';
import { sized } from '../crash/size.ts';
import { cheapPasswords, operatorToken, optionsOf } from '../gateways/started-gateways.ts';
import { openWorld } from '../world.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

/** Ticks that who is born of a soul lives. Founders live the longest that they may: there is always somebody who adopts. */
const lifespan = 16;
/** Of those born after the founders: who was born adopts in its turn. */
const generationsWanted = sized(1, 2, 2);

/** Of all that visitors do, and some deaths of those who were born. */
const isEnough = ({ works, generations, died }: Report): boolean => {
  const { 'souls taken back': takenBack = 0, 'tokens replaced': replaced = 0, newcomers = 0 } = works;
  return (
    generations >= generationsWanted &&
    takenBack > 0 &&
    replaced > sized(0, 2, 2) &&
    newcomers > sized(4, 20, 20) &&
    died > sized(1, 6, 6)
  );
};

/** Both gateways of a city in memory, whose ticks the test drives. */
async function startedCity() {
  // Lives so short would end before enough of an endowment is free to adopt with it.
  const world = await openWorld({ env: { DEFAULT_LIFESPAN_TICKS: String(lifespan), ENDOWMENT_TICKS: '0' } });
  const { city } = world;
  const unlimited = {
    residentRatePerMinute: 1_000_000,
    visitorRatePerMinute: 1_000_000,
    // Tokens that were replaced are tried.
    strangerRatePerMinute: 1_000_000,
  };
  const options = optionsOf(city, { ...cheapPasswords, ...unlimited }, []);
  const tables = {
    credentials: new MemoryCredentials(),
    tickRows: new MemoryTickRows(),
    chronicle: new MemoryChronicleRows(),
  };
  const api = await startCityApi({ ...options, portalPort: () => 0 });
  const operated = { control: city, manualTicks: true, failingServices: () => ({}) };
  const portal = await startPortal({ ...options, ...operated, ...tables });
  const close = async () => {
    await Promise.all([api.close(), portal.close()]);
    await city.close(1_000);
  };
  const url = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;
  return { ...world, close, cityUrl: url(api), portalUrl: url(portal) };
}

t.test('[BB1] [BB2] [BB3] [BB4] [BB5] a population renews itself in a sound city: no findings', async (t) => {
  const { city, clock, cityUrl, portalUrl, close } = await startedCity();
  const population = new Population({
    city: cityUrl,
    portal: portalUrl,
    operatorToken,
    count: 3,
    visitors: 2,
    children: 15,
    visitorRate: 20,
    // Souls wait long enough that some are taken back.
    mix: { adopt: 3, walk: 1, broadcast: 4, pay: 2, job: 3, vouch: 1 },
    seed: 5,
    rate: 200,
    closingMs: 60_000,
    lateMs: 30_000,
  });
  await population.start();
  for (let round = 1; !isEnough(population.report()); round++) {
    const { residents, died } = population.report();
    if (residents === died) throw new Error(`all have died: ${JSON.stringify(population.report().works)}`);
    await sleep(100);
    if (round % 3 > 0) continue;
    clock.ms += 300_000;
    await city.tick();
  }
  const report = await population.stop();
  t.same(report.examples, []);
  t.ok(report.ok);
  t.ok(isEnough(report), JSON.stringify(report.works));
  const { births } = report.checked;
  t.equal(births, report.works['newcomers']);
  t.ok((report.works['adoptions'] ?? 0) >= births, JSON.stringify(report.works));
  t.same(city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
  await close();
});
