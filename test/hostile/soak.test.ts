/**
 * Given connections that send whatever connections may send, when others ask beside them, then none of these is kept waiting, memory is
 * bounded and the books are as before [OP10] [OP11] [OP12].
 */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { median } from '../../bench/harness/table-row.ts';
import { numberOf } from '../../client/wire.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { CityProcess } from '../crash/city.ts';
import { readBooks } from '../crash/database-books.ts';
import { seed, sized } from '../crash/size.ts';
import { until } from '../until.ts';
import { probes } from './latency-probes.ts';
import { behave, looked, resuming, type Stranger, stranger } from './random-connections.ts';

t.setTimeout(0);
const strangers = sized(50, 2_000, 20_000);
const atOnce = 40;
const resumers = sized(100, 400, 400);
const history = sized(200, 2_000, 2_000);
const everyMs = 50;
/** Work of the city's main thread between a request and its answer, in parses of the largest body: some 250 ms on two slow cores. */
const parsesMax = 80;
/** The bounds of bodies and of unread answers, and what the collector leaves for later. */
const growthMiBMax = 400;

t.test(`[OP10] [OP11] [OP12] ${strangers} strangers, seed ${seed}`, async (t) => {
  const plenty = { ANONYMOUS_LOOKS_PER_MINUTE: '1000000000', SANDBOX: 'embedded' };
  const city = await CityProcess.of(t, plenty);
  await city.start();
  const loud = await city.found('Loud');
  await city.ask('POST', '/v1/location/move', { token: loud.token, body: { exit_id: 'commons' } });
  for (let n = 0; n < history; n++)
    await city.ask('POST', '/v1/mesh/broadcast', { token: loud.token, body: { message: `history ${n}` } });
  for (const port of [city.cityPort, city.portalPort])
    for (const path of looked) await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  const before = await standing(city, loud.token);
  const rss = rssMiB(city.pid);
  let highest = rss;
  const watch = setInterval(() => {
    highest = Math.max(highest, rssMiB(city.pid));
  }, 100);
  const end = probes(city.pid, [city.cityPort, city.portalPort], everyMs);
  await all(city, loud.token);
  const probed = await end();
  clearInterval(watch);

  const worst = (of: 'wallMs' | 'cpuMs') => Math.max(...probed.map((each) => each[of]));
  const parses = worst('cpuMs') / median(probed.map(({ parseMs }) => parseMs));
  t.comment(
    `${probed.length} probes: at most ${worst('wallMs').toFixed(0)} ms, ${worst('cpuMs').toFixed(0)} ms of them the city's own, ` +
      `in which ${parses.toFixed(0)} of the largest bodies are parsed; ` +
      `memory ${rss.toFixed(0)} MiB, at most ${highest.toFixed(0)} MiB`,
  );
  t.same([...new Set(probed.map(({ status }) => status))], [200], 'every probe is answered');
  t.ok(parses < parsesMax, `none waits for more work than parsing ${parsesMax} of the largest bodies`);
  t.ok(highest - rss < growthMiBMax, `memory grew by ${(highest - rss).toFixed(0)} MiB`);
  t.same(await standing(city, loud.token), before, 'nothing has happened');
  await until('the city is ready', async () => (await city.ask('GET', '/readyz')).status === 200);
  city.signal('SIGTERM');
  t.equal((await city.end()).code, 0, 'it ends in order');
  t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
});

/** Those from the seed, so many at once; amid them a crowd that resumes, and one that asks for large files. */
async function all(city: CityProcess, token: string): Promise<void> {
  const list = met(token);
  const portOf = ({ gateway }: Stranger) => (gateway === 'city' ? city.cityPort : city.portalPort);
  const next = async (): Promise<void> => {
    for (const one of list) {
      if (one.kind === 'resuming') crowd.push(behave(portOf(one), one));
      else await behave(portOf(one), one);
    }
  };
  const crowd: Promise<void>[] = [];
  await Promise.all(Array.from({ length: atOnce }, next));
  await Promise.all(crowd);
}

/** One after the other, made when it is met: what each sends is up to 5 MB. */
function* met(token: string): Generator<Stranger> {
  const random = new SeededRandom(seed);
  for (let n = 0; n < strangers; n++) {
    if (n === strangers / 2) for (let more = 0; more < resumers; more++) yield resuming;
    yield stranger(random, token);
  }
}

/** What a stranger could have changed. */
async function standing(city: CityProcess, token: string) {
  const [me, health] = [await city.ask('GET', '/v1/me', { token }), await city.operate('GET', '/v1/admin/health')];
  return { status: me.status, me: me.body, turn: numberOf(health.body['turn']) };
}

function rssMiB(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4_096) / 2 ** 20;
}
