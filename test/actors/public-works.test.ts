/** Public works: when the city posts them, who may do them and where, what is paid, and that no more is paid than was taken. */
import t from 'tap';
import { indexes } from '../../actors/indexes.ts';
import type { JobContext } from '../../actors/kinds/job/messages.ts';
import { location } from '../../actors/kinds/location/index.ts';
import { command } from '../../actors/registry.ts';
import { commons, jobActor, locationActor, visitorActor } from '../../actors/rules/place/names.ts';
import { jobsToPost } from '../../actors/rules/work/public-works-budget.ts';
import { must } from '../../engine/assert.ts';
import { nameOf } from '../../engine/ids.ts';
import { balanced, does, holds, refuses } from './built-places.ts';
import { given, move, type Person, type Town } from './given-residents.ts';
import { claim, reject, release, submit } from './job-requests.ts';
import { visitorIn } from './visitors-and-souls.ts';

const reward = 18_000;
const perResident = 90_000;
const long = { lifespan: 288 };
/** They hold less than the city wants in circulation. */
const people: Readonly<Record<string, Person>> = { ada: { credits: 60_000 }, bo: { credits: 60_000 } };

const openWorks = ({ world: { city } }: Town): string[] =>
  city.state.index(indexes.publicWorks).page('open', '', 1_000).map(nameOf);
const onBoard = ({ world: { city } }: Town): number => city.state.index(indexes.jobs).count(commons);
const work = (town: Town): string => must(openWorks(town)[0], 'a public work');
const image = (town: Town, job: string) => must(town.world.city.state.images.get(jobActor(job)), job);
const inCirculation = (town: Town): number => -holds(town, 'treasury');

t.test(
  '[PW1] [L5] the city posts work out of what it has taken, and no more is in circulation than that',
  async (t) => {
    const full = { ...long, credits: perResident };
    const town = await given({ ada: full, bo: full });
    await town.ticks(8);
    t.same(openWorks(town), [], 'eighteen credits have not been taken yet');
    await town.ticks(1);
    t.match(image(town, work(town)).context, { poster: null, place: commons, held: reward, reward });
    t.equal(holds(town, 'escrow'), reward);
    t.equal(inCirculation(town), 2 * perResident);
    balanced(t, town);
    for (let tick = 0; tick < 40; tick++) {
      for (const name of ['ada', 'bo']) for (const job of openWorks(town)) await town.when(name, claim(job));
      for (const name of ['ada', 'bo'])
        for (const id of town.world.city.state.index(indexes.publicWorks).page(town.id(name), '', 9))
          await town.when(name, submit(nameOf(id)));
      await town.ticks(1);
      t.ok(inCirculation(town) <= 2 * perResident, `tick ${tick}`);
    }
    t.ok(
      town.newEvents().some(({ type }) => type === 'job.completed'),
      'work was paid',
    );
    balanced(t, town);
  },
);

t.test('[PW1] as many are open as give everybody one an hour, and none where the operator wants none', async (t) => {
  const town = await given(people);
  await town.ticks(5);
  t.equal(openWorks(town).length, 1, 'of two who live');
  const none = await given(people, { env: { PUBLIC_WORKS_OPEN_MAX: '0' } });
  await none.ticks(5);
  t.equal(onBoard(none), 0);
  const settings = { ...town.world.city.state.counters.settings };
  const means = { living: 1_200, treasury: 0, surplus: 0, open: 0 };
  t.equal(jobsToPost(settings, { ...means, living: 25 }), 3);
  t.equal(jobsToPost(settings, means), 32, 'a hundred would be needed');
  t.equal(jobsToPost(settings, { ...means, open: 30 }), 2);
  t.equal(jobsToPost(settings, { ...means, treasury: -1_200 * perResident + 2 * reward }), 2);
  t.equal(jobsToPost(settings, { ...means, treasury: -2_000 * perResident }), 0);
  t.equal(jobsToPost({ ...settings, PUBLIC_WORK_REWARD: 0 }, means), 0);
});

t.test('[PW1] what the operator grants to a visitor takes work from nobody', async (t) => {
  const town = await given(people);
  const { city } = town.world;
  const visitor = await visitorIn(city);
  const grant = command(visitorActor(visitor), { type: 'grant', amount: 1_000_000 }, { caller: 'operator' });
  t.match(await city.submit(grant), { type: 'applied' });
  await town.ticks(1);
  t.equal(openWorks(town).length, 1);
  balanced(t, town);
});

t.test('[PW1] a founder who was given much takes work from nobody', async (t) => {
  const town = await given({ ...people, cleo: { credits: 1_000_000 } });
  await town.ticks(1);
  t.equal(openWorks(town).length, 1);
  balanced(t, town);
});

