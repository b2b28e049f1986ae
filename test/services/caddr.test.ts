/** The anonymous mailbox: what it does, and what its tables do not tell. */
import t from 'tap';
import { must } from '../../engine/assert.ts';
import { startHousekeeping } from '../../services/caddr/housekeeping.ts';
import type { CallKey, Storage } from '../../services/contract.ts';
import { caddr, mailboxes, usual } from './mailbox.ts';
import { type Opened, opened } from './opened.ts';

const unknown = 'addr_aaaaaaaaaaaaaaaa';
const noOwn = { code: 'not_found', kind: 'mailbox', advice: /^You have none: POST .*register/ };

t.test('one mailbox for each, under an address at random', async (t) => {
  const { register, free } = await mailboxes(t);
  const [ada, bo] = [await register('ada'), await register('bo')];
  t.match(ada, /^addr_[a-z2-7]{16}$/);
  t.not(ada, bo);
  t.match(await free('register', 'ada'), { code: 'mailbox_exists' });
  t.match(await free('inbox', 'ada'), { address: ada, items: [], next_cursor: null });
});

t.test('[AM3] a message shows where it came from and in which minute, and can be answered', async (t) => {
  const { register, send, reply, inbox } = await mailboxes(t);
  const [ada, bo] = [await register('ada'), await register('bo')];
  const sent = await send('ada', bo, 'Cafe\u0301 👍\n"\\');
  t.match(sent, { from_address: ada, sent_at: /:00\.000Z$/, reply_to: null });
  const { items } = await inbox('bo');
  t.match(items, [{ ...sent, body: 'Café 👍\n"\\' }]);
  const answered = await reply('bo', must(items[0], 'a message').id, 'Yes.');
  t.match((await inbox('ada')).items, [{ ...answered, from_address: bo, body: 'Yes.', reply_to: items[0]?.id }]);
  t.match(await reply('ada', must(items[0], 'a message').id, 'mine'), {
    code: 'not_found',
    kind: 'message',
  });
  t.match(await send('ada', ada, 'To myself.'), { from_address: ada });
});

t.test('[AM2] only an address that was never given out is refused', async (t) => {
  const { register, send, reply, free } = await mailboxes(t);
  t.match(await send('ada', unknown, 'Hello'), noOwn);
  t.match(await reply('ada', 'msg_aaaaaaaaaaaaaaaa', 'Hello'), noOwn);
  t.match(await free('inbox', 'ada'), noOwn);
  await register('ada');
  for (const to of [unknown, 'addr_', '', 'vera-1', `${unknown}a`, '\0', "' or true --"])
    t.match(await send('ada', to, 'Hello'), { code: 'not_found', kind: 'mailbox' }, JSON.stringify(to));
  t.match(await reply('ada', "' or true --", 'Hello'), { code: 'not_found', kind: 'message' });
});

t.test('what no database keeps and what is too long is refused before', async (t) => {
  const { register, send, inbox } = await mailboxes(t);
  const ada = await register('ada');
  for (const body of ['', 'a\0b', 'a\ud800b', 'a\u007fb', 'x'.repeat(4_001), '👍'.repeat(4_001)])
    await t.rejects(send('ada', ada, body), { name: 'ZodError' });
  for (const body of ['x'.repeat(4_000), '👍'.repeat(4_000), '\u200d'])
    t.match(await send('ada', ada, body), { reply_to: null });
  t.equal((await inbox('ada')).items.length, 3);
});

