/**
 * Given a city under load, when its Postgres stops or hangs for a while and comes back, then [OP7] [J5] callers hear 503 within a second
 * and whether anything happened, what does not need the database goes on, what waits is bounded, the city never exits, the first write
 * gets through within a second of the return, and nothing is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { numberOf } from '../../client/wire.ts';
import { CityProcess } from './city.ts';
import { Database } from './database-books.ts';
import type { Asked } from './http-exchange.ts';
import { childrenOf, signalProcess } from './processes.ts';
import { sized } from './size.ts';
import { verdictOf, Writers } from './writers.ts';

const rounds = sized(1, 1, 20);
const awayMs = sized(2_500, 3_000, 10_000);
const writersCount = 8;
/** The promise is 1,000 ms; a machine that is busy with other things is given this much more. */
const noiseMs = 1_000;
/** Writes that come all at once when the database has gone: more than may wait. */
const crowdCount = 600;
const backlogTurnsMax = 100;
const batchTurnsMax = 100;

interface Outage {
  readonly name: string;
  begin(server: Server): Promise<void>;
  end(server: Server): Promise<void>;
}

/** A Postgres that is not the city's own, so that it is down for as long as the test wants. */
class Server {
  readonly folder: string;
  database: Database;

  private constructor(folder: string, database: Database) {
    this.folder = folder;
    this.database = database;
  }

  static async start(t: Test): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'civitas-away-'));
    const server = new Server(folder, await Database.open(folder));
    t.teardown(async () => {
      server.signal('SIGCONT');
      await server.database.stop();
      await rm(folder, { recursive: true, force: true });
    });
    return server;
  }

  signal(name: NodeJS.Signals): void {
    const { pid } = this.database.embedded;
    if (pid !== null) for (const each of [pid, ...childrenOf(pid)]) signalProcess(each, name);
  }
}

const outages: readonly Outage[] = [
  {
    name: 'stops',
    begin: (server) => server.database.stop(),
    end: async (server) => {
      server.database = await Database.open(server.folder);
    },
  },
  {
    name: 'hangs',
    begin: async (server) => server.signal('SIGSTOP'),
    end: async (server) => server.signal('SIGCONT'),
  },
];

t.test('[OP7] the database goes away and comes back', async (t) => {
  const server = await Server.start(t);
  const { host, user } = server.database.embedded.connection;
  const city = await CityProcess.of(t, {
    DATABASE_URL: 'postgres:///postgres',
    PGHOST: host,
    PGUSER: user,
    BACKLOG_TURNS_MAX: String(backlogTurnsMax),
    BATCH_TURNS_MAX: String(batchTurnsMax),
  });
  await city.start();
  const quiet = await city.found('Quiet');
  const loud = await city.found('Loud');
  const tokens = [];
  for (let at = 0; at < writersCount; at++) tokens.push((await city.found(`Writer ${at}`)).token);
  for (const outage of outages)
    await t.test(`nobody writes: the database ${outage.name}`, (t) => unused(t, city, server, outage));
  const writers = new Writers(city, tokens);
  writers.start();
  await sleep(300);

  for (let round = 1; round <= rounds; round++)
    for (const outage of outages)
      await t.test(`round ${round}: the database ${outage.name}`, (t) =>
        away(t, { city, server, writers, outage, quiet: quiet.token, loud: loud.token }),
      );

  await writers.stop();
  await writers.settle(10_000);
  writers.close();
  t.same(
    await writers.differences(server.database.sql),
    [],
    'the event table has what was acknowledged, once, and nothing else',
  );
  const unsettled = writers.said.filter(({ key, last }) => key !== undefined && verdictOf(last) === 'unknown');
  t.same(
    unsettled.map(({ text }) => text),
    [],
    'a repeat under its key settles what was unknown',
  );
  city.signal('SIGTERM');
  t.equal((await city.end()).code, 0, 'the city is well enough to drain');
});

/** `/readyz` follows a database that nothing is asked of. */
async function unused(t: Test, city: CityProcess, server: Server, outage: Outage): Promise<void> {
  await outage.begin(server);
  t.comment(`not ready after ${(await untilReadyz(t, city, 503)).toFixed(0)} ms`);
  await outage.end(server);
  t.comment(`ready after ${(await untilReadyz(t, city, 200)).toFixed(0)} ms`);
}

/** How many milliseconds it took. */
async function untilReadyz(t: Test, city: CityProcess, wanted: number): Promise<number> {
  const since = performance.now();
  const took = () => performance.now() - since;
  let status = 0;
  while (status !== wanted && took() < 10_000) {
    ({ status } = await city.ask('GET', '/readyz'));
    if (status !== wanted) await sleep(20);
  }
  t.equal(status, wanted);
  t.ok(took() < 2_000 + noiseMs, `within 2 s: ${took().toFixed(0)} ms`);
  return took();
}

interface Scene {
  readonly city: CityProcess;
  readonly server: Server;
  readonly writers: Writers;
  readonly outage: Outage;
  /** Tokens: of one that nobody touches, and of one that says too much. */
  readonly quiet: string;
  readonly loud: string;
}

