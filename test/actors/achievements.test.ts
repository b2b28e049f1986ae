/** What residents achieve by what they do, each once. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { achievementNames, countedTo } from '../../actors/rules/people/deeds.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { finished } from '../world.ts';
import {
  adding,
  calling,
  deploying,
  does,
  goTo,
  linkFrom,
  newest,
  priced,
  rich,
  service,
  workshop,
} from './built-places.ts';
import { given, move, type Person, say, type Town } from './given-residents.ts';
import { accept, claim, posting, submit } from './job-requests.ts';

const people: Readonly<Record<string, Person>> = { ada: rich, bo: rich };
const whisper = (town: Town, to: string) => ({ type: 'whisper', to: town.id(to), text: 'Psst.' });

const earned = (town: Town, name: string) => town.context(name).achievements ?? [];

t.test('[AC1] each is earned once, without an event: passports show it', async (t) => {
  const town = await given(people);
  await does(town, 'ada', say('Hello.'));
  await does(town, 'ada', say('Hello again.'));
  t.same(
    town.newEvents().map(({ type }) => type),
    ['message.broadcast', 'message.broadcast'],
  );
  t.same(earned(town, 'ada'), ['first_words']);
});

t.test('[AC1] first words are whispered or shouted as well, and a letter is none', async (t) => {
  for (const words of [(town: Town) => whisper(town, 'bo'), () => ({ type: 'shout', text: 'Ho!' })]) {
    const town = await given(people);
    await does(town, 'ada', words(town));
    t.same(earned(town, 'ada'), ['first_words']);
    await does(town, 'bo', move('home'));
    await does(town, 'bo', { type: 'letter', to: town.id('ada'), text: 'Dear' });
    t.same(earned(town, 'bo'), []);
  }
});

t.test('[AC1] homemaker, builder and architect', async (t) => {
  const town = await given({ ada: { credits: 9_000_000, lifespan: 288 }, bo: rich });
  await does(town, 'ada', move('home'));
  for (const name of ['den', 'parlour']) await does(town, 'ada', adding(name, 'workshop'));
  t.same(earned(town, 'ada'), ['homemaker']);
  await does(town, 'ada', deploying('den', { name: 'Mill' }));
  t.same(earned(town, 'ada'), ['homemaker', 'builder'], 'out of a room');
  await does(town, 'ada', move('commons'));
  for (const name of ['Inn', 'Shop', 'Forge']) {
    const id = await workshop(town, 'ada', { name, representative: town.id(name === 'Inn' ? 'bo' : 'ada') });
    await does(town, name === 'Inn' ? 'bo' : 'ada', deploying(id, { links: [linkFrom('city-commons')] }));
  }
  t.same(earned(town, 'bo'), ['builder'], 'who deploys has built it, whoever owns it');
  t.same(town.context('ada').deeds, { rooms: 1, pods: 3 });
  await does(town, 'ada', deploying('shop', { tier: 'small', links: [], funding: 0 }));
  t.equal(town.context('ada').deeds?.pods, 3, 'a larger tier is no other pod');
  for (const name of ['Tower', 'Well']) await does(town, 'ada', deploying(await workshop(town, 'ada', { name })));
  t.same(earned(town, 'ada'), ['homemaker', 'builder', 'architect']);
});

t.test('[AC1] shopkeeper: calls that others paid a credit for, counted no further than 100', async (t) => {
  const town = await given(people);
  const id = await service(town, 'ada', { pricing: priced({ perQuery: 1_000 }), funding: 500_000 });
  await goTo(town, 'bo', id);
  await goTo(town, 'ada', id);
  town.world.sandbox.comes = () => ({ ...finished, output: '1' });
  await does(town, 'ada', calling(id));
  t.equal(town.context('ada').deeds?.sales, undefined, 'its own calls are not sales');
  await does(town, 'ada', { type: 'set_pricing', pod: id, pricing: priced({ perQuery: 999 }) });
  await does(town, 'bo', calling(id));
  t.equal(town.context('ada').deeds?.sales, undefined, 'nor are calls for less than a credit');
  await does(town, 'ada', { type: 'set_pricing', pod: id, pricing: priced({ perQuery: 1_000 }) });
  for (let n = 1; n <= 99; n++) await does(town, 'bo', calling(id));
  t.equal(town.context('ada').deeds?.sales, 99);
  t.notOk(earned(town, 'ada').includes('shopkeeper'));
  for (let n = 0; n < 3; n++) await does(town, 'bo', calling(id));
  t.equal(town.context('ada').deeds?.sales, countedTo.sales);
  t.same(earned(town, 'ada'), ['builder', 'shopkeeper']);
});

t.test('[AC1] [VO4] employer by 5 credits paid for jobs, craftsman by 10 such employers', async (t) => {
  const posters = Array.from({ length: 10 }, (_, n) => `poster-${n}`);
  const town = await given({ bo: rich, ...Object.fromEntries(posters.map((name) => [name, rich])) });
  for (const poster of posters)
    for (const reward of [4_000, 1_000]) {
      t.same([...earned(town, 'bo'), ...earned(town, poster)], [], `${poster} has not paid ${reward} yet`);
      await does(town, poster, posting({ reward }));
      const job = newest(town, 'job.posted');
      await does(town, 'bo', claim(job));
      await does(town, 'bo', submit(job));
      await does(town, poster, accept(job));
    }
  for (const poster of posters) t.same(earned(town, poster), ['employer']);
  t.same(earned(town, 'bo'), ['craftsman']);
  const viewed = await town.world.city.view(view('me', { id: town.id('bo') }));
  t.match(viewed, { value: { reputation: { jobs_completed: 20, trust_score: 1, achievements: ['craftsman'] } } });
});

const gives = (town: Town, by: string, to: string, amount: number) =>
  does(town, by, { type: 'transfer', to: town.id(to), amount });

t.test('[AC1] [AC2] patron by 100 credits that count: 10 of each who is given some', async (t) => {
  const poor = Array.from({ length: 11 }, (_, n) => `poor${n}`);
  const town = await given({ ...people, ...Object.fromEntries(poor.map((name) => [name, rich])) });
  await gives(town, 'bo', 'poor0', 4_000);
  for (const name of poor.slice(0, 10)) for (const amount of [6_000, 90_000]) await gives(town, 'ada', name, amount);
  t.same(town.context('ada').deeds?.gifts, 96_000, 'the first 4 of one were of another');
  t.equal(town.context('bo').deeds?.gifts, 4_000);
  t.same(earned(town, 'ada'), []);
  await gives(town, 'ada', 'poor10', 9_000);
  t.same(earned(town, 'ada'), ['patron']);
  t.equal(town.context('ada').deeds?.gifts, countedTo.gifts);
});

t.test('[AC2] residents who pass credits to and fro are no patrons, however often and in whatever order', async (t) => {
  const circle = ['ada', 'bo', 'cleo'];
  const town = await given(Object.fromEntries(circle.map((name) => [name, rich])));
  for (let round = 0; round < 20; round++)
    for (const by of circle) for (const to of circle) if (by !== to) await gives(town, by, to, 150_000 + round);
  for (const name of circle) t.same(earned(town, name), []);
  const counted = circle.map((name) => town.context(name).deeds?.gifts ?? 0).reduce((sum, each) => sum + each, 0);
  t.equal(counted, circle.length * countedTo.thanked, 'what all of them can count for others');
});

t.test('[AC1] wanderer by 20 places', async (t) => {
  const town = await given(people);
  const names = Array.from({ length: 17 }, (_, n) => `room-${n}`);
  await does(town, 'ada', move('home'));
  for (const name of names) await does(town, 'ada', adding(name, 'meeting'));
  for (const name of names) {
    await does(town, 'ada', move(`${town.home('ada')}/${name}`));
    await does(town, 'ada', move(town.home('ada')));
  }
  t.equal(town.context('ada').knownLocations.length, 19, 'home, the Commons and the rooms');
  t.notOk(earned(town, 'ada').includes('wanderer'));
  await does(town, 'ada', adding('last', 'meeting'));
  await does(town, 'ada', move(`${town.home('ada')}/last`));
  t.ok(earned(town, 'ada').includes('wanderer'));
});

t.test('[AC1] mentor by the message that a mentor hears at the birth of a child', async (t) => {
  const town = await given(people);
  const { city } = town.world;
  const to = residentActor(town.id('ada'));
  for (let n = 0; n < 2; n++) await city.submit({ to, caller: 'city', event: { type: 'counted', deed: 'mentees' } });
  t.same(earned(town, 'ada'), ['mentor']);
});

t.test(
  '[AC1] [A4] nothing more is counted of a resident who has left the city, and a message to it is not refused',
  async (t) => {
    const town = await given({ ada: { lifespan: 3 }, bo: rich });
    await town.ticks(40);
    const { city } = town.world;
    const to = residentActor(town.id('ada'));
    t.notOk(city.state.images.has(to), 'it is a tombstone');
    for (const deed of ['mentees', 'jobs', 'earned_trust'])
      t.match(await city.submit({ to, caller: 'city', event: { type: 'counted', deed } }), { type: 'applied' }, deed);
    const rewarded = { type: 'rewarded', worker: town.id('bo'), reward: 5_000 };
    t.match(await city.submit({ to, caller: 'city', event: rewarded }), { type: 'applied' }, 'rewarded');
    t.notOk(city.state.images.has(to), 'and stays one');
  },
);

t.test('[AC1] elder by a natural death, and by no other', async (t) => {
  const town = await given({ ada: { lifespan: 4 }, bo: rich, cleo: { credits: 2_000, lifespan: 288 } });
  await does(town, 'bo', { type: 'shut_down' });
  await town.ticks(3);
  t.same(earned(town, 'ada'), [], 'not before its end');
  await town.ticks(1);
  t.same(
    ['ada', 'bo', 'cleo'].map((name) => [town.state(name), ...earned(town, name)]),
    [['dead', 'elder'], ['dead'], ['dead']],
  );
  const viewed = await town.world.city.view(view('passport', { id: town.id('ada'), by: town.id('bo') }));
  t.match(viewed, { value: { reputation: { achievements: ['elder'] } } });
});

t.test('[AC1] RULES names every achievement', async (t) => {
  const rules = readFileSync(new URL('../../docs/RULES.md', import.meta.url), 'utf8');
  for (const name of achievementNames) t.ok(rules.includes(`\`${name}\``), name);
});
