/**
 * A small city of six lives, one after the other: with public works it can be lived in, without them it dies out. The long run is
 * `npm run economy`; its figures stand in docs/economy.md.
 */
import t from 'tap';
import { type Course, runEconomy } from './economy.ts';
import { withFillers } from './filling.ts';
import { birthsPerDeathMin, jobsAnHourMin, largestShareMax, verdictOn, workerLifeMin } from './verdict.ts';

const small: Course = { seed: 1, founders: 12, peopleMax: 24, spans: 6 };

t.test('[PW1] who works a job an hour lives, births keep up with deaths, and no class holds all', async (t) => {
  const { rows, curve, violations } = await runEconomy(small);
  t.same(violations, []);
  t.equal(rows.length, small.spans);
  const { workerLife, jobsAnHour, birthsPerDeath, largestShare, isLivable } = verdictOn(rows);
  t.ok((workerLife ?? 0) >= workerLifeMin, `workers live ${workerLife} of their span`);
  t.ok((jobsAnHour ?? 0) >= jobsAnHourMin, `${jobsAnHour} jobs an hour`);
  t.ok((birthsPerDeath ?? 0) >= birthsPerDeathMin, `${birthsPerDeath} births for each death`);
  t.ok((largestShare ?? 1) <= largestShareMax, `the richest class holds ${largestShare}`);
  t.ok(isLivable);
  // What seeds and works bring into circulation is bounded by who lives; deaths lower the bound before upkeep has taken the rest.
  const perHead = curve.slice(72).map(({ supply, population }) => supply / population);
  t.ok(Math.max(...perHead) <= 120, `at most ${Math.max(...perHead)} credits for each who lives`);
});

t.test('[PW1] who fills pools on purpose takes neither work nor births from the others', async (t) => {
  const { rows, violations } = await runEconomy({ ...small, table: withFillers });
  t.same(violations, []);
  t.ok(Math.max(...rows.map(({ held }) => held.pools)) > 100, 'pools are filled');
  const { workerLife, jobsAnHour, birthsPerDeath } = verdictOn(rows);
  t.ok((workerLife ?? 0) >= workerLifeMin, `workers live ${workerLife} of their span`);
  t.ok((jobsAnHour ?? 0) >= jobsAnHourMin, `${jobsAnHour} jobs an hour`);
  t.ok((birthsPerDeath ?? 0) >= birthsPerDeathMin, `${birthsPerDeath} births for each death`);
});

t.test('without public works the same city dies out', async (t) => {
  const { rows, violations } = await runEconomy({ ...small, env: { PUBLIC_WORKS_OPEN_MAX: '0' } });
  t.same(violations, []);
  t.equal(rows.at(-1)?.population, 0);
  t.notOk(verdictOn(rows).isLivable);
});

t.test('[OP3] the same seed is the same economy', async (t) => {
  const short = { ...small, spans: 1 };
  t.same(await runEconomy(short), await runEconomy(short));
});
