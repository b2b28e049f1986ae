/** Ticks and wake-ups: in order, in slices, never lost, whatever throws, refuses or is killed meanwhile (K1 to K6, OP9). */
import t from 'tap';
import type { JournalCommand } from '../../engine/command.ts';
import { viewRequest } from '../../engine/command.ts';
import type { Effect } from '../../engine/effect.ts';
import { actorId } from '../../engine/ids.ts';
import type { MemoryStore } from '../../persistence/memory/persistence.ts';
import { silentLog, VirtualClock, type World, type WorldOptions } from '../world.ts';
import { holding, rounds, watch } from './held-journal.ts';
import { doing, fund, heardBy, openToys, order, publish, toy } from './toy-actors.ts';
import { cityOf } from './turns-without-city.ts';

const wake = (tick: number, type = 'ring', rest: Record<string, unknown> = {}): Effect => ({
  type: 'wake',
  tick,
  event: { type, ...rest },
});

const hub = actorId('core', 'hub');
const commandsIn = (store: MemoryStore): JournalCommand[] => store.batches.flatMap(({ commands }) => [...commands]);
const shortly = (command: JournalCommand) => ('actor' in command ? `${command.type} ${command.actor}` : command.type);

/** Commands in the journal since the last `tick`, the tick included. */
function lastTick(store: MemoryStore): string[] {
  const all = commandsIn(store);
  return all.slice(all.findLastIndex(({ type }) => type === 'tick')).map(shortly);
}

t.test('[K1] [K3] wake-ups are heard in the order (tick, kind, id), each in a turn of its own', async (t) => {
  const { city, store } = await openToys(['c', 'a', 'b', 'd']);
  for (const name of ['c', 'a', 'b']) await doing(city, toy(name), [wake(1)]);
  await doing(city, toy('a'), [wake(1, 'chime'), wake(2, 'ring')]);
  await doing(city, hub, [wake(1)]);
  await city.tick();
  t.same(lastTick(store), ['tick', 'wake core:hub', 'wake toy:a', 'wake toy:b', 'wake toy:c', 'tick.completed']);
  t.same(heardBy(city, toy('a')).slice(2), ['chime@1']);
  await doing(city, toy('d'), [wake(2, 'chime'), wake(2, 'ring'), wake(2, 'account.low')]);
  await city.tick();
  t.same(lastTick(store), ['tick', 'wake toy:a', 'wake toy:d', 'wake toy:d', 'wake toy:d', 'tick.completed']);
  t.same(heardBy(city, toy('d')).slice(1), ['ring@2', 'account.low@2', 'chime@2'], "the kind's order, then by name");
  t.match(city.state.counters, { tick: 2, completedTick: 2 });
});

t.test('[K2] a wake-up for now is heard at once, without a tick', async (t) => {
  const { city } = await openToys(['a']);
  await doing(city, toy('a'), [wake(0)]);
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'ring@0']);
});

t.test('[K3] requests are served between slices, and reach no actor that has not heard of the tick', async (t) => {
  class HurriedClock extends VirtualClock {
    override elapsed(): number {
      return ++this.ms;
    }
  }
  const names = Array.from({ length: 30 }, (_, n) => `p${String(n).padStart(2, '0')}`);
  const { city, store } = await openToys(names, { clock: new HurriedClock(), tickSliceMs: 5, commitDeadlineMs: 1e9 });
  for (const name of names) await doing(city, toy(name), [wake(1)]);
  const tick = city.tick();
  await rounds(3);
  await doing(city, toy('p29'), [], { label: 'asked' });
  await tick;
  const turns = lastTick(store);
  const asked = turns.indexOf('event');
  t.ok(asked > 1 && asked < turns.length - 5, `served after ${asked} of ${turns.length} turns`);
  t.same(heardBy(city, toy('p29')), ['do@0', 'ring@1', 'asked@1']);
  t.equal(turns.filter((turn) => turn === 'wake toy:p29').length, 0, 'it had heard it with the request');
});

