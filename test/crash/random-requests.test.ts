/**
 * Given both gateways of a city, when they are sent requests that nobody should send, then [OP12] nothing crashes, nobody hears of a
 * defect, every refusal says what, why, and that nothing happened [OP2], and the books stay sound.
 */
import { Agent } from 'node:http';
import { createConnection } from 'node:net';
import t, { type Test } from 'tap';
import { inParallel } from '../../client/parallel.ts';
import { type Fields, fieldsOf, parseJson } from '../../client/wire.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { CityProcess } from './city.ts';
import { readBooks } from './database-books.ts';
import { type Asked, ask } from './http-exchange.ts';
import { type Generated, Generator, type Operation, operationsOf } from './request-generator.ts';
import { seed, sized } from './size.ts';

const requests = sized(4_000, 10_000, 1_000_000);
const atOnce = 32;
const residentsCount = 6;
/** The operator's path is one of few: most requests go to the City API. */
const portalShare = 0.2;
const complaintsMax = 20;
/** Half a request is closed by the server's own time limit, 10 s. */
const rawMsMax = 15_000;
const versionNotSupported = 505;

t.comment(`seed ${seed}: ${requests} requests`);

t.test('[OP12] generated requests', async (t) => {
  const city = await CityProcess.of(t);
  await city.start();
  const tokens: string[] = [];
  const ids: string[] = ['city-commons'];
  let births = 0;
  const settle = async (place: number) => {
    births += 1;
    const { id, token } = await city.found(`Guinea ${births}`, 1_000_000);
    tokens[place] = token;
    ids.push(id, `city-housing/${id}`);
  };
  for (let at = 0; at < residentsCount; at++) await settle(at);
  const known = { tokens, operatorToken: city.operatorToken, ids };
  const chance = new SeededRandom(seed);
  const gateways = [
    { port: city.cityPort, operations: await offered(city.cityPort) },
    { port: city.portalPort, operations: await offered(city.portalPort) },
  ].map(({ port, operations }) => ({ port, operations, generator: new Generator(chance, operations, known) }));
  for (const { port, operations } of gateways)
    t.ok(
      operations.length > 4,
      `port ${port === city.cityPort ? 'city' : 'portal'} offers ${operations.length} operations`,
    );

  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const tally = new Tally();
  const numbers = Array.from({ length: requests }, (_, at) => at);
  await inParallel(atOnce, numbers, async () => {
    const gateway = gateways[chance.withProbability(portalShare) ? 1 : 0];
    if (gateway === undefined || tally.complaints.length >= complaintsMax || !city.isRunning) return;
    const generated = gateway.generator.next();
    const { method, path, headers, body } = generated;
    const asked = await ask(gateway.port, method, path, { headers, agent, ...(body === undefined ? {} : { body }) });
    tally.count(generated, asked);
    // Whoever died of it, or was given another token, is followed by another.
    const gone = tokens.findIndex((token) => headers['authorization'] === `Bearer ${token}`);
    if ((asked.status === 410 || asked.status === 401) && gone >= 0) await settle(gone);
  });
  agent.destroy();

  t.comment(`${births} residents`);
  tally.judge(t);
  t.ok(city.isRunning, 'the city runs');
  t.notMatch(city.output, /"level":[56]0/, 'and has logged no error');
  await city.kill();
  t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
});

