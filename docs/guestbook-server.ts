/**
 * The guest book in a process of its own. Settings: `KEY`, which the city has as well, `DATABASE_URL` and `PORT`.
 * The statements of its tables run at its start.
 */
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { openServiceStorage } from '../persistence/postgres/service-storage.ts';
import { serverOf } from '../services/remote/server.ts';
import { guestbook } from './guestbook/index.ts';

const { KEY: key = '', DATABASE_URL: address = '', PORT: port = '4000' } = process.env;
const { manifest, migrations = new URL('guestbook/migrations/', import.meta.url) } = guestbook;
if (key.length < 32 || address === '') throw new Error('set KEY, 32 characters at least, and DATABASE_URL');
const storage = await openServiceStorage(address, manifest.id, fileURLToPath(migrations));
const service = await guestbook.open({ storage, secret: key });
const onError = (cause: unknown) => process.stderr.write(`${inspect(cause)}\n`);
const server = serverOf({ manifest, service, key, now: Date.now, onError });
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
