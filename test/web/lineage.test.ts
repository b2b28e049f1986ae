/** How a lineage is drawn, and a life told in ten lines. */
import t from 'tap';
import { box, layOut } from '../../web/watch/lineage-layout.ts';
import { linesMax, tenLines } from '../../web/watch/ten-lines.ts';

const kin = (id: string, mentor: string | null, generation: number) => ({
  ...{ id, name: id, mentor, generation },
  ...{ since: 0, until: null },
});

t.test('a row for each generation, nobody over another, each under its mentor', async (t) => {
  const all = [
    kin('b', 'a', 0),
    kin('a', null, -1),
    kin('c', 'b', 1),
    kin('d', 'b', 1),
    kin('e', 'd', 2),
    kin('f', 'c', 2),
  ];
  const { placed, lines, width, height } = layOut(all);
  t.equal(placed.length, all.length);
  t.same([...new Set(placed.map(({ y }) => y))].length, 4);
  t.same(
    lines.map(({ from, to }) => `${from.kin.id}${to.kin.id}`),
    ['ab', 'bc', 'bd', 'cf', 'de'],
  );
  for (const { from, to } of lines) t.ok(from.y < to.y);
  for (const one of placed) {
    t.ok(one.x - box.width / 2 >= 0 && one.x + box.width / 2 <= width);
    t.ok(one.y - box.height / 2 >= 0 && one.y + box.height / 2 <= height);
    const beside = placed.filter((other) => other !== one && other.y === one.y);
    for (const other of beside) t.ok(Math.abs(other.x - one.x) >= box.width);
  }
});

const entry = (type: string, n: number) => ({
  type,
  at: `2030-01-01T00:00:${n}Z`,
  tick: n,
  parts: [{ text: String(n) }],
});

t.test('a life in ten lines: its ends, and what weighs most, in their order', async (t) => {
  const short = [entry('resident.born', 0), entry('resident.died', 1)];
  t.same(tenLines(short), short);
  const long = [
    entry('resident.born', 0),
    ...Array.from({ length: 20 }, (_, n) => entry(n === 12 ? 'pod.deployed' : 'job.completed', n + 1)),
    entry('resident.died', 30),
  ];
  const lines = tenLines(long);
  t.equal(lines.length, linesMax);
  t.equal(lines[0], long[0]);
  t.equal(lines.at(-1), long.at(-1));
  t.ok(lines.some(({ type }) => type === 'pod.deployed'));
  const at = lines.map((one) => long.findIndex((other) => other.at === one.at));
  t.same(
    at,
    [...at].sort((a, b) => a - b),
  );
});
