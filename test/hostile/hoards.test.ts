/**
 * Given somebody who hoards, when the hoard lies elsewhere than in an account that is watched, then there is still work for the others
 * (PW1).
 */
import t from 'tap';
import { indexes } from '../../actors/indexes.ts';
import { command } from '../../actors/registry.ts';
import { visitorActor } from '../../actors/rules/place/names.ts';
import { nameOf } from '../../engine/ids.ts';
import { balanced, deploying, does, workshop } from '../actors/built-places.ts';
import { given, type Town } from '../actors/given-residents.ts';
import { claim, posting, submit } from '../actors/job-requests.ts';
import { visitorIn, visits } from '../actors/visitors-and-souls.ts';

const share = 90_000;
const living = ['ada', 'bo', 'cleo', 'dora', 'eve'];
const mortals = Array.from({ length: 10 }, (_, n) => `mortal${n}`);

const openWorks = ({ world: { city } }: Town) => city.state.index(indexes.publicWorks).page('open', '', 32).map(nameOf);

/** Ada has what ten have left to her, who are dead, and half of what the other four had. */
async function hoarded(): Promise<Town> {
  const person = (lifespan: number) => ({ credits: share, lifespan });
  const people = [...living.map((one) => [one, person(288)]), ...mortals.map((one) => [one, person(2)])];
  const town = await given(Object.fromEntries(people));
  for (const name of living.slice(1)) await does(town, name, { type: 'transfer', to: town.id('ada'), amount: 50_000 });
  for (const name of mortals) await does(town, name, { type: 'transfer', to: town.id('ada'), amount: 80_000 });
  await town.ticks(3);
  return town;
}

/** Whoever can does what there is to do. Returns how much was done. */
async function works(town: Town, ticks: number): Promise<number> {
  let done = 0;
  for (let tick = 0; tick < ticks; tick++) {
    for (const job of openWorks(town))
      for (const name of living.slice(1)) {
        if ((await town.when(name, claim(job))).type !== 'applied') continue;
        await does(town, name, submit(job));
        done += 1;
        break;
      }
    await town.ticks(1);
  }
  return done;
}

t.test('[PW1] what one hoards in rewards that nobody claims takes work from nobody', async (t) => {
  for (const rewards of [[], [900_000], Array.from({ length: 8 }, () => 112_500)]) {
    const town = await hoarded();
    for (const reward of rewards) await does(town, 'ada', posting({ reward }));
    const done = await works(town, 100);
    const alive = living.filter((name) => town.state(name) !== 'dead').length;
    t.ok(done > 20 && alive === 5, `${rewards.length} jobs: ${done} works done, ${alive} of five live`);
    balanced(t, town);
  }
});

/** One with a thousand credits builds places at the Commons, and pays all that it has into their pools. */
async function filled(owned: boolean): Promise<Town> {
  const poor = living.slice(1).map((one) => [one, { credits: 40_000, lifespan: 288 }] as const);
  const town = await given({ ...Object.fromEntries(poor), ada: { credits: 700_000, lifespan: owned ? 288 : 4 } });
  for (let n = 0; n < 4; n++) {
    const id = await workshop(town, 'ada', { name: `Pool ${n}`, funding: 1_000 });
    await does(town, 'ada', deploying(id, { name: `Pool ${n}`, funding: 90_000 }));
  }
  await town.ticks(4);
  t.equal(town.state('ada') === 'dead', !owned);
  return town;
}

t.test('[PW1] [PD9] whoever fills pools takes work from nobody, whether these have an owner or none', async (t) => {
  for (const owned of [true, false]) {
    const town = await filled(owned);
    const done = await works(town, 100);
    const alive = living.slice(1).filter((name) => town.state(name) !== 'dead').length;
    t.ok(done > 20 && alive === 4, `${owned ? 'owned' : "nobody's"}: ${done} works done, ${alive} of four live`);
    balanced(t, town);
  }
});

t.test('[PW1] while everybody has a share there is no work, whatever a visitor has given to one of them', async (t) => {
  const town = await given({ ada: { credits: share + 6_000 }, bo: { credits: share + 6_000 } });
  const { city } = town.world;
  const visitor = await visitorIn(city);
  await city.submit(command(visitorActor(visitor), { type: 'grant', amount: 1_000_000 }, { caller: 'operator' }));
  await visits(city, visitor, { type: 'fund', resident: town.id('ada'), amount: 1_000_000 });
  await town.ticks(5);
  t.same(openWorks(town), []);
});
