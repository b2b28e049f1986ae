/** Outside effects: performed after their commit, settled once, never lost (S2, T3, J4). */
import t from 'tap';
import { type Effect, perform } from '../../engine/effect.ts';
import type { Performer } from '../../engine/ports.ts';
import { silentLog, VirtualClock } from '../world.ts';
import { holding, rounds } from './held-journal.ts';
import { doing, heardBy, openToys, order, toy } from './toy-actors.ts';
import { Turns } from './turns-without-city.ts';

const errand = perform('errand', { what: 'bread' });

/** A clock whose sleepers are woken by the test. */
class Naps extends VirtualClock {
  readonly #sleepers: (() => void)[] = [];
  override sleep(): Promise<void> {
    return new Promise((wake) => this.#sleepers.push(wake));
  }
  wakeAll(): void {
    for (const wake of this.#sleepers.splice(0)) wake();
  }
}

/** Notes what it is asked to do; ends when the test says so. */
function messenger(after: Performer['after'], failsAfterMs = 60_000) {
  const runs: { id: string; input: object; done: (result: object) => void; failed: () => void }[] = [];
  const performer: Performer = {
    after,
    failsAfterMs,
    perform: (id, input) =>
      new Promise((resolve, reject) => {
        runs.push({
          id,
          input,
          done: (result) => resolve({ result: { ...result } }),
          failed: () => reject(new Error('no bread')),
        });
      }),
  };
  return { runs, performers: { errand: performer } };
}

t.test('[S2] [T3] an outside effect is performed only after its commit', async (t) => {
  const { runs, performers } = messenger('repeat');
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a'], { performers, journalOf });
  journal().mood = 'held';
  void doing(city, toy('a'), [errand]);
  await rounds();
  t.same(runs, []);
  t.equal(city.state.images.get(toy('a'))?.calls.length, 1);
  journal().release();
  await rounds();
  t.match(runs, [{ id: /^call_/, input: { what: 'bread' } }]);
});

t.test('[S2] a refused turn performs nothing', async (t) => {
  const { runs, performers } = messenger('repeat');
  const { city } = await openToys(['a'], { performers });
  await doing(city, toy('a'), [errand, { type: 'refuse', code: 'no', context: {} }]);
  await rounds();
  t.same(runs, []);
});

t.test('[S2] its end, good or bad, comes back as a command and closes the effect', async (t) => {
  const { runs, performers } = messenger('repeat');
  const { city, store } = await openToys(['a'], { performers });
  await doing(city, toy('a'), [errand]);
  await doing(city, toy('a'), [errand]);
  runs[1]?.failed();
  await rounds();
  runs[0]?.done({ loaves: 2 });
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'do@0', 'errand.failed@0', 'errand.done@0']);
  t.same(city.state.images.get(toy('a'))?.calls, []);
  t.match(store.batches.at(-1)?.commands, [
    { type: 'performed', call: runs[0]?.id, event: { type: 'errand.done', result: { loaves: 2 } } },
  ]);
});

t.test('[S2] the first answer to an effect wins; a later one finds it closed', async (t) => {
  const turns = new Turns(['a']);
  turns.does('a', [errand]);
  const call = turns.state.images.get(toy('a'))?.calls[0]?.id ?? '';
  const answer = (type: string) => turns.run({ type: 'performed', actor: toy('a'), call, event: { type } });
  t.equal(answer('errand.lost'), undefined);
  t.match(answer('errand.done'), { code: 'not_found', context: { kind: 'call' } });
  t.same(turns.state.images.get(toy('a'))?.context['heard'], ['do@0', 'errand.lost@0']);
});

t.test('[S2] at recovery a pending effect is performed again, under the same id', async (t) => {
  const first = messenger('repeat');
  const world = await openToys(['a'], { performers: first.performers });
  await doing(world.city, toy('a'), [errand]);
  await world.crash();
  const second = messenger('repeat');
  const { city } = await openToys(['a'], { performers: second.performers, store: world.store });
  t.equal(second.runs.length, 1);
  t.equal(second.runs[0]?.id, first.runs[0]?.id);
  second.runs[0]?.done({});
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'errand.done@0']);
});

t.test('[S2] [J4] or it is settled as lost, by a journaled command, before the city opens', async (t) => {
  const first = messenger('lost');
  const world = await openToys(['a', 'b'], { performers: first.performers });
  await doing(world.city, toy('a'), [errand]);
  await doing(world.city, toy('b'), [errand]);
  await world.crash();
  const second = messenger('lost');
  const { city, store } = await openToys(['a', 'b'], { performers: second.performers, store: world.store });
  t.same(second.runs, []);
  t.same(heardBy(city, toy('a')), ['do@0', 'errand.lost@0']);
  t.match(store.batches.at(-1)?.commands, [{ event: { type: 'errand.lost' } }, { event: { type: 'errand.lost' } }]);
  t.equal(city.health.committedTurn, city.health.turn);
});

t.test('[S2] an answer without an actor to hear it is as good as lost: the effect is closed', async (t) => {
  const { runs, performers } = messenger('lost');
  const { city } = await openToys(['a'], { performers });
  await doing(city, toy('a'), [errand]);
  runs[0]?.done({ effects: [{ type: 'send', to: toy('nobody'), event: { type: 'do' } }] });
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'errand.lost@0']);
  t.same(city.state.images.get(toy('a'))?.calls, []);
});

