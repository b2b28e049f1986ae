/** What the library of souls keeps of the dead, and how that is found again. */
import t from 'tap';
import { ancestorsMax, descendantsMax, pageTextBytesMax } from '../../services/library/bounds.ts';
import { openLibrary } from '../../services/library/open.ts';
import { long, texts } from '../hostile/hostile-texts.ts';
import { deadOf, openedLibrary, said } from './library-world.ts';

const cost = 500;

t.test('an entry holds what was composed, the lineage, and the memories by session', async (t) => {
  const { keep, read } = await openedLibrary(t);
  const composition = { title: 'On rain', content: 'It falls.' };
  const dead = deadOf('vera-7', { composition, mentor: 'bo-2', mentees: ['cy-9'], generation: 1 });
  await keep(dead, [said('One.'), said('Two.', 'day-2', 'vera-7'), said('Three.')]);
  t.match(await read('vera-7'), {
    ...{ cost, resident_id: 'vera-7', name: 'vera', framework: 'default', generation: 1, ...composition },
    ...{ born_at: '1970-01-01T00:00:01.000Z', died_at: '1970-01-01T00:01:01.000Z', died_tick: 72 },
    ...{ death_cause: 'natural', memories_count: 3, lineage: { mentor: 'bo-2', mentees: ['cy-9'] } },
    sessions: [
      { id: 'day-1', messages: 2 },
      { id: 'day-2', messages: 1 },
    ],
    sessions_count: 2,
    memories: { items: [{ content: 'One.' }, { content: 'Two.', peer_id: 'vera-7' }, { content: 'Three.' }] },
  });
  t.match(await read('vera-7', { session: 'day-2' }), {
    memories: { items: [{ session_id: 'day-2', content: 'Two.' }], next_cursor: null },
  });
  t.match(await read('nobody-1'), { type: 'refused', code: 'not_found' });
});

t.test('an entry that comes between the question and the look is found', async (t) => {
  const { storage, keep } = await openedLibrary(t);
  const awaited = {
    isOnItsWay: async (resident: string) => {
      await keep(deadOf(resident), []);
      return false;
    },
  };
  const { handlers } = await openLibrary({ storage, awaited, retryAfterSeconds: 5 });
  const input = { params: { resident_id: 'vera-7' }, query: { limit: 20 }, body: {} };
  const call = { ...input, given: input, caller: { pseudonym: 'p', resident: '' }, key: null, hold: cost, balance: 0 };
  const { signal } = new AbortController();
  t.match(await handlers.readEntry({ ...call, signal }), { type: 'answer', cost });
});

t.test('an entry is kept once, whatever comes later', async (t) => {
  const { keep, read, store } = await openedLibrary(t);
  const first = { title: 'First', content: 'a' };
  await keep(deadOf('vera-7', { composition: first }), [said('One.')]);
  await keep(deadOf('vera-7', { composition: { title: 'Second', content: 'b' } }), [said('Two.'), said('Three.')]);
  t.match(await read('vera-7'), { title: 'First', memories: { items: [{ content: 'One.' }] } });
  t.equal((await store.sql`select from service_library_of_souls.memory`).length, 1);
});

t.test('an archiving that broke off is seen by nobody, and done anew', async (t) => {
  const { keep, read, search, store } = await openedLibrary(t);
  await store.sql`insert into service_library_of_souls.memory (resident, number, session, peer, content, created_at)
    select 'vera-7', n, 'day-1', 'bo-2', 'A lighthouse, half kept.', now() from generate_series(1, 5) as n`;
  t.same(await search('lighthouse'), []);
  t.match(await read('vera-7'), { code: 'not_found' });
  await keep(deadOf('vera-7'), [said('A lighthouse.')]);
  t.match(await read('vera-7'), { memories_count: 1, memories: { items: [{ content: 'A lighthouse.' }] } });
  t.equal((await search('lighthouse')).length, 1);
});

