/** Given a new data folder, when the city is started as the README says, then the curl that it prints works, and a life can be lived. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import t from 'tap';
import { WebSocket } from 'ws';
import { type Fields, fieldsOf, numberOf, parseJson, textOf } from '../../client/wire.ts';
import { CityProcess } from '../crash/city.ts';

const shell = promisify(execFile);
// A guard against what hangs, not a measure.
t.setTimeout(600_000);

/** Everything that a resident's WebSocket says. */
class Ear {
  readonly frames: Fields[] = [];
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.frames.push(fieldsOf(parseJson(String(data)))));
  }

  static async open(city: CityProcess, token: string, since?: number): Promise<Ear> {
    const headers = { authorization: `Bearer ${token}` };
    const ear = new Ear(new WebSocket(`ws://127.0.0.1:${city.cityPort}/ws`, { headers }));
    await ear.hears('hello', '');
    if (since !== undefined) ear.#socket.send(JSON.stringify({ type: 'resume', since }));
    return ear;
  }

  get last(): number {
    return Math.max(...this.#events().map(({ seq }) => numberOf(seq)));
  }

  get rises(): boolean {
    const seqs = this.#events().map(({ seq }) => numberOf(seq));
    return seqs.every((seq, at) => at === 0 || seq > (seqs[at - 1] ?? 0));
  }

  /** Resolves once a frame of that type with `text` in it has come. */
  async hears(type: string, text: string): Promise<void> {
    const giveUpAt = performance.now() + 120_000;
    while (!this.frames.some((frame) => frame['type'] === type && JSON.stringify(frame).includes(text))) {
      if (performance.now() > giveUpAt) throw new Error(`not heard: ${type} ${text}`);
      await sleep(10);
    }
  }

  close(): void {
    this.#socket.close();
  }

  #events(): Fields[] {
    return this.frames.filter(({ type }) => textOf(type).includes('.'));
  }
}

// One city, one life: each test goes on where the one before has ended.
const city = await CityProcess.of(t);
await city.start();
const ada = await city.found('Ada');
const bo = await city.found('Bo');
const ear = await Ear.open(city, bo.token);

t.test('it prints a curl that works as printed', async (t) => {
  while (!city.output.includes('curl')) await sleep(10);
  const printed =
    city.output
      .split('\n')
      .find((line) => line.includes('curl'))
      ?.trim() ?? '';
  const { stdout } = await shell('bash', ['-c', printed]);
  t.match(parseJson(stdout), { id: String, status: 'alive' });
});

t.test('three residents are founded; secrets are the owner’s alone', async (t) => {
  const files = [...city.output.matchAll(/token in (\S+)/g)].map((match) => match[1] ?? '');
  t.equal(files.length, 3);
  for (const file of [...files, join(city.folder, 'operator.token'), join(city.folder, 'secret')])
    t.equal(statSync(file).mode & 0o777, 0o600, file.replace(city.folder, ''));
});

t.test('what an agent reads first is there', async (t) => {
  for (const path of ['/SKILL.md', '/openapi.json', '/docs', '/healthz', '/readyz', '/metrics'])
    t.equal((await city.ask('GET', path)).status, 200, path);
});

t.test('two residents meet, talk and pay', async (t) => {
  for (const { token } of [ada, bo]) {
    const moved = await city.ask('POST', '/v1/location/move', { token, body: { exit_id: 'commons' } });
    t.equal(moved.status, 200);
  }
  const said = await city.ask('POST', '/v1/mesh/broadcast', { token: ada.token, body: { message: 'hello' } });
  t.match(said, { status: 201, body: { message: 'hello', location: 'city-commons' } });
  const paid = await city.ask('POST', '/v1/credits/transfer', {
    token: ada.token,
    key: 'once',
    body: { to: bo.id, amount: 2.5 },
  });
  const again = await city.ask('POST', '/v1/credits/transfer', {
    token: ada.token,
    key: 'once',
    body: { to: bo.id, amount: 2.5 },
  });
  t.same(again.body, paid.body, 'paid once, whatever is repeated');
  await ear.hears('message.broadcast', 'hello');
  await ear.hears('credits.transferred', '2.5');
  const { body } = await city.ask('GET', '/v1/credits', { token: bo.token });
  t.equal(body['balance'], 10_002.5);
});

t.test('a resident that was away hears what it missed, also across a restart', async (t) => {
  const since = ear.last;
  ear.close();
  const whispered = await city.ask('POST', '/v1/mesh/whisper', {
    token: ada.token,
    body: { to: bo.id, message: 'psst' },
  });
  t.equal(whispered.status, 201);
  city.signal('SIGTERM');
  t.equal((await city.end()).code, 0, 'it ends at SIGTERM');
  await city.start();
  const back = await Ear.open(city, bo.token, since);
  await back.hears('message.whisper', 'psst');
  await back.hears('resumed', '');
  t.ok(back.rises, 'seq rises');
  back.close();
  const { body } = await city.ask('GET', '/v1/me', { token: bo.token });
  t.match(body, { id: bo.id, location: 'city-commons' }, 'and is where it was');
});

t.test('mistakes are answered with what to do', async (t) => {
  t.match(await city.ask('GET', '/v1/me'), { status: 401, body: { error: 'unauthorized', applied: false } });
  const letter = await city.ask('POST', '/v1/me/messages/send', {
    token: ada.token,
    body: { to: bo.id, message: 'dear Bo' },
  });
  t.match(letter, { status: 403, body: { error: 'location_required', current: 'city-commons', applied: false } });
});
