/**
 * Given a real city in which no minds live: the real process of minds, run as a host runs it. It ends in order when it is asked to,
 * remembers when it is started again, and lets go of whom somebody else has taken over [MP2] [MP3] [NB1].
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { fieldsOf, listOf, parseJson, textOf } from '../../client/wire.ts';
import { must } from '../../engine/assert.ts';
import { LineSplitter } from '../../minds/lines.ts';
import { MemoryText } from '../../minds/memory/memory.ts';
import { FromMinds, lineBytesMax, lineOf, messageIn, type ToMinds } from '../../minds/protocol.ts';
import { until } from '../until.ts';
import { CityProcess } from './city.ts';

t.setTimeout(600_000);

const settings = { TICK_CRON: 'manual', SANDBOX: 'off', MEMORY_RATE_PER_MINUTE: '10000' };
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The process of the minds, and what it says. */
class Minds {
  readonly said: FromMinds[] = [];
  complaints = '';
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Its exit code, or by which signal it was ended. */
  readonly ended: Promise<number | string | null>;

  constructor(t: Test, city: CityProcess) {
    const args = ['cli/civitas.js', 'mind', '--hosted', '--city', city.url, '--acts-per-minute', '600'];
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    const lines = new LineSplitter(lineBytesMax, { onLine: (line) => this.#hear(line), onTooLong: () => undefined });
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.complaints += chunk.toString();
    });
    child.stdin.on('error', () => undefined);
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
    t.teardown(() => child.kill('SIGKILL'));
  }

  #hear(line: string): void {
    const message = messageIn(FromMinds, line);
    if (message !== undefined) this.said.push(message);
  }

  tell(message: ToMinds): void {
    this.#child.stdin.write(lineOf(message));
  }

  /** Resolves when it lives this resident. */
  async live({ id, token }: ResidentCredentials): Promise<void> {
    this.tell({ type: 'live', resident: id, token });
    await until(`${id} is lived`, () => this.says('living', id));
  }

  says(type: 'living' | 'ended', resident: string): boolean {
    return this.said.some((said) => said.type === type && said.resident === resident);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }
}

async function opened(t: Test): Promise<CityProcess> {
  const city = await CityProcess.of(t, settings);
  await city.start();
  return city;
}

t.test('[MP2] [MP3] SIGTERM: everybody is stopped and said to be, and the process ends by itself', async (t) => {
  const city = await opened(t);
  const people = [await city.found('Ada'), await city.found('Bo')];
  const minds = new Minds(t, city);
  for (const one of people) await minds.live(one);
  minds.signal('SIGTERM');
  t.equal(await minds.ended, 0, 'an exit code of its own, not the signal');
  const ends = minds.said.filter(({ type }) => type === 'ended');
  t.same(
    ends.map((said) => ('why' in said ? said.why : '')),
    ['stopped', 'stopped'],
  );
  t.equal(minds.complaints, '');
  for (const { token } of people) t.match(await city.ask('GET', '/v1/me', { token }), { status: 200 });
});

/** What the mind of a resident has written last in the city's memory service, as the resident itself reads it. */
async function remembered(city: CityProcess, { token }: ResidentCredentials) {
  const { status, text, body } = await city.ask('GET', '/v1/global-services/memory/sessions/mind/context?tokens=4000', {
    token,
  });
  if (status === 404) return [];
  if (status !== 200) throw new Error(`${status} ${text}`);
  const texts = listOf(body['messages']).map((message) => textOf(fieldsOf(message)['content']));
  return texts.map((text) => MemoryText.parse(parseJson(text)));
}

/** Lets so much time pass as lies between two times of writing, and waits for what its mind then writes. */
async function writes(city: CityProcess, who: ResidentCredentials) {
  const { length } = await remembered(city, who);
  await city.operate('POST', '/v1/admin/tick', { count: 3 });
  await until('it writes', async () => {
    // What it asks of its memory counts for the two of us.
    await pause(100);
    return (await remembered(city, who)).length > length;
  });
  return must((await remembered(city, who))[length], 'what it wrote');
}

t.test('[NB1] started again, it goes on from what it wrote in the memory of the city', async (t) => {
  const city = await opened(t);
  const ada = await city.found('Ada', 100_000);
  const first = new Minds(t, city);
  await first.live(ada);
  for (let times = 0; times < 4; times++) await writes(city, ada);
  first.signal('SIGTERM');
  await first.ended;
  const last = must((await remembered(city, ada)).at(-1), 'what it wrote');
  t.ok(last.beat > 0 && Object.keys(last.places).length > 0, 'it has been somewhere');
  const again = new Minds(t, city);
  await again.live(ada);
  const next = await writes(city, ada);
  t.ok(next.beat >= last.beat, `goes on after ${last.beat}, at ${next.beat}`);
  for (const [place, { visits }] of Object.entries(last.places))
    t.ok((next.places[place]?.visits ?? 0) >= visits, `knows ${place}`);
  again.signal('SIGTERM');
  t.equal(await again.ended, 0);
});

t.test('[MP2] a resident that is taken over while it acts is let go, and acts for its new owner', async (t) => {
  const city = await opened(t);
  const [ada, bo] = [await city.found('Ada'), await city.found('Bo')];
  const minds = new Minds(t, city);
  await minds.live(ada);
  await minds.live(bo);
  const { body } = await city.operate('POST', `/v1/admin/residents/${ada.id}/token`, {});
  await until('she is let go', () => minds.says('ended', ada.id));
  t.match(
    minds.said.find((said) => said.type === 'ended'),
    { resident: ada.id, why: 'taken_over' },
  );
  const token = textOf(body['token']);
  await city.ask('POST', '/v1/location/move', { token, body: { exit_id: 'commons' } });
  t.match(await city.ask('POST', '/v1/mesh/broadcast', { token, body: { message: 'Mine.' } }), { status: 201 });
  t.match(await city.ask('GET', '/v1/me', { token: ada.token }), { status: 401 });
  t.notOk(minds.says('ended', bo.id), 'nobody else is');
  minds.signal('SIGTERM');
  t.equal(await minds.ended, 0);
});
