/** What memory refuses, what it forgets, and what it does with text that nobody should send. */
import t from 'tap';
import {
  contentCharsMax,
  messageBytes,
  peersMax,
  searchRankedMax,
  sessionsMax,
  spaceBytes,
} from '../../services/memory/bounds.ts';
import { long, texts } from '../hostile/hostile-texts.ts';
import { contents, openedMemory } from './memory-world.ts';

const unstorable = /[\0\p{Cs}]/u;
/** What the schemas of an operation, or Postgres, throw. */
const refusedBy = (cause: unknown): string => (cause instanceof Error ? cause.name : String(cause));

t.test('[ME2] text that can be kept comes back as it is; the rest is refused by the schema', async (t) => {
  const { say, context, free } = await openedMemory(t);
  for (const [n, text] of [...texts, ...long].entries()) {
    const isText = text !== '' && text.length <= contentCharsMax && !unstorable.test(text);
    const session = `text-${n}`;
    const refusal = await say('vera-1', session, 'bo-2', text).then(() => undefined, refusedBy);
    t.equal(refusal, isText ? undefined : 'ZodError', `text ${n}`);
    if (isText) t.same(contents(await context('vera-1', session, 100_000)), [text]);
    const isName = /^[A-Za-z0-9_-]{1,128}$/.test(text);
    for (const operation of ['makePeer', 'makeSession']) {
      const made = await free(operation, 'vera-1', { body: { id: text } }).then(() => undefined, refusedBy);
      t.equal(made, isName ? undefined : 'ZodError', `name ${n}`);
    }
  }
});

t.test('[ME1] whatever is searched for or asked is words, never a query of the database', async (t) => {
  const { say, search, chat, store } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', 'Bridges have tolls.');
  await say('cy-3', 'day-1', 'bo-2', 'A secret of Cy.', '@vera-1 /@vera-1 tolls a@vera-1 secret Cy');
  const syntax = ["'", "''", '\\', "'\\", 'a & | !', '!!', '(((', ':*', 'a:*', 'a <-> b', '<2>', '@cy-3', "'@cy-3'"];
  const more = ['" or "', '- - -', 'or or or', 'secret | @cy-3', 'http://x.y/?a=1&b=|', 'a\u2028b', '$1', '%s', '--'];
  const asked = [...syntax, ...more, "x'; drop table message; --", ...texts].filter(
    (text) => text !== '' && text.length <= 200 && !unstorable.test(text),
  );
  for (const [n, text] of asked.entries()) {
    for (const query of [text, `${text} tolls`, `tolls or ${text}`]) {
      const found = [...(await search('vera-1', query)), ...(await search('vera-1', `secret ${query}`))];
      t.ok(
        found.every(({ content }) => content === 'Bridges have tolls.'),
        `query ${n}`,
      );
      const answered = await chat('vera-1', 'bo-2', { query: `${query} secret` });
      t.notMatch(JSON.stringify(answered), /Cy/, `query ${n}`);
    }
  }
  await chat('vera-1', 'bo-2', { query: 'x '.repeat(500) });
  await t.rejects(search('vera-1', 'x'.repeat(257)), { name: 'ZodError' });
  for (const text of ['', '\0', 'a\ud800', 'x'.repeat(1_001), ...long]) {
    await t.rejects(search('vera-1', text), { name: 'ZodError' });
    await t.rejects(chat('vera-1', 'bo-2', { query: text }), { name: 'ZodError' });
  }
  t.equal((await store.sql`select from service_memory.message`).length, 3);
});

t.test('what lies outside of its bounds is refused, and so are unknown fields', async (t) => {
  const { add, free } = await openedMemory(t);
  const said = { peer_id: 'bo-2', content: 'Hello.' };
  await add(
    'vera-1',
    'day-1',
    Array.from({ length: 100 }, () => said),
  );
  const refused = [
    add('vera-1', 'day-1', []),
    add(
      'vera-1',
      'day-1',
      Array.from({ length: 101 }, () => said),
    ),
    add('vera-1', 'day-1', [{ ...said, peer_id: '../bo' }]),
    add('vera-1', 'day/1', [said]),
    free('addMessages', 'vera-1', { params: { session_id: 'a' }, body: { messages: [said], more: 1 } }),
    free('search', 'vera-1', { body: { query: 'a', limit: 51 } }),
    free('search', 'vera-1', { body: { query: 'a', limit: 0 } }),
    free('search', 'vera-1', { body: { query: 'a', limit: 1.5 } }),
    free('chat', 'vera-1', { params: { peer_id: 'bo-2' }, body: { query: 'a', reasoning_level: 'utter' } }),
    ...['0', '100001', '-1', '1e3', '9999999', ''].map((tokens) =>
      free('readContext', 'vera-1', { params: { session_id: 'day-1' }, query: { tokens } }),
    ),
    ...['0', '201', '1.5'].map((limit) => free('listPeers', 'vera-1', { query: { limit } })),
    ...['x', '-1', '1e3', '9'.repeat(16)].map((cursor) =>
      free('listMessages', 'vera-1', { params: { session_id: 'day-1' }, query: { cursor } }),
    ),
  ];
  for (const [n, one] of refused.entries()) await t.rejects(one, { name: 'ZodError' }, `request ${n}`);
});

