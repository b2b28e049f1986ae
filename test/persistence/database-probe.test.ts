/** Given a database that nobody writes to, when it is gone, hangs, or is back, then the city knows it soon; a slow one is waited for. */
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { until } from '../until.ts';
import { type PostgresStore, postgresStores } from './support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

/** A way to the database that can be cut off and held up. Each connection's first answer is `slowMs` late. */
async function detour(t: Test, { address }: PostgresStore, slowMs = 0) {
  const sockets = new Set<Socket>();
  let state: 'open' | 'held' | 'cut' = 'open';
  let questions = 0;
  const server = createServer((near) => {
    if (state === 'cut') return void near.resetAndDestroy();
    const far = createConnection(
      address.host.startsWith('/')
        ? { path: `${address.host}/.s.PGSQL.${address.port}` }
        : { host: address.host, port: address.port },
    );
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('data', (piece) => {
      questions += 1;
      far.write(piece);
    });
    far.on('data', (piece) => state !== 'held' && near.write(piece));
    if (slowMs > 0) {
      far.pause();
      setTimeout(() => far.resume(), slowMs).unref();
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  t.teardown(() => {
    cutAll();
    server.close();
  });
  const at = server.address();
  return {
    port: typeof at === 'object' && at !== null ? at.port : 0,
    questions: () => questions,
    hold: () => {
      state = 'held';
    },
    cut: () => {
      state = 'cut';
      cutAll();
    },
    open: () => {
      state = 'open';
    },
  };
}

t.test('[OP7] a database that nobody writes to is missed soon, and found again', async (t) => {
  const store = await stores.fresh();
  t.teardown(() => store.remove());
  const way = await detour(t, store);
  const address = { ...store.address, host: '127.0.0.1', port: way.port };
  const often = { probeEveryMs: 20, probeDeadlineMs: 200 };
  const persistence = await openPersistence({ address, ...often });
  const { probe } = persistence;
  const before = way.questions();
  t.equal(probe.isAnswering, true);
  probe.start();
  probe.start();
  await until('it was asked', () => way.questions() > before + 3);
  t.equal(probe.isAnswering, true);
  for (const away of [way.cut, way.hold]) {
    away();
    await until('it is missed', () => !probe.isAnswering);
    way.open();
    await until('it is found again', () => probe.isAnswering);
  }
  await persistence.close();
  const asked = way.questions();
  const another = await detour(t, store);
  const open = await openPersistence({ address: { ...address, port: another.port }, ...often });
  open.probe.start();
  const begun = another.questions();
  await until('another is asked time and again', () => another.questions() > begun + 10);
  await open.close();
  t.equal(way.questions(), asked, 'nothing is asked after the end');
});

t.test('[OP7] a city that starts waits for a server that is slow to let it in', async (t) => {
  const store = await stores.fresh();
  t.teardown(() => store.remove());
  // Beyond the 2 s that a client on a quiet machine would do with.
  const { port } = await detour(t, store, 2_500);
  const persistence = await openPersistence({ address: { ...store.address, host: '127.0.0.1', port } });
  t.ok(await persistence.lease.acquire());
  await persistence.close();
});
