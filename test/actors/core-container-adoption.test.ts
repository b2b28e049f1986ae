/** Between an adoption and the birth in a core container: what may end or change meanwhile; only the city may report on containers. */
import t from 'tap';
import type { Runtime } from '../../actors/kinds/framework/messages.ts';
import { command } from '../../actors/registry.ts';
import {
  commons,
  frameworkActor,
  locationActor,
  residentActor,
  soulActor,
  visitorActor,
} from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { Caller } from '../../engine/command.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { rounds } from '../engine/held-journal.ts';
import { openWorld } from '../world.ts';
import {
  asked,
  child,
  ended,
  imageOf,
  inhabited,
  rich,
  settled,
  shown,
  waiting,
  wanted,
} from './given-core-container.ts';
import { applied, refusal, type Town } from './given-residents.ts';
import {
  adopting,
  boxedSoul,
  boxRuntime,
  creates,
  creating,
  keptSoul,
  prepared,
  soulOf,
  visits,
} from './visitors-and-souls.ts';

type There = Awaited<ReturnType<typeof waiting>>;

/** Adopted, with its container being made ready until `ready` or `fail` is called. */
async function preparing({ town, city, sandbox, soul }: There, mentor = 'ada') {
  const { readies } = sandbox;
  let ready = () => {};
  let fail = (_cause: Error) => {};
  const isReady = new Promise<void>((resolve, reject) => {
    ready = resolve;
    fail = reject;
  });
  sandbox.readies = (input) => isReady.then(() => readies(input));
  t.match(await town.when(mentor, adopting), applied);
  t.equal(keptSoul(city, soul).state, 'adopted');
  return { ready, fail: () => fail(new Error('no such image')) };
}

const framework = (
  city: There['city'],
  event: { type: 'withdraw' } | { type: 'update'; runtime: Runtime; version: number },
) => {
  const { schema } = creating();
  const terms = { name: 'Boxed', description: schema, schema, lifespan: null };
  const said = event.type === 'withdraw' ? event : { ...event, ...terms };
  return city.submit(command(frameworkActor('boxed'), said, { caller: 'operator' }));
};

const changed = (city: There['city'], runtime: Runtime, version = 1) =>
  framework(city, { type: 'update', runtime, version });

function balanced({ world: { city } }: Town, held = 0): void {
  const { state } = city;
  const sum = [...state.accounts.values()].reduce((all, one) => all + balanceAt(one, state.counters.tick), 0);
  t.equal(sum, 0, '[L1] the ledger adds up');
  t.equal(balanceAt(state.account('escrow'), state.counters.tick), held, '[L5] what waits is in escrow');
}

t.test('[CC5] a mentor that dies meanwhile has a child all the same', async (t) => {
  const there = await waiting({ ada: rich, bo: rich });
  const { town, city, soul } = there;
  const { ready } = await preparing(there);
  await town.when('ada', { type: 'shut_down' });
  await town.ticks(1);
  t.equal(town.state('ada'), 'dead');
  balanced(town, 25_000);
  ready();
  await prepared(city, soul);
  const id = child(city, soul);
  t.match(imageOf(city, id), { state: 'alive.active', context: { mentor: town.id('ada'), generation: 1 } });
  t.equal(balanceAt(city.state.account(residentActor(id)), city.state.counters.tick), 85_000);
  balanced(town);
});

t.test('[CC5] so does a mentor that has left the city for a tombstone', async (t) => {
  const there = await waiting();
  const { town, city, soul } = there;
  const { ready } = await preparing(there);
  await town.when('ada', { type: 'shut_down' });
  await town.ticks(15);
  t.notOk(city.state.images.has(town.actor('ada')));
  ready();
  await prepared(city, soul);
  t.match(imageOf(city, child(city, soul)), { state: 'alive.active', context: { mentor: town.id('ada') } });
  balanced(town);
});

t.test('[CC5] [L8] the gift of a mentor that has died goes to its heir when nothing comes of it', async (t) => {
  for (const ticks of [1, 15]) {
    const there = await waiting({ ada: rich, bo: rich });
    const { town, city, sandbox, soul } = there;
    await town.when('ada', { type: 'bequeath', heir: town.id('bo') });
    const { fail } = await preparing(there);
    await town.when('ada', { type: 'shut_down' });
    await town.ticks(ticks);
    const before = town.balance('bo');
    fail();
    await prepared(city, soul);
    t.equal(town.balance('bo'), before + 25_000);
    t.match(keptSoul(city, soul), { state: 'queued', context: { mentor: null, held: 0 } });
    await rounds(2);
    t.same(asked(sandbox), ['prepare', 'remove'], 'what is left of the container is removed');
    t.same(await wanted(city, soul), { is_wanted: false, resident: null });
    balanced(town);
  }
});