async function away(t: Test, { city, server, writers, outage, quiet, loud }: Scene): Promise<void> {
  const begunAt = performance.now();
  await outage.begin(server);
  const downAt = performance.now();
  const probes: Asked[] = [];
  const listed: Promise<Asked>[] = [];
  const waiting: number[] = [];
  const crowd = Array.from({ length: crowdCount }, () =>
    city.ask('POST', '/v1/mesh/broadcast', { token: loud, body: { message: 'all at once' } }),
  );
  while (performance.now() < downAt + awayMs) {
    probes.push(await city.ask('GET', '/v1/me', { token: quiet }));
    listed.push(city.ask('GET', '/v1/me/messages', { token: quiet }));
    const { body } = await city.operate('GET', '/v1/admin/health');
    waiting.push(numberOf(body['turn']) - numberOf(body['committed_turn']));
    await sleep(100);
  }
  const readyz = await city.ask('GET', '/readyz');
  const endingAt = performance.now();
  await outage.end(server);
  const backAt = performance.now();
  const letters = await Promise.all(listed);
  const crowded = await Promise.all(crowd);
  const firstDone = await firstWrite(writers, endingAt);

  judgeWrites(t, writers, { begunAt, downAt, endingAt }, crowded);
  t.comment(
    `at most ${Math.max(...waiting)} turns waited; first write ${(firstDone - backAt).toFixed(0)} ms after the return`,
  );
  t.same([...new Set(probes.map(({ status }) => status))], [200], 'reads of what nobody touches go on');
  // The one that came with the crowd may have stood in its queue.
  t.ok(probes.filter(({ ms }) => ms > noiseMs).length <= 1, 'and are not held up');
  judgeLetters(t, letters);
  t.equal(readyz.status, 503, 'not ready meanwhile');
  t.same([...new Set(crowded.map(({ status }) => status))], [503], 'a crowd is refused');
  t.ok(Math.max(...crowded.map(({ ms }) => ms)) < 1_500 + noiseMs, 'soon, for a crowd');
  // One batch under way, the open ones up to the bound, and those that one batch adds before it is looked at again.
  t.ok(
    Math.max(...waiting) <= backlogTurnsMax + 2 * batchTurnsMax,
    `what waits is bounded: ${Math.max(...waiting)} turns`,
  );
  t.ok(firstDone - backAt < 1_000 + noiseMs, `first 2xx ${(firstDone - backAt).toFixed(0)} ms after the return`);
  t.ok(city.isRunning, 'the city runs');
  await untilReadyz(t, city, 200);
}

/** Milliseconds on the clock of this process. */
interface Span {
  readonly begunAt: number;
  readonly downAt: number;
  readonly endingAt: number;
}

/** Writes while it was away: each answered within a second, and refused in words that say what happened. */
function judgeWrites(t: Test, writers: Writers, { begunAt, downAt, endingAt }: Span, crowded: readonly Asked[]): void {
  const during = writers.said.filter(
    ({ begunAt: at, answeredAt }) => answeredAt > downAt && at < endingAt && answeredAt < endingAt,
  );
  const refused = during.filter(({ first }) => verdictOf(first) !== 'done');
  const slowest = Math.max(...during.map(({ first }) => first.ms));
  const said = (verdict: string) => refused.filter(({ first }) => verdictOf(first) === verdict).length;
  t.comment(
    `${during.length} writes answered meanwhile, the slowest after ${slowest.toFixed(0)} ms; ${said('nothing')} of them nothing, ` +
      `${said('unknown')} unknown`,
  );
  t.same([...new Set(refused.map(({ first }) => first.status))], [503], 'what is refused is refused with 503');
  const verdicts = new Set([...refused.map(({ first }) => first), ...crowded].map(verdictOf));
  t.ok(verdicts.has('nothing') && verdicts.has('unknown'), 'both verdicts were given');
  t.ok(slowest < 1_000 + noiseMs, `every answer within a second: ${slowest.toFixed(0)} ms`);
  const stuck = writers.said.filter(
    ({ begunAt: at, first }) => at > begunAt && at < endingAt && first.ms > 1_000 + noiseMs,
  );
  t.equal(stuck.length, 0, 'no write waited for the return');
}

function judgeLetters(t: Test, letters: readonly Asked[]): void {
  t.ok(
    letters.every(({ status }) => status === 200 || status === 503),
    `lists from the database: ${letters.map(({ status }) => status).join(' ')}`,
  );
  t.ok(
    Math.max(...letters.map(({ ms }) => ms)) < 1_000 + noiseMs,
    `lists are given up within a second: ${Math.max(...letters.map(({ ms }) => ms)).toFixed(0)} ms`,
  );
}

/** When the first write after `since` was acknowledged. */
async function firstWrite(writers: Writers, since: number): Promise<number> {
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt) {
    const done = writers.said.find(({ answeredAt, first }) => answeredAt > since && verdictOf(first) === 'done');
    if (done !== undefined) return done.answeredAt;
    await sleep(10);
  }
  return Number.POSITIVE_INFINITY;
}
