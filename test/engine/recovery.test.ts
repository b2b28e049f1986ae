/** A city opened again is the city that was: from checkpoint and journal (J2), under other settings (J6), by its commands (J1). */
import t from 'tap';
import { must } from '../../engine/assert.ts';
import type { JournalCommand } from '../../engine/command.ts';
import { replay } from '../../engine/commit/replay.ts';
import type { Effect } from '../../engine/effect.ts';
import type { Checkpoints } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { emptyAccount } from '../../engine/state/ledger.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { VirtualClock, type World, type WorldOptions } from '../world.ts';
import { doing, fund, openToys, order, publish, toy, toyKinds, toySettings } from './toy-actors.ts';
import { cityOf } from './turns-without-city.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const commandsIn = (store: MemoryStore): JournalCommand[] => store.batches.flatMap(({ commands }) => [...commands]);

/** Some life: credits, burns, places, wake-ups, a failure, refusals, newborns and ticks. */
async function live({ city }: World, from: number): Promise<void> {
  for (const [n, name] of names.entries()) {
    if (from === 0) await fund(city, toy(name), 1000 * (n + 2), 700);
    const wake: Effect = {
      type: 'wake',
      tick: city.state.counters.tick + n,
      event: { type: 'ring', effects: [publish('rung')] },
    };
    await doing(city, toy(name), [wake, { type: 'spawn', id: toy(`${name}${from}`), input: { place: 'square' } }], {
      place: `p${(n + from) % 2}`,
    });
  }
  await doing(city, toy('a'), [{ type: 'post', from: toy('a'), to: toy('b'), amount: 99_999, reason: 'too much' }]);
  await city.submit({ ...order(toy('c'), [], { throws: 'guard' }), caller: 'operator' });
  await doing(city, toy('b'), [{ type: 'resume', account: toy('b') }]);
  await city.tick();
  await city.tick();
}

const shown = ({ city }: World) => cityOf(city.state);
const again = (world: World, options: WorldOptions = {}) => openToys(names, { ...options, store: world.store });

t.test('[J2] recovery is the newest checkpoint and the images after it, and runs nothing', async (t) => {
  for (const checkpoints of [0, 1, 2]) {
    const world = await openToys(names);
    await live(world, 0);
    if (checkpoints > 0) await world.city.checkpoint();
    await live(world, 1);
    if (checkpoints > 1)
      t.ok((await world.city.checkpoint()).actors < world.city.state.images.size, 'only what has changed');
    await live(world, 2);
    const journaled = commandsIn(world.store).length;
    await world.crash();
    let ran = 0;
    const next = await again(world, { onSealed: () => void ran++ });
    t.same(shown(next), shown(world), `${checkpoints} checkpoints`);
    t.equal(ran, 0);
    t.equal(commandsIn(world.store).length, journaled);
  }
});

t.test('[L6] a recovered wheel gives the same city: restarted after every tick or never', async (t) => {
  const steady = await openToys(names);
  let restarted = await openToys(names);
  for (let round = 0; round < 8; round++) {
    await live(steady, round);
    await live(restarted, round);
    if (round % 2 === 0) await restarted.city.checkpoint();
    await restarted.crash();
    restarted = await again(restarted);
    t.same(shown(restarted), shown(steady));
  }
});