/** How the requests were answered. */
class Tally {
  readonly complaints: string[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #lost = new Map<string, number>();
  readonly #reached = new Set<string>();

  count(generated: Generated, asked: Asked): void {
    const { method, path } = generated;
    this.#statuses.set(asked.status, this.#of(asked.status) + 1);
    if (asked.status === 0) this.#lost.set(asked.text, (this.#lost.get(asked.text) ?? 0) + 1);
    if (asked.status < 300) this.#reached.add(`${method} ${path.split('?')[0]}`);
    const wrong = wrongWith(asked, method);
    if (wrong !== undefined)
      this.complaints.push(`${wrong}: ${shown(generated)} was answered ${asked.status} ${asked.text.slice(0, 300)}`);
  }

  judge(t: Test): void {
    const statuses = [...this.#statuses].sort(([a], [b]) => a - b);
    t.comment(`statuses ${JSON.stringify(Object.fromEntries(statuses))}; ${this.#reached.size} paths answered 2xx`);
    t.comment(`without an answer ${JSON.stringify(Object.fromEntries(this.#lost))}`);
    t.same(this.complaints, [], 'every answer is in order');
    const succeeded = statuses.reduce((sum, [status, count]) => sum + (status < 300 && status > 0 ? count : 0), 0);
    t.ok(succeeded > requests / 20, `${succeeded} got past every check`);
    t.ok(this.#of(422) > requests / 20 && this.#of(404) > 0 && this.#of(405) > 0, 'and many did not');
  }

  #of(status: number): number {
    return this.#statuses.get(status) ?? 0;
  }
}

const host = 'Host: x\r\n';
const malformed: readonly (readonly [name: string, bytes: string])[] = [
  ['two lengths', `POST /v1/me HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
  [
    'two different lengths',
    `POST /v1/me HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}GET /healthz HTTP/1.1\r\n${host}\r\n`,
  ],
  ['a list of lengths', `POST /v1/me HTTP/1.1\r\n${host}Content-Length: 2, 2\r\n\r\n{}`],
  [
    'a length and chunks',
    `POST /v1/me HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n${host}\r\n`,
  ],
  ['chunks and a length', `POST /v1/me HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`],
  ['a negative length', `POST /v1/me HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
  ['an endless length', `POST /v1/me HTTP/1.1\r\n${host}Content-Length: 99999999999999999999999\r\n\r\n`],
  ['a length in words', `POST /v1/me HTTP/1.1\r\n${host}Content-Length: two\r\n\r\n{}`],
  ['a bad chunk', `POST /v1/me HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['an endless chunk', `POST /v1/me HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}`],
  ['unknown encoding', `POST /v1/me HTTP/1.1\r\n${host}Transfer-Encoding: gzip, identity\r\n\r\n{}`],
  ['NUL in a header', `GET /v1/me HTTP/1.1\r\n${host}X-Nul: a\u0000b\r\n\r\n`],
  ['NUL in the path', `GET /v1/\u0000me HTTP/1.1\r\n${host}\r\n`],
  ['a giant header', `GET /v1/me HTTP/1.1\r\n${host}X-Giant: ${'x'.repeat(200_000)}\r\n\r\n`],
  ['a giant path', `GET /${'x'.repeat(200_000)} HTTP/1.1\r\n${host}\r\n`],
  ['a thousand headers', `GET /v1/me HTTP/1.1\r\n${host}${'X-Many: 1\r\n'.repeat(1_000)}\r\n`],
  ['no host', 'GET /v1/me HTTP/1.1\r\n\r\n'],
  ['a header without a colon', `GET /v1/me HTTP/1.1\r\n${host}nothing\r\n\r\n`],
  ['a space before the colon', `POST /v1/me HTTP/1.1\r\n${host}Content-Length : 2\r\n\r\n{}`],
  ['a folded header', `GET /v1/me HTTP/1.1\r\n${host}X-Folded: a\r\n b\r\n\r\n`],
  ['another version', `GET /v1/me HTTP/9.9\r\n${host}\r\n`],
  ['no version', 'GET /v1/me\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'.padEnd(600, '\u0001')],
  ['noise', Array.from({ length: 4_000 }, (_, at) => String.fromCharCode((at * 7919) % 256)).join('')],
];

t.test('[OP11] [OP12] what is not HTTP', async (t) => {
  const city = await CityProcess.of(t);
  await city.start();
  const ports = [city.cityPort, city.portalPort];
  await Promise.all(ports.flatMap((port) => malformed.map(([name, bytes]) => raw(t, port, name, bytes))));
  for (const port of [city.cityPort, city.portalPort])
    t.equal((await ask(port, 'GET', '/healthz')).status, 200, 'it is well');
  t.notMatch(city.output, /"level":[56]0/, 'and has logged no error');
});

async function offered(port: number): Promise<Operation[]> {
  return operationsOf((await ask(port, 'GET', '/openapi.json')).body);
}

/** What an answer lacks; nothing for one that is in order. */
function wrongWith({ status, body, text, headers }: Asked, method: string): string | undefined {
  // A connection that is closed after 413 may break under the request that follows on it.
  // uWebSockets' own refusal of a head that is too large comes with a body, to HEAD too.
  if (status === 0 && method === 'HEAD' && text.includes('Data after')) return undefined;
  if (status === 0) return /ECONNRESET|EPIPE|hang up/.test(text) ? undefined : 'no answer';
  if (status < 400) return undefined;
  if (status === 503 && headers['retry-after'] !== undefined) return undefined;
  if (status >= 500) return 'a defect';
  // Too large for uWebSockets itself, which answers in its own way.
  if (method === 'HEAD' || status === 431) return undefined;
  if (body['jsonrpc'] === '2.0')
    return refusedByProtocol(body['error']) ? undefined : 'an incomplete error of the protocol';
  const isComplete = typeof body['error'] === 'string' && typeof body['message'] === 'string' && body['message'] !== '';
  if (!isComplete) return `an incomplete refusal (${text.length} characters)`;
  if (headers['x-request-id'] === undefined) return 'no request id';
  if (body['applied'] === false) return undefined;
  return body['error'] === 'request_in_progress' ? undefined : 'not said that nothing happened';
}

/** What is no request of the Model Context Protocol is refused in its own form (JSON-RPC 2.0, 5.1). */
const refusedByProtocol = (error: unknown): boolean =>
  typeof fieldsOf(error)['code'] === 'number' && typeof fieldsOf(error)['message'] === 'string';

function shown({ method, path, headers, body }: Generated): string {
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body?.slice(0, 300) ?? ''}`;
}

/** Sends bytes as they are: the answer must be a 4xx with our body, or a closed connection; and no second request is heard in it. */
async function raw(t: Test, port: number, name: string, bytes: string): Promise<void> {
  const { answer, isClosed } = await exchange(port, bytes);
  const heads = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
  const refused = heads.every((status) => (status >= 400 && status < 500) || status === versionNotSupported);
  t.ok(
    refused && heads.length <= 1 && (isClosed || heads.length === 1),
    `${name}: ${heads.join(' ') || 'no answer'}, ${isClosed ? 'closed' : 'open'}`,
  );
  const body: Fields = fieldsOf(parseJson(answer.slice(answer.indexOf('{'))));
  if (body['error'] !== undefined) t.equal(body['applied'], false, `${name}: says that nothing happened`);
}

function exchange(port: number, bytes: string): Promise<{ readonly answer: string; readonly isClosed: boolean }> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = createConnection(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    const end = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answer, isClosed });
    };
    const timer = setTimeout(() => end(false), rawMsMax);
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
      // Whatever else it would answer comes at once.
      if (answer.length > 0) setTimeout(() => end(socket.closed || socket.readableEnded), 150);
    });
    socket.on('error', () => end(true));
    socket.on('close', () => end(true));
  });
}
