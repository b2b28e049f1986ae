/** Given what is under way, when much comes and goes, then it is as in a Map and a Set, and what has gone is kept by nothing. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import t from 'tap';
import { PassingMap, PassingSet } from '../../engine/passing.ts';

const step = fc.record({
  does: fc.constantFrom('set', 'set', 'set', 'delete', 'take', 'walk', 'clear'),
  key: fc.nat(40),
  value: fc.nat(),
});

t.test('a passing map holds what a Map holds, in the same order, whatever comes and goes', async (t) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 200, maxLength: 400 }), (steps) => {
      const map = new Map<number, number>();
      const passing = new PassingMap<number, number>();
      for (const { does, key, value } of steps) {
        if (does === 'set') same(passing.set(key, value), map.set(key, value) && undefined);
        else if (does === 'walk') same(walkedAway(passing, key), walkedAway(map, key));
        else if (does === 'clear') same(passing.clear(), map.clear());
        else if (does === 'delete') same(passing.delete(key), map.delete(key));
        else {
          same(passing.take(key), map.get(key));
          map.delete(key);
        }
        same([...passing], [...map]);
        same(
          [passing.size, passing.first, passing.has(key), passing.get(key)],
          [...[map.size, [...map.keys()][0], map.has(key), map.get(key)]],
        );
      }
    }),
    { numRuns: 200, seed: 1 },
  );
  t.pass('no counterexample');
});

/** The values of a walk on which what it meets goes, and the next one too. */
function walkedAway(map: Pick<Map<number, number>, 'delete'> & Iterable<readonly [number, number]>, seed: number) {
  const met: number[] = [];
  for (const [key, value] of map) {
    met.push(value);
    map.delete(key);
    map.delete((key + seed) % 41);
  }
  return met;
}

function same(is: unknown, wanted: unknown): void {
  if (JSON.stringify(is) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}

setFlagsFromString('--expose-gc');
const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc');

/** Bytes by which the heap has grown when 20,000 of 2 KB have come and gone, 64 at a time, and only the young were collected. */
function keptBytes(holder: { add(item: object): void; delete(item: object): boolean }): number {
  const held: object[] = [];
  const comesAndGoes = (count: number) => {
    for (let n = 0; n < count; n++) {
      const item = { bytes: new Array(256).fill(n) };
      holder.add(item);
      held.push(item);
      if (held.length > 64) holder.delete(held.shift() ?? item);
    }
  };
  comesAndGoes(1_000);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 40; round++) {
    comesAndGoes(500);
    collect({ type: 'minor' });
  }
  return process.memoryUsage().heapUsed - before;
}

t.test('what has gone is not kept by collections of the young', async (t) => {
  const ours = keptBytes(new PassingSet<object>());
  const native = keptBytes(new Set<object>());
  t.ok(ours < 2_000_000, `${ours} bytes; a Set: ${native}`);
});
