/** The sample in a process of its own, as the documentation starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { z } from 'zod';
import { guestbook } from '../../docs/guestbook/index.ts';
import { must } from '../../engine/assert.ts';
import { remote } from '../../services/remote/client.ts';
import { postgresStores } from '../persistence/support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

const Address = z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() });
const key = '0123456789abcdef0123456789abcdef';

t.test('it answers the city, and nobody else', async (t) => {
  const store = await stores.fresh();
  t.teardown(() => store.remove());
  const { host, port, user, database } = Address.parse(store.address);
  const env = { PGHOST: host, PGPORT: String(port), PGUSER: user, DATABASE_URL: `postgres:///${database}` };
  const server = spawn('node', ['--import', 'tsx', 'docs/guestbook-server.ts'], {
    env: { ...process.env, ...env, KEY: key, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  t.teardown(async () => {
    server.kill();
    await ended;
  });
  const [line] = await Promise.race([once(server.stdout, 'data'), ended.then(() => ['{}'])]);
  const at = z.object({ port: z.number() }).parse(JSON.parse(String(line)));
  const url = `http://127.0.0.1:${at.port}`;
  const none = { run: () => Promise.reject(new Error('no tables')) };
  const { handlers } = await remote(guestbook.manifest, { url, key, skill: '' }).open({ storage: none, secret: '' });
  const given = { params: {}, query: {}, body: { text: 'Vera was here.' } };
  const caller = { pseudonym: 'ada', resident: '' };
  const call = { ...given, given, caller, key: null, balance: 0, signal: new AbortController().signal };
  t.match(await must(handlers['sign'], 'sign')({ ...call, hold: 100 }), { type: 'answer', cost: 100 });
  const read = await must(handlers['read'], 'read')({ ...call, hold: 0 });
  t.match(read.type === 'answer' && read.body({ charged: 0, balance: 0 }), { items: [{ text: 'Vera was here.' }] });
  t.equal((await fetch(`${url}/entries`)).status, 401);
});
