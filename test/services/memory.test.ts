/** Memory, operation by operation. */
import t from 'tap';
import { z } from 'zod';
import { contents, openedMemory } from './memory-world.ts';

const Named = z.object({ items: z.array(z.looseObject({ id: z.string() })), next_cursor: z.string().nullable() });

t.test('a workspace is made at first use, and is its resident’s own', async (t) => {
  const { free } = await openedMemory(t);
  t.same(await free('listWorkspaces', 'vera-1'), { items: [], next_cursor: null });
  const made = await free('makeWorkspace', 'vera-1', { body: { id: 'vera-1' } });
  t.match(made, { id: 'vera-1', created_at: /Z$/ });
  t.same(await free('makeWorkspace', 'vera-1'), made, 'and only once');
  t.same(await free('listWorkspaces', 'vera-1'), { items: [made], next_cursor: null });
  t.match(await free('makeWorkspace', 'vera-1', { body: { id: 'bo-2' } }), { code: 'not_found', kind: 'workspace' });
});

t.test('peers and sessions are made once, and listed by name in pages', async (t) => {
  const { free, store } = await openedMemory(t);
  for (const [make, list] of [
    ['makePeer', 'listPeers'],
    ['makeSession', 'listSessions'],
  ] as const) {
    const first = await free(make, 'vera-1', { body: { id: 'bo-2' } });
    t.match(first, { id: 'bo-2', workspace_id: 'vera-1', created_at: /Z$/ });
    t.same(await free(make, 'vera-1', { body: { id: 'bo-2' } }), first);
    for (const id of ['a', 'Z', 'c_3']) await free(make, 'vera-1', { body: { id } });
    const page = Named.parse(await free(list, 'vera-1', { query: { limit: '3' } }));
    t.same(
      page.items.map(({ id }) => id),
      ['Z', 'a', 'bo-2'],
    );
    const rest = await free(list, 'vera-1', { query: { limit: '3', cursor: page.next_cursor } });
    t.match(rest, { items: [{ id: 'c_3' }], next_cursor: null });
    t.match(await free(list, 'cy-3'), { items: [], next_cursor: null });
    const together = await Promise.all([1, 2, 3, 4, 5, 6].map(() => free(make, 'cy-3', { body: { id: 'x' } })));
    for (const one of together) t.same(one, together[0], 'made once by many at the same time');
  }
  const counts = await store.sql`select resident, peers, sessions from service_memory.workspace order by resident`;
  t.same(counts, [
    { resident: 'cy-3', peers: 1, sessions: 1 },
    { resident: 'vera-1', peers: 4, sessions: 4 },
  ]);
});

t.test('[ME2] messages are kept in the order in which they were said, and listed in pages', async (t) => {
  const { add, list, free } = await openedMemory(t);
  const kept = await add('vera-1', 'day-1', [
    { peer_id: 'bo-2', content: 'Hello.' },
    { peer_id: 'vera-1', content: 'Who are you?' },
  ]);
  t.match(kept, {
    messages: [
      { id: /^msg_[0-9a-v]{16}$/, content: 'Hello.', peer_id: 'bo-2', session_id: 'day-1', workspace_id: 'vera-1' },
      { content: 'Who are you?', token_count: 3, created_at: /Z$/ },
    ],
  });
  await add('vera-1', 'day-1', [{ peer_id: 'bo-2', content: 'Bo.' }]);
  await add('vera-1', 'day-2', [{ peer_id: 'bo-2', content: 'Good morning.' }]);
  const page = await list('vera-1', 'day-1', { limit: '2' });
  t.same(contents(page.items), ['Hello.', 'Who are you?']);
  const rest = await list('vera-1', 'day-1', { limit: '2', cursor: page.next_cursor });
  t.same([contents(rest.items), rest.next_cursor], [['Bo.'], null]);
  t.match(await free('listPeers', 'vera-1'), { items: [{ id: 'bo-2' }, { id: 'vera-1' }] }, 'made on first use');
  t.match(await free('listSessions', 'vera-1'), { items: [{ id: 'day-1' }, { id: 'day-2' }] });
  const elsewhere = await free('listMessages', 'vera-1', { params: { session_id: 'day-3' } });
  t.match(elsewhere, { code: 'not_found', kind: 'session' });
});

t.test('a context is what is newest within a budget of tokens, oldest first', async (t) => {
  const { say, context, free } = await openedMemory(t);
  // 2, 1, 3 and 1 tokens: a token is begun by every fourth byte.
  await say('vera-1', 'day-1', 'bo-2', 'abcde', 'abcd', 'ééééé', 'z');
  t.same(contents(await context('vera-1', 'day-1')), ['abcde', 'abcd', 'ééééé', 'z']);
  t.same(contents(await context('vera-1', 'day-1', 7)), ['abcde', 'abcd', 'ééééé', 'z']);
  t.same(contents(await context('vera-1', 'day-1', 6)), ['abcd', 'ééééé', 'z']);
  t.same(contents(await context('vera-1', 'day-1', 4)), ['ééééé', 'z']);
  t.same(contents(await context('vera-1', 'day-1', 3)), ['z'], 'no gap, although the one before would fit');
  await say('vera-1', 'day-1', 'bo-2', 'x'.repeat(100));
  t.same(await context('vera-1', 'day-1', 3), [], 'nothing where the newest is larger');
  const elsewhere = await free('readContext', 'vera-1', { params: { session_id: 'day-3' } });
  t.match(elsewhere, { code: 'not_found', kind: 'session' });
});