t.test('all that is remembered is kept, 10,000 of the newest, and read page by page', async (t) => {
  const { keep, read, store } = await openedLibrary(t);
  const many = Array.from({ length: 10_020 }, (_, n) => said(`Number ${n}.`, `day-${n % 300}`));
  await keep(deadOf('vera-7'), many);
  const [kept] = await store.sql`select count(*)::integer as count, min(number) as first,
    (array_agg(content order by number))[1] as oldest from service_library_of_souls.memory`;
  t.match(kept, { count: 10_000, first: 1, oldest: 'Number 20.' });
  const entry = await read('vera-7', { limit: '200' });
  t.match(entry, { memories_count: 10_000, sessions_count: 300, memories: { next_cursor: '200' } });
  t.match(await read('vera-7', { limit: '200', cursor: '9800' }), { memories: { next_cursor: null } });
  t.match(await read('vera-7', { limit: '2', cursor: '1', session: 'day-21' }), {
    memories: { items: [{ content: 'Number 21.' }, { content: 'Number 321.' }], next_cursor: '302' },
  });
});

t.test('a page holds as much text as it may, and the first message whatever its length', async (t) => {
  const { keep, read } = await openedLibrary(t);
  const long = '\u4e16'.repeat(8_000);
  await keep(
    deadOf('vera-7'),
    Array.from({ length: 40 }, () => said(long)),
  );
  const perPage = Math.floor(pageTextBytesMax / Buffer.byteLength(long));
  t.match(await read('vera-7', { limit: '200' }), { memories: { next_cursor: String(perPage) } });
});

t.test('the list shows every entry once, the newest first', async (t) => {
  const { keep, ask } = await openedLibrary(t);
  for (let n = 0; n < 5; n++) await keep(deadOf(`vera-${n}`), []);
  const first = await ask('listEntries', { query: { limit: '3' } });
  t.match(first, { cost, items: [{ resident_id: 'vera-4' }, { resident_id: 'vera-3' }, { resident_id: 'vera-2' }] });
  const { next_cursor: cursor } = { next_cursor: null, ...first };
  await keep(deadOf('vera-9'), []);
  t.match(await ask('listEntries', { query: { limit: '3', cursor } }), {
    items: [{ resident_id: 'vera-1' }, { resident_id: 'vera-0' }],
    next_cursor: null,
  });
});

t.test('a line goes through the living, up and down', async (t) => {
  const { keep, genealogy } = await openedLibrary(t);
  // ada (dead) taught bo (alive), who taught cy (dead), who taught dee (dead) and eve (alive).
  await keep(deadOf('dee-4', { mentor: 'cy-3', generation: 3 }), []);
  await keep(deadOf('cy-3', { mentor: 'bo-2', mentees: ['eve-5'], generation: 2 }), []);
  await keep(deadOf('ada-1', { mentees: ['bo-2'] }), []);
  const line = (...ids: readonly string[]) => ids.map((resident_id) => ({ resident_id }));
  t.match(await genealogy('dee-4'), { cost, ancestors: line('cy-3', 'bo-2', 'ada-1'), descendants: [] });
  t.match(await genealogy('ada-1'), { ancestors: [], descendants: line('bo-2', 'cy-3', 'dee-4', 'eve-5') });
  t.match(await genealogy('eve-5'), {
    ancestors: [
      { resident_id: 'cy-3', distance: 1, has_entry: true, name: 'cy' },
      { resident_id: 'bo-2', distance: 2, has_entry: false, name: null, died_at: null },
      { resident_id: 'ada-1', distance: 3 },
    ],
  });
  t.match(await genealogy('zoe-9'), { type: 'refused', code: 'not_found' });
});

