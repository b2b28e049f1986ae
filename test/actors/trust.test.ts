/** How jobs add to trust, and how little residents gain who only work for each other. */
import t from 'tap';
import { z } from 'zod';
import { view } from '../../actors/views.ts';
import { Dice } from '../simulation/dice.ts';
import { does, newest } from './built-places.ts';
import { given, type Person, type Town } from './given-residents.ts';
import { accept, claim, posting, submit } from './job-requests.ts';
import { any } from './random-acts.ts';

const founded: Person = { credits: 1_000_000, lifespan: 288 };

async function works(town: Town, from: string, by: string, reward: number): Promise<void> {
  await does(town, from, posting({ reward }));
  const job = newest(town, 'job.posted');
  await does(town, by, claim(job));
  await does(town, by, submit(job));
  await does(town, from, accept(job));
}

async function reputationOf(town: Town, name: string) {
  const viewed = await town.world.city.view(view('me', { id: town.id(name) }));
  return z.object({ value: z.object({ reputation: z.looseObject({ trust_score: z.number() }) }) }).parse(viewed).value
    .reputation;
}

const tenthousandths = async (town: Town, name: string) =>
  Math.round(10_000 * (await reputationOf(town, name)).trust_score);

t.test('[VO4] 100 jobs of a thousandth are worth nothing, and no achievement [AC1]', async (t) => {
  const town = await given({ ada: founded, bo: founded });
  for (let n = 0; n < 100; n++) await works(town, 'ada', 'bo', 1);
  t.match(await reputationOf(town, 'bo'), { jobs_completed: 100, trust_score: 0, achievements: [] });
  t.match(await reputationOf(town, 'ada'), { achievements: [] });
});

t.test('[VO4] the first 5 credits that somebody pays for jobs count, whoever is paid', async (t) => {
  const town = await given({ ada: founded, bo: founded, cleo: founded });
  await works(town, 'ada', 'bo', 3_000);
  await works(town, 'ada', 'cleo', 3_000);
  await works(town, 'ada', 'bo', 30_000);
  t.equal(await tenthousandths(town, 'bo'), 600);
  t.equal(await tenthousandths(town, 'cleo'), 400);
  await works(town, 'cleo', 'bo', 30_000);
  t.equal(await tenthousandths(town, 'bo'), 1_600, 'another pays for itself');
});

for (const size of [2, 3, 4, 5])
  t.test(`[VO4] a circle of ${size} gains no more than ${size} honest jobs give`, async (t) => {
    for (let seed = 1; seed <= 6; seed++) {
      const dice = new Dice(seed * 100 + size);
      const names = ['ada', 'bo', 'cleo', 'dan', 'eve'].slice(0, size);
      const town = await given(Object.fromEntries(names.map((name) => [name, founded])));
      // Everybody serves everybody first, then as chance has it.
      const pairs = names.flatMap((from) => names.filter((by) => by !== from).map((by) => [from, by] as const));
      for (const [from, by] of pairs) await works(town, from, by, 5_000);
      for (let n = 0; n < 20; n++) {
        const [from, by] = any(dice, pairs, ['ada', 'bo'] as const);
        await works(town, from, by, dice.pick([1, 999, 5_000, 20_000]));
      }
      let gained = 0;
      for (const name of names) gained += await tenthousandths(town, name);
      t.equal(gained, size * 1_000, `seed ${seed}`);
    }
  });

t.test('[VO4] a resident of before, of whom only jobs are counted, is shown and goes on', async (t) => {
  const town = await given({ ada: founded, bo: founded });
  const { city } = town.world;
  await city.submit({ to: town.actor('bo'), caller: 'city', event: { type: 'counted', deed: 'jobs' } });
  t.match(await reputationOf(town, 'bo'), { jobs_completed: 1, trust_score: 0 });
  await works(town, 'ada', 'bo', 5_000);
  t.match(await reputationOf(town, 'bo'), { jobs_completed: 2, trust_score: 0.1 });
});