t.test('a search finds all of its words in any form, best first', async (t) => {
  const { say, search } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', 'The bridge is long and was built with stone by many.', 'Bridges have tolls.');
  await say('vera-1', 'day-2', 'cy-3', 'A bridge, bridges, every bridge: tolls on bridges.', 'Nothing of that kind.');
  t.same(contents(await search('vera-1', 'bridge toll')), [
    'A bridge, bridges, every bridge: tolls on bridges.',
    'Bridges have tolls.',
  ]);
  t.equal((await search('vera-1', 'bridge')).length, 3);
  t.equal((await search('vera-1', 'bridge', 2)).length, 2);
  t.same(contents(await search('vera-1', '"every bridge" or kind')).sort(), [
    'A bridge, bridges, every bridge: tolls on bridges.',
    'Nothing of that kind.',
  ]);
  t.same(contents(await search('vera-1', 'bridge -toll')), ['The bridge is long and was built with stone by many.']);
  t.same(await search('vera-1', 'the and of'), [], 'words that every text has find nothing');
  t.same(await search('bo-2', 'bridge'), [], 'only in one’s own');
});

t.test('a card says when a peer was met, and where it was heard last', async (t) => {
  const { say, free } = await openedMemory(t);
  const card = () => free('readCard', 'vera-1', { params: { peer_id: 'bo-2' } });
  t.match(await card(), { code: 'not_found', kind: 'peer' });
  await free('makePeer', 'vera-1', { body: { id: 'bo-2' } });
  t.match(await card(), { peer_card: [/^You first named bo-2 at .*Z\.$/, 'You have kept nothing that bo-2 said.'] });
  await say('vera-1', 'day-1', 'bo-2', 'Hello.');
  t.match(await card(), { peer_card: [String, /kept 1 message of bo-2, the last at .*Z in the session day-1\.$/] });
  await say('vera-1', 'day-2', 'bo-2', 'Hello.', 'Again.');
  t.match(await card(), { peer_card: [String, /kept 3 messages of bo-2, the last at .* in the session day-2\.$/] });
});

t.test('nothing is ever queued', async (t) => {
  const { free, say } = await openedMemory(t);
  await say('vera-1', 'day-1', 'bo-2', 'Hello.');
  const empty = { total_work_units: 0, completed_work_units: 0, in_progress_work_units: 0, pending_work_units: 0 };
  t.same(await free('readQueue', 'vera-1'), empty);
});

t.test('the same lies below /v3/workspaces/<own id>; another id is nobody’s', async (t) => {
  const { free } = await openedMemory(t);
  const own = { workspace_id: 'vera-1' };
  const said = { messages: [{ peer_id: 'bo-2', content: 'Bridges have tolls.' }] };
  const requests = {
    v3MakePeer: { params: own, body: { id: 'cy-3' } },
    v3MakeSession: { params: own, body: { id: 'day-2' } },
    v3AddMessages: { params: { ...own, session_id: 'day-1' }, body: said },
    v3ListPeers: { params: own },
    v3ListSessions: { params: own },
    v3ListMessages: { params: { ...own, session_id: 'day-1' } },
    v3ReadContext: { params: { ...own, session_id: 'day-1' } },
    v3ReadCard: { params: { ...own, peer_id: 'bo-2' } },
    v3Chat: { params: { ...own, peer_id: 'bo-2' }, body: { query: 'toll' } },
    v3Search: { params: own, body: { query: 'toll' } },
    v3ReadQueue: { params: own },
  };
  for (const [operation, request] of Object.entries(requests)) {
    t.notMatch(await free(operation, 'vera-1', request), { type: 'refused' }, operation);
    t.match(await free(operation, 'bo-2', request), { code: 'not_found', kind: 'workspace' }, operation);
  }
  t.match(await free('listPeers', 'vera-1'), { items: [{ id: 'bo-2' }, { id: 'cy-3' }] });
  t.match(await free('v3Search', 'vera-1', requests.v3Search), { items: [{ content: 'Bridges have tolls.' }] });
  t.match(await free('v3MakeWorkspace', 'bo-2', { body: { id: 'vera-1' } }), { code: 'not_found' });
  t.match(await free('v3ListWorkspaces', 'vera-1'), { items: [{ id: 'vera-1' }] });
});

t.test('under one key messages are kept once, whoever repeats it and however often', async (t) => {
  const { free, list } = await openedMemory(t);
  const add = (who: string, fingerprint = 'f') =>
    free('addMessages', who, {
      params: { session_id: 'a' },
      body: { messages: [{ peer_id: 'bo-2', content: 'Once.' }] },
      key: { key: 'k', fingerprint },
    });
  const [first, second, third] = await Promise.all([add('vera-1'), add('vera-1'), add('vera-1')]);
  t.match(first, { messages: [{ content: 'Once.', id: /^msg_/ }] });
  t.same(second, first);
  t.same(third, first);
  t.same(await add('vera-1'), first);
  t.match(await add('vera-1', 'another'), { code: 'idempotency_mismatch' });
  t.same(contents((await list('vera-1', 'a')).items), ['Once.']);
  t.match(await add('cy-3'), { messages: [{ content: 'Once.' }] }, 'the key of another is another');
  t.same(contents((await list('cy-3', 'a')).items), ['Once.']);
});
