/** Bodies on their way in (H3): who calls is known before one is read on, and strangers have room of their own only. */
import { createConnection } from 'node:net';
import t, { type Test } from 'tap';
import { until } from '../until.ts';
import { applied, type FakeCity } from './fake-city.ts';
import { operatorToken, startedCity, startedPortal } from './started-gateways.ts';

const path = '/v1/mesh/broadcast';
const room = { bodiesBytesMax: 2500, strangerBodiesBytesMax: 2500 };

/** A request in pieces, over a connection of its own; `bytes`: said in its head. */
class Sender {
  /** What has come back. */
  text = '';
  readonly #socket: ReturnType<typeof createConnection>;
  #wake: () => void = () => {};

  constructor(t: Test, port: number, token: string, bytes: number, to = path) {
    this.#socket = createConnection(port, '127.0.0.1');
    this.#socket.on('data', (data) => {
      this.text += data.toString();
      this.#wake();
    });
    this.#socket.on('error', () => {});
    t.teardown(() => this.#socket.destroy());
    const authorization = token === '' ? '' : `Authorization: Bearer ${token}\r\n`;
    this.send(`POST ${to} HTTP/1.1\r\nHost: a\r\n${authorization}Content-Length: ${bytes}\r\n\r\n`);
  }

  send(text: string): this {
    this.#socket.write(text);
    return this;
  }

  /** The answer, once it has a body. */
  async answer(): Promise<string> {
    while (!this.text.includes('}'))
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.text;
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** Resolves when the city is asked for that view, which it shows after `told`. */
function asked(city: FakeCity, name: string, told = Promise.resolve()): Promise<void> {
  const view = city.view.bind(city);
  return new Promise((resolve) => {
    city.view = async (request) => {
      if (request.view !== name) return view(request);
      resolve();
      await told;
      return view(request);
    };
  });
}

/** The answer to a body whose rest is sent when the caller has been looked at, or has its answer. */
async function inPieces(t: Test, city: FakeCity, port: number, token: string, body: string): Promise<string> {
  const asks = asked(city, 'caller');
  const part = Math.floor(body.length * 0.8);
  const sender = new Sender(t, port, token, body.length).send(body.slice(0, part));
  await Promise.race([asks, sender.answer()]);
  return sender.send(body.slice(part)).answer();
}

const message = (chars: number): string => `{"message":"${'x'.repeat(chars)}"}`;

t.test('a body without a valid token is refused before it has come, and holds no room', async (t) => {
  const { city, port } = await startedCity(t, room);
  const token = city.live('vera-7');
  const dead = city.live('dead-3', { status: 'dead', died_at: '2030-01-01T00:00:00.000Z', cause: 'credit' });
  for (let n = 0; n < 5; n++) {
    const part = 'x'.repeat(1900);
    t.match(
      await new Sender(t, port, '', 2000).send(part).answer(),
      /^HTTP\/1.1 401 [\s\S]*WWW-Authenticate: Bearer\r/,
    );
    t.match(await new Sender(t, port, 'res_wrong', 2000).send(part).answer(), /^HTTP\/1.1 401 /);
    t.match(await new Sender(t, port, dead, 2000).send(part).answer(), /^HTTP\/1.1 410 /);
  }
  const body = message(1900);
  t.match(await inPieces(t, city, port, token, body), /^HTTP\/1.1 201 /);
  t.equal(city.commands.length, 1);
});

t.test('[H3] bodies that are still arriving share a bound', async (t) => {
  const { city, port } = await startedCity(t, { bodiesBytesMax: 2500 });
  const token = city.live('vera-7');
  const asks = asked(city, 'caller');
  const first = new Sender(t, port, token, 2000).send('x'.repeat(1900));
  await asks;
  t.match(await new Sender(t, port, token, 2000).send('x'.repeat(1000)).answer(), /^HTTP\/1.1 503/);
  first.end();
  const whole = () => inPieces(t, city, port, token, 'x'.repeat(2000));
  await until('its room is given back', async () => /^HTTP\/1.1 400/.test(await whole()));
});

t.test('strangers whose token is still looked up fill their own room, not that of the known', async (t) => {
  const { city, port } = await startedCity(t, room);
  const token = city.live('vera-7');
  const first = message(10);
  t.match(await new Sender(t, port, token, first.length).send(first).answer(), /^HTTP\/1.1 201 /, 'known from here on');
  let tell: () => void = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const asks = asked(city, 'token', told);
  const stranger = new Sender(t, port, 'res_wrong', 2000).send('x'.repeat(1900));
  await asks;
  t.match(
    await new Sender(t, port, 'res_other', 2000).send('x'.repeat(1900)).answer(),
    /^HTTP\/1.1 503 [\s\S]*Retry-After/,
  );
  const body = message(1900);
  t.match(await inPieces(t, city, port, token, body), /^HTTP\/1.1 201 /);
  tell();
  t.match(await stranger.answer(), /^HTTP\/1.1 401 /);
});

t.test('the rate is asked before the body is read on, by the bytes that it is said to have', async (t) => {
  const { city, port } = await startedCity(t, { residentRatePerMinute: 4 });
  const token = city.live('vera-7');
  const heavy = () => new Sender(t, port, token, 3 * 65_536).send('{');
  const asks = asked(city, 'caller');
  const first = heavy();
  await asks;
  const light = message(10);
  const one = await new Sender(t, port, token, light.length).send(light).answer();
  t.match(one, /^HTTP\/1.1 201 /);
  t.match(await heavy().answer(), /^HTTP\/1.1 429 [\s\S]*Retry-After: \d+\r[\s\S]*"limit":4/);
  const rest = 3 * 65_536 - 1;
  t.match(await first.send('x'.repeat(rest)).answer(), /^HTTP\/1.1 400 /, 'counted once');
});

t.test('the operator’s bodies are read on, those of others are not', async (t) => {
  const { city, url } = await startedPortal(t, room);
  const port = Number(new URL(url).port);
  city.outcome = applied({ id: 'vera-7' });
  const soul = { name: 'Vera', first_memory: 'x'.repeat(500), aesthetic: 'a', personality: 'a', goals: 'a' };
  const body = JSON.stringify({ ...soul, alignment: 'a', quirks: 'a' });
  const found = (token: string) =>
    new Sender(t, port, token, body.length, '/v1/admin/residents').send(body.slice(0, 300));
  t.match(await found('adm_wrong').answer(), /^HTTP\/1.1 401 /);
  t.match(await found(city.live('bo-1')).answer(), /^HTTP\/1.1 403 /);
  const operator = found(operatorToken);
  t.match(await operator.send(body.slice(300)).answer(), /^HTTP\/1.1 201 /);
  t.equal(city.commands.length, 1);
});

t.test('one caller has a share of the room, and gives it back', async (t) => {
  const { city, port } = await startedCity(t, { bodiesBytesMax: 10_000, callerBodiesBytesMax: 2500 });
  const token = city.live('vera-7');
  const other = city.live('bo-1');
  const asks = asked(city, 'caller');
  const held = new Sender(t, port, token, 2000).send('x'.repeat(1900));
  await asks;
  t.match(await new Sender(t, port, token, 2000).send('x'.repeat(1900)).answer(), /^HTTP\/1.1 503 /);
  t.match(await inPieces(t, city, port, other, message(1900)), /^HTTP\/1.1 201 /);
  t.match(await held.send('x'.repeat(100)).answer(), /^HTTP\/1.1 400 /);
  t.match(await inPieces(t, city, port, token, message(1900)), /^HTTP\/1.1 201 /);
});

t.test('a body may take nearly all the room: what moves there is counted once', async (t) => {
  const { city, port } = await startedCity(t, { bodiesBytesMax: 2500 });
  const token = city.live('vera-7');
  for (let n = 0; n < 2; n++) t.match(await inPieces(t, city, port, token, message(1900)), /^HTTP\/1.1 201 /);
  t.match(await inPieces(t, city, port, token, message(2400)), /^HTTP\/1.1 201 /);
});