t.test(
  '[ME3] there are as many peers and sessions as there may be; a call that would make more keeps nothing',
  async (t) => {
    const { add, say, list, free, store } = await openedMemory(t);
    await say('vera-1', 'day-1', 'bo-2', 'Hello.');
    await store.sql`update service_memory.workspace set peers = ${peersMax - 1}, sessions = ${sessionsMax - 1}`;
    const three = ['bo-2', 'cy-3', 'di-4'].map((peer_id) => ({ peer_id, content: 'Hello.' }));
    t.match(await add('vera-1', 'day-1', three), { code: 'invalid_request', issues: [{ path: 'peer_id' }] });
    t.equal((await list('vera-1', 'day-1')).items.length, 1);
    t.match(await add('vera-1', 'day-1', three.slice(0, 2)), { messages: [{}, {}] });
    t.match(await free('makePeer', 'vera-1', { body: { id: 'di-4' } }), { code: 'invalid_request' });
    t.match(await free('makePeer', 'vera-1', { body: { id: 'cy-3' } }), { id: 'cy-3' });
    t.match(await free('makeSession', 'vera-1', { body: { id: 'day-2' } }), { id: 'day-2' });
    t.match(await free('makeSession', 'vera-1', { body: { id: 'day-3' } }), {
      code: 'invalid_request',
      issues: [{ path: 'session_id', message: /5000 sessions/ }],
    });
    t.match(await say('vera-1', 'day-3', 'bo-2', 'Hello.'), {
      code: 'invalid_request',
      issues: [{ path: 'session_id' }],
    });
    t.match(await free('makeSession', 'bo-2', { body: { id: 'day-3' } }), { id: 'day-3' }, 'each has its own');
  },
);

t.test('[ME3] the newest messages that fit are kept', async (t) => {
  const { say, list, search, store } = await openedMemory(t);
  await say('bo-2', 'day-1', 'vera-1', 'first');
  await say('vera-1', 'day-1', 'bo-2', 'first');
  const each = 'é'.repeat(4_000);
  const size = Buffer.byteLength(each) + messageBytes;
  const fitting = Math.floor(spaceBytes / size);
  for (let kept = 0; kept < fitting; kept += 100)
    await say('vera-1', 'day-1', 'bo-2', ...Array.from({ length: Math.min(100, fitting - kept) }, () => each));
  const count = async (who: string) =>
    (await store.sql`select from service_memory.message where resident = ${who}`).length;
  t.ok(spaceBytes - fitting * size > messageBytes + 5, 'the first still fits beside them');
  t.equal(await count('vera-1'), fitting + 1);
  await say('vera-1', 'day-1', 'bo-2', `last ${'x'.repeat(3_200)}`);
  t.equal(await count('vera-1'), fitting + 1);
  t.match(contents(await search('vera-1', 'first or last')), [/^last/], 'and the first had to go');
  t.equal(await count('bo-2'), 1);
  const page = await list('vera-1', 'day-1', { limit: '200' });
  t.ok(page.items.length < 80 && page.next_cursor !== null, 'a page of long messages ends early');
  t.ok(Buffer.byteLength(contents(page.items).join('')) < 600_000);
});

t.test('[ME2] of many calls at the same time each keeps what it was told, and the counts are right', async (t) => {
  const { add, list, store } = await openedMemory(t);
  const batch = (n: number) =>
    Array.from({ length: 5 }, (_, k) => ({ peer_id: `peer-${(n + k) % 7}`, content: `${n} ${k}` }));
  const numbers = Array.from({ length: 24 }, (_, n) => n);
  await Promise.all(numbers.map((n) => add('vera-1', `day-${n % 3}`, batch(n))));
  for (const day of [0, 1, 2]) {
    const { items } = await list('vera-1', `day-${day}`, { limit: '200' });
    const calls = Array.from({ length: 8 }, (_, n) => contents(items.slice(5 * n, 5 * n + 5)));
    t.equal(items.length, 40);
    for (const call of calls) t.same(call, contents(batch(Number(call[0]?.split(' ')[0]))), 'one call lies together');
  }
  const written = numbers.flatMap(batch).reduce((sum, { content }) => sum + content.length + messageBytes, 0);
  t.match(await store.sql`select peers, sessions, written::int from service_memory.workspace`, [
    { peers: 7, sessions: 3, written },
  ]);
  const said = await store.sql`select id, messages::int as said from service_memory.peer order by id`;
  const expected: Record<string, number> = {};
  for (const { peer_id } of numbers.flatMap(batch)) expected[peer_id] = (expected[peer_id] ?? 0) + 1;
  t.same(Object.fromEntries(said.map(({ id, said }) => [id, said])), expected);
});

t.test('[ME6] a search ranks the newest messages with its words, and takes few words', async (t) => {
  const { say, search } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', 'toll toll toll toll');
  for (let kept = 0; kept < searchRankedMax; kept += 100)
    await say('vera-1', 'day-1', 'bo-2', ...Array.from({ length: 100 }, (_, n) => `${kept + n} of the toll`));
  t.notMatch(contents(await search('vera-1', 'toll', 50)), [/^toll/], 'the best is too old to be ranked');
  await say('vera-1', 'day-1', 'bo-2', 'toll toll toll toll', 'a toll and a bridge', 'bridge, toll, bridge, toll');
  t.match(contents(await search('vera-1', 'toll', 1)), ['toll toll toll toll']);
  t.match(contents(await search('vera-1', 'toll -toll or bridge', 1)), ['bridge, toll, bridge, toll']);
  await search('vera-1', 'one or two or three or four or five or six or seven or eight');
  for (const query of ['1 2 3 4 5 6 7 8 9', 'a-b-c-d-e-f-g-h-i', '"a.b.c/d e_f,g h i"'])
    await t.rejects(search('vera-1', query), { name: 'ZodError' });
});
