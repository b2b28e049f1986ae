/** Given a city on a database, when another is started there, then there is never more than one that writes [OP6] [J3]. */
import { readdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { CityProcess } from './city.ts';
import { Database, readBooks } from './database-books.ts';

const hungMs = 10_000;
/** A guard: what the start of a city takes besides, on a machine that does much else. */
const startMsMax = 30_000;

t.test('[OP6] a second city on a living one’s database', async (t) => {
  const first = await CityProcess.of(t);
  await first.start();
  const { token } = await first.found('Ada');
  const second = await CityProcess.of(t, { LOG_LEVEL: 'info' }, first);
  second.launch();
  const attachedAt = await hears(second, 'attached');
  const { code } = await second.end();
  const tookMs = performance.now() - attachedAt;
  t.not(code, 0, 'it does not start');
  // Within 2 s where nothing else runs; it must not have waited for the lease to run out.
  t.ok(tookMs < hungMs, `it gives up: ${tookMs.toFixed(0)} ms after it had found the database`);
  t.match(
    second.output,
    new RegExp(`another city holds this database: host \\S+, pid ${first.pid}, since \\d{4}-`),
    'and says who holds it',
  );
  t.equal((await second.ask('GET', '/readyz', { timeoutMs: 500 })).status, 0, 'it serves nobody');

  t.ok(first.isRunning, 'the first lives');
  const said = await first.ask('POST', '/v1/mesh/broadcast', { token, body: { message: 'still here' } });
  t.equal(said.status, 201, 'and writes');
  t.notMatch(first.output, '"level":', 'and noticed nothing');
});

t.test('[OP6] a port that is in use', async (t) => {
  const first = await CityProcess.of(t);
  await first.start();
  const second = await CityProcess.of(t, { CITY_PORT: String(first.cityPort) });
  second.launch();
  const { code } = await second.end();
  t.not(code, 0, 'it does not start');
  t.match(second.output, new RegExp(`127\\.0\\.0\\.1:${first.cityPort} is in use`), 'and says which port');
  t.notMatch(second.output, /\n\s+at /, 'without a stack');
});

t.test('[OP6] [J3] a city that hangs is taken over, and writes nothing when it wakes', async (t) => {
  const first = await CityProcess.of(t);
  await first.start();
  const { token } = await first.found('Ada');
  const before = await first.ask('POST', '/v1/mesh/broadcast', { token, body: { message: 'before' } });
  t.equal(before.status, 201);

  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  await Promise.all(Array.from({ length: 5 }, () => first.ask('GET', '/v1/me', { token, agent })));
  first.signal('SIGSTOP');
  // They lie in the open sockets of the stopped process: read when it wakes, as a rule before it hears that the lease is gone.
  const late = Array.from({ length: 5 }, (_, at) => {
    const body = { message: `late ${at}` };
    return first.ask('POST', '/v1/mesh/broadcast', { token, body, agent, timeoutMs: 400_000 });
  });
  const since = performance.now();
  const second = await CityProcess.of(t, {}, first);
  await second.start();
  const tookMs = performance.now() - since;
  t.ok(tookMs > hungMs - 1_500 && tookMs < hungMs + startMsMax, `taken over after ${tookMs.toFixed(0)} ms`);
  const after = await second.ask('POST', '/v1/mesh/broadcast', { token, body: { message: 'after' } });
  t.equal(after.status, 201, 'the second writes');

  first.signal('SIGCONT');
  const answers = await Promise.all(late);
  const { code } = await first.end();
  t.equal(code, 1, 'the first ends by itself');
  t.ok(
    answers.every(({ status }) => status === 0 || status === 503),
    `nobody was answered 2xx: ${answers.map(({ status }) => status).join(' ')}`,
  );
  // On a full machine it may hear of the lease before it reads a request: then there is nothing to keep.
  t.equal(
    readdirSync(first.folder).some((name) => name.startsWith('unwritten-batch-')),
    first.output.includes('what was done cannot be written'),
    'what it has taken and could not write is kept as evidence',
  );
  await sleep(1_500);
  t.ok(second.isRunning, 'the second lives on, its database too');
  const again = await second.ask('POST', '/v1/mesh/broadcast', { token, body: { message: 'again' } });
  t.equal(again.status, 201);

  await second.kill();
  t.same(await messagesIn(first.folder), ['before', 'after', 'again'], 'nothing of the first came late');
  t.same((await readBooks(first.folder)).faults, [], 'the books are sound');
});

/** What was said in the city that has its data there, in order. */
async function messagesIn(folder: string): Promise<readonly string[]> {
  const database = await Database.open(folder);
  const rows = await database.sql<{ content: string }[]>`select content from message_history order by seq`;
  await database.leave();
  return rows.map(({ content }) => content);
}

/** Resolves with the time at which the city says `word`. */
async function hears(city: CityProcess, word: string): Promise<number> {
  while (!city.output.includes(word) && city.isRunning) await sleep(5);
  return performance.now();
}
