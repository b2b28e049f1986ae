/** Given residents who all resume from the beginning of a long history, then everyone else goes on, and they get what is theirs (F7). */
import postgres from 'postgres';
import t from 'tap';
import { WebSocket } from 'ws';
import { fieldsOf, numberOf, parseJson, textOf } from '../../client/wire.ts';
import { must } from '../../engine/assert.ts';
import { startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import { CityProcess } from './city.ts';
import { p99 } from './p99.ts';
import { sized } from './size.ts';

// Writing the history takes longest, on a busy disk.
t.setTimeout(600_000);
const resumers = 20;
const events = sized(20_000, 60_000, 1_000_000);
/** One event of so many is for everyone, the others are for a place where none of the readers is. */
const heardOne = 1_000;
const requests = sized(200, 400, 4_000);
const pauseMs = 5;

t.test(`${resumers} residents resume from 0 over ${events} events`, async (t) => {
  const city = await CityProcess.of(t, { RESUME_EVENTS_MAX: String(2 * events) });
  await city.start();
  const quiet = await city.found('Quiet');
  const crowd = await Promise.all(Array.from({ length: resumers }, (_, n) => city.found(`Resumer ${n}`)));
  city.signal('SIGTERM');
  await city.end();
  const first = await age(city.folder, events);
  await city.start();

  await p99(city, quiet.token, requests / 4, pauseMs, 'warm');
  const alone = await p99(city, quiet.token, requests, pauseMs, 'alone');
  let isOver = false;
  const resuming = crowd.map(async ({ token }) => {
    const heard: Heard[] = [];
    do heard.push(await resume(city, token, first));
    while (!isOver);
    return heard;
  });
  const beside = await p99(city, quiet.token, requests, pauseMs, 'beside');
  isOver = true;
  const heard = (await Promise.all(resuming)).flat();
  t.comment(
    `p99 of keyed writes and reads: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${heard.length} resumes; ` +
      `the slowest of these took ${Math.max(...heard.map(({ ms }) => ms)).toFixed(0)} ms`,
  );
  t.ok(heard.length >= resumers, 'everyone came to the end');
  const whole = { old: events / heardOne, gaps: 0 };
  t.same(new Set(heard.map(({ old, gaps }) => JSON.stringify({ old, gaps }))), new Set([JSON.stringify(whole)]));
});

/** Writes `count` more events into the journal of a city that is down. Resolves to their first seq. */
async function age(folder: string, count: number): Promise<number> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const embedded = await startEmbedded({ dataDir: folder, log });
  const persistence = await openPersistence({ address: { ...embedded.connection } });
  await persistence.lease.acquire();
  const { batch, counters } = must(await persistence.checkpoints.latest(), 'a checkpoint');
  const sql = postgres({ ...embedded.connection, max: 1, onnotice: () => undefined });
  const at = '2030-01-01T00:00:00.000Z';
  const where = { location: 'city-housing/nobody-1', actor: 'nobody-1', subject: null };
  const body = JSON.stringify({
    ...{ v: 1, type: 'message.shout', at, tick: 0, category: 'emergent', ...where },
    data: { id: 'msg-1', message: 'x'.repeat(200) },
  });
  await sql`
    insert into event (seq, type, audience, body)
    select ${counters.seq}::bigint + n, 'message.shout',
      case when n % ${heardOne}::int = 0 then 'all' else 'at:city-housing/nobody-' || n % 100 end,
      replace(${body}, '"v":1', '"v":1,"seq":' || ${counters.seq}::bigint + n)
    from generate_series(1, ${count}::int) as n`;
  await persistence.checkpoints.complete(batch, { ...counters, seq: counters.seq + count });
  await sql.end();
  await persistence.close();
  await embedded.stop();
  return counters.seq + 1;
}

/** What one resume brought. */
interface Heard {
  /** Events from before the restart. */
  readonly old: number;
  readonly gaps: number;
  readonly ms: number;
}

function resume(city: CityProcess, token: string, first: number): Promise<Heard> {
  const since = performance.now();
  const socket = new WebSocket(`ws://127.0.0.1:${city.cityPort}/ws`, { headers: { authorization: `Bearer ${token}` } });
  let old = 0;
  let gaps = 0;
  let last = 0;
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'resume', since: 0 })));
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('message', (data) => {
      const frame = fieldsOf(parseJson(String(data)));
      const type = textOf(frame['type']);
      const seq = numberOf(frame['seq']);
      if (type === 'gap') gaps += 1;
      if (type === 'message.shout' && seq >= first && seq > last) {
        old += 1;
        last = seq;
      }
      if (type !== 'resumed') return;
      resolve({ old, gaps, ms: performance.now() - since });
      socket.terminate();
    });
  });
}
