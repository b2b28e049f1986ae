/** Kept views: distinguished by their arguments, whatever these hold, and bounded in bytes. */
import fc from 'fast-check';
import t from 'tap';
import { type ViewArgs, viewRequest } from '../../engine/command.ts';
import { ReadDeadlines } from '../../engine/commit/read-deadlines.ts';
import { contentHash, indexName } from '../../engine/ids.ts';
import { jsonAroundKept, KeptItems, ListWithKept } from '../../engine/views/kept-lists.ts';
import { KeptViews, keptName, keptViewsBytesMax } from '../../engine/views/kept-views.ts';
import { Viewer } from '../../engine/views/viewer.ts';
import { Reader, type View } from '../../engine/views/views.ts';
import { memoryPersistence } from '../../persistence/memory/persistence.ts';
import { silentLog, VirtualClock } from '../world.ts';
import { openToys } from './toy-actors.ts';

/** Shows its arguments. */
const echo: View = (_reader, args) => ({ ...args });

t.test('views with other arguments are other views', async (t) => {
  const { city } = await openToys(['a'], { views: { echo } });
  const asked: readonly ViewArgs[] = [
    { cursor: null },
    { cursor: 'null' },
    { cursor: '' },
    { cursor: 0 },
    { cursor: '0' },
    { cursor: false },
    { first: 'a\nb', second: 'c' },
    { first: 'a', second: 'b\nc' },
    { first: 'a\n1:c', second: '' },
    { first: 'a', second: 'c', third: '' },
  ];
  t.equal(new Set(asked.map((args) => keptName(viewRequest('echo', args)))).size, asked.length);
  for (const args of [...asked, ...asked])
    t.strictSame(await city.view(viewRequest('echo', args)), { type: 'shown', value: args });
});

/** A page of a list, as long as a place with exits has them. */
const page: View = (reader, { cursor }) => {
  for (let touched = 0; touched < 5; touched++) reader.count(indexName('toys at'), `${cursor} ${touched}`);
  return { items: Array.from({ length: 10 }, (_, id) => ({ id, text: 'x'.repeat(80) })) };
};

t.test('22,000 views of what a caller chose take no more than the bound', async (t) => {
  const { city } = await openToys(['a']);
  const { events } = memoryPersistence();
  const clock = new VirtualClock();
  const viewer = new Viewer(city.state, { page }, events, silentLog, new ReadDeadlines(clock, 1_000), clock);
  const durable = { committedTurn: Number.MAX_SAFE_INTEGER, durableInTime: async () => true };
  const look = (asked: number) => viewer.view(viewRequest('page', { cursor: `a${asked}` }), durable);
  const first = await look(0);
  t.equal(await look(0), first, 'kept');
  let most = 0;
  for (let asked = 1; asked < 22_000; asked++) {
    await look(asked);
    most = Math.max(most, viewer.keptBytes);
  }
  t.ok(most <= keptViewsBytesMax, `${most} bytes at most`);
  t.ok(most > keptViewsBytesMax * 0.9, 'it was filled');
  t.equal(await look(21_999), await look(21_999), 'the newest stay');
  t.not(await look(0), first, 'the oldest go');
});

t.test('one view that is larger than its share is not kept, and empties nothing', async (t) => {
  const { city } = await openToys(['a']);
  const kept = new KeptViews();
  const keep = (name: string, value: unknown) => {
    const reader = new Reader(city.state, () => undefined, undefined);
    kept.set(name, { reader, viewed: { type: 'shown', value }, turn: 1 });
  };
  keep('small', { id: 'a' });
  keep('large', { text: 'x'.repeat(1024 * 1024) });
  t.ok(kept.get('small'));
  t.notOk(kept.get('large'));
});

t.test(
  'an answer written around lists that are kept is what JSON.stringify makes of it, whatever it holds',
  async (t) => {
    const items = fc.array(fc.option(fc.jsonValue(), { nil: undefined }), { maxLength: 4 });
    const field = fc.oneof(
      fc.record({ own: items, kept: items }),
      fc.option(fc.jsonValue(), { nil: undefined }).map((value) => ({ value })),
    );
    const answers = fc.array(fc.tuple(fc.string({ unit: 'binary' }), field), { maxLength: 5 });
    const check = fc.property(answers, (fields) => {
      const written = fields.map(([name, of]) => [
        name,
        'own' in of ? new ListWithKept(of.own, new KeptItems(of.kept)) : of.value,
      ]);
      const plain = fields.map(([name, of]) => [name, 'own' in of ? [...of.own, ...of.kept] : of.value]);
      t.equal(jsonAroundKept(Object.fromEntries(written)), JSON.stringify(Object.fromEntries(plain)));
    });
    fc.assert(check);
  },
);

t.test('lists in answers are kept within the same bound, and not while a text of them is not at hand', async (t) => {
  const { city } = await openToys(['a']);
  const { events } = memoryPersistence();
  const clock = new VirtualClock();
  let made = 0;
  const hash = contentHash('a text');
  const listed: View = (reader, { of, isDescribed }) => ({
    list: reader.withKept([{ text: 'own' }], 'listed', { of: of ?? null }, (reader) => {
      made += 1;
      return [{ text: isDescribed === true ? reader.text(hash) : 'x'.repeat(9_000) }];
    }),
  });
  const viewer = new Viewer(city.state, { listed }, events, silentLog, new ReadDeadlines(clock, 1_000), clock);
  const turn = { turn: 1, at: '', events: [], postings: [], balanceBefore: () => 0 };
  const told = (args: ViewArgs) => viewer.reply(viewRequest('listed', args), turn);
  t.equal(told({ of: 1 }).json, told({ of: 1 }).json);
  t.equal(made, 1, 'kept');
  const wanted = told({ of: 'text', isDescribed: true });
  t.equal(wanted.json, JSON.stringify({ list: [{ text: 'own' }, { text: null }] }));
  t.type(wanted.whole, 'function', 'it is fetched');
  viewer.learn([{ hash, text: 'a text' }]);
  t.equal(
    told({ of: 'text', isDescribed: true }).json,
    JSON.stringify({ list: [{ text: 'own' }, { text: 'a text' }] }),
  );
  for (let of = 0; of < 2_000; of++) told({ of });
  t.ok(viewer.keptBytes <= keptViewsBytesMax, `${viewer.keptBytes} bytes`);
  t.ok(viewer.keptBytes > keptViewsBytesMax * 0.9, 'it was filled');
});
