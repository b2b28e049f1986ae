/** Random operations of several residents on memory, beside a plain model of it. */
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { contents, openedMemory, type Said } from './memory-world.ts';

type World = Awaited<ReturnType<typeof openedMemory>>;

const residents = ['vera-1', 'vera-10', 'bo-2'] as const;
const sessions = ['day-1', 'day-2', 'vera-1'] as const;
/** None that an index leaves out, and each its own stem. */
const words = ['bridg', 'toll', 'tea', 'zebra', 'vera', 'bo'] as const;

const resident = fc.constantFrom(...residents);
const session = fc.constantFrom(...sessions);
const word = fc.constantFrom(...words);
const said = fc.record({
  peer_id: fc.constantFrom('bo-2', 'cy-3', 'vera-1'),
  content: fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(' ')),
});

const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      resident,
      session,
      messages: fc.array(said, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('search' as const),
      resident,
      all: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('list' as const),
      resident,
      session,
      limit: fc.integer({ min: 1, max: 7 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('context' as const),
      resident,
      session,
      tokens: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('names' as const), resident }) },
);

type Op = typeof operation extends fc.Arbitrary<infer One> ? One : never;

interface Kept extends Said {
  readonly session: string;
}

/** All messages of each resident, in order. */
class Told {
  readonly #kept = new Map<string, Kept[]>(residents.map((one) => [one, []]));

  add(who: string, session: string, messages: readonly Said[]): void {
    this.#kept.get(who)?.push(...messages.map((message) => ({ ...message, session })));
  }

  of(who: string, session?: string): readonly Kept[] {
    return (this.#kept.get(who) ?? []).filter((one) => session === undefined || one.session === session);
  }
}

const tokensOf = ({ content }: Said): number => Math.ceil(content.length / 4);

/** The newest that together fit. */
function fitting(messages: readonly Said[], tokens: number): readonly Said[] {
  let used = 0;
  let from = messages.length;
  for (const one of messages.toReversed()) {
    used += tokensOf(one);
    if (used > tokens) break;
    from -= 1;
  }
  return messages.slice(from);
}

async function paged(world: World, who: string, session: string, limit: number): Promise<string[]> {
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<World['list']>> = await world.list(who, session, {
      limit: String(limit),
      ...(cursor !== null && { cursor }),
    });
    all.push(...contents(page.items));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}

async function step(t: Test, world: World, told: Told, op: Op): Promise<void> {
  const known = 'session' in op ? told.of(op.resident, op.session) : [];
  if ((op.type === 'list' || op.type === 'context') && known.length === 0) {
    const refusal = await world.free('listMessages', op.resident, { params: { session_id: op.session } });
    t.match(refusal, { code: 'not_found' });
  } else if (op.type === 'add') {
    told.add(op.resident, op.session, op.messages);
    t.match(await world.add(op.resident, op.session, op.messages), { messages: op.messages });
  } else if (op.type === 'search') {
    const found = contents(await world.search(op.resident, op.all.join(' '), 50));
    const expected = told
      .of(op.resident)
      .filter(({ content }) => op.all.every((one) => content.split(' ').includes(one)));
    t.same(found.sort(), contents(expected).sort().slice(0, 50));
  } else if (op.type === 'list') {
    t.same(await paged(world, op.resident, op.session, op.limit), contents(known));
  } else if (op.type === 'context') {
    t.same(contents(await world.context(op.resident, op.session, op.tokens)), contents(fitting(known, op.tokens)));
  } else {
    const all = told.of(op.resident);
    const listed = (names: readonly string[]) => ({ items: [...new Set(names)].sort().map((id) => ({ id })) });
    t.match(await world.free('listPeers', op.resident), listed(all.map(({ peer_id }) => peer_id)));
    t.match(await world.free('listSessions', op.resident), listed(all.map((one) => one.session)));
  }
}

t.test('[ME1] nobody sees what another was told, and each all of its own', async (t) => {
  const world = await openedMemory(t);
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
      await world.store
        .sql`truncate service_memory.workspace, service_memory.peer, service_memory.session, service_memory.message`;
      const told = new Told();
      for (const op of operations) await step(t, world, told, op);
      if (!t.passing()) throw new Error('see above');
    }),
    { numRuns: 20, seed: 20_301 },
  );
});
