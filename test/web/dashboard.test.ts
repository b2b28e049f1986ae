/** What the operator's page makes of what it is answered. */
import t from 'tap';
import type { EconomyRow, Health, Lineage, LineageMember } from '../../web/dashboard/answers.ts';
import { failing, lasting, waiting } from '../../web/dashboard/findings.ts';
import { shownOf, stepOf, treeOf } from '../../web/dashboard/lineage-tree.ts';
import { metricsIn } from '../../web/dashboard/metrics.ts';
import * as series from '../../web/dashboard/series.ts';

const row = (tick: number, more: Partial<EconomyRow> = {}): EconomyRow => ({
  ...{ tick, at: '2026-01-01T00:00:00.000Z', population: tick, births: 0, deaths: {} },
  accounts: {
    treasury: { count: 1, balance: -100, gini: null },
    residents: { count: 3, balance: 60, gini: 0.25 },
  },
  ...more,
});

t.test('rows of ticks: each once, the oldest first, bounded', async (t) => {
  const known = series.merged([], [row(3), row(2)]);
  const rows = series.merged(known, [row(4), row(3, { population: 30 })]);
  t.same(
    rows.map(({ tick, population }) => [tick, population]),
    [
      [2, 2],
      [3, 30],
      [4, 4],
    ],
  );
  const many = series.merged(
    rows,
    Array.from({ length: 1_000 }, (_, tick) => row(tick + 10)),
  );
  t.equal(many.length, 600);
  t.equal(many.at(-1)?.tick, 1_009, 'the newest stay');
});

t.test('series: a value for each tick, and none where there is none', async (t) => {
  const rows = [
    row(1),
    row(2, { births: 2, deaths: { credit: 1 } }),
    row(3, { accounts: {}, deaths: { lightning: 2 } }),
  ];
  t.same(series.population(rows), {
    title: 'Residents that live',
    ticks: [1, 2, 3],
    series: [{ name: 'Residents', values: [1, 2, 3] }],
  });
  t.same(series.births(rows).series, [
    { name: 'Born', values: [0, 2, 0] },
    { name: 'Died because its credits ran out', values: [0, 1, 0] },
    { name: 'Died of lightning', values: [0, 0, 2] },
  ]);
  t.same(series.held(rows).series, [{ name: 'Residents', values: [60, 60, null] }], 'the city’s own account is apart');
  t.same(series.ofTheCity(rows).series, [{ name: 'The city', values: [-100, -100, null] }]);
  t.same(series.gini(rows).series, [{ name: 'Residents', values: [0.25, 0.25, null] }], 'of one account there is none');
});

t.test('a chart as a table and as a sentence', async (t) => {
  const chart = series.population([row(1), row(2), row(3)]);
  t.same(series.tableOf(chart, 2), [
    [3, 3],
    [2, 2],
  ]);
  t.equal(series.summaryOf(chart), 'Residents that live, tick 1 to 3: Residents 1 then 3.');
  t.equal(series.summaryOf(series.population([])), 'Residents that live: nothing yet.');
});

const kin = (id: string, mentor: string | null, mentees: readonly string[]): LineageMember => ({
  ...{ id, name: id.toUpperCase(), status: 'alive', mentor },
  mentees: [...mentees],
});
const family: Lineage = {
  resident: kin('ada', null, ['bo', 'cy', 'far']),
  ancestors: [],
  descendants: [kin('bo', 'ada', ['di']), kin('cy', 'ada', []), kin('di', 'bo', [])],
  truncated: true,
};

t.test('a lineage is a tree; whom the answer leaves out is counted', async (t) => {
  const tree = treeOf(family);
  t.match(tree, {
    kin: { id: 'ada' },
    hidden: 1,
    branches: [{ kin: { id: 'bo' }, level: 2, branches: [{ kin: { id: 'di' }, level: 3 }] }, { kin: { id: 'cy' } }],
  });
  const ids = (folded: readonly string[]) => shownOf(tree, new Set(folded)).map(({ kin: { id } }) => id);
  t.same(ids([]), ['ada', 'bo', 'di', 'cy']);
  t.same(ids(['bo']), ['ada', 'bo', 'cy']);
  t.same(ids(['ada']), ['ada']);
});

t.test('a lineage that comes back to itself ends', async (t) => {
  const tree = treeOf({ ...family, descendants: [kin('bo', 'ada', ['ada', 'bo'])] });
  t.same(
    shownOf(tree, new Set()).map(({ kin: { id } }) => id),
    ['ada', 'bo'],
  );
});