/** Checkpoints that are killed after so many slices. */
class KilledCheckpoints implements Checkpoints {
  readonly #inner: Checkpoints;
  readonly #slices: number;
  written = 0;
  constructor(inner: Checkpoints, slices: number) {
    this.#inner = inner;
    this.#slices = slices;
  }
  latest(): ReturnType<Checkpoints['latest']> {
    return this.#inner.latest();
  }
  load(): ReturnType<Checkpoints['load']> {
    return this.#inner.load();
  }
  async write(...slice: Parameters<Checkpoints['write']>): Promise<void> {
    if (this.written++ >= this.#slices) throw new Error('killed');
    await this.#inner.write(...slice);
  }
  async forget(...gone: Parameters<Checkpoints['forget']>): Promise<void> {
    await this.#inner.forget(...gone);
  }
  async complete(...newest: Parameters<Checkpoints['complete']>): Promise<void> {
    if (this.written >= this.#slices) throw new Error('killed');
    await this.#inner.complete(...newest);
  }
}

t.test('[J2] a checkpoint that was interrupted does no harm', async (t) => {
  for (let slices = 0; slices < 6; slices++) {
    const store = new MemoryStore();
    const world = await openToys(names, { store });
    await live(world, 0);
    await world.city.checkpoint();
    await world.crash();
    const checkpointsOf = (inner: Checkpoints) => new KilledCheckpoints(inner, slices);
    const killed = await again(world, { checkpointsOf, checkpointSlice: 2 });
    await live(killed, 1);
    const before = store.checkpoint;
    await t.rejects(killed.city.checkpoint(), /killed/);
    t.equal(store.checkpoint, before, `killed after ${slices} slices`);
    await live(killed, 2);
    await killed.crash();
    t.same(shown(await again(killed)), shown(killed));
  }
});

t.test('[J2] a checkpoint shows one moment, though the city goes on while it is written', async (t) => {
  const busy: { during: (() => Promise<unknown>) | undefined } = { during: undefined };
  class BusyClock extends VirtualClock {
    override async yield(): Promise<void> {
      await busy.during?.();
    }
  }
  const world = await openToys(names, { clock: new BusyClock(), checkpointSlice: 1 });
  await live(world, 0);
  const moment = world.city.state.counters;
  let turns = 0;
  busy.during = () => doing(world.city, toy(names[turns++ % names.length] ?? 'a'), [publish('meanwhile')]);
  const [written, joined] = await Promise.all([world.city.checkpoint(), world.city.checkpoint()]);
  busy.during = undefined;
  t.equal(written, joined, 'a second one joins the first');
  t.ok(turns > 4 && world.city.state.counters.turn > moment.turn);
  t.same(world.store.checkpoint?.counters, moment);
  t.ok([...world.store.actors.values()].every(({ turn }) => turn <= moment.turn));
  await world.crash();
  t.same(shown(await again(world)), shown(world));
});

t.test('[L7] a checkpoint takes the sum over all accounts, and refuses a book that is wrong', async (t) => {
  const { city, store } = await openToys(names);
  const account = { ...emptyAccount, balance: 1, earned: 1, turn: 1 };
  city.state.putAccount(toy('a'), account);
  await t.rejects(city.checkpoint(), /\[L1\] all accounts add up to 1/);
  city.state.putAccount(toy('b'), { ...account, balance: -1 });
  await t.rejects(city.checkpoint(), /\[L2\] below zero: toy:b/);
  t.equal(store.checkpoint, undefined);
});

t.test('[J6] a start that finds other settings commits them first', async (t) => {
  const world = await openToys(names);
  await live(world, 0);
  await world.crash();
  const same = await again(world);
  t.same(
    commandsIn(world.store).filter(({ type }) => type === 'settings.changed').length,
    1,
    'those of its first start',
  );
  await same.crash();
  const changed = await again(world, { settings: { ...toySettings, ALERT: 5 } });
  t.match(commandsIn(world.store).at(-1), { type: 'settings.changed', settings: { ALERT: 5 } });
  t.same(changed.city.state.counters.settings, { ALERT: 5 });
});

t.test(
  '[J6] settings stand in the batch that changes them and in the first after a start, and hold for those behind it',
  async (t) => {
    const world = await openToys(names);
    for (let round = 0; round < 2; round++) await live(world, round);
    await world.crash();
    const changed = await again(world, { settings: { ...toySettings, ALERT: 5 } });
    const before = world.store.batches.length;
    for (let round = 2; round < 4; round++) await live(changed, round);
    const holding = world.store.batches.flatMap(({ counters }, n) => (counters.settings === undefined ? [] : [n]));
    t.same(holding, [0, holding[1]], 'two of them, one for each start');
    t.ok(world.store.batches.length > before && must(holding[1], 'the second start') < before);
    t.same(
      holding.map((n) => world.store.batches[n]?.counters.settings?.['ALERT']),
      [toySettings['ALERT'], 5],
    );
    await changed.crash();
    t.equal((await again(world, { settings: { ...toySettings, ALERT: 5 } })).city.state.counters.settings['ALERT'], 5);
  },
);

t.test(
  "[J1] the journal's commands in an empty city give the same images, accounts and counters, bit for bit",
  async (t) => {
    const world = await openToys(names);
    for (let round = 0; round < 4; round++) await live(world, round);
    await world.crash();
    const next = await again(world, { settings: { ALERT: 7 } });
    await live(next, 4);
    const state = new CityState(toyKinds, 'a secret of the tests', toySettings);
    await replay(state, memoryPersistence(world.store).journal);
    t.same(cityOf(state), shown(next));
    t.ok(next.city.state.counters.turn > 80);
  },
);

t.test('[J1] a command that goes another way at replay is named, and so is a missing one', async (t) => {
  const world = await openToys(names);
  await live(world, 0);
  const { store } = world;
  const empty = () => new CityState(toyKinds, 'a secret of the tests', toySettings);
  const { journal } = memoryPersistence(store);
  const [first, ...rest] = store.batches;
  store.batches = rest;
  await t.rejects(replay(empty(), journal), /\[J1\] turn \d+ in batch 2 follows 0/);
  if (first === undefined) throw new Error('no batch');
  store.batches = [
    {
      ...first,
      commands: first.commands.map((command) =>
        command.turn === 2
          ? { ...command, type: 'event', caller: 'city', to: toy('x'), event: { type: 'do' } }
          : command,
      ),
    },
  ];
  await t.rejects(replay(empty(), journal), /\[J1\] turn 2 in batch 1 is refused/);
});

t.test('[OP5] a row that cannot be read keeps the city closed', async (t) => {
  const world = await openToys(names);
  await world.crash();
  const journalOf: WorldOptions['journalOf'] = (inner) => ({
    append: (batch) => inner.append(batch),
    // biome-ignore lint/correctness/useYield: it fails before its first row
    read: async function* () {
      throw new Error('batch 1 is damaged');
    },
  });
  await t.rejects(again(world, { journalOf }), /batch 1 is damaged/);
});