t.test('[CC5] the framework may be withdrawn or changed meanwhile: what was prepared is used', async (t) => {
  for (const meanwhile of [
    (city: There['city']) => framework(city, { type: 'withdraw' }),
    (city: There['city']) => changed(city, { type: 'external' }),
  ]) {
    const there = await waiting();
    const { city, eve, sandbox, soul } = there;
    const { ready } = await preparing(there);
    t.match(await meanwhile(city), applied);
    ready();
    await prepared(city, soul);
    const id = child(city, soul);
    await settled(city, id);
    t.same(asked(sandbox), ['prepare', 'start']);
    t.same(await wanted(city, soul), { is_wanted: true, resident: id });
    const fetching = { type: 'fetch_token', soul, token: 'mine' } as const;
    t.match(await visits(city, eve, fetching), { code: 'invalid_state' }, 'it has its token in its container');
  }
});

t.test('[CC5] a soul whose framework has changed to programs outside is born as one of them', async (t) => {
  const { town, city, sandbox, eve, able, soul } = await waiting();
  await changed(city, { type: 'external' });
  await able(false);
  t.match(await town.when('ada', adopting), applied, 'it needs no container any more');
  t.match(keptSoul(city, soul), { state: 'born', context: { runtime: 'external' } });
  t.same(asked(sandbox), []);
  t.match(imageOf(city, child(city, soul)), { context: { token: null } });
  t.match(await visits(city, eve, { type: 'fetch_token', soul, token: 'mine' }), applied);
});

t.test('[CC5] [SO2] one whose framework has changed to containers is passed over while none can run', async (t) => {
  const there = await waiting({ ada: rich, bo: rich });
  const { town, city, sandbox, eve, able, soul } = there;
  await changed(city, { type: 'external' });
  const later = await soulOf(city, eve, 'Later');
  await changed(city, boxRuntime, 2);
  await able(false);
  t.match(await town.when('ada', adopting), applied);
  t.equal(keptSoul(city, later).state, 'born');
  t.equal(keptSoul(city, soul).state, 'queued');
  t.match(await town.when('ada', adopting), refusal('soul_queue_empty'));
  await framework(city, { type: 'withdraw' });
  await able(true);
  t.match(
    await town.when('ada', adopting),
    applied,
    'a framework that was withdrawn goes on with the souls that are there',
  );
  await prepared(city, soul);
  t.match(sandbox.asked.find(({ effect }) => effect === 'core.prepare')?.input, { soul, runtime: boxRuntime });
});

t.test(
  '[CC5] containers that cannot run any more: what was begun is seen through, and nobody is adopted in vain',
  async (t) => {
    const there = await waiting({ ada: rich, bo: rich });
    const { town, city, able, soul } = there;
    const { ready } = await preparing(there);
    await able(false);
    ready();
    await prepared(city, soul);
    t.equal(imageOf(city, child(city, soul))?.state, 'alive.active');
    const next = await waiting({ ada: rich });
    const { fail } = await preparing(next);
    await next.able(false);
    fail();
    await prepared(next.city, next.soul);
    t.match(await next.town.when('ada', adopting), refusal('soul_queue_empty'), 'it is passed over');
    balanced(next.town);
    balanced(town);
  },
);

t.test(
  '[FR5] a framework of which no container can be made ready lets those behind its souls be adopted',
  async (t) => {
    const { town, city, sandbox, eve, soul } = await waiting({ ada: rich, bo: rich });
    const [second, later] = [await boxedSoul(city, eve, 'Second'), await soulOf(city, eve, 'Later')];
    const { readies } = sandbox;
    sandbox.readies = () => Promise.reject(new Error('no such image'));
    t.match(await town.when('ada', adopting), applied);
    await prepared(city, soul);
    const available = async () => Object(await shown(city, view('framework', { id: 'boxed' }))).available;
    t.equal(await available(), false);
    t.match(await creates(city, eve, 'More', { framework: 'boxed' }), refusal('sandbox_unavailable'));
    t.match(await town.when('bo', adopting), applied);
    t.match(
      [soul, second, later].map((id) => keptSoul(city, id).state),
      ['queued', 'queued', 'born'],
    );
    t.match(await town.when('bo', adopting), refusal('soul_queue_empty'));
    t.match(asked(sandbox), ['prepare', 'remove'], 'one attempt');

    await town.ticks(1);
    t.equal(await available(), true);
    t.match(await town.when('bo', adopting), applied, 'it is tried again');
    await prepared(city, soul);
    t.equal(await available(), false);
    sandbox.readies = readies;
    await changed(city, { ...boxRuntime, image: 'two' });
    t.equal(await available(), true, 'at once, when it was changed');
    t.match(await town.when('bo', adopting), applied);
    await prepared(city, soul);
    t.match(
      [soul, second].map((id) => keptSoul(city, id).state),
      ['born', 'queued'],
      'first come, first adopted',
    );
    t.match(sandbox.asked.filter(({ effect }) => effect === 'core.prepare').at(-1)?.input, {
      runtime: { image: 'two' },
    });
    balanced(town);
  },
);

