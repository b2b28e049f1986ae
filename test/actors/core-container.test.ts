/** Residents in core containers: born when theirs is ready, started after that, dead at once when it breaks. */
import t from 'tap';
import { command } from '../../actors/registry.ts';
import { commons, locationActor, residentActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { rounds } from '../engine/held-journal.ts';
import { act, FakeSandbox, openWorld } from '../world.ts';
import {
  asked,
  child,
  ended,
  ends,
  imageOf,
  inhabited,
  rich,
  settled,
  shown,
  waiting,
  wanted,
} from './given-core-container.ts';
import { applied, move, refusal } from './given-residents.ts';
import { adopting, keptSoul, prepared, visits } from './visitors-and-souls.ts';

t.test(
  '[CC1] the container is made ready, then comes the birth, then it is started; it goes with the death',
  async (t) => {
    const { town, city, sandbox, soul } = await waiting();
    t.same(await wanted(city, soul), { is_wanted: false, resident: null }, 'nobody has adopted it');
    const steps: string[] = [];
    sandbox.readies = async () => {
      steps.push(`made ready while it is ${keptSoul(city, soul).state}`);
      t.same(await wanted(city, soul), { is_wanted: true, resident: null });
      return { token: contentHash('its token') };
    };
    sandbox.starts = async () => {
      const holder = await shown(city, view('token', { hash: contentHash('its token') }));
      steps.push(`started when the token is that of ${Object(holder).id}`);
      t.ok(city.state.counters.turn <= city.health.committedTurn, '[T3] its birth is durable');
    };
    await town.when('ada', adopting);
    await prepared(city, soul);
    const id = child(city, soul);
    await settled(city, id);
    t.same(steps, ['made ready while it is adopted', `started when the token is that of ${id}`]);
    t.same(sandbox.asked.at(-1), { effect: 'core.start', id: sandbox.asked.at(-1)?.id, input: { soul } });
    t.same(await wanted(city, soul), { is_wanted: true, resident: id });
    await act(city, id, { type: 'shut_down' });
    await town.ticks(1);
    await settled(city, id);
    t.same(asked(sandbox), ['prepare', 'start', 'remove']);
    t.same(await wanted(city, soul), { is_wanted: false, resident: null });
  },
);

t.test('[CC1] [S2] a city that ends before the container is started starts it when it is back', async (t) => {
  const sandbox = new FakeSandbox();
  sandbox.starts = () => new Promise(() => {});
  const { town, city, soul } = await waiting({ ada: rich }, { sandbox });
  await town.when('ada', adopting);
  await prepared(city, soul);
  await rounds(2);
  const { store, clock } = town.world;
  await town.world.crash();
  const next = await openWorld({ store, clock });
  await settled(next.city, child(next.city, soul));
  t.same(asked(next.sandbox), ['start']);
});

t.test('[CC2] a program that ends without an error is started again, once a tick at most', async (t) => {
  const { town, city, sandbox, child: id } = await inhabited();
  sandbox.asked.length = 0;
  for (let n = 0; n < 3; n++) t.match(await ends(city, id, 'finished'), applied);
  t.same(asked(sandbox), []);
  await town.ticks(1);
  await settled(city, id);
  t.same(asked(sandbox), ['start']);
  sandbox.starts = () => Promise.reject(new Error('no engine'));
  await ends(city, id, 'finished');
  await town.ticks(1);
  await settled(city, id);
  await town.ticks(1);
  await settled(city, id);
  sandbox.starts = async () => {};
  await town.ticks(1);
  await settled(city, id);
  t.same(asked(sandbox), ['start', 'start', 'start', 'start'], 'what cannot be started is tried again');
  await town.ticks(2);
  t.equal(asked(sandbox).length, 4, 'until it could be');
  t.equal(imageOf(city, id)?.state, 'alive.active');
});

t.test('[CC3] a crash kills at once, and all that a death means follows, in its order', async (t) => {
  const { town, city, sandbox, eve, soul, child: id } = await inhabited(undefined, { env: { ENDOWMENT_TICKS: '0' } });
  await act(city, id, move('commons'));
  await act(city, id, { type: 'bequeath', heir: town.id('ada') });
  const before = town.balance('ada');
  town.newEvents();
  const { tick } = city.state.counters;
  t.match(await ends(city, id, 'crashed', 'ran out of memory'), applied);
  t.equal(city.state.counters.tick, tick);
  t.match(imageOf(city, id), { state: 'dead', context: { cause: 'crash', diesTick: tick, estateTo: town.id('ada') } });
  t.equal(town.balance('ada'), before + 85_000, 'the estate');
  t.equal(city.state.images.get(locationActor(`city-housing/${id}`))?.state, 'ruin');
  t.same(asked(sandbox), ['prepare', 'start', 'remove']);
  t.match(sandbox.asked.slice(-2), [
    { effect: 'archive', input: { resident: id, cause: 'crash', diedTick: tick, mentor: town.id('ada') } },
    { effect: 'core.remove', input: { soul } },
  ]);
  const events = town.newEvents();
  t.match(events, [
    { type: 'credits.received', data: { reason: 'estate', from: id } },
    { type: 'resident.died', actor: id, data: { cause: 'crash', mentor: town.id('ada'), mentees: [] } },
    { type: 'soul.died', subject: soul, data: { resident: id, cause: 'crash', reason: 'ran out of memory' } },
  ]);
  for (const one of ['public', `at:${commons}`, `to:resident:${town.id('ada')}`, `to:visitor:${eve}`])
    t.ok(events[1]?.audience.includes(one), `[DD3] ${one}`);
  const letters = await city.letters(visitorActor(eve), Number.MAX_SAFE_INTEGER, 1);
  t.match(JSON.parse(letters[0]?.json ?? ''), { type: 'soul.died', data: { cause: 'crash' } }, '[SO4]');
  t.match(await shown(city, view('passport', { id, by: town.id('ada') })), { status: 'dead', death_cause: 'crash' });
  t.match(
    await town.when('ada', { type: 'whisper', to: id, text: 'Hm?' }),
    refusal('resident_dead', { cause: 'crash' }),
  );
  await town.ticks(14);
  t.notOk(city.state.images.has(residentActor(id)), 'it has left');
  t.match(imageOf(city, id)?.context, { cause: 'crash' }, '[A4] its tombstone says so');
  t.match(await ends(city, id, 'crashed'), applied, 'heard by a tombstone');
});

t.test('[CC3] a dying resident crashes as well; a second report, or one to the dead, changes nothing', async (t) => {
  const { city, town, child: id } = await inhabited();
  await act(city, id, { type: 'shut_down' });
  t.match(imageOf(city, id)?.state, 'dying.legacy');
  await ends(city, id, 'crashed');
  const dead = imageOf(city, id);
  t.match(dead, { state: 'dead', context: { cause: 'crash' } });
  town.newEvents();
  for (const how of ['crashed', 'finished'] as const) t.match(await ends(city, id, how), applied);
  await town.ticks(1);
  t.same(imageOf(city, id), dead);
  t.same(town.newEvents(), []);
  t.match(await ends(city, town.id('ada'), 'crashed'), applied);
  t.equal(town.state('ada'), 'alive.active', 'it lives in no container');
});

t.test('[CC3] [DY4] on the tick of its natural end a death is natural', async (t) => {
  // Wake-ups one by one, behind that of the Commons: ada, who is dying from this tick on, hears hers before the child does.
  const { city, town, child: id } = await inhabited({ ada: { ...rich, lifespan: 61 } }, { tickSliceMs: 0 });
  await town.ticks(Number(imageOf(city, id)?.context['diesTick']) - 1 - city.state.counters.tick);
  const passing = city.tick();
  while (town.state('ada') !== 'dying.legacy') await rounds(1);
  t.equal(imageOf(city, id)?.state, 'dying.legacy', 'its end is due and has not been heard');
  await ends(city, id, 'crashed');
  t.match(imageOf(city, id), { state: 'dead', context: { cause: 'natural' } }, '[K4]');
  await passing;
});

t.test('[CC3] a child that crashes before its start was heard of is dead, and its container is removed', async (t) => {
  const { town, city, sandbox, soul } = await waiting();
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  sandbox.starts = () => started;
  await town.when('ada', adopting);
  await prepared(city, soul);
  const id = child(city, soul);
  await rounds(2);
  await city.submit(command(residentActor(id), ended('crashed'), { caller: 'city' }));
  start();
  await settled(city, id);
  t.match(imageOf(city, id), { state: 'dead', context: { cause: 'crash' } });
  t.same(asked(sandbox), ['prepare', 'start', 'remove']);
  t.match(town.context('ada'), { deeds: { mentees: 1 } });
});

t.test(
  '[CC4] the holder of the new token lives it; its container is removed and can kill nobody any more',
  async (t) => {
    const { town, city, sandbox, eve, soul, child: id } = await inhabited();
    await ends(city, id, 'finished');
    const event = { type: 'replace_token', token: contentHash('new') } as const;
    t.match(await city.submit(command(residentActor(id), event, { caller: 'operator' })), applied);
    await settled(city, id);
    t.same(asked(sandbox), ['prepare', 'start', 'remove']);
    t.same(await wanted(city, soul), { is_wanted: false, resident: null });
    t.match(await shown(city, view('token', { hash: contentHash('new') })), { id });
    t.match(await shown(city, view('token', { hash: contentHash(`token of ${soul}`) })), { code: 'not_found' });
    await town.ticks(1);
    await ends(city, id, 'crashed');
    t.equal(imageOf(city, id)?.state, 'alive.active');
    t.same(asked(sandbox), ['prepare', 'start', 'remove'], 'nothing is started');
    const fetching = { type: 'fetch_token', soul, token: contentHash('mine') } as const;
    t.match(await visits(city, eve, fetching), { code: 'invalid_state' }, 'its visitor cannot have one');
    await act(city, id, { type: 'shut_down' });
    await town.ticks(1);
    t.match(town.newEvents().at(-1), { type: 'soul.died', subject: soul, data: { cause: 'voluntary' } }, '[SO4]');
  },
);
