/** The sample service, in the city's process and in one of its own behind HTTP: the same to whoever calls; and what a stranger may not. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { guestbook } from '../../docs/guestbook/index.ts';
import type { Handler, OpenService, ServiceCall, ServiceOutcome } from '../../services/contract.ts';
import { remote } from '../../services/remote/client.ts';
import { serverOf } from '../../services/remote/server.ts';
import { headerNames, signatureOf, skewMsMax } from '../../services/remote/signing.ts';
import { opened } from './opened.ts';

const key = 'a key of thirty-two characters ok';
const { manifest } = guestbook;

const callBy = (pseudonym: string, more: Partial<ServiceCall> = {}): ServiceCall => ({
  params: {},
  query: { limit: 20 },
  body: {},
  given: { params: {}, query: { limit: '20' }, body: {}, ...more },
  caller: { pseudonym, resident: '' },
  key: null,
  hold: 0,
  balance: 0,
  signal: new AbortController().signal,
  ...more,
});

/** Listens on a free port until the test has ended; resolves to the address. */
async function listening(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The handlers of the guest book as the city calls them. */
async function bothWays(t: Test): Promise<Readonly<Record<'in process' | 'over HTTP', OpenService>>> {
  const { storage } = await opened(t, guestbook);
  const inProcess = await guestbook.open({ storage, secret: '' });
  const server = serverOf({ manifest, service: inProcess, key, now: Date.now });
  const url = await listening(t, (request, response) => server.emit('request', request, response));
  return {
    'in process': inProcess,
    'over HTTP': await remote(manifest, { url, key, skill: '' }).open({ storage, secret: '' }),
  };
}

const bodyOf = (outcome: ServiceOutcome): object =>
  outcome.type === 'answer' ? outcome.body({ charged: 0.1, balance: 5 }) : outcome;

const handlerOf = (service: OpenService, name: string): Handler => {
  const handler = service.handlers[name];
  if (handler === undefined) throw new Error(name);
  return handler;
};

t.test('the guest book, in process and over HTTP', async (t) => {
  const ways = await bothWays(t);
  for (const [way, service] of Object.entries(ways)) {
    const sign = await handlerOf(service, 'sign')(callBy('ada', { body: { text: `by ${way}` }, hold: 100 }));
    t.match(sign, { type: 'answer', cost: 100 }, way);
    t.match(bodyOf(sign), { id: Number, charged: 0.1, balance: 5 }, way);
  }
  for (const [way, service] of Object.entries(ways)) {
    const read = await handlerOf(service, 'read')(callBy('ada', { query: { limit: 1 } }));
    t.match(bodyOf(read), { items: [{ text: 'by over HTTP', yours: true }] }, way);
    const strangers = await handlerOf(service, 'read')(callBy('bo'));
    t.match(bodyOf(strangers), { items: [{ yours: false }, { text: 'by in process', yours: false }] }, way);
  }
});

t.test(
  'a signature that is repeated under its key after a failure is written once, in process and over HTTP',
  async (t) => {
    for (const [way, service] of Object.entries(await bothWays(t))) {
      const signs = async (text: string) => {
        const key = { key: way, fingerprint: text };
        const given = { params: {}, query: {}, body: { text } };
        return handlerOf(service, 'sign')(callBy('ada', { ...given, given, key, hold: 100 }));
      };
      const first = await signs(`by ${way}`);
      t.match(first, { type: 'answer', cost: 100 }, way);
      const again = await signs(`by ${way}`);
      t.match(again, { type: 'answer', cost: 100 }, `${way}: the repeat is the one that is paid`);
      t.same(bodyOf(again), bodyOf(first), way);
      t.match(await signs('another'), { type: 'refused', code: 'idempotency_mismatch' }, way);
      const read = bodyOf(await handlerOf(service, 'read')(callBy('ada')));
      t.equal(JSON.stringify(read).split(`by ${way}`).length, 2, `${way}: there is one entry`);
    }
  },
);

t.test('only the city may call it, and only now', async (t) => {
  const { storage } = await opened(t, guestbook);
  let now = 1_000_000;
  const server = serverOf({ manifest, service: await guestbook.open({ storage, secret: '' }), key, now: () => now });
  const url = await listening(t, (request, response) => server.emit('request', request, response));
  const empty = { key: '', residentId: '', hold: 0, balance: 0, body: '' };
  const signed = { method: 'GET', path: '/entries?limit=1', call: 'c', resident: 'r', time: now, ...empty };
  const headers = {
    [headerNames.call]: 'c',
    [headerNames.resident]: 'r',
    [headerNames.hold]: '0',
    [headerNames.time]: String(now),
    [headerNames.signature]: signatureOf(key, signed),
  };
  const asked = async (path: string, changed: Record<string, string> = {}) =>
    (await fetch(`${url}${path}`, { headers: { ...headers, ...changed } })).status;
  t.equal(await asked('/entries?limit=1'), 200);
  t.equal(await asked('/entries?limit=1'), 401, 'a recorded call runs once');
  const signedAs = (path: string) => ({
    [headerNames.signature]: signatureOf(key, { ...signed, path }),
  });
  t.equal(await asked('/%zz', signedAs('/%zz')), 404);
  const post = { ...signed, method: 'POST', path: '/entries', body: '{' };
  const posted = { ...headers, [headerNames.signature]: signatureOf(key, post) };
  t.equal((await fetch(`${url}/entries`, { method: 'POST', headers: posted, body: '{' })).status, 422);
  t.equal(await asked('/entries?limit=2'), 401);
  t.equal(await asked('/entries?limit=1', { [headerNames.resident]: 'somebody' }), 401);
  t.equal(await asked('/entries?limit=1', { [headerNames.signature]: '' }), 401);
  now += skewMsMax + 1;
  t.equal(await asked('/entries?limit=1'), 401);
});

t.test('the server tells its operator why it failed, and the city nothing of it', async (t) => {
  const { storage } = await opened(t, guestbook);
  const service = await guestbook.open({ storage, secret: '' });
  const cause = new Error('no such table');
  const heard: unknown[] = [];
  const failing = { ...service, handlers: { read: () => Promise.reject(cause) } };
  const onError = (error: unknown) => heard.push(error);
  const server = serverOf({ manifest, service: failing, key, now: Date.now, onError });
  const url = await listening(t, (request, response) => server.emit('request', request, response));
  const { handlers } = await remote(manifest, { url, key, skill: '' }).open({ storage, secret: '' });
  t.match(await handlerOf({ ...service, handlers }, 'read')(callBy('ada')), { reason: 'it answered 500' });
  t.same(heard, [cause]);
});

t.test('the example of a signature in the documentation is one', (t) => {
  const page = readFileSync('docs/GLOBAL-SERVICES.md', 'utf8');
  const [, secret = '', body = ''] = /Under the key `(\w+)` the body `([^`]+)`/.exec(page) ?? [];
  const [, text = ''] = /```text\n([\s\S]*?)\n```/.exec(page) ?? [];
  const [, signature] = /Its signature is `([\w-]+)`/.exec(page) ?? [];
  const [method = '', path = '', call = '', key = '', resident = '', residentId = '', ...rest] = text.split('\n');
  const [hold, balance, time] = rest.map(Number);
  const numbers = { hold: hold ?? NaN, balance: balance ?? NaN, time: time ?? NaN };
  t.equal(signatureOf(secret, { method, path, call, key, resident, residentId, ...numbers, body }), signature);
  t.equal(rest.at(-1), createHash('sha256').update(body).digest('base64url'));
  t.end();
});

t.test('whatever it answers, the city is told of it as a failure within its bounds', async (t) => {
  const answers: readonly [string, RequestListener][] = [
    ['it answered 500', (_, response) => response.writeHead(500).end('{}')],
    // Nothing of the kind is declared.
    [
      'it answered 404, and not_found is not declared in `refusals`',
      (_, response) => response.writeHead(404).end('{}'),
    ],
    [
      'it answered 409, and mailbox_exists is not declared in `refusals`',
      (_, response) => response.writeHead(409).end('{"error":"mailbox_exists"}'),
    ],
    ['it did not take the city’s signature: only the operator', (_, response) => response.writeHead(401).end('{}')],
    ['it answered 302', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['its answer was no JSON object', (_, response) => response.end('[1]')],
    ['its answer was no JSON object', (_, response) => response.end('<p>')],
    ['its answer was no JSON object', (_, response) => response.end(`{"a":[${'1,'.repeat(200_000)}1]}`)],
    ['its cost was no number', (_, response) => response.setHeader(headerNames.cost, '0x10').end('{"items":[]}')],
    ['it could not be reached', (_, response) => response.destroy()],
    [
      'its answer was larger than 4194304 bytes, or broke off',
      (_, response) => {
        const more = () => response.write('x'.repeat(65_536));
        response.on('drain', () => {
          while (more());
        });
        while (more());
      },
    ],
  ];
  for (const [reason, listener] of answers) {
    const url = await listening(t, listener);
    const { handlers } = await remote(manifest, { url, key, skill: '' }).open({ storage: none, secret: '' });
    t.match(await handlers['read']?.(callBy('ada')), { type: 'refused', code: 'service_failed', reason });
  }
});

const none = { run: () => Promise.reject(new Error('no tables')) };

t.test('no parameter leads out of the service, and nothing is sent for one that would', async (t) => {
  let heard = 0;
  const url = await listening(t, (_, response) => {
    heard += 1;
    response.end('{"items":[]}');
  });
  const { read } = manifest.operations;
  if (read === undefined) throw new Error('read');
  const named = { ...manifest, operations: { read: { ...read, path: '/entries/:id' } } };
  const { handlers } = await remote(named, { url, key, skill: '' }).open({ storage: none, secret: '' });
  for (const id of ['', '.', '..', 'a/b', '../x', 'a\\b', 'a\r\nb', 'a\0b', '\ud800'])
    t.match(await handlers['read']?.(callBy('ada', { params: { id } })), { code: 'not_found' }, JSON.stringify(id));
  t.equal(heard, 0);
  t.match(await handlers['read']?.(callBy('ada', { params: { id: 'http:' } })), { type: 'answer' });
  t.equal(heard, 1);
});