t.test(
  '[SO3] a soul too long for a container goes back to its visitor, and keeps nobody of its framework waiting',
  async (t) => {
    const { town, city, sandbox, eve, soul } = await waiting({ ada: rich, bo: rich });
    const next = await boxedSoul(city, eve, 'Next');
    const { readies } = sandbox;
    sandbox.readies = async () => ({ token: null });
    const before = town.balance('ada');
    t.match(await town.when('ada', adopting), applied);
    await rounds(5);
    t.equal(city.state.index('souls').first(soul), undefined);
    t.equal(town.balance('ada'), before, 'nobody was born, and the gift is back');
    const back = { type: 'soul.returned', subject: soul, data: { reason: 'too long for a container' } };
    t.match(
      town.newEvents().filter(({ type }) => type === 'soul.returned'),
      [{ ...back, actor: null, audience: [`to:${visitorActor(eve)}`] }],
    );
    sandbox.readies = readies;
    t.match(await town.when('bo', adopting), applied, 'in the same tick');
    await prepared(city, next);
    t.equal(keptSoul(city, next).state, 'born');
    t.same(asked(sandbox).slice(0, 2), ['prepare', 'prepare'], 'nothing was made that would have to be removed');
    balanced(town);
  },
);

t.test('[SO12] a soul from before there was a tick to return has one, once it comes back to the queue', async (t) => {
  const { town, city, sandbox, soul } = await waiting({ ada: rich }, { env: { SOUL_WAITS_TICKS: '3' } });
  const { id, returnTick: _, ...old } = keptSoul(city, soul).context;
  const { images } = city.state;
  const image = must(images.get(soulActor(id)), id);
  images.set(image.id, { ...image, context: { ...old, id }, wakes: [] });
  sandbox.readies = () => Promise.reject(new Error('no such image'));
  const tried = async () => {
    t.match(await town.when('ada', adopting), applied);
    await prepared(city, soul);
  };
  await town.ticks(5);
  await tried();
  t.match(keptSoul(city, soul), { state: 'queued', context: { returnTick: 8 } });
  await town.ticks(1);
  await tried();
  t.match(keptSoul(city, soul), { state: 'queued', context: { returnTick: 8 } }, 'the same however often it is tried');
  await town.ticks(2);
  t.equal(city.state.index('souls').first(soul), undefined);
});

t.test('[CC5] [S2] a city that ends while a container is made ready makes it ready when it is back', async (t) => {
  const there = await waiting();
  const { town, city, soul } = there;
  await preparing(there);
  const { store, clock } = town.world;
  await town.world.crash();
  const next = await openWorld({ store, clock });
  await prepared(next.city, soul);
  await settled(next.city, child(next.city, soul));
  t.same(asked(next.sandbox), ['prepare', 'start']);
  t.equal(keptSoul(city, soul).state, 'adopted', 'the city that ended never heard of it');
});

t.test('[S3] messages about containers are accepted from the city alone', async (t) => {
  const { town, city, eve, child: id } = await inhabited();
  const before = city.state.counters.turn;
  const others: readonly Caller[] = ['operator', residentActor(id), town.actor('ada'), visitorActor(eve)];
  for (const caller of others) {
    t.match(await city.submit(command(residentActor(id), ended('crashed'), { caller })), { code: 'invalid_state' });
    const available = { type: 'containers.available', isAvailable: false } as const;
    t.match(await city.submit(command(locationActor(commons), available, { caller })), { code: 'invalid_state' });
  }
  t.equal(city.state.counters.turn, before);
  t.equal(imageOf(city, id)?.state, 'alive.active');
  t.match(city.state.images.get(locationActor(commons)), { context: { runsContainers: true }, quarantined: false });
});
