/** Traces of the newest turns, kept in memory while somebody looks: [WY5], [WY6]. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import { type Asked, causesOf } from '../../engine/why/causes.ts';
import { whyAnswer } from '../../gateways/portal/why-answer.ts';
import { decodeJournal, encodeJournal } from '../../persistence/row-codec.ts';
import { NewestTraces } from '../../research/observation/newest-traces.ts';
import { ObservedTurns } from '../../research/observation/observed-turns.ts';
import { lived } from '../engine/traced-simulation.ts';
import { act, found, openWorld } from '../world.ts';

const linksMax = 20;

/** With these options a city is noted while somebody looks. */
function tracing(bounds: ConstructorParameters<typeof NewestTraces>[1] = {}) {
  const turns = new ObservedTurns();
  const traces = new NewestTraces(turns, bounds);
  t.teardown(traces.end);
  const onSealed = (sealed: Sealed, state: CityState) => {
    const observed = turns.sealed(sealed, state);
    if (observed !== undefined) traces.sealed(observed.notes);
  };
  return { turns, traces, options: { kinds: turns.observed(kinds), onSealed } };
}

/** A city of which every turn from the second on is noted, and whose journal is read back from its bytes. */
async function noted(ticks: number, bounds: ConstructorParameters<typeof NewestTraces>[1] = {}) {
  const { traces, options } = tracing(bounds);
  traces.look();
  const city = await lived(ticks, () => Promise.resolve(), options);
  const { store } = city;
  store.batches = store.batches.map((row) => ({
    ...row,
    ...decodeJournal(row.batch, row.firstTurn, encodeJournal(row), 'a row'),
  }));
  return { ...city, traces };
}

t.test('[WY5] what is told from memory is to the byte what the past tells', async (t) => {
  const { state, events, turns, traces } = await noted(24);
  const { turn: last } = state.counters;
  let told = 0;
  const same = async (asked: Asked) => {
    const kept = await traces.causes(asked, linksMax);
    if (kept === undefined) return;
    told += 1;
    const past = await causesOf(turns, asked, linksMax);
    if (JSON.stringify(kept) !== JSON.stringify(past)) t.same(kept, past, JSON.stringify(asked));
    t.equal(JSON.stringify(whyAnswer(kept)), JSON.stringify(whyAnswer(past)), JSON.stringify(asked));
  };
  const of = (n: number, length: number) => 1 + Math.floor((n * 2_654_435_761) % length);
  for (let n = 1; n <= 150; n++) {
    await same({ type: 'turn', turn: of(n, last) });
    await same({ type: 'event', seq: of(n, events.length) });
  }
  t.ok(told > 200, `${told} of 300 were in memory`);
});

t.test('[WY5] every turn that is kept is the one of the past', async (t) => {
  const { state, turns, traces } = await noted(12);
  const [first, last] = [2, state.counters.turn];
  for (let turn = first; turn <= last; turn++) {
    const [kept, past] = [await traces.turn(turn), await turns.turn(turn)];
    if (JSON.stringify(kept) !== JSON.stringify(past)) t.same(kept, past, `turn ${turn}`);
  }
  t.ok(last > 100, `${last} turns`);
  await t.rejects(traces.turn(1), 'it was under way when somebody looked');
  await t.rejects(traces.turn(last + 1));
});

t.test('[WY6] they are bounded in number', async (t) => {
  const { state, turns, traces } = await noted(3, { turnsMax: 10 });
  const { turn: last } = state.counters;
  for (let turn = last - 9; turn <= last; turn++) t.same(await traces.turn(turn), await turns.turn(turn));
  await t.rejects(traces.turn(last - 10));
  t.equal(await traces.causes({ type: 'event', seq: 1 }, 1), undefined);
});

t.test('[WY6] they are bounded in size, whatever is said', async (t) => {
  const { traces, options } = tracing({ sizeMax: 20_000 });
  traces.look();
  const { city } = await openWorld(options);
  const ada = await found(city, 'Ada', 10_000);
  const say = (text: string) => act(city, ada, { type: 'broadcast', text });
  const keptOf = async (turn: number) => (await traces.causes({ type: 'turn', turn }, 1)) !== undefined;
  for (let n = 0; n < 3; n++) await say('a'.repeat(4_000));
  const { turn } = city.state.counters;
  t.ok((await keptOf(turn)) && (await keptOf(turn - 2)));
  for (let n = 0; n < 3; n++) await say('b'.repeat(4_000));
  t.notOk(await keptOf(turn - 2), 'it gave way');
  t.ok(await keptOf(city.state.counters.turn));
});

t.test('nothing is noted unless somebody looks, and nothing of what is refused', async (t) => {
  const { traces, options } = tracing();
  const { city } = await openWorld(options);
  const ada = await found(city, 'Ada', 10_000);
  const say = () => act(city, ada, { type: 'broadcast', text: 'Good morning.' });
  const isKept = async () => (await traces.causes({ type: 'turn', turn: city.state.counters.turn }, 1)) !== undefined;
  await say();
  t.equal(city.state.observer, undefined);
  t.notOk(await isKept());
  traces.look();
  await say();
  t.ok(await isKept(), 'the first after somebody looked');
  await act(city, ada, { type: 'move', exit: 'no-such-exit', max_toll: null }, view('machines', {}));
  t.ok(await isKept(), 'the newest is that before the refusal');
  await say();
  t.match((await traces.turn(city.state.counters.turn)).messages, [
    { to: residentActor(ada), event: { type: 'broadcast' }, steps: [{ event: 'broadcast' }] },
  ]);
  traces.end();
  t.notOk(await isKept());
  t.equal(city.state.observer, undefined);
  await say();
  t.notOk(await isKept());
});

t.test('turns are observed from the next one on, once for all who want it, until nobody does', async (t) => {
  const { turns, traces, options } = tracing();
  const { city } = await openWorld(options);
  const ada = await found(city, 'Ada', 10_000);
  const other = {};
  turns.want(other);
  const { observer } = city.state;
  t.not(observer, undefined);
  traces.look();
  await act(city, ada, { type: 'broadcast', text: 'Good morning.' });
  const { turn } = city.state.counters;
  t.match(await traces.turn(turn), { turn, messages: [{ event: { type: 'broadcast' } }] });
  traces.end();
  t.equal(city.state.observer, observer, 'the other wants it still');
  turns.wantNoMore(other);
  t.equal(city.state.observer, undefined);
});

t.test('of a city that is opened the first turn is seen', async (t) => {
  const { turns, traces, options } = tracing();
  const { store, crash } = await openWorld();
  await crash();
  const { city } = await openWorld({ ...options, store });
  turns.opened(city.state);
  traces.look();
  await city.tick();
  t.ok(await traces.turn(city.state.counters.turn));
});