t.test('pages show each message once, newest minute first, while new ones come', async (t) => {
  const { register, send, inbox, store } = await mailboxes(t);
  const ada = await register('ada');
  for (let n = 0; n < 7; n++) await send('ada', ada, `${n}`);
  // All of them in minutes that are over: what is sent from here on comes before them.
  await store.sql`
    update service_caddr.message set sent_at = date_trunc('minute', now()) - (1 + body::int / 2) * interval '1 minute'`;
  const bodies: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await inbox('ada', { limit: '2', ...(cursor && { cursor }) });
    bodies.push(...page.items.map(({ body }) => body));
    cursor = page.next_cursor;
    await send('ada', ada, 'new');
    // What a cursor names may have gone meanwhile.
    await store.sql`delete from service_caddr.message where body = ${bodies.at(-1) ?? ''}`;
  } while (cursor !== null);
  t.same(bodies.toSorted(), ['0', '1', '2', '3', '4', '5', '6']);
  t.same(
    bodies.map((body) => Math.floor(Number(body) / 2)),
    [0, 0, 1, 1, 2, 2, 3],
  );
  for (const bad of ['', 'x', '0.', `zzzzzzz.msg_aaaaaaaaaaaaaaaa`, `00.msg_aaaaaaaaaaaaaaaa`, "1.' or true --"])
    await t.rejects(inbox('ada', { cursor: bad }), { name: 'ZodError' }, bad);
});

t.test('a mailbox keeps its newest 1,000 messages', async (t) => {
  const { register, send, store } = await mailboxes(t);
  const [ada, bo] = [await register('ada'), await register('bo')];
  await store.sql`
    insert into service_caddr.message (id, address, from_address, body, sent_at)
    select 'msg_' || a.address || n, a.address, ${bo}, n, date_trunc('minute', now()) - n * interval '1 minute'
    from generate_series(1, 1001) n, (values (${ada}::text), (${bo})) a (address)`;
  await send('bo', ada, 'new');
  const counts = await store.sql`
    select count(*)::int as count, max(body::int) filter (where body <> 'new') as oldest
    from service_caddr.message group by address order by address = ${bo}`;
  t.same(
    [...counts],
    [
      { count: 1_000, oldest: 999 },
      { count: 1_001, oldest: 1_001 },
    ],
  );
});

t.test(
  '[AM6] no sender can wash out the messages of others: in a full mailbox the oldest of who has most goes first',
  async (t) => {
    const { register, send, store } = await mailboxes(t);
    const [ada, bo] = [await register('ada'), await register('bo')];
    const [cleo, dora] = [await register('cleo'), await register('dora')];
    const fill = (from = '', count = 0, minutesAgo = 0, bytes = 1) => store.sql`
    insert into service_caddr.message (id, address, from_address, body, sent_at)
    select 'msg_' || gen_random_uuid(), ${ada}, ${from}, repeat('x', ${bytes}::int),
      date_trunc('minute', now()) - (${minutesAgo}::int + n) * interval '1 minute'
    from generate_series(1, ${count}::int) n`;
    const kept = async () => {
      const rows = await store.sql<{ from_address: string; count: number }[]>`
      select from_address, count(*)::int as count from service_caddr.message group by from_address`;
      return [bo, cleo, dora].map((one) => rows.find(({ from_address }) => from_address === one)?.count ?? 0);
    };
    await fill(cleo, 3, 5_000);
    await fill(dora, 400, 2_000);
    await fill(bo, 1_200);
    await send('bo', ada, 'once more');
    t.same(await kept(), [597, 3, 400], 'older than all that fill it, and still there');
    await send('cleo', ada, 'a word');
    t.same(await kept(), [596, 4, 400]);
    for (let n = 0; n < 3; n++) await send('bo', ada, 'again');
    t.same(await kept(), [596, 4, 400], 'its own make room for what it writes');
    await store.sql`delete from service_caddr.message where from_address = ${bo}`;
    // Few and long ones fill it as well.
    await fill(bo, 300, 0, 16_000);
    await send('bo', ada, 'once more');
    const [many] = await kept();
    t.same(await kept(), [many, 4, 400], 'of those that fit in number, others have only short ones');
    t.equal(many, Math.floor((usual.mailboxBytesMax - 410 - 9) / 16_000) + 1);
  },
);

const once = (key: string, fingerprint = key): CallKey => ({ key, fingerprint });