t.test('[PW1] what was granted counts once: where all have their share there is no work', async (t) => {
  const rich = await given({ ada: { ...long, credits: 1_000_000 }, bo: { ...long, credits: 2 * perResident } });
  const visitor = await visitorIn(rich.world.city);
  const grant = command(visitorActor(visitor), { type: 'grant', amount: 1_000_000 }, { caller: 'operator' });
  t.match(await rich.world.city.submit(grant), { type: 'applied' });
  const fund = command(
    visitorActor(visitor),
    { type: 'fund', resident: rich.id('ada'), amount: 500_000 },
    { caller: visitorActor(visitor) },
  );
  t.match(await rich.world.city.submit(fund), { type: 'applied' });
  await rich.ticks(5);
  t.same(openWorks(rich), []);
  balanced(t, rich);
});

t.test('[PW1] one who hoards takes work from nobody', async (t) => {
  const names = ['ada', 'bo', 'cleo', 'dora', 'eve'] as const;
  const town = await given(Object.fromEntries(names.map((name) => [name, { credits: perResident }])));
  for (const name of names.slice(1)) await does(town, name, { type: 'transfer', to: town.id('ada'), amount: 80_000 });
  t.equal(inCirculation(town), names.length * perResident, 'all that the city wants in circulation');
  await town.ticks(1);
  t.equal(openWorks(town).length, 1);
  balanced(t, town);
});

t.test('[PW2] public work is claimed, and submitted, where it is', async (t) => {
  const town = await given(people);
  await town.ticks(1);
  const job = work(town);
  await does(town, 'bo', move('home'));
  const elsewhere = { required: commons, current: town.home('bo') };
  await refuses(t, town, 'bo', claim(job), 'location_required', elsewhere);
  await does(town, 'bo', move('commons'));
  await does(town, 'bo', claim(job));
  await does(town, 'bo', move('home'));
  await refuses(t, town, 'bo', submit(job), 'location_required', elsewhere);
  await does(town, 'bo', move('commons'));
  await does(town, 'bo', submit(job));
  await refuses(t, town, 'ada', reject(job), 'access_denied');
});

t.test(
  '[PW3] [PW4] a resident has one public work at a time, paid after twelve ticks, without reputation',
  async (t) => {
    const town = await given(people);
    await town.ticks(1);
    const job = work(town);
    await does(town, 'bo', claim(job));
    await town.ticks(1);
    const next = work(town);
    const limit = { max: 1, current: 1, of: 'public works' };
    await refuses(t, town, 'bo', claim(next), 'tier_capacity_exceeded', limit);
    await does(town, 'bo', submit(job));
    await refuses(t, town, 'bo', claim(next), 'tier_capacity_exceeded', limit);
    const before = town.balance('bo');
    town.newEvents();
    await town.ticks(12);
    t.equal(town.balance('bo'), before + reward - 12_000);
    t.equal(image(town, job).state, 'completed');
    t.equal(town.context('bo').deeds, undefined, 'nobody has judged it');
    const events = town.newEvents();
    t.match(
      events.find(({ type }) => type === 'credits.received'),
      { subject: town.id('bo'), data: { reason: 'reward', from: null, place: commons, amount: 18 } },
    );
    t.match(
      events.find(({ type }) => type === 'job.completed'),
      { category: 'infrastructure', actor: null, data: { poster: null, claimer: town.id('bo') } },
    );
    await does(town, 'bo', claim(next));
    balanced(t, town);
  },
);

t.test(
  '[PW5] it leaves the board when it is claimed, comes back when it is given up, and ends with its time',
  async (t) => {
    const town = await given(
      { ada: { ...long, credits: 1_000 }, bo: { lifespan: 7, credits: 60_000 } },
      {
        env: { JOB_TICKS: '20', RESIDENT_UPKEEP: '0.01' },
      },
    );
    await town.ticks(1);
    const job = work(town);
    t.equal(onBoard(town), 1);
    await does(town, 'bo', claim(job));
    t.equal(onBoard(town), 0);
    await does(town, 'bo', release(job));
    t.same(openWorks(town), [job]);
    await does(town, 'bo', claim(job));
    await does(town, 'bo', submit(job));
    await town.ticks(6);
    t.equal(town.state('bo'), 'dead');
    t.ok(openWorks(town).includes(job), 'nobody is paid for work of the dead');
    const { expiresTick } = image(town, job).context as JobContext;
    const ada = town.balance('ada');
    const ticks = expiresTick - town.world.city.state.counters.tick;
    await town.ticks(ticks);
    t.match(image(town, job), { state: 'expired', context: { held: 0 } });
    t.equal(town.balance('ada'), ada - 10 * ticks, 'the treasury alone has it back');
    balanced(t, town);
  },
);

t.test('[PW1] the Commons of an earlier version looks at its first tick here', async (t) => {
  const town = await given({});
  const now = must(town.world.city.state.images.get(locationActor(commons)), commons);
  t.match(now.wakes, [{ tick: 1, event: { type: 'works.due' } }]);
  const before = {
    ...now,
    context: now.context as Parameters<NonNullable<typeof location.updated>>[0]['context'],
    wakes: [],
  };
  t.match(location.updated?.(before).wakes, [{ tick: 0, event: { type: 'works.due' } }]);
  t.equal(location.updated?.(now), now);
});
