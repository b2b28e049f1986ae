/** [X6] The way of core containers into the city: each its own socket, nothing behind it but the City API, and so much of it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Forwarder } from '../../sandbox/docker/cores/forwarder.ts';
import { until } from '../until.ts';

interface City {
  readonly port: number;
  readonly sockets: Socket[];
  /** Where they came from. */
  readonly addresses: (string | undefined)[];
  /** Bytes that it has been sent. */
  bytes: number;
  readonly server: Server;
}

/** Says everything back. */
async function cityOf(t: Test): Promise<City> {
  const sockets: Socket[] = [];
  const addresses: (string | undefined)[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    addresses.push(socket.remoteAddress);
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      city.bytes += piece.length;
    });
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const city = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    sockets,
    addresses,
    bytes: 0,
    server,
  };
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return city;
}

async function opened(
  t: Test,
): Promise<{ city: City; forwarder: Forwarder; folder: string; pathOf: (soul: string) => string }> {
  const city = await cityOf(t);
  const parent = mkdtempSync(join(tmpdir(), 'civitas-way-'));
  const folder = join(parent, 'cores');
  const forwarder = new Forwarder({ folder, cityPort: city.port, addressOf: (n) => `127.77.0.${n}` });
  t.teardown(async () => {
    await forwarder.close();
    rmSync(parent, { recursive: true });
  });
  return { city, forwarder, folder, pathOf: (soul) => join(folder, soul, 's') };
}

/** What is said back to `text`, until the end. */
function echoed(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect({ path, allowHalfOpen: true }, () => socket.end(text));
    socket.on('data', (piece) => {
      said += piece.toString();
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(said));
  });
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

t.test('[CF1] [CF2] each has a socket in a folder behind one that is closed to others, and an address', async (t) => {
  const { city, forwarder, folder, pathOf } = await opened(t);
  for (const soul of ['soul_a', 'soul_b', 'soul_a']) await forwarder.open(soul);
  t.strictSame([modeOf(folder), modeOf(join(folder, 'soul_a'))], ['700', '755']);
  t.equal(await echoed(pathOf('soul_a'), 'hello'), 'hello', 'what is said last is carried, too');
  t.equal(await echoed(pathOf('soul_b'), 'there'), 'there');
  t.strictSame(city.addresses, ['127.77.0.1', '127.77.0.2']);
  await forwarder.remove('soul_a');
  t.strictSame(readdirSync(folder), ['soul_b']);
  await forwarder.open('soul_c');
  await echoed(pathOf('soul_c'), 'x');
  t.equal(city.addresses.at(-1), '127.77.0.1', 'the first that is free');
  for (const soul of ['../soul_b', 'a/b', '', 'x'.repeat(25)])
    await t.rejects(forwarder.open(soul), /not the id/, soul);
});

t.test('a waiter for a resident’s next connection hears of it', async (t) => {
  const { forwarder, pathOf } = await opened(t);
  await t.rejects(forwarder.reached('soul_a'), /no way is open/);
  await forwarder.open('soul_a');
  const reached = forwarder.reached('soul_a');
  await echoed(pathOf('soul_a'), '');
  await reached;
  t.pass();
});

t.test('what an earlier life of the city has left is in nobody’s way', async (t) => {
  const { city, forwarder, folder, pathOf } = await opened(t);
  await forwarder.open('soul_a');
  const again = new Forwarder({ folder, cityPort: city.port, addressOf: () => '127.77.0.9' });
  t.strictSame(again.souls(), ['soul_a']);
  await again.open('soul_a');
  t.equal(await echoed(pathOf('soul_a'), 'back'), 'back');
  await again.close();
  t.strictSame(again.souls(), ['soul_a'], 'its folder is mounted: it stays');
});

t.test('[CF3] sixteen connections at once, and no more', async (t) => {
  const { city, forwarder, pathOf } = await opened(t);
  await forwarder.open('soul_a');
  await forwarder.open('soul_b');
  const held = Array.from({ length: 24 }, () => connect(pathOf('soul_a')));
  for (const socket of held) socket.on('error', () => {});
  const closed = () => held.filter(({ destroyed }) => destroyed).length;
  await until('eight are closed', async () => closed() === 8);
  await until('sixteen are there', async () => city.sockets.length === 16);
  t.equal(await echoed(pathOf('soul_b'), 'free'), 'free', 'of another’s none are taken');
  for (const socket of held) socket.destroy();
  await until('there is room again', async () => (await echoed(pathOf('soul_a'), 'x').catch(() => '')) === 'x');
  t.equal(closed(), 24);
});

t.test('[CF3] a program that sends without end is read at its rate, and nothing is heaped up', async (t) => {
  const { city, forwarder, pathOf } = await opened(t);
  await forwarder.open('soul_a');
  await forwarder.open('soul_b');
  const socket = connect(pathOf('soul_a'));
  socket.on('error', () => {});
  socket.resume();
  const much = Buffer.alloc(1 << 20);
  const begun = performance.now();
  let sent = 0;
  const more = (): void => {
    sent += much.length;
    socket.write(much, () => (performance.now() - begun < 3_000 ? more() : undefined));
  };
  more();
  t.equal(await echoed(pathOf('soul_b'), 'beside'), 'beside');
  await until('three seconds are over', async () => performance.now() - begun > 3_000);
  const seconds = (performance.now() - begun) / 1_000;
  // Both directions count, and a burst of 4 MiB comes before.
  t.ok(city.bytes <= (4 * seconds + 4 + 1) * 2 ** 20, `${city.bytes} bytes in ${seconds} s`);
  t.ok(city.bytes > 2 ** 20);
  t.ok(sent - city.bytes < 4 * 2 ** 20, `${sent - city.bytes} bytes on their way`);
  socket.destroy();
});

t.test('a folder with too long a path is refused before anybody needs it', async (t) => {
  const folder = join(tmpdir(), 'x'.repeat(90));
  t.throws(() => new Forwarder({ folder, cityPort: 1, addressOf: () => '' }), /set DATA_DIR to a shorter/);
});
