/** What goes from the anonymous mailbox with time, and what its addresses do then. */
import t from 'tap';
import { must } from '../../engine/assert.ts';
import { caddrKeeping } from '../../services/caddr/index.ts';
import { mailboxes, usual } from './mailbox.ts';

type Users = Awaited<ReturnType<typeof mailboxes>>;

/** As if the owner of the address had last looked into its mailbox so many days ago. */
const lookedInto = ({ store }: Users, address: string, days: number) => store.sql`
  update service_caddr.mailbox
  set looked_into = date_trunc('week', (now() - ${days}::int * interval '1 day') at time zone 'utc')
  where address = ${address}`;

/** As if it had come so many days and minutes ago. */
const cameBefore = ({ store }: Users, body: string, days: number, minutes = 0) => store.sql`
  update service_caddr.message
  set sent_at = date_trunc('minute', now()) - ${days}::int * interval '1 day' - ${minutes}::int * interval '1 minute'
  where body = ${body}`;

const bodiesOf = async ({ inbox }: Users, who: string) => (await inbox(who)).items.map(({ body }) => body);

t.test('[AM5] letters go after their days', async (t) => {
  const users = await mailboxes(t, { ...usual, letterDays: 2 });
  const { register, send, reopen } = users;
  const ada = await register('ada');
  for (const body of ['old', 'young', 'new']) await send('ada', ada, body);
  await cameBefore(users, 'old', 2, 1);
  await cameBefore(users, 'young', 1, 1_400);
  await reopen();
  t.same(await bodiesOf(users, 'ada'), ['new', 'young']);
});

t.test(
  '[AM5] a mailbox goes with its letters when nobody has looked into it for its days, and the others stay',
  async (t) => {
    const users = await mailboxes(t);
    const { register, send, free, reopen, store } = users;
    const [ada, bo] = [await register('ada'), await register('bo')];
    for (const to of [ada, bo]) await send('ada', to, `to ${to}`);
    await lookedInto(users, ada, usual.mailboxDays);
    await lookedInto(users, bo, usual.mailboxDays + 7);
    await reopen();
    t.same(await bodiesOf(users, 'ada'), [`to ${ada}`], 'the week of the last look must be over so many days');
    t.match(await free('inbox', 'bo'), { code: 'not_found', advice: /^You have none/ });
    t.equal((await store.sql`select from service_caddr.message`).length, 1);
    t.same(
      [...(await store.sql`select * from service_caddr.removed_mailbox`)],
      [{ address: bo }],
      'and nothing of the owner',
    );
    t.not(await register('bo'), bo, 'who comes back has another');
  },
);

t.test('[AM2] mail to a mailbox that was removed is taken like any other, and kept nowhere', async (t) => {
  const users = await mailboxes(t);
  const { register, send, reply, inbox, reopen, store } = users;
  const [ada, bo] = [await register('ada'), await register('bo')];
  await send('bo', ada, 'from bo');
  const before = await send('ada', bo, 'before');
  await lookedInto(users, bo, usual.mailboxDays + 7);
  await reopen();
  const after = await send('ada', bo, 'after', { key: 'k', fingerprint: 'f' });
  t.same(Object.keys(after), Object.keys(before));
  t.match(after, { from_address: ada, reply_to: null, id: /^msg_/ });
  t.same(await send('ada', bo, 'after', { key: 'k', fingerprint: 'f' }), after);
  const letter = must((await inbox('ada')).items[0], 'a letter').id;
  t.match(await reply('ada', letter, 'answer'), { from_address: ada, reply_to: letter });
  t.equal((await store.sql`select from service_caddr.message where address = ${bo}`).length, 0);
  t.match(await send('ada', 'addr_aaaaaaaaaaaaaaaa', 'x'), { code: 'not_found', kind: 'mailbox' });
});

t.test('[AM5] a look keeps a mailbox, tells no more than its week, and is mixed with the others', async (t) => {
  const users = await mailboxes(t);
  const { register, inbox, reopen, store } = users;
  const addresses: string[] = [];
  for (let n = 0; n < 5; n++) addresses.push(await register(`resident ${n}`));
  await reopen();
  const old = must(addresses[2], 'one');
  await lookedInto(users, old, usual.mailboxDays + 70);
  t.match(await inbox('resident 2'), { address: old });
  const rows = () => store.sql`
    select count(*)::int as boxes, count(distinct looked_into)::int as weeks, count(distinct xmin::text)::int as transactions,
      min(extract(isodow from looked_into))::int as day
    from service_caddr.mailbox`;
  t.match([...(await rows())], [{ boxes: 5, weeks: 1, transactions: 2, day: 1 }]);
  await reopen();
  t.match([...(await rows())], [{ boxes: 5, weeks: 1, transactions: 1, day: 1 }]);
  t.match(await inbox('resident 2'), { address: old });
  t.match([...(await rows())], [{ transactions: 1 }], 'a second look in a week leaves nothing');
});

t.test('a mailbox keeps its newest letters within its bytes', async (t) => {
  const users = await mailboxes(t, { ...usual, mailboxBytesMax: 16_000 });
  const { register, send } = users;
  const [ada, bo] = [await register('ada'), await register('bo')];
  await send('ada', bo, 'of another');
  const [large, middle] = ['👍'.repeat(3_000), 'x'.repeat(3_999)];
  for (const [age, body] of [large, middle, 'y'].entries()) {
    await send('ada', ada, body);
    await cameBefore(users, body, 0, 3 - age);
  }
  t.same(await bodiesOf(users, 'ada'), ['y', middle, large], '16,000 fit');
  await send('ada', ada, 'z');
  t.same(await bodiesOf(users, 'ada'), ['z', 'y', middle], 'the oldest makes room');
  const full = '👍'.repeat(4_000);
  await send('ada', ada, full);
  t.same(await bodiesOf(users, 'ada'), [full], 'the new one always stays');
  t.same(await bodiesOf(users, 'bo'), ['of another']);
});

t.test('residents are told how long it keeps what', (t) => {
  const { skill } = caddrKeeping({ ...usual, letterDays: 11, mailboxDays: 222, mailboxBytesMax: 3_333_333 });
  for (const said of ['11 days', '222 days', '3,333,333 bytes']) t.ok(skill.includes(said), said);
  t.notMatch(skill, /\{[a-z]+-[a-z]+\}/);
  t.end();
});
