/** What every persistence must do with the gateways' own tables, but for credentials: a part of `persistence.ts`. */
import type { SubjectId, Tally } from '../../gateways/chronicle/chronicle-rows.ts';
import type { Promised } from './credentials.ts';

export const gatewayPromises: { readonly title: string; readonly test: Promised }[] = [];
const on = (title: string, test: Promised): void => void gatewayPromises.push({ title, test });

on(
  'a tick has one row, the first that was written, and rows are read from the newest back',
  async (t, { tickRows }) => {
    const row = (tick: number, body = `{"tick":${tick}}`) => ({ tick, at: 1_000 * tick, body });
    t.same(await tickRows.read(Number.MAX_SAFE_INTEGER, 10), []);
    for (const tick of [2, 1, 3]) await tickRows.write(row(tick));
    await tickRows.write(row(2, 'another'));
    t.strictSame(await tickRows.read(Number.MAX_SAFE_INTEGER, 10), [row(3), row(2), row(1)]);
    t.strictSame(await tickRows.read(3, 1), [row(2)]);
    t.same(await tickRows.read(1, 10), []);
  },
);

on(
  'the chronicle is read by day, by what it is about, from the newest back; what is told twice stays',
  async (t, city) => {
    const { chronicle } = city;
    const entry = (seq: number, tick: number, ...about: SubjectId[]) => ({ seq, tick, about, body: `{"seq":${seq}}` });
    t.equal(await chronicle.reach(), 0);
    const [birth, opening, closing] = [
      entry(3, 1, 'resident:vera-1'),
      entry(5, 30, 'place:shop-1', 'resident:vera-1'),
      entry(9, 60, 'place:shop-1'),
    ] as const;
    const shop = { id: 'place:shop-1', name: 'Shop', since: 30, until: null } as const;
    const vera = { id: 'resident:vera-1', name: 'Vera', since: 1, until: null } as const;
    await chronicle.write([birth, opening], [vera, shop], 6);
    await chronicle.write(
      [{ ...birth, body: 'another' }, closing],
      [{ ...shop, name: null, since: null, until: 60 }],
      9,
    );
    await chronicle.write([], [], 4);
    t.equal(await chronicle.reach(), 9, 'it never goes back');
    const all = { before: Number.MAX_SAFE_INTEGER, limit: 10 };
    t.strictSame(await chronicle.read(all), [closing, opening, birth]);
    t.strictSame(await chronicle.read({ before: 9, limit: 1 }), [opening]);
    t.strictSame(await chronicle.following(0, 10), [birth, opening, closing], 'from the oldest on');
    t.strictSame(await chronicle.following(birth.seq, 1), [opening]);
    t.strictSame(await chronicle.read({ ...all, ticks: { first: 24, last: 47 } }), [opening]);
    t.strictSame(await chronicle.read({ ...all, about: 'resident:vera-1' }), [opening, birth]);
    t.strictSame(await chronicle.read({ ...all, about: 'place:shop-1', ticks: { first: 60, last: 60 } }), [closing]);
    t.strictSame(await chronicle.subjects(['place:shop-1']), [{ ...shop, until: 60 }]);
    t.strictSame(await chronicle.subjects([]), []);
    t.strictSame(await chronicle.oldest('place', 59), { ...shop, until: 60 });
    t.equal(await chronicle.oldest('place', 60), undefined, 'it has ended');
    t.equal(await chronicle.oldest('place', 29), undefined, 'it was not there yet');
    t.strictSame(await chronicle.oldest('resident', 60), vera);
    await chronicle.write([entry(11, 61)], [], 11);
    t.strictSame(await chronicle.read(all), [closing, opening, birth], 'nobody is told of what is about nobody');
    t.strictSame(await chronicle.following(9, 10), [entry(11, 61)]);
  },
);

on('who lives is found by the first word of its name', async (t, { chronicle }) => {
  const anna = { id: 'resident:anna-9', name: 'Anna Vey', since: 3, until: 50 } as const;
  await chronicle.write([], [anna, { ...anna, id: 'place:anna-10' }], 0);
  t.strictSame(await chronicle.living(['Anna', 'Vey', ''], 3), [anna], 'by the first word of its name');
  t.strictSame(await chronicle.living(['Anna'], 50), [], 'not after its death');
  t.strictSame(await chronicle.living(['Anna'], 2), [], 'nor before its birth');
  t.strictSame(await chronicle.living([], 3), []);
});