t.test('[AM1] under a key each acts once, and neither key nor caller is kept', async (t) => {
  const { register, send, inbox, free, store } = await mailboxes(t);
  const first = await Promise.all(Array.from({ length: 8 }, () => free('register', 'ada', { key: once('ada-1') })));
  const { address: ada } = await inbox('ada');
  t.same(
    first,
    Array.from({ length: 8 }, () => ({ address: ada })),
  );
  t.match(await free('register', 'ada', { key: once('ada-2') }), { code: 'mailbox_exists' });
  const bo = await register('bo');
  const sent = await Promise.all(Array.from({ length: 8 }, () => send('ada', bo, 'Once', once('ada-3'))));
  t.equal(new Set(sent.map((one) => JSON.stringify(one))).size, 1);
  t.equal((await inbox('bo')).items.length, 1);
  t.match(await send('ada', bo, 'Other', once('ada-3', 'other')), { code: 'idempotency_mismatch' });
  t.match(await send('bo', ada, 'Mine', once('ada-3')), { from_address: bo }, 'a key is its caller’s own');
  const kept = JSON.stringify(await store.sql`select * from service_caddr.once`);
  t.notMatch(kept, /ada-|pseudonym of|"other"/);
});

/** Where rows lie, and which transactions wrote them. */
async function tracesOf({ store }: Opened, table: string, by: string) {
  const rows = await store.sql.unsafe<{ place: string; transaction: string; name: string }[]>(
    `select ctid::text as place, xmin::text as transaction, ${by} as name from service_caddr.${table} order by ctid`,
  );
  return {
    names: rows.map(({ name }) => name),
    transactions: new Set(rows.map(({ transaction }) => transaction)).size,
  };
}

t.test('[AM4] after mixing, neither place nor transaction tells in which order rows came', async (t) => {
  const users = await mailboxes(t);
  const { register, send, inbox, reopen } = users;
  const names = Array.from({ length: 30 }, (_, n) => `resident ${n}`);
  const addresses: string[] = [];
  for (const name of names) addresses.push(await register(name));
  for (const [n, name] of names.entries()) await send(name, must(addresses[0], 'one'), `${n}`, once(`${n}`));
  const contents = async () => JSON.stringify((await inbox('resident 0', { limit: '200' })).items);
  const before = await contents();
  await reopen();
  t.equal(await contents(), before, 'nothing is lost');
  const boxes = await tracesOf(users, 'mailbox', 'address');
  t.equal(boxes.transactions, 1);
  t.notSame(boxes.names, addresses);
  t.same(boxes.names.toSorted(), addresses.toSorted());
  const messages = await tracesOf(users, 'message', 'body');
  // One, but for a mixing that came while they were sent.
  t.ok(messages.transactions < 10 && messages.names.length === 30);
  t.notSame(
    messages.names,
    names.map((_, n) => `${n}`),
  );
  t.ok((await tracesOf(users, 'once', 'key')).transactions < 10);
});

t.test('[AM4] who registers later is mixed with those of before; a crash is made up for at the start', async (t) => {
  const users = await mailboxes(t);
  const { register, reopen, store } = users;
  for (let n = 0; n < 5; n++) await register(`early ${n}`);
  await reopen();
  await register('late');
  await store.sql`update service_caddr.mailbox set mixed = mixed`;
  await reopen();
  const { transactions, names } = await tracesOf(users, 'mailbox', 'mixed::text');
  t.same([transactions, names.length], [1, 6]);
  t.same(new Set(names), new Set(['true']));
});

t.test('a database that does not answer keeps nobody from closing', async (t) => {
  const { storage } = await opened(t, caddr);
  let answers = true;
  const hanging: Storage = { run: (statement) => (answers ? storage.run(statement) : new Promise(() => {})) };
  const { close } = await startHousekeeping(hanging, usual, 1);
  answers = false;
  await close();
  t.pass('closed');
});