t.test(
  '[K3] however many wake-ups are due at one tick, requests come before the first, and all are heard in order',
  async (t) => {
    class CountingClock extends VirtualClock {
      yields = 0;
      override yield(): Promise<void> {
        this.yields += 1;
        return super.yield();
      }
    }
    const due = 2_500;
    const clock = new CountingClock();
    const names = Array.from({ length: due }, (_, n) => `p${(n * 1_201) % due}`);
    const { city, store } = await openToys(names, { clock });
    await Promise.all(names.map((name) => doing(city, toy(name), [wake(1)])));
    const before = clock.yields;
    const tick = city.tick();
    await rounds(1);
    const asked = doing(city, toy('p7'), [], { label: 'asked' });
    await tick;
    await asked;
    const [first, second, ...turns] = lastTick(store);
    t.same(
      [first, second, turns.at(-1)],
      ['tick', 'event', 'tick.completed'],
      'it waits for the turn of the tick alone',
    );
    t.same(heardBy(city, toy('p7')), ['do@0', 'ring@1', 'asked@1'], '[K4]');
    const others = names.filter((name) => name !== 'p7').map((name) => `wake ${toy(name)}`);
    t.same(turns.slice(0, -1), others.sort());
    t.ok(clock.yields - before >= 3, 'also while they are put in order');
  },
);

t.test('[K6] a tick that comes while one drains waits, and others join it', async (t) => {
  const { city } = await openToys(['a']);
  await Promise.all([city.tick(), city.tick(), city.tick(), city.tick()]);
  t.match(city.state.counters, { tick: 2, completedTick: 2 });
  await city.tick();
  t.equal(city.state.counters.tick, 3);
});

t.test('[K5] a wake-up that throws moves to the next tick, and holds nobody else up', async (t) => {
  const { city, store } = await openToys(['a', 'b']);
  await doing(city, toy('a'), [wake(1, 'ring', { throws: 'guard' }), wake(1, 'chime')]);
  await doing(city, toy('b'), [wake(1)]);
  await city.tick();
  t.same(heardBy(city, toy('a')), ['do@0', 'chime@1']);
  t.same(heardBy(city, toy('b')), ['do@0', 'ring@1']);
  t.same(
    city.state.images.get(toy('a'))?.wakes.map(({ tick }) => tick),
    [2],
  );
  t.same(lastTick(store), ['tick', 'wake.deferred toy:a', 'wake toy:a', 'wake toy:b', 'tick.completed']);
});

t.test('[K5] a refused wake-up is dropped and logged as a defect', async (t) => {
  const defects: object[] = [];
  const log = { ...silentLog, error: (fields: object) => void defects.push(fields) };
  const { city, store } = await openToys(['a'], { log });
  await doing(city, toy('a'), [
    wake(1, 'ring', { effects: [publish('never'), { type: 'refuse', code: 'no', context: {} }] }),
  ]);
  await city.tick();
  t.same(heardBy(city, toy('a')), ['do@0']);
  t.same(lastTick(store), ['tick', 'wake.dropped toy:a', 'tick.completed']);
  t.match(defects, [{ actor: toy('a'), code: 'no' }]);
  t.notOk(store.events.some(({ type }) => type === 'never'));
});

t.test('[K5] a wake-up that needs a missing actor is not lost: it waits for the next tick', async (t) => {
  const { city, store } = await openToys(['a']);
  const asks: Effect = { type: 'send', to: toy('b'), event: { type: 'do' } };
  await doing(city, toy('a'), [wake(1, 'ring', { effects: [asks] })]);
  await city.tick();
  t.same(heardBy(city, toy('a')), ['do@0']);
  t.same(lastTick(store), ['tick', 'wake.deferred toy:a', 'tick.completed']);
  await doing(city, toy('a'), [{ type: 'spawn', id: toy('b'), input: {} }]);
  await city.tick();
  t.same(heardBy(city, toy('b')), ['do@2']);
  t.same(heardBy(city, toy('a')), ['do@0', 'do@1', 'ring@2']);
});

