/**
 * Given a city that lives, when it has done so many turns, then a base is made beside it; when it is killed meanwhile, all that it kept can
 * be read, every turn can be opened, and the books are sound [PT1] [J1].
 */
import t from 'tap';
import { runProgram } from '../../cli/run-program.ts';
import { until } from '../until.ts';
import { CityProcess } from './city.ts';
import { Database, readBooks } from './database-books.ts';

const everyTurns = 20;

t.test(`[PT1] a base every ${everyTurns} turns, and a kill amid one`, async (t) => {
  const city = await CityProcess.of(t, { SANDBOX: 'off', BASE_TURNS: String(everyTurns), TICK_CRON: 'manual' });
  await city.start();
  const database = await Database.open(city.folder);
  const bases = async () => Number((await database.sql`select count(*)::int as count from base`)[0]?.['count']);
  for (let n = 0; n < everyTurns; n++) await city.found(`Ada${n}`);
  // A base is due after as many turns as there are actors, too; each tick is two turns or more.
  for (let n = 0; n < 3 * everyTurns; n++) await city.operate('POST', '/v1/admin/tick', {});
  await until('the first base', async () => (await bases()) > 0);
  for (let n = 0; n < everyTurns; n++) await city.operate('POST', '/v1/admin/tick', {});
  await city.kill();
  await database.leave();
  await city.start();
  const civitas = (...args: readonly string[]) =>
    runProgram(process.execPath, ['cli/civitas.js', ...args, '--data', city.folder], 120_000);
  t.match(await civitas('verify'), { code: 0, output: /Turns that can be opened: 1 to \d+\./ }, 'while it runs');
  t.match(await civitas('replay', '--print', '--to', `tick:${everyTurns}`), { code: 0, output: /^living +23$/m });
  await city.kill();
  t.match(await civitas('verify'), { code: 0 });
  t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
});
