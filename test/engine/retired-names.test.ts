/**
 * A name that is retired and used again, with checkpoints between that end well or break off anywhere: no row of an earlier
 * checkpoint comes back after a restart, and none wins over the present actor of the name.
 */
import fc from 'fast-check';
import t from 'tap';
import type { Checkpoints } from '../../engine/ports.ts';
import { doing, openToys, toy } from './toy-actors.ts';
import { cityOf } from './turns-without-city.ts';

/** Checkpoints that break off before the call that comes when none is left. */
function breaking(inner: Checkpoints, left: { calls: number }): Checkpoints {
  const count =
    <Arguments extends readonly unknown[]>(call: (...args: Arguments) => Promise<void>) =>
    async (...args: Arguments): Promise<void> => {
      left.calls -= 1;
      if (left.calls < 0) throw new Error('the database is away');
      await call(...args);
    };
  return {
    latest: () => inner.latest(),
    load: () => inner.load(),
    write: count((actors, accounts) => inner.write(actors, accounts)),
    forget: count((actors, accounts) => inner.forget(actors, accounts)),
    complete: count((batch, counters) => inner.complete(batch, counters)),
  };
}

const step = fc.oneof(
  fc.record({ does: fc.constantFrom('leave', 'come', 'change'), name: fc.constantFrom('a', 'c') }),
  fc.record({ does: fc.constant('checkpoint'), calls: fc.constantFrom(0, 1, 2, 3, 4, 99) }),
  fc.record({ does: fc.constant('restart') }),
);

t.test('[J2] whatever leaves, comes again and is checkpointed, a restart gives the city as it was', async (t) => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
    const left = { calls: 0 };
    const checkpointsOf = (inner: Checkpoints) => breaking(inner, left);
    const options = { checkpointsOf, checkpointSlice: 1 };
    let world = await openToys(['a', 'b', 'c'], options);
    for (const [n, one] of [...steps, { does: 'restart' }].entries()) {
      const id = toy('name' in one ? String(one.name) : 'b');
      const isThere = world.city.state.images.has(id);
      if (one.does === 'leave' && isThere) await doing(world.city, id, [{ type: 'retire' }]);
      if (one.does === 'change' && isThere) await doing(world.city, id, [], { place: `place-${n}` });
      if (one.does === 'come' && !isThere)
        await doing(world.city, toy('b'), [{ type: 'spawn', id, input: { place: `place-${n}` } }]);
      if (one.does === 'checkpoint') {
        left.calls = 'calls' in one ? Number(one.calls) : 0;
        await world.city.checkpoint().catch(() => undefined);
      }
      if (one.does !== 'restart') continue;
      const before = JSON.stringify(cityOf(world.city.state));
      await world.crash();
      world = await openToys(['a', 'b', 'c'], { ...options, store: world.store });
      if (JSON.stringify(cityOf(world.city.state)) !== before) return false;
    }
    return true;
  });
  await fc.assert(property, { numRuns: 150 });
  t.pass('in every order that was tried');
});
