/**
 * Given visitors who write souls, residents who adopt them and residents who post, do and pay jobs, all under keys, when the city is killed
 * again and again, then at the end each of these has happened once: none twice, none lost [OP1] [SO2] [AD1] [JB3].
 */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { fieldsOf, textOf } from '../../client/wire.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { CityProcess } from './city.ts';
import { Database, readBooks } from './database-books.ts';
import { ask } from './http-exchange.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import { seed, sized } from './size.ts';

const kills = sized(2, 3, 200);
const [visitorsCount, mentorsCount, employersCount] = [2, 3, 2];
const pauseMsMax = 300;
/** Of each sort, since the last kill: the next one comes amid life. */
const doneBetween = 2;
const credits = 1_000_000;

interface Book {
  readonly souls: { readonly id: string; readonly token: string }[];
  readonly children: string[];
  readonly jobs: string[];
}

const chance = new SeededRandom(seed);
const city = await CityProcess.of(t, { SOULS_QUEUED_MAX: '1000', SANDBOX: 'off' });
const requests = new RepeatedRequests();
const book: Book = { souls: [], children: [], jobs: [] };
let isOver = false;

const soul = {
  ...{ framework: 'default', aesthetic: 'moss', personality: 'brief', first_memory: 'rain' },
  ...{ goals: 'to count', alignment: 'neutral', quirks: 'hums' },
};

async function write(token: string): Promise<void> {
  while (!isOver) {
    const { id } = await requests.done(city.portalPort, '/v1/souls', {
      token,
      body: { ...soul, name: `Soul ${requests.count}` },
    });
    book.souls.push({ id: textOf(id), token });
    await sleep(10);
  }
}

/** Adopts until no soul is left. */
async function adopt(token: string): Promise<void> {
  for (;;) {
    const { status, body, text } = await requests.settled(city.cityPort, '/v1/threshold/adopt', { token, body: {} });
    if (status === 201) book.children.push(textOf(body['id']));
    else if (body['error'] !== 'soul_queue_empty') throw new Error(`adoption: ${status} ${text}`);
    else if (isOver) return;
    else await sleep(10);
  }
}

async function employ(poster: string, worker: string): Promise<void> {
  while (!isOver) {
    const posted = { title: 'Count', description: 'the trees', reward: 1 };
    const { id } = await requests.done(city.cityPort, '/v1/job-board/submit', { token: poster, body: posted });
    const path = `/v1/job-board/${textOf(id)}`;
    await requests.done(city.cityPort, `${path}/claim`, { token: worker });
    await requests.done(city.cityPort, `${path}/complete`, { token: worker, body: { work: 'seven' } });
    await requests.done(city.cityPort, `${path}/complete`, { token: poster, body: {} });
    book.jobs.push(textOf(id));
    await sleep(10);
  }
}

/** Resolves when each sort of thing has been done again. */
async function life(): Promise<void> {
  const counts = () => [book.souls.length, book.children.length, book.jobs.length];
  const before = counts();
  while (counts().some((count, at) => count < (before[at] ?? 0) + doneBetween)) await sleep(10);
}

/** How many events of each type are in the event table, and how many subjects they have. */
async function told(types: readonly string[]): Promise<readonly (readonly [string, number, number])[]> {
  const database = await Database.open(city.folder);
  const rows = await database.sql<{ type: string; count: number; subjects: number }[]>`
    select type, count(*)::int as count, count(distinct body::json ->> 'subject')::int as subjects
    from event where type in ${database.sql([...types])} group by type order by type`;
  await database.stop();
  return rows.map(({ type, count, subjects }) => [type, count, subjects] as const);
}

/** Everybody who writes, adopts, posts and works; resolves when all have come to an end. */
async function people(): Promise<{ readonly ended: Promise<unknown> }> {
  const visitors: string[] = [];
  for (let n = 0; n < visitorsCount; n++) {
    const body = { handle: `visitor-${n}`, password: 'a ladder of rope' };
    visitors.push(textOf((await ask(city.portalPort, 'POST', '/v1/visitors/register', { body })).body['token']));
  }
  const founded = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, (_, n) => city.found(`R${n}`, credits)))).map((one) => one.token);
  const [mentors, posters, workers] = [
    await founded(mentorsCount),
    await founded(employersCount),
    await founded(employersCount),
  ];
  const writing = [...visitors.map(write), ...posters.map((poster, n) => employ(poster, workers[n] ?? ''))];
  return { ended: Promise.all([...writing, ...mentors.map(adopt)]) };
}

t.test('[OP1] births, adoptions and rewards happen once', async (t) => {
  await city.start();
  const { ended } = await people();
  for (let kill = 0; kill < kills; kill++) {
    await life();
    await sleep(chance.integerBelow(pauseMsMax));
    await city.kill();
    await city.start();
  }
  await life();
  isOver = true;
  await ended;

  const { souls, children, jobs } = book;
  t.comment(`${souls.length} souls, ${children.length} adoptions, ${jobs.length} jobs, ${kills} kills`);
  t.equal(children.length, souls.length, 'each soul was adopted, and each adoption was of another soul');
  t.equal(new Set(children).size, children.length);
  for (const { id, token } of souls.slice(-5)) {
    const { body } = await ask(city.portalPort, 'GET', `/v1/souls/${id}`, { token });
    t.match(body, { status: 'born', resident: String });
    const fetched = await ask(city.portalPort, 'POST', `/v1/souls/${id}/token`, { token });
    const me = await city.ask('GET', '/v1/me', { token: textOf(fetched.body['token']) });
    t.equal(fieldsOf(me.body)['id'], body['resident'], 'its token is that of the resident');
  }
  requests.close();
  await city.kill();
  t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
  t.same(await told(['job.completed', 'job.posted', 'soul.adopted', 'soul.born', 'soul.queued']), [
    ['job.completed', jobs.length, jobs.length],
    ['job.posted', jobs.length, jobs.length],
    ['soul.adopted', souls.length, souls.length],
    ['soul.born', souls.length, souls.length],
    ['soul.queued', souls.length, souls.length],
  ]);
});
