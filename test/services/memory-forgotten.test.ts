/** What is kept while it is forgotten: a call that is under way when its resident dies leaves nothing. */
import t, { type Test } from 'tap';
import type { Handler, Storage } from '../../services/contract.ts';
import { openMemory } from '../../services/memory/open.ts';
import { openedMemory } from './memory-world.ts';

type World = Awaited<ReturnType<typeof openedMemory>>;

/** Keeps a message, names a peer and a session, over this storage; whatever comes of it. */
async function adding(storage: Storage): Promise<unknown> {
  const { handlers } = await openMemory({ storage });
  const keep: Handler = handlers.addMessages;
  const given = {
    params: { session_id: 'day-1' },
    query: {},
    body: { messages: [{ peer_id: 'bo-2', content: 'Late.' }] },
  };
  const call = {
    ...{ ...given, given },
    ...{ caller: { pseudonym: '', resident: 'vera-1' }, key: { key: 'k', fingerprint: 'f' }, hold: 10, balance: 0 },
    signal: new AbortController().signal,
  };
  return keep(call).catch((cause: unknown) => cause);
}

/** Asks for its workspace under a key; whatever comes of it. */
async function asking(storage: Storage): Promise<unknown> {
  const { handlers } = await openMemory({ storage });
  const ask: Handler = handlers.makeWorkspace;
  const given = { params: {}, query: {}, body: {} };
  const call = {
    ...{ ...given, given },
    ...{ caller: { pseudonym: '', resident: 'vera-1' }, key: { key: 'k', fingerprint: 'f' }, hold: 0, balance: 0 },
    signal: new AbortController().signal,
  };
  return ask(call);
}

async function assertNothingLeft(t: Test, { store }: World): Promise<void> {
  for (const table of ['peer', 'session', 'message', 'once'])
    t.same(await store.sql`select * from ${store.sql(`service_memory.${table}`)}`, [], table);
  t.same(await store.sql`select * from service_memory.workspace where forgotten_at is null`, []);
}

/** Storage that forgets the resident before its statement of that number, and how many it was asked for. */
async function forgettingBefore(statement: number, world: World): Promise<{ readonly storage: Storage; ran: number }> {
  const { forget } = (await openMemory(world)).memories;
  const late = {
    ran: 0,
    storage: {
      run: async (sql) => {
        late.ran += 1;
        if (late.ran === statement) await forget('vera-1');
        return world.storage.run(sql);
      },
    } satisfies Storage,
  };
  return late;
}

t.test('[ME5] a call that began before its resident was forgotten keeps nothing after it', async (t) => {
  for (const statement of [1, 2]) {
    const world = await openedMemory(t);
    await world.say('vera-1', 'day-1', 'bo-2', 'Early.');
    const late = await forgettingBefore(statement, world);
    t.match(await adding(late.storage), Error);
    await assertNothingLeft(t, world);
  }
});

t.test('[ME5] nor does one that asks for the workspace: no key of it is kept', async (t) => {
  for (const statement of [1, 2]) {
    const world = await openedMemory(t);
    const late = await forgettingBefore(statement, world);
    t.match(await asking(late.storage), { type: 'refused', code: 'not_found' });
    t.ok(late.ran >= statement);
    await assertNothingLeft(t, world);
  }
});

t.test('[ME5] nor does one whose statement waits while it is forgotten', async (t) => {
  const world = await openedMemory(t);
  const { store } = world;
  await world.say('vera-1', 'day-1', 'bo-2', 'Early.');
  const { forget } = (await openMemory(world)).memories;
  const waiting = async (count: number) => {
    for (;;) {
      const [row] = await store.sql<{ n: number }[]>`
        select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock'`;
      if ((row?.n ?? 0) >= count) return;
    }
  };
  const holder = await store.sql.reserve();
  await holder`begin`;
  await holder`select from service_memory.workspace where resident = 'vera-1' for update`;
  const added = adding(world.storage);
  await waiting(1);
  const forgotten = forget('vera-1');
  await waiting(2);
  await holder`commit`;
  holder.release();
  await Promise.all([added, forgotten]);
  await assertNothingLeft(t, world);
});

t.test('what is left of the forgotten goes in the end', async (t) => {
  const { storage, store } = await openedMemory(t);
  const { forget } = (await openMemory({ storage })).memories;
  for (const one of ['vera-1', 'bo-2']) await forget(one);
  await store.sql`update service_memory.workspace set forgotten_at = now() - interval '25 hours' where resident = 'vera-1'`;
  await forget('cy-3');
  t.same(await store.sql`select resident from service_memory.workspace order by resident`, [
    { resident: 'bo-2' },
    { resident: 'cy-3' },
  ]);
});