t.test('the keyboard walks over the tree', async (t) => {
  const tree = treeOf(family);
  const step = (key: string, at: string, folded: readonly string[] = []) => stepOf(key, at, tree, new Set(folded));
  t.same(step('ArrowDown', 'bo'), { type: 'go', to: 'di' });
  t.same(step('ArrowDown', 'bo', ['bo']), { type: 'go', to: 'cy' });
  t.equal(step('ArrowDown', 'cy'), undefined, 'at the end');
  t.same(step('ArrowUp', 'cy'), { type: 'go', to: 'di' });
  t.same(step('Home', 'di'), { type: 'go', to: 'ada' });
  t.same(step('End', 'ada'), { type: 'go', to: 'cy' });
  t.same(step('ArrowRight', 'bo'), { type: 'go', to: 'di' });
  t.same(step('ArrowRight', 'bo', ['bo']), { type: 'unfold' });
  t.equal(step('ArrowRight', 'di'), undefined);
  t.same(step('ArrowLeft', 'bo'), { type: 'fold' });
  t.same(step('ArrowLeft', 'di'), { type: 'go', to: 'bo' });
  t.equal(step('x', 'bo'), undefined);
  t.equal(step('End', 'nobody'), undefined);
});

const well: Health = {
  ...{ ready: true, tick: 3, committed_turn: 7, seq: 9, actors: 5, oldest_uncommitted_ms: 0 },
  ...{ oldest_waiting_ms: {}, waiting_too_long: [] },
  ...{
    quarantined: [],
    failing_services: {},
    failed_answers: { city: 0, portal: 0 },
    minds: null,
    paused: false,
    manual_ticks: false,
    speed: 1,
  },
};

t.test('what fails, and what to do about it', async (t) => {
  t.same(failing(well), []);
  const ill: Health = {
    ...well,
    ...{ ready: false, oldest_uncommitted_ms: 5_100, waiting_too_long: ['journal'], quarantined: ['resident:ada-4'] },
    failing_services: { inference: { failures: 4, reason: 'no answer', for_ms: 120_000 } },
  };
  t.match(failing(ill), [
    { what: /does not serve/ },
    { what: /5 seconds behind/ },
    { what: /resident:ada-4/, actor: 'resident:ada-4' },
    { what: 'The service inference has failed 4 times in 2 minutes: no answer', advice: /doctor/ },
  ]);
});

t.test('what waits, the longest first', async (t) => {
  t.same(waiting(well, undefined), []);
  const machines = { items: [{ kind: 'soul', actors: 3, states: { queued: 2, born: 1 } }] };
  const late = { oldest_waiting_ms: { service: 1_000, sandbox: 70_000, other: 0 }, waiting_too_long: ['sandbox'] };
  const found = waiting({ ...well, ...late }, machines);
  t.match(found, [
    { what: 'Souls that wait to be adopted: 2' },
    { what: 'Runs of code: the oldest for 1 minute', advice: /too long/ },
    { what: 'Calls of global services: the oldest for 1 second', advice: '' },
  ]);
  t.equal(found.length, 3);
});

t.test('minds that are away fail, residents without one wait', async (t) => {
  const away = { ...well, minds: { is_running: false, waiting: 3 } };
  t.match(failing(away), [{ what: /minds .* away/ }]);
  t.match(waiting(away, undefined), [{ what: 'Residents that wait for a mind: 3' }]);
  t.same(failing({ ...well, minds: { is_running: true, waiting: 0 } }), []);
});

t.test('spans of time', async (t) => {
  t.same([400, 1_500, 61_000, 7_300_000, 90_000_000].map(lasting), [
    'under a second',
    '1 second',
    '1 minute',
    '2 hours',
    '1 day',
  ]);
});

t.test('a few numbers out of the metrics', async (t) => {
  const text = [
    '# HELP civitas_sockets Open WebSockets.',
    'civitas_sockets{gateway="portal"} 3',
    'civitas_http_answers_total{status="200",gateway="portal"} 50',
    'civitas_process_memory_bytes{gateway="portal"} 1.5e8',
    'nonsense',
  ].join('\n');
  t.same(metricsIn(text), { memoryBytes: 150_000_000, sockets: 3 });
  t.same(metricsIn(''), { memoryBytes: 0, sockets: 0 });
});
