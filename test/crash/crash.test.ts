/**
 * Given residents who live in a city, when the city is killed and its Postgres crashes again and again at any moment, then at the end
 * every acknowledged write is there once, nothing happened behind `applied: false`, and the books are sound [L7] [OP1] [J4] [OP2] [J1].
 *
 * Three witnesses that know nothing of each other: the residents, through the public interface (population/); the event table,
 * counted with SQL; and the journal, run again command by command.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { Population } from '../../population/population.ts';
import type { Report } from '../../population/report.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { CityProcess } from './city.ts';
import { type Books, readBooks } from './database-books.ts';
import { seed, sized } from './size.ts';

const kills = sized(3, 5, 200);
const crashes = sized(1, 2, 50);
/** Requests that must have got through since the last blow, so that the next one falls amid life. */
const answeredBetween = 40;
const pauseMsMax = 300;
/** One kill in so many comes while the city is still starting. */
const amidStart = 6;
/** Time passes, but not so much of it that a resident dies (288 ticks). */
const ticksMax = 200;

type Blow = 'kill the city' | 'kill it amid its start' | 'crash Postgres' | 'kill Postgres';

const chance = new SeededRandom(seed);
t.comment(`seed ${seed}: ${kills} kills of the city, ${crashes} crashes of Postgres`);

t.test('[OP1] [J4] [OP2] nothing acknowledged is lost, nothing acts twice', async (t) => {
  const city = await CityProcess.of(t);
  await city.start();
  const population = new Population({
    city: city.url,
    portal: city.portalUrl,
    operatorToken: city.operatorToken,
    count: 12,
    rate: 500,
    seed,
    repeats: 0.05,
    closingMs: 60_000,
  });
  await population.start();

  let ticks = 0;
  for (const blow of blows()) {
    await life(population);
    if (ticks < ticksMax) ticks += 1;
    // Its answer is nobody's business: a tick may be cut off like everything else.
    if (ticks < ticksMax) void city.operate('POST', '/v1/admin/tick', {});
    await sleep(chance.integerBelow(pauseMsMax));
    await strike(city, blow);
  }
  await life(population);
  const report = await population.stop();
  // Killed once more, so that the books are read as a crash leaves them.
  await city.kill();
  const books = await readBooks(
    city.folder,
    population.residents.map((resident) => resident.id),
  );

  t.same(report.examples, [], 'the residents found nothing wrong');
  t.equal(report.died, 0, 'everyone lives');
  t.ok(report.connections.lost >= kills, `${report.connections.lost} connections were lost`);
  const { deliveries, payments, letters, balances, repeats } = report.checked;
  t.comment(`checked ${deliveries} deliveries, ${payments} payments, ${letters} letters, ${repeats} repeats`);
  t.ok(deliveries > 100 * (kills + crashes) && payments > kills && letters > 0, 'there was something to check');
  t.equal(balances, report.residents, 'every balance was checked');

  t.comment(`${books.turns} turns, ${books.events} events; errors ${JSON.stringify(report.errors)}`);
  t.same(books.faults, [], 'the books are sound');
  t.same(books.happened.doubled, [], 'no message was said twice');
  for (const difference of differences(report, books)) t.fail(difference);
});

function blows(): readonly Blow[] {
  return shuffled([
    ...Array.from(
      { length: kills },
      (_, at) => (at % amidStart === 2 ? 'kill it amid its start' : 'kill the city') satisfies Blow,
    ),
    ...Array.from({ length: crashes }, (_, at) => (at % 2 === 0 ? 'crash Postgres' : 'kill Postgres') satisfies Blow),
  ]);
}

/** Resolves when residents have got answers again. */
async function life(population: Population): Promise<void> {
  const before = answered(population.report());
  while (answered(population.report()) < before + answeredBetween) await sleep(20);
}

function answered(report: Report): number {
  return Object.values(report.requests).reduce((sum, { done }) => sum + done, 0);
}

async function strike(city: CityProcess, blow: Blow): Promise<void> {
  const [postmaster] = city.postgresPids();
  if (blow === 'crash Postgres' || blow === 'kill Postgres') {
    if (postmaster === undefined) throw new Error('no postmaster to strike');
    process.kill(postmaster, blow === 'crash Postgres' ? 'SIGQUIT' : 'SIGKILL');
    return;
  }
  await city.kill();
  if (blow === 'kill it amid its start') {
    city.launch();
    await sleep(300 + chance.integerBelow(900));
    await city.kill();
  }
  await city.start();
}

/** What was done stands in the event table; nothing stands there that was refused [OP1] [OP2]. */
function differences(report: Report, { happened }: Books): string[] {
  const kinds = ['broadcast', 'whisper', 'shout', 'letter', 'pay', 'move'] as const;
  return kinds.flatMap((kind) => {
    const { done, unknown } = report.requests[kind] ?? { done: 0, unknown: 0 };
    const count = happened[kind];
    if (count >= done && count <= done + unknown) return [];
    return [`${kind}: ${done} acknowledged and ${unknown} unknown, ${count} in the event table`];
  });
}

function shuffled<T>(items: readonly T[]): T[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = chance.integerBelow(at + 1);
    const [a, b] = [list[at], list[other]];
    if (a === undefined || b === undefined) continue;
    list[at] = b;
    list[other] = a;
  }
  return list;
}