t.test('[S2] an answer after the end of its effect is not logged as a warning', async (t) => {
  const { runs, performers } = messenger('lost');
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  const { city } = await openToys(['a'], { performers, log });
  await doing(city, toy('a'), [errand]);
  await doing(city, toy('a'), [{ type: 'retire' }]);
  runs[0]?.done({});
  await rounds();
  t.equal(city.state.images.get(toy('a')), undefined);
  t.same(warnings, []);
});

t.test('[S2] an effect that a lost one leads to is a new one: performed once, not lost with it', async (t) => {
  const first = messenger('lost');
  const world = await openToys(['a', 'b'], { performers: first.performers });
  const keep: readonly Effect[] = [errand, { type: 'send', to: toy('b'), event: { type: 'do', effects: [errand] } }];
  await doing(world.city, toy('a'), [errand], { keep });
  await world.crash();
  const second = messenger('lost');
  const { city } = await openToys(['a', 'b'], { performers: second.performers, store: world.store });
  t.same(heardBy(city, toy('a')), ['do@0', 'errand.lost@0']);
  t.same(heardBy(city, toy('b')), ['do@0']);
  t.same(
    second.runs.map(({ id }) => id),
    [...city.state.images.values()].flatMap(({ calls }) => calls.map(({ id }) => id)),
  );
  t.equal(second.runs.length, 2);
});

t.test('[S2] one that never ends counts as failed when its performer says; a later end is ignored', async (t) => {
  const { runs, performers } = messenger('lost', 5_000);
  const clock = new Naps();
  const { city } = await openToys(['a'], { performers, clock });
  await doing(city, toy('a'), [errand]);
  await rounds();
  clock.ms += 4_000;
  clock.wakeAll();
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0']);
  clock.ms += 2_000;
  clock.wakeAll();
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'errand.failed@0']);
  runs[0]?.done({});
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'errand.failed@0']);
  t.same(city.state.images.get(toy('a'))?.calls, []);
});

t.test(
  '[S1] [S2] an effect that ended while its actor was in quarantine is settled as lost at the release',
  async (t) => {
    const { runs, performers } = messenger('lost');
    const { city } = await openToys(['a'], { performers });
    await doing(city, toy('a'), [errand]);
    await rounds();
    for (const caller of ['u', 'v', 'w', 'x']) await city.submit(order(toy('a'), [], { throws: 'guard' }, toy(caller)));
    t.ok(city.state.quarantined.has(toy('a')));
    runs[0]?.done({});
    await rounds();
    t.equal(city.state.images.get(toy('a'))?.calls.length, 1);
    await city.release(toy('a'));
    await rounds();
    t.same(city.state.images.get(toy('a'))?.calls, []);
    t.same(heardBy(city, toy('a')), ['do@0', 'errand.lost@0']);
  },
);

t.test('[S1] [S2] or it is performed once more, when that is allowed', async (t) => {
  const { runs, performers } = messenger('repeat');
  const { city } = await openToys(['a'], { performers });
  await doing(city, toy('a'), [errand]);
  await rounds();
  for (const caller of ['u', 'v', 'w', 'x']) await city.submit(order(toy('a'), [], { throws: 'guard' }, toy(caller)));
  runs[0]?.done({});
  await rounds();
  await city.release(toy('a'));
  await rounds();
  t.equal(runs.length, 2);
  t.equal(runs[1]?.id, runs[0]?.id);
  runs[1]?.done({});
  await rounds();
  t.same(heardBy(city, toy('a')), ['do@0', 'errand.done@0']);
});

t.test(
  '[S1] [S2] [T3] an effect that the journal does not have yet is begun once, after its commit, and not lost with the quarantine',
  async (t) => {
    for (const after of ['lost', 'repeat'] as const) {
      const { runs, performers } = messenger(after);
      const { journalOf, journal } = holding();
      const { city } = await openToys(['a'], { performers, journalOf });
      journal().mood = 'held';
      void doing(city, toy('a'), [errand]);
      await rounds();
      for (const caller of ['u', 'v', 'w', 'x'])
        void city.submit(order(toy('a'), [], { throws: 'guard' }, toy(caller)));
      await rounds();
      t.ok(city.state.quarantined.has(toy('a')));
      void city.release(toy('a'));
      await rounds();
      t.same(runs, [], 'nothing is begun before its commit');
      journal().release();
      await rounds();
      t.equal(runs.length, 1, 'it is begun once');
      runs[0]?.done({});
      await rounds();
      t.same(heardBy(city, toy('a')), ['do@0', 'errand.done@0']);
    }
  },
);

t.test('[S2] the age of the oldest pending effect of each kind is shown, until it ends', async (t) => {
  const { runs, performers } = messenger('repeat');
  const { city, clock } = await openToys(['a'], { performers });
  t.same(city.health.oldestWaitingMs, {});
  await doing(city, toy('a'), [errand]);
  clock.ms += 2_000;
  await doing(city, toy('a'), [errand]);
  clock.ms += 1_000;
  t.same(city.health.oldestWaitingMs, { errand: 3_000 });
  runs[0]?.done({});
  await rounds();
  t.same(city.health.oldestWaitingMs, { errand: 1_000 });
  runs[1]?.done({});
  await rounds();
  t.same(city.health.oldestWaitingMs, {});
});