on('what is counted of a day is added up once, with those of which it has most', async (t, { chronicle }) => {
  const tally = (subject: string, other: string, count: number, seq: number, day = 2): Tally => ({
    ...{ day, what: 'served', subject, other, count, amount: 2 * count, seq },
  });
  await chronicle.write([], [], 9, [tally('soup', 'ada', 2, 5), tally('soup', 'bo', 3, 7), tally('inn', 'bo', 1, 9)]);
  await chronicle.write([], [], 9, [tally('soup', 'ada', 50, 9)]);
  await chronicle.write([], [], 12, [tally('soup', 'ada', 2, 12), tally('mill', 'ada', 1, 11, 3)]);
  const soup = { what: 'served', subject: 'soup', count: 7, amount: 14, seq: 12 } as const;
  const inn = { what: 'served', subject: 'inn', count: 1, amount: 2, seq: 9 } as const;
  t.strictSame(await chronicle.tops(2, 5), [
    { ...soup, others: 2, other: 'ada', otherCount: 4 },
    { ...inn, others: 1, other: 'bo', otherCount: 1 },
  ]);
  t.equal((await chronicle.tops(2, 1)).length, 1);
  t.same(await chronicle.countedDays(3), [2]);
  await chronicle.dropTallies(2);
  t.same(await chronicle.tops(2, 5), []);
  t.same(await chronicle.countedDays(9), [3]);
});

on('of those that have ended, the one that lived or stood for longest', async (t, { chronicle }) => {
  const subject = (id: SubjectId, since: number | null, until: number | null) => ({ id, name: id, since, until });
  const [ada, bo] = [subject('resident:ada', 1, 20), subject('resident:bo', 3, 90)] as const;
  const others = [subject('resident:cy', 0, null), subject('resident:di', null, 95), subject('place:inn', 0, 94)];
  await chronicle.write([], [ada, bo, ...others], 1);
  t.strictSame(await chronicle.longest('resident', 91), bo);
  t.strictSame(await chronicle.longest('resident', 90), ada);
  t.equal(await chronicle.longest('resident', 20), undefined);
  t.match(await chronicle.longest('place', 100), { id: 'place:inn' });
});

on(
  'a summary of the chronicle is kept by its name, and the one that reaches further stays',
  async (t, { chronicle }) => {
    t.equal(await chronicle.summary('town a'), undefined);
    const [first, second] = [
      { name: 'town a', seq: 0, body: '{"n":1}' },
      { name: 'town a', seq: 7_000_000_000, body: '{"n":"é"}' },
    ] as const;
    await chronicle.keepSummary(first);
    t.strictSame(await chronicle.summary('town a'), first);
    await chronicle.keepSummary(second);
    await chronicle.keepSummary(first);
    t.strictSame(await chronicle.summary('town a'), second);
    t.equal(await chronicle.summary('town b'), undefined);
  },
);

on('[PS8] a station has one picture, the newest; those of others than are named go', async (t, { pictures }) => {
  const small = Buffer.from([7, 0, 255]);
  const picture = (of: string, takenAt: number, bytes = small) => ({ of, takenAt, bytes });
  await pictures.keep(picture('library-1', 2_000_000_000_000));
  await pictures.keep(picture('library-1', 1_000));
  t.strictSame(
    await pictures.read('library-1'),
    picture('library-1', 2_000_000_000_000),
    'an older one changes nothing',
  );
  const large = Buffer.alloc(1024 * 1024, 7);
  await pictures.keep(picture('library-1', 2_000_000_000_001, large));
  t.ok((await pictures.read('library-1'))?.bytes.equals(large));
  for (const one of [picture('cafe-2', 3_000), picture('attic-3', 9_000)]) await pictures.keep(one);
  await pictures.keepOnly(['library-1'], 9_000);
  t.equal(await pictures.read('cafe-2'), undefined);
  t.ok(await pictures.read('library-1'));
  t.ok(await pictures.read('attic-3'), 'one that came since');
  await pictures.keepOnly([], 10_000);
  t.equal(await pictures.read('attic-3'), undefined);
});