t.test('what a genealogy shows is bounded, and says so', async (t) => {
  const { keep, genealogy } = await openedLibrary(t);
  for (let n = 0; n < ancestorsMax + 5; n++) await keep(deadOf(`deep-${n}`, { mentor: `deep-${n + 1}` }), []);
  for (let n = 0; n < descendantsMax + 5; n++) await keep(deadOf(`wide-${n}`, { mentor: 'root-1' }), []);
  const { ancestors } = { ancestors: [], ...(await genealogy('deep-0')) };
  t.equal(ancestors.length, ancestorsMax);
  const { descendants, ...rest } = { descendants: [], ...(await genealogy('root-1')) };
  t.equal(descendants.length, descendantsMax);
  t.match(rest, { truncated: true });
  t.match(await genealogy('deep-3'), { truncated: false });
});

t.test('words are found in what was composed and in what was remembered, best first', async (t) => {
  const { keep, search } = await openedLibrary(t);
  const composition = { title: 'The lighthouse', content: 'I kept the lighthouse, and the lighthouse kept me.' };
  await keep(deadOf('vera-7', { composition }), []);
  await keep(deadOf('bo-2'), [said('Somebody builds lighthouses.'), said('Bread.')]);
  t.match(await search('lighthouse'), [
    { resident_id: 'vera-7', kind: 'composition', title: 'The lighthouse', excerpt: /kept the lighthouse/ },
    { resident_id: 'bo-2', kind: 'memory', session_id: 'day-1', peer_id: 'bo-2', excerpt: /lighthouses/ },
  ]);
  t.equal((await search('lighthouse', 1)).length, 1);
  t.same(await search('lighthouse -builds -kept'), []);
  t.equal((await search('bread or vera')).length, 2, 'also by name');
});

t.test('texts that nobody should send are kept as text, and looked for as words', async (t) => {
  const { keep, read, search, store } = await openedLibrary(t);
  const hostile = [...texts, ...long.map((text) => text.slice(0, 8_000))];
  const stored = hostile.map((text) => text.replace(/[\0\p{Cs}]/gu, '\ufffd'));
  for (const [n, text] of hostile.entries()) {
    const composition = { title: text.slice(0, 80), content: text };
    await keep(deadOf(`vera-${n}`, { name: text, composition }), [said(text)]);
    t.match(await read(`vera-${n}`), { name: stored[n], content: stored[n], memories: { items: [{}] } }, `text ${n}`);
  }
  for (const [n, text] of ["'", "x'; drop table entry; --", 'a & | !', ':*', '"', '<->', ...hostile].entries()) {
    const isQuery = text !== '' && text.length <= 1_000 && !/[\0\p{Cs}]/u.test(text);
    const found = await search(text).then(
      () => true,
      () => false,
    );
    t.equal(found, isQuery, `query ${n}`);
  }
  t.equal((await store.sql`select from service_library_of_souls.entry`).length, hostile.length);
});

t.test('what lies outside of its bounds is refused', async (t) => {
  const { ask, read } = await openedLibrary(t);
  const wrong = [
    ...['0', '201', '1.5', '-1', ''].map((limit) => ask('listEntries', { query: { limit } })),
    ...['x', '-1', '1e3', '9'.repeat(16)].map((cursor) => ask('listEntries', { query: { cursor } })),
    ...['', '../bo', 'Bo-2', 'x'.repeat(129), 'a\0'].map((id) => read(id)),
    ...['', 'a/b', 'x'.repeat(129)].map((session) => read('vera-1', { session })),
    ...[0, 51, 1.5].map((limit) => ask('search', { body: { query: 'a', limit } })),
    ask('search', { body: { query: 'a', more: 1 } }),
  ];
  for (const one of wrong) await t.rejects(one, { name: 'ZodError' });
});

t.test('a cursor that no page gave is refused', async (t) => {
  const { ask } = await openedLibrary(t);
  for (const cursor of ['2147483648', '999999999999999', '-1', 'x'])
    for (const [operation, params] of [
      ['listEntries', {}],
      ['readEntry', { resident_id: 'vera-7' }],
    ] as const)
      await t.rejects(ask(operation, { params, query: { cursor } }), { name: 'ZodError' }, cursor);
  t.match(await ask('listEntries', { query: { cursor: '2147483647' } }), { items: [] });
});
