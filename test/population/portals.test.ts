/**
 * Given the real city in this process, when residents and a visitor live at its portal, then nothing is found, and some of each was done.
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
import { cheapPasswords, operatorToken, optionsOf } from '../gateways/started-gateways.ts';
import { openWorld } from '../world.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

/** All prints that residents may ask for, and some of the rest. */
const isEnough = ({ works, requests }: Report): boolean => {
  const { prints = 0, 'portal messages': messages = 0, 'visitor broadcasts': broadcasts = 0 } = works;
  return prints === 8 && messages > 30 && broadcasts > 1 && (requests['answer_print']?.done ?? 0) > 4;
};

t.test('[PP1] messages and prints at a sound city’s portal: no findings, and each was done', async (t) => {
  const { city } = await openWorld();
  const limits = { residentRatePerMinute: 1_000_000, anonymousWritesPerMinute: 1_000 };
  const options = optionsOf(city, { ...cheapPasswords, ...limits }, []);
  const tables = {
    credentials: new MemoryCredentials(),
    tickRows: new MemoryTickRows(),
    chronicle: new MemoryChronicleRows(),
  };
  const api = await startCityApi({ ...options, portalPort: () => 0 });
  const portal = await startPortal({
    ...options,
    control: city,
    manualTicks: true,
    failingServices: () => ({}),
    ...tables,
  });
  const population = new Population({
    city: `http://127.0.0.1:${api.port}`,
    portal: `http://127.0.0.1:${portal.port}`,
    operatorToken,
    count: 6,
    mix: { portal_message: 4, portal_print: 2, walk: 1, broadcast: 2 },
    seed: 3,
    rate: 60,
    closingMs: 60_000,
    lateMs: 30_000,
  });
  await population.start();
  while (!isEnough(population.report())) await sleep(200);
  const report = await population.stop();
  t.same(report.examples, []);
  t.ok(report.ok);
  t.ok(isEnough(report), JSON.stringify(report.works));
  t.equal(report.requests['answer_print']?.done, report.requests['portal_print']?.done);
  t.equal(report.checked.balances, 6);
  t.same(city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
  await Promise.all([api.close(), portal.close()]);
  await city.close(1_000);
});
