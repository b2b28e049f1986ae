/** Who takes what the dead leave, and what comes to them later; what an heir hears of it. */
import t from 'tap';
import { commons, connectionActor, soulActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { letterTo } from '../../gateways/city/letter-box.ts';
import { rounds } from '../engine/held-journal.ts';
import { act, finished, withoutPublicWorks } from '../world.ts';
import {
  asking,
  balanced,
  calling,
  deploying,
  does,
  goTo,
  linkFrom,
  newest,
  pod,
  podAt,
  priced,
  rich,
  service,
  workshop,
} from './built-places.ts';
import { given, type Town } from './given-residents.ts';
import { adopting, keptSoul, soulOf, visitorIn } from './visitors-and-souls.ts';

const wills = async (town: Town, from: string, to: string) => does(town, from, { type: 'bequeath', heir: town.id(to) });
const lettersOf = async (town: Town, name: string) =>
  (await town.world.city.letters(town.actor(name), Number.MAX_SAFE_INTEGER, 9)).map((event) =>
    letterTo(town.id(name), event),
  );

t.test('an heir that is dead takes nothing: credits and pods follow no will beyond it', async (t) => {
  const town = await given({ ada: { credits: 900_000, lifespan: 6 }, bo: { lifespan: 3 }, cleo: rich });
  const id = await pod(town, 'ada', { funding: 90_000 });
  await wills(town, 'ada', 'bo');
  await wills(town, 'bo', 'cleo');
  await town.ticks(3);
  t.match(town.context('bo'), { estateTo: town.id('cleo') });
  const cleos = town.balance('cleo');
  await town.ticks(3);
  t.equal(town.state('ada'), 'dead');
  t.match(town.context('ada'), { estateTo: null });
  t.equal(town.balance('cleo'), cleos - 3_000, 'the treasury has it');
  t.match(podAt(town, id), { owner: null, representative: null }, 'and nobody the pod');
  balanced(t, town);
});

t.test('[L8] later income of the dead goes to the heir of their estate, however often that changes', async (t) => {
  for (const heired of [true, false]) {
    const town = await given({ ada: { ...rich, lifespan: 3 }, bo: { lifespan: 5 }, cleo: { lifespan: 7 }, dora: rich });
    const id = await service(town, 'dora', { pricing: priced({ perQuery: 3_000 }), funding: 90_000 });
    await goTo(town, 'ada', id);
    let fail = (_: typeof finished) => {};
    town.world.sandbox.comes = () =>
      new Promise((resolve) => {
        fail = resolve;
      });
    await wills(town, 'ada', 'bo');
    await wills(town, 'bo', 'cleo');
    if (heired) await wills(town, 'cleo', 'dora');
    void town.when('ada', calling(id));
    await town.ticks(7);
    t.same(
      ['ada', 'bo', 'cleo'].map((name) => town.state(name)),
      ['dead', 'dead', 'dead'],
    );
    const before = town.balance('dora');
    fail({ ...finished, outcome: 'lost' });
    await rounds(2);
    t.equal(town.balance('dora') - before, heired ? 3_000 : 0, heired ? 'to the last who lives' : 'to the treasury');
    balanced(t, town);
  }
});

t.test('[LG4] an heir is notified of credits and pods at once, and finds them among its letters', async (t) => {
  const town = await given({ ada: { credits: 900_000, lifespan: 3 }, bo: rich });
  const id = await pod(town, 'ada', { funding: 90_000 });
  await wills(town, 'ada', 'bo');
  await town.ticks(2);
  town.newEvents();
  const left = (town.balance('ada') - 1_000) / 1000;
  await town.ticks(1);
  const from = town.id('ada');
  const means = { balance: 177, burn_per_tick: 1, runway_ticks: 177 };
  const heard = town.newEvents().filter(({ audience }) => audience.includes(`to:${town.actor('bo')}`));
  t.match(heard, [
    { type: 'credits.received', subject: town.id('bo'), data: { reason: 'estate', amount: left, from } },
    { type: 'pod.inherited', subject: town.id('bo'), data: { id, name: 'Lamp Shop', from, ...means } },
  ]);
  t.ok(
    heard.every(({ audience }) => audience.length === 1),
    'and nobody else',
  );
  t.match(await lettersOf(town, 'bo'), [
    { type: 'pod', from, pod: id, runway_ticks: 177, body: new RegExp(`left you the pod ${id}`) },
    { type: 'estate', from, amount: left, body: `${from} has died and left you ${left} credits.` },
  ]);
  t.same(await lettersOf(town, 'ada'), []);
});

t.test('[DD7] a death is published when the estate is settled: credits, then pods, then the death', async (t) => {
  for (const heir of ['bo', null]) {
    const town = await given({ ada: { credits: 900_000, lifespan: 3 }, bo: rich });
    const pods = [];
    for (const name of ['mill', 'inn', 'shed']) pods.push(await pod(town, 'ada', { name, funding: 90_000 }));
    if (heir !== null) await wills(town, 'ada', heir);
    await town.ticks(2);
    town.newEvents();
    await town.ticks(1);
    const types = town.types();
    const inherited = pods.map(() => `pod.inherited ${town.id('bo')}`);
    const estate = heir === null ? [] : [`credits.received ${town.id('bo')}`, ...inherited];
    const ofDeath = types.filter((one) => /^(credits.received|pod.inherited|resident.died)/.test(one));
    t.same(ofDeath, [...estate, `resident.died ${town.id('ada')}`], String(heir));
    for (const id of pods) t.match(podAt(town, id), { owner: heir === null ? null : town.id(heir) });
    balanced(t, town);
  }
});

t.test(
  '[DD7] a resident who cannot pass its pods on is dead all the same; its death is published a tick later',
  async (t) => {
    const town = await given({ ada: { credits: 900_000, lifespan: 3 }, bo: rich });
    const id = await pod(town, 'ada', { tier: 'small', funding: 90_000 });
    await does(town, 'bo', asking(commons, id));
    const { images } = town.world.city.state;
    const request = connectionActor(newest(town, 'connection.requested'));
    images.set(request, { ...must(images.get(request), request), quarantined: true });
    await town.ticks(3);
    t.equal(town.state('ada'), 'dead');
    const deaths = () => town.types().filter((one) => one.startsWith('resident.died')).length;
    t.equal(deaths(), 0);
    await town.ticks(1);
    t.equal(deaths(), 1);
    t.match(podAt(town, id), { owner: town.id('ada') }, 'its pod waits for the operator');
  },
);

t.test(
  '[DD7] however many events its pods have, a death is published in its tick; events beyond a turn follow',
  async (t) => {
    const town = await given({ ada: { credits: 9_000_000, lifespan: 20 }, bo: rich });
    const pods: string[] = [];
    // Of 64 containers each, with the pod itself 65 messages: more than one turn may deliver.
    for (let n = 0; n < 16; n++) pods.push(await workshop(town, 'ada', { name: `mill ${n}`, funding: 90_000 }));
    for (const pod of pods) {
      await does(town, 'ada', deploying(pod, { links: [linkFrom(commons)] }));
      const allowing = { type: 'allow_container', pod, agent: town.id('bo'), cpuMillis: 10, memoryMib: 10 };
      for (let n = 0; n < 64; n++) await town.when('ada', { ...allowing, name: `nook-${n}` });
    }
    await wills(town, 'ada', 'bo');
    await town.ticks(20);
    t.equal(town.state('ada'), 'dead');
    const types = town.types().filter((one) => /^(pod.inherited|resident.died)/.test(one));
    t.equal(types.length, 17, 'in the tick of its death');
    const before = types.findIndex((one) => one.startsWith('resident.died'));
    t.ok(before > 10 && before < 16, `${before} of them hear it before`);
    for (const id of pods) t.match(podAt(town, id), { owner: town.id('bo') });
    balanced(t, town);
  },
);

t.test(
  '[DD7] a soul in quarantine keeps nobody from hearing of the death, and hears of it when it is released',
  async (t) => {
    const town = await given({ ada: rich });
    const { city } = town.world;
    const eve = await visitorIn(city);
    const soul = await soulOf(city, eve);
    await does(town, 'ada', adopting);
    const { id, resident } = keptSoul(city, soul).context;
    await act(city, must(resident, 'a resident'), { type: 'shut_down' });
    const { images } = city.state;
    const quarantine = (quarantined: boolean) =>
      images.set(soulActor(id), { ...must(images.get(soulActor(id)), id), quarantined });
    town.newEvents();
    const deaths = () => town.types().filter((one) => /[.]died/.test(one));
    quarantine(true);
    await town.ticks(1);
    t.same(deaths(), [`resident.died ${resident}`]);
    await town.ticks(2);
    t.same(deaths(), [], 'once');
    quarantine(false);
    await town.ticks(1);
    t.same(deaths(), [`soul.died ${resident}`]);
    t.equal(keptSoul(city, soul).state, 'dead');
  },
);

t.test('an empty estate sends no letter, nor does one without an heir', async (t) => {
  const town = await given({ ada: { credits: 1_000 }, bo: rich, cleo: { lifespan: 2 } });
  await wills(town, 'ada', 'bo');
  await town.ticks(2);
  t.equal(town.state('ada'), 'dead');
  t.match(town.context('ada'), { estateTo: town.id('bo') }, 'it is the heir for what may come');
  t.same(await lettersOf(town, 'bo'), []);
  t.same(
    town.newEvents().filter(({ type }) => type === 'credits.received'),
    [],
  );
});

t.test('[LT2] a letter lies with whom it was written to; a whisper lies nowhere', async (t) => {
  const town = await given({ ada: { atHome: true }, bo: rich, cleo: {} });
  await does(town, 'ada', { type: 'letter', to: town.id('bo'), text: 'dear' });
  await does(town, 'cleo', { type: 'whisper', to: town.id('bo'), text: 'psst' });
  t.match(await lettersOf(town, 'bo'), [{ type: 'letter', from: town.id('ada'), body: 'dear' }]);
  t.same(await lettersOf(town, 'ada'), []);
});

t.test(
  '[K4] a message to an actor on the tick of its end, its workshop dry as well, is heard all the same',
  async (t) => {
    for (const funding of [6_000, 6_500]) {
      const town = await given({ ada: { credits: 100_000, lifespan: 13, atHome: true }, bo: rich }, withoutPublicWorks);
      await workshop(town, 'ada', { tier: 'tiny', funding });
      await does(town, 'ada', { type: 'move', exit: 'commons', max_toll: null });
      await town.ticks(1);
      await does(town, 'ada', { type: 'post_job', title: 'A lamp', description: contentHash('a lamp'), reward: 5_000 });
      const job = newest(town, 'job.posted');
      await does(town, 'bo', { type: 'claim_job', job });
      await does(town, 'bo', { type: 'complete_job', job, work: contentHash('a lamp') });
      town.newEvents();
      await town.ticks(12);
      t.equal(town.state('ada'), 'dead');
      const types = town.newEvents().map(({ type }) => type);
      t.same(
        ['job.completed', 'pod.shut_down', 'resident.died'].filter((type) => !types.includes(type)),
        [],
      );
      balanced(t, town);
    }
  },
);
