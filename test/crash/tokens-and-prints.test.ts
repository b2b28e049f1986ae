/**
 * Given residents whose tokens are replaced, and residents and a visitor who have things printed, when the city is killed amid that again
 * and again, then the newest token of each opens the door and no older one does, and each print was taken, paid and ended once, as many
 * as the limits allow [OP1] [SO5] [PS4].
 */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { fieldsOf, textOf } from '../../client/wire.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { CityProcess } from './city.ts';
import { Database, readBooks } from './database-books.ts';
import { ask } from './http-exchange.ts';
import { PrintLife, printSettings } from './print-life.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import { seed, sized } from './size.ts';
import { TokenLife } from './token-life.ts';

const kills = sized(2, 3, 200);
const pauseMsMax = 50;

/** From the event table: how often tokens were replaced, and whose prints were queued and ended. */
async function told(folder: string): Promise<readonly (readonly [string, string, number])[]> {
  const database = await Database.open(folder);
  const rows = await database.sql<{ type: string; payer: string; count: number; subjects: number }[]>`
    select type, case type when 'token.replaced' then '' else body::json -> 'data' ->> 'by' end as payer, count(*)::int as count,
      count(distinct body::json ->> 'subject')::int as subjects
    from event where type in ('print.queued', 'portal.printed', 'token.replaced') group by 1, 2 order by 1, 2`;
  await database.stop();
  return rows.map(({ type, payer, count, subjects }) => {
    const isOnce = type === 'token.replaced' || count === subjects;
    return [type, payer, isOnce ? count : Number.NaN] as const;
  });
}

t.test('[OP1] [SO5] [PS4] tokens and prints under kill -9', async (t) => {
  const settings = { ...printSettings, VISITOR_RATE_PER_MINUTE: '1000000', SANDBOX: 'off' };
  const city = await CityProcess.of(t, settings);
  await city.start();
  const requests = new RepeatedRequests();
  const chance = new SeededRandom(seed);
  const account = { body: { handle: 'eve', password: 'a ladder of rope' } };
  const { visitor, token } = (await ask(city.portalPort, 'POST', '/v1/visitors/register', account)).body;
  const tokens = new TokenLife(city, requests, chance, textOf(token));
  const prints = new PrintLife(city, requests, chance);
  await tokens.open();
  await prints.open({ id: textOf(fieldsOf(visitor)['id']), token: textOf(token) });
  const faults: string[] = [];
  for (let kill = 0; kill < kills && faults.length === 0; kill++) {
    const [replacing, printing] = [tokens.live(), prints.live()];
    await Promise.all([tokens.amid(), prints.amid()]);
    await sleep(chance.integerBelow(pauseMsMax));
    await city.kill();
    await replacing;
    await city.start();
    faults.push(...(await tokens.faults()));
    await printing;
    faults.push(...(await prints.faults()));
  }
  t.same(faults, []);
  t.same(await prints.unpaid(), [], 'fees are those of what was printed');
  const { replaced, happened, lost } = tokens.counts;
  t.comment(
    `${kills} kills, ${prints.ended} prints, ${replaced} tokens; of those on their way ${happened} given out, ${lost} not`,
  );
  requests.close();
  await city.kill();
  t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
  const payers = [...prints.payers].sort((a, b) => (a.id < b.id ? -1 : 1));
  const printed = ['portal.printed', 'print.queued'].flatMap((type) =>
    payers.map(({ id, taken }) => [type, id, taken.length]),
  );
  t.same(await told(city.folder), [...printed, ['token.replaced', '', replaced]], 'none twice, none lost');
});