t.test('[K5] [S1] a wake-up that needs a quarantined actor is not lost: it waits for the next tick', async (t) => {
  const { city } = await openToys(['a', 'b']);
  for (const caller of ['u', 'v', 'w', 'x'].map(toy))
    await city.submit({ ...order(toy('b'), [], { throws: 'guard' }), caller });
  t.same(city.health.quarantined, [toy('b')]);
  await doing(city, toy('a'), [wake(1, 'ring', { effects: [{ type: 'send', to: toy('b'), event: { type: 'do' } }] })]);
  await city.tick();
  t.same(heardBy(city, toy('a')), ['do@0']);
  await city.release(toy('b'));
  await city.tick();
  t.same(heardBy(city, toy('a')), ['do@0', 'ring@2']);
  t.same(heardBy(city, toy('b')), ['do@2']);
});

t.test('[K5] wake-ups of a quarantined actor wait for its release', async (t) => {
  const { city } = await openToys(['a']);
  await doing(city, toy('a'), [wake(1), wake(5, 'chime')]);
  for (const caller of ['u', 'v', 'w', 'x'].map(toy))
    await city.submit({ ...order(toy('a'), [], { throws: 'guard' }), caller });
  await city.tick();
  await city.tick();
  t.same(heardBy(city, toy('a')), ['do@0']);
  t.match(await city.release(toy('a')), { type: 'applied' });
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'ring@2']);
  for (let n = 0; n < 3; n++) await city.tick();
  t.same(heardBy(city, toy('a')).at(-1), 'chime@5');
});

/** Six actors, two wake-ups each at the same tick, one that throws, one account that runs dry: killed after `turns` turns of the tick. */
async function tickKilledAfter(turns: number): Promise<World> {
  const { journalOf, journal } = holding();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const options: WorldOptions = { batchTurnsMax: 1 };
  const world = await openToys(names, { ...options, journalOf });
  for (const name of names)
    await doing(world.city, toy(name), [wake(1), wake(1, 'chime', { effects: [publish(`chime of ${name}`)] })]);
  await doing(world.city, toy('c'), [wake(1, 'account.low', { throws: 'guard' }), wake(3, 'ring')]);
  await fund(world.city, toy('e'), 1000, 1000);
  const before = journal().attempts.length;
  const { append } = journal();
  journal().append = function (batch) {
    if (journal().attempts.length - before >= turns) this.mood = 'held';
    return append.call(this, batch);
  };
  const tick = watch(world.city.tick());
  await rounds(60);
  if (tick.ended) return world;
  await world.crash();
  return openToys(names, { ...options, store: world.store });
}

t.test(
  '[K3] [K2] killed anywhere in a tick, the city hears the rest first, in the same order, and completes the tick',
  async (t) => {
    const whole = await tickKilledAfter(Infinity);
    const commands = commandsIn(whole.store).map(shortly);
    const wakes = lastTick(whole.store).length;
    t.ok(wakes > 14, 'a tick of some length');
    for (let turns = 1; turns < wakes; turns++) {
      const killed = await tickKilledAfter(turns);
      t.same(commandsIn(killed.store).map(shortly), commands, `killed after ${turns} turns`);
      t.same(cityOf(killed.city.state), cityOf(whole.city.state));
      t.same(
        killed.store.events.map(({ json }) => json),
        whole.store.events.map(({ json }) => json),
      );
    }
  },
);

t.test('[OP9] a clock that jumps back or far ahead changes nothing but the times shown', async (t) => {
  const { city, clock, store } = await openToys(['a']);
  await fund(city, toy('a'), 10_000, 1000);
  const start = clock.ms;
  for (const jump of [300_000, -3_600_000, 0, 7 * 86_400_000]) {
    clock.ms = start + jump;
    await city.tick();
  }
  t.equal(city.state.counters.tick, 4);
  t.match(
    await city.view(viewRequest('means', { id: 'a' })),
    { value: { balance: 6_000 } },
    'upkeep once for each tick',
  );
  const times = commandsIn(store).map(({ at }) => at);
  t.same(
    times,
    [...times].sort((a, b) => a - b),
    'time does not run backwards inside the city',
  );
});
