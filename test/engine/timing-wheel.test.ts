/** The wheel gives every id at its tick, whatever was wanted before, in whatever order (L6). */
import fc from 'fast-check';
import t from 'tap';
import { TimingWheel } from '../../engine/state/timing-wheel.ts';

const ids = ['a', 'b', 'c', 'd'] as const;

t.test('[L6] an id comes out at the earliest tick it was wanted at since it last came out', async (t) => {
  const want = fc.record({
    id: fc.constantFrom(...ids),
    ahead: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(Infinity)),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(want, fc.constant('tick' as const)), { size: 'max', maxLength: 60 }), (acts) => {
      const wheel = new TimingWheel<string>();
      const wanted = new Map<string, number>();
      let tick = 0;
      for (const act of acts) {
        if (act !== 'tick') {
          wheel.want(act.id, tick + act.ahead);
          const earliest = Math.min(wanted.get(act.id) ?? Infinity, tick + act.ahead);
          if (earliest < Infinity) wanted.set(act.id, earliest);
          continue;
        }
        tick += 1;
        const due = [...wanted]
          .filter(([, at]) => at === tick)
          .map(([id]) => id)
          .sort();
        if (wheel.peek(tick).sort().join() !== due.join()) throw new Error(`peek ${tick}`);
        if (wheel.take(tick).sort().join() !== due.join()) throw new Error(`take ${tick}`);
        for (const id of due) wanted.delete(id);
        if (wheel.size !== wanted.size) throw new Error(`size ${wheel.size}, should be ${wanted.size}`);
      }
    }),
    { numRuns: 500, seed: 2 },
  );
  t.pass('no counterexample');
});

t.test('[L6] an earlier entry stands, a later one gives way, and what is taken is gone', async (t) => {
  const wheel = new TimingWheel<string>();
  wheel.want('a', 3);
  wheel.want('a', 5);
  wheel.want('b', 5);
  wheel.want('b', 3);
  t.same(wheel.take(3).sort(), ['a', 'b']);
  t.same(wheel.take(3), []);
  t.same(wheel.take(5), []);
  wheel.want('c', Infinity);
  t.equal(wheel.size, 0);
});
