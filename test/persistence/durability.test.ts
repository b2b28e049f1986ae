/** Postgres only: damage (OP5), formats (OP4), migrations. Outages and the lease's liveness: test/crash/durability. */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import t from 'tap';
import type { Persistence } from '../../persistence/interface.ts';
import { rowChecksum } from '../../persistence/row-codec.ts';
import { account, batch, collect, counters, event, image, vera } from '../contract/samples.ts';
import { type PostgresStore, postgresStores } from './support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

async function withCity(test: (city: Persistence, store: PostgresStore) => Promise<void>): Promise<void> {
  const store = await stores.fresh();
  const city = await store.open();
  try {
    await city.lease.acquire();
    await test(city, store);
  } finally {
    await city.close();
    await store.remove();
  }
}

t.test('[OP5] a damaged journal row is found and named', (t) =>
  withCity(async (city, store) => {
    await city.journal.append(batch(1));
    await city.journal.append(batch(2));
    await store.sql`update journal set body = set_byte(body, 9, get_byte(body, 9) # 1) where batch = 2`;
    await t.rejects(collect(city.journal.read(0)), {
      name: 'DamagedRow',
      message: 'journal row (shard 0, batch 2): its checksum is wrong',
    });
    await t.resolves(collect(city.journal.read(2)), 'rows that are not asked for do not matter');
  }),
);

t.test('[OP5] a damaged image, account or checkpoint is found and named', (t) =>
  withCity(async (city, store) => {
    await city.checkpoints.write([image(1)], [[vera, account(1, 7)]]);
    await city.checkpoints.complete(1, counters(1, 0));
    await store.sql`update account set body = replace(body, '7', '8')`;
    await t.rejects(collect(city.checkpoints.load()), {
      name: 'DamagedRow',
      message: 'account row (id resident:vera-7): its checksum is wrong',
    });
    await store.sql`update actor set id = 'resident:other'`;
    await t.rejects(collect(city.checkpoints.load()), {
      name: 'DamagedRow',
      message: /actor row \(id resident:other\)/,
    });
    await store.sql`update checkpoint set counters = counters || ' '`;
    await t.rejects(city.checkpoints.latest(), { name: 'DamagedRow', message: /checkpoint row \(batch 1\)/ });
  }),
);

t.test('[OP4] an unknown format is refused and named', (t) =>
  withCity(async (city, store) => {
    await city.journal.append(batch(1));
    const [row] = await store.sql<{ body: Buffer }[]>`select body from journal`;
    const foreign = Buffer.from(row?.body ?? []);
    foreign[0] = 99;
    await store.sql`update journal set body = ${foreign}, checksum = ${createHash('sha256').update(foreign).digest()}`;
    await t.rejects(collect(city.journal.read(0)), {
      name: 'DamagedRow',
      message: /journal row \(shard 0, batch 1\): format 99 is unknown/,
    });
    await store.sql`insert into actor (id, turn, crc, body) values ('a:b', 1, ${rowChecksum('a:b', '[99]')}, '[99]')`;
    await t.rejects(collect(city.checkpoints.load()), { message: /actor row \(id a:b\): format 99 is unknown/ });
  }),
);

t.test('[J2] a table of many pages is loaded whole', (t) =>
  withCity(async (city) => {
    const actors = Array.from({ length: 3000 }, (_, i) =>
      image(i + 1, { id: `resident:r-${i}` as typeof vera, context: { text: 'ä\\n"'.repeat(20 + (i % 7) * 200) } }),
    );
    await city.checkpoints.write(actors, []);
    await city.checkpoints.write(
      actors.slice(0, 900).map((each) => ({ ...each, turn: each.turn + 1 })),
      [],
    );
    const loaded = (await collect(city.checkpoints.load())).flatMap((slice) => slice.actors);
    t.equal(loaded.length, 3000);
    t.strictSame(loaded.find((each) => each.id === 'resident:r-1')?.turn, 3);
    t.strictSame(
      loaded.find((each) => each.id === 'resident:r-2999'),
      actors[2999],
    );
  }),
);

t.test('[J3] a checkpoint without the lease is refused', (t) =>
  withCity(async (city, store) => {
    await store.usurp();
    await t.rejects(city.checkpoints.write([image(1)], []), { name: 'Fenced' });
    await t.rejects(city.checkpoints.complete(1, counters(1, 0)), { name: 'Fenced' });
    t.strictSame(await collect(city.checkpoints.load()), []);
  }),
);

t.test('messages can be queried as message_history', (t) =>
  withCity(async (city, store) => {
    await city.journal.append(
      batch(1, { events: [event(1, ['at:city-commons']), event(2, ['all'], 'tick.completed')] }),
    );
    t.strictSame(
      [...(await store.sql`select sender, location, content, "timestamp" from message_history`)].map((row) => ({
        ...row,
      })),
      [
        {
          sender: 'vera-7',
          location: 'city-commons',
          content: 'line one\nline two, 1',
          timestamp: new Date('2026-01-02T03:04:05.678Z'),
        },
      ],
    );
  }),
);

t.test('[J5] NUL never reaches the journal: the door refuses it, and Postgres would', (t) =>
  withCity(async (city) => {
    const key = { caller: 'a', key: 'nul\0', fingerprint: 'f', json: null, at: 1 };
    await t.rejects(city.journal.append(batch(1, { keys: [key] })), { code: '22P05' });
    t.strictSame(await collect(city.journal.read(0)), []);
  }),
);

t.test('[OP4] a database of a newer version is refused', (t) =>
  withCity(async (_city, store) => {
    await store.sql`insert into migration (name) values ('999-later.sql')`;
    await t.rejects(store.open(), { name: 'NewerDatabase', message: /999-later\.sql/ });
  }),
);

t.test('two cities may migrate at once', async (t) => {
  const store = await stores.fresh();
  const cities = await Promise.all([store.open(), store.open(), store.open()]);
  const names = (await store.sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name);
  t.same(names, readdirSync(new URL('../../persistence/postgres/migrations', import.meta.url)).sort(), 'each once');
  await Promise.all(cities.map((city) => city.close()));
  await store.remove();
});
