/** The lineage of a resident, from what was told of births: some generations up and down, whoever has left the city. */
import t from 'tap';
import { lineageOf } from '../../gateways/chronicle/lineage.ts';
import { noted } from '../../gateways/chronicle/noteworthy.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { ask, startedPortalWorld } from './started-gateways.ts';

/** `odo-2: ada-1`: who brought up whom, in the order of their births. */
async function told(births: readonly (readonly [string, string | null])[], dead: readonly string[] = []) {
  const rows = new MemoryChronicleRows();
  const common = { at: '2030-01-01T00:00:00.000Z', location: null };
  const events = [
    ...births.map(([subject, mentor]) => ({ type: 'resident.born', subject, data: { name: subject, mentor } })),
    ...dead.map((subject) => ({
      type: 'resident.died',
      subject,
      data: { name: subject, cause: 'natural', mentor: null, mentees: [] },
    })),
  ];
  for (const [n, event] of events.entries()) {
    const one = noted(JSON.stringify({ seq: n + 1, tick: n, ...common, ...event }));
    if (one !== undefined) await rows.write([one.entry], one.learned === undefined ? [] : [one.learned], n + 1);
  }
  return rows;
}

t.test('mentors above, mentees below, three generations of each', async (t) => {
  const line = ['a-1', 'b-2', 'c-3', 'd-4', 'e-5', 'f-6', 'g-7', 'h-8', 'i-9'];
  const rows = await told(
    line.map((id, n) => [id, line[n - 1] ?? null] as const),
    ['e-5'],
  );
  const lineage = await lineageOf(rows, 'e-5');
  t.same(
    lineage?.kin.map(({ id, generation }) => `${id} ${generation}`),
    ['e-5 0', 'd-4 -1', 'c-3 -2', 'b-2 -3', 'f-6 1', 'g-7 2', 'h-8 3'],
  );
  t.equal(lineage?.isCut, true);
  t.match(lineage?.kin[0], { name: 'e-5', mentor: 'd-4', since: 4, until: 9 });
  const short = await lineageOf(await told([['a-1', null]]), 'a-1');
  t.same(short, {
    kin: [{ id: 'a-1', mentor: null, generation: 0, name: 'a-1', since: 0, until: null }],
    isCut: false,
  });
  t.equal(await lineageOf(rows, 'nobody-9'), undefined);
});

t.test('many mentees are cut, and a circle ends', async (t) => {
  const many = await told([['a-1', null], ...Array.from({ length: 60 }, (_, n) => [`b-${n + 2}`, 'a-1'] as const)]);
  const lineage = await lineageOf(many, 'a-1');
  t.equal(lineage?.kin.length, 40);
  t.equal(lineage?.isCut, true);
  const circle = await told([
    ['a-1', 'b-2'],
    ['b-2', 'a-1'],
  ]);
  t.same((await lineageOf(circle, 'a-1'))?.kin.map(({ id }) => id).sort(), ['a-1', 'b-2']);
});

t.test('of whom nothing is told there is no lineage', async (t) => {
  const { url } = await startedPortalWorld(t);
  t.match(await ask(`${url}/v1/residents/nobody-9/lineage`), { status: 404, body: { error: 'not_found' } });
});
