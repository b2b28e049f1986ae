/** Missed events: from one's birth on, within reach, in bounded looks, on a line of their own. */
import t, { type Test } from 'tap';
import type { Events } from '../../engine/ports.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { batch, counters, event, everything, missed, omar, vera } from '../contract/samples.ts';
import { memoryStores, type PostgresStore, postgresStores, type Store, type StoreMaker } from './support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

async function withCity<S extends Store>(
  t: Test,
  fresh: Promise<S>,
  test: (city: Persistence, store: S) => Promise<void>,
) {
  const store = await fresh;
  const city = await store.open();
  t.teardown(async () => {
    await city.close();
    await store.remove();
  });
  await city.lease.acquire();
  await test(city, store);
}

/** Events 1 to 10 for everyone, each of a batch of its own; vera is born at 4, and moves at 7. */
async function live(city: Persistence): Promise<void> {
  for (let n = 1; n <= 10; n++) {
    const followings = n === 4 || n === 7 ? [{ actor: vera, seq: n, topic: `at:${n}` }] : [];
    await city.journal.append(batch(n, { events: [event(n, ['all'])], followings }));
  }
}

for (const maker of [memoryStores(), stores] satisfies StoreMaker[]) {
  t.test(`${maker.name}: nobody missed anything before its birth`, (t) =>
    withCity(t, maker.fresh(), async (city) => {
      await live(city);
      const found = await city.events.missed(vera, everything);
      t.match(found, { gap: null, through: everything.until });
      t.same(
        found.events.map(({ seq }) => seq),
        [4, 5, 6, 7, 8, 9, 10],
      );
      t.equal((await missed(city.events, omar)).length, 10, 'of who never followed anything the birth is not known');
    }),
  );

  t.test(`${maker.name}: what is out of reach, or no longer kept, is a gap, and the newest are told`, (t) =>
    withCity(t, maker.fresh(), async (city) => {
      await live(city);
      const look = async (reach: number, after = 0) => {
        const { events, gap } = await city.events.missed(vera, { ...everything, after, until: 10, reach });
        return [gap, events.map(({ seq }) => seq)];
      };
      t.same(await look(4), [{ from: 4, to: 6 }, [7, 8, 9, 10]]);
      t.same(await look(7), [null, [4, 5, 6, 7, 8, 9, 10]], 'a birth within reach');
      t.same(await look(4, 8), [null, [9, 10]]);
      await city.checkpoints.complete(8, counters(8, 8));
      await city.housekeeping.prune(9);
      t.same(await look(10, 2), [{ from: 3, to: 8 }, [9, 10]]);
      t.same(await look(1, 2), [{ from: 3, to: 9 }, [10]]);
    }),
  );
}

/** Writes events by the database itself: `count` of them, of which every hundredth is for vera. */
async function fill({ sql }: PostgresStore, count: number): Promise<void> {
  await sql`
    insert into event (seq, type, audience, body)
    select n, 'news', case when n % 100 = 0 then 'to:resident:vera-7' else 'at:elsewhere' end, '{}'
    from generate_series(1, ${count}::int) as n`;
}

/** How far each look came, and how many events were found in all. */
async function walk(events: Events, limit: number): Promise<{ steps: readonly number[]; found: number }> {
  const steps: number[] = [];
  const until = 45_000;
  let found = 0;
  for (let after = 0; after < until; after = steps.at(-1) ?? until) {
    const look = await events.missed(vera, { ...everything, after, until, limit });
    steps.push(look.through);
    found += look.events.length;
  }
  return { steps, found };
}

t.test('[F7] one look reads at most 10,000 events, and none from before the birth', (t) =>
  withCity(t, stores.fresh(), async (city, store) => {
    await fill(store, 45_000);
    await store.sql`insert into following (actor, seq, topic) values (${vera}, 20001, 'at:home')`;
    t.same(await walk(city.events, 1_000), { steps: [30_000, 40_000, 45_000], found: 250 });
    t.same((await walk(city.events, 60)).steps, [26_000, 32_000, 38_000, 44_000, 45_000], 'or until it has its fill');
  }),
);

t.test('[F7] who has moved with every event takes many looks, and misses nothing', (t) =>
  withCity(t, stores.fresh(), async (city, store) => {
    await fill(store, 1_000);
    await store.sql`
      insert into following (actor, seq, topic) select ${vera}, n, 'at:' || n from generate_series(1, 1000) as n`;
    const { events, through } = await city.events.missed(vera, { ...everything, until: 1_000 });
    t.same([events.length, through], [0, 20], 'a look of twenty statements');
    t.same((await walk(city.events, 1_000)).found, 10);
  }),
);

t.test('[F7] keyed writes do not wait for those who catch up', (t) =>
  withCity(t, stores.fresh(), async (city, store) => {
    await fill(store, 100);
    let looks: Promise<unknown>[] = [];
    await store.sql.begin(async (sql) => {
      await sql`lock table event in access exclusive mode`;
      looks = Array.from({ length: 8 }, () => missed(city.events, vera));
      t.equal(await city.keys.find(vera, 'key', 1), undefined, 'while every look waits');
    });
    t.same(
      (await Promise.all(looks)).map((found) => (found as unknown[]).length),
      Array(8).fill(1),
    );
  }),
);
