/** The chronicle: kept behind the feed, whatever happens to the database; told as sentences, in pages and as a feed. */
import t, { type Test } from 'tap';
import { eventTypes } from '../../actors/event-types.ts';
import { dayOf, durationText, momentText, spanText, ticksOf } from '../../drawing/city-time.ts';
import type { City, FeedItem } from '../../engine/city-interface.ts';
import type { FeedEvent } from '../../engine/command.ts';
import { JournalUnavailable, type LookBack } from '../../engine/ports.ts';
import { Chronicler } from '../../gateways/chronicle/chronicler.ts';
import { noted, noteworthy } from '../../gateways/chronicle/noteworthy.ts';
import { sentencesOf, textOf } from '../../gateways/chronicle/sentences.ts';
import { chroniclePages } from '../../gateways/portal/chronicle-pages.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { found, silentLog, withoutPublicWorks } from '../world.ts';
import { ask, startedPortalWorld } from './started-gateways.ts';

const newest = { before: Number.MAX_SAFE_INTEGER, limit: 1_000 };

function event(seq: number, type: string, data: object, more: object = {}, audience = ['public']): FeedEvent {
  const about = { location: null, actor: null, subject: null, ...more };
  const json = JSON.stringify({ seq, type, at: '2030-01-01T00:00:00.000Z', tick: seq, ...about, data });
  return { seq, type, audience, json };
}
const birth = (seq: number, id = `vera-${seq}`, mentor: string | null = null) =>
  event(seq, 'resident.born', { name: id.split('-')[0], mentor }, { subject: id });

/** A feed that a test drives, with the events that can be read back. */
class Feed {
  readonly events: FeedEvent[] = [];
  readonly looks: LookBack[] = [];
  #hear: (items: readonly FeedItem[]) => void = () => undefined;

  readonly subscribe: City['subscribe'] = (listener) => {
    this.#hear = listener;
    return () => undefined;
  };
  readonly missed: City['missed'] = (_, back) => {
    this.looks.push(back);
    const events = this.events
      .filter(({ seq, audience }) => seq > back.after && seq <= back.until && audience.includes('public'))
      .slice(0, back.limit);
    const through = events.length === back.limit ? (events.at(-1)?.seq ?? 0) : back.until;
    return Promise.resolve({ events, through, gap: null });
  };

  get seq(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  publish(...events: FeedEvent[]): void {
    this.events.push(...events);
    this.#hear(events.map((one) => ({ type: 'event', event: one })));
  }
}

function chronicled(t: Test, feed: Feed, rows = new MemoryChronicleRows()) {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  const control = { health: { seq: feed.seq } } as ConstructorParameters<typeof Chronicler>[0]['control'];
  const chronicler = new Chronicler({ city: feed, control, rows, log });
  t.teardown(() => chronicler.close());
  const seqs = async () => (await rows.read(newest)).map(({ seq }) => seq).reverse();
  /** Fails by the timeout of the file. */
  const until = async (reach: number) => {
    while ((await rows.reach()) < reach) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return { chronicler, rows, warnings, seqs, until };
}

t.test('what was there before is read back, in stretches; what follows is heard, and read no more', async (t) => {
  const feed = new Feed();
  feed.events.push(...Array.from({ length: 1_500 }, (_, n) => birth(n + 1)));
  const { rows, seqs, until } = chronicled(t, feed);
  await until(1_500);
  t.equal((await rows.read({ ...newest, limit: 5_000 })).length, 1_500);
  // One look may still be under way that finds nothing more.
  feed.publish(birth(1_501));
  await until(1_501);
  const looks = feed.looks.length;
  feed.publish(birth(1_502), event(1_503, 'message.broadcast', { id: 'm', message: 'hello' }));
  feed.publish(event(1_504, 'resident.born', { name: 'Hidden', mentor: null }, { subject: 'h-1' }, ['to:resident:x']));
  feed.publish(birth(1_505));
  await until(1_505);
  t.equal(feed.looks.length, looks);
  t.same((await seqs()).slice(-3), [1_501, 1_502, 1_505], 'neither words nor what strangers do not hear');
});

t.test('that a place has ended unseen is kept for the map alone: nobody is told of it', async (t) => {
  const feed = new Feed();
  const { rows, seqs, until } = chronicled(t, feed);
  feed.publish(event(1, 'pod.deployed', { id: 'mill-3', name: 'Mill', tier: 'small', owner: null }));
  await until(1);
  feed.publish(event(2, 'pod.shut_down', { id: 'mill-3' }, {}, ['to:resident:ada-1']), birth(3));
  await until(3);
  t.same(await seqs(), [1, 3]);
  t.same(
    (await rows.following(0, 10)).map(({ seq, about }) => [seq, about.length]),
    [
      [1, 1],
      [2, 0],
      [3, 1],
    ],
  );
  t.match(await rows.subjects(['place:mill-3']), [{ until: null }], 'nor when that was');
});

t.test('what happens while the database is away is read back, once, and said once', async (t) => {
  const feed = new Feed();
  const { rows, warnings, seqs, until } = chronicled(t, feed);
  feed.publish(birth(1));
  await until(1);
  const write = rows.write.bind(rows);
  rows.write = () => Promise.reject(new JournalUnavailable('away'));
  feed.publish(birth(2));
  while (warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  feed.publish(birth(3));
  rows.write = write;
  await until(3);
  t.same(await seqs(), [1, 2, 3]);
  t.equal(warnings.length, 1);
});

t.test('more at once than it holds is read back', async (t) => {
  const feed = new Feed();
  const { rows, until } = chronicled(t, feed);
  feed.publish(birth(1));
  await until(1);
  feed.publish(...Array.from({ length: 5_000 }, (_, n) => birth(n + 2)));
  await until(5_001);
  t.equal((await rows.read({ ...newest, limit: 10_000 })).length, 5_001);
});

t.test('where nothing is worth telling, how far it has come is written now and then', async (t) => {
  const feed = new Feed();
  const { until } = chronicled(t, feed);
  feed.publish(birth(1));
  await until(1);
  feed.publish(...Array.from({ length: 11_000 }, (_, n) => event(n + 2, 'tick.completed', { tick: n })));
  await until(10_001);
  t.same(feed.looks.length <= 2, true, 'nothing of it was read back');
});

t.test('closing ends it at once, and the next goes on where its rows end', async (t) => {
  const feed = new Feed();
  const rows = new MemoryChronicleRows();
  const first = chronicled(t, feed, rows);
  feed.publish(birth(1));
  await first.until(1);
  await first.chronicler.close();
  feed.publish(birth(2));
  const next = chronicled(t, feed, rows);
  await next.until(2);
  t.same(await next.seqs(), [1, 2]);
  t.equal(feed.looks.at(-1)?.after, 1);
});

t.test('it tells only what strangers see the whole of', async (t) => {
  for (const type of noteworthy) t.equal(eventTypes[type].publicly, 'whole', type);
});

const pod = { id: 'tea-house-3' };
const job = { id: 'j1', title: 'sweep the <floor>', reward: 1, poster: 'vera-1', claimer: 'ilo-2' };

t.test('each thing worth telling has its sentence', async (t) => {
  const rows = new MemoryChronicleRows();
  const happened = [
    birth(1, 'vera-1'),
    birth(2, 'ilo-2', 'vera-1'),
    event(3, 'pod.deployed', { ...pod, name: 'Tea House', tier: 'small', owner: 'vera-1' }),
    event(4, 'pod.orphaned', pod),
    event(5, 'pod.reconnected', pod),
    event(6, 'job.completed', job, { location: 'city-commons' }),
    event(7, 'job.completed', { ...job, poster: null }),
    event(57, 'job.rejected', job),
    event(60, 'pod.shut_down', pod),
    event(58, 'pod.shut_down', { id: 'inn-4', owner: null }),
    event(59, 'pod.shut_down', { id: 'mill-5', owner: 'vera-1' }),
    event(61, 'resident.died', { name: 'Vera', cause: 'natural', mentor: null, mentees: [] }, { subject: 'vera-1' }),
    event(
      62,
      'resident.died',
      { name: 'Zed', cause: 'of a later version', mentor: null, mentees: [] },
      { subject: 'z-9' },
    ),
  ];
  for (const { json } of happened) {
    const one = noted(json);
    if (one !== undefined) await rows.write([one.entry], one.learned ? [one.learned] : [], 0);
  }
  const sentences = await sentencesOf(rows, await rows.read(newest));
  t.strictSame(sentences.map(textOf).reverse(), [
    'Vera came to the city.',
    'ilo was born, and is brought up by Vera.',
    'Vera opened Tea House.',
    'No way leads any more to Tea House.',
    'A way leads again to Tea House.',
    'ilo did a job for Vera, “sweep the <floor>”, and was paid 1 credit.',
    'Vera sent back the work of ilo: “sweep the <floor>”.',
    'inn-4 was closed, because its funds ran out: whose it was had died, and nobody inherited it.',
    'mill-5 was closed, because its funds ran out. It belonged to Vera.',
    'Tea House was closed after 2 days and 9 hours, because its funds ran out.',
    'Vera died of old age after 2 days and 12 hours.',
    'Zed died.',
  ]);
  t.match(sentences.at(-1), { seq: 1, tick: 1, day: 1, type: 'resident.born' });
  t.same(await sentencesOf(rows, [{ seq: 1, tick: 1, about: [], body: '{"type":"of.another.version"}' }]), []);
});

t.test('a place that is given or inherited has its sentence', async (t) => {
  const rows = new MemoryChronicleRows();
  const opened = { ...pod, name: 'Tea House', tier: 'small', owner: 'vera-1' };
  const happened = [
    ...[birth(1, 'vera-1'), birth(2, 'ilo-2'), event(3, 'pod.deployed', opened)],
    ...[
      { from: 'vera-1', owner: 'ilo-2', reason: 'gift' },
      { from: null, owner: 'ilo-2', reason: 'gift' },
      { from: 'ilo-2', owner: 'vera-1', reason: 'estate' },
      { from: 'vera-1', owner: null, reason: 'estate' },
    ].map((change, n) => event(4 + n, 'pod.owner_changed', { ...pod, ...change })),
  ];
  for (const { json } of happened) {
    const one = noted(json);
    if (one !== undefined) await rows.write([one.entry], one.learned ? [one.learned] : [], 0);
  }
  const about = await rows.read({ ...newest, about: 'place:tea-house-3' });
  t.strictSame((await sentencesOf(rows, about)).map(textOf).reverse().slice(1), [
    'vera gave Tea House to ilo.',
    'ilo was given Tea House.',
    'vera inherited Tea House from ilo.',
    'Tea House belongs to nobody: its owner vera has died without an heir.',
  ]);
});

t.test('durations are said as people say them', async (t) => {
  t.strictSame([0, 1, 23, 24, 47, 48].map(durationText), ['0 hours', '1 hour', '23 hours', '1 day', '1 day', '2 days']);
  t.strictSame([7, 24, 51].map(spanText), ['7 hours', '1 day', '2 days and 3 hours']);
  t.strictSame([0, 15, 16, 40].map(momentText), ['day 1, 08:00', 'day 1, 23:00', 'day 2, 00:00', 'day 3, 00:00']);
  for (const day of [1, 2, 9]) {
    const { first, last } = ticksOf(day);
    t.strictSame([dayOf(first), dayOf(last), dayOf(last + 1)], [day, day, day + 1]);
  }
});

t.test('it is shown: as data, as pages by day, as a feed; words of others are text', async (t) => {
  const world = await startedPortalWorld(t, {}, {}, withoutPublicWorks.env);
  const { city, url } = world;
  const rows = new MemoryChronicleRows(world.store);
  const chronicler = new Chronicler({ city, control: city, rows, log: silentLog });
  t.teardown(() => chronicler.close());
  const ada = await found(city, 'Ada');
  const hostile = `<script>alert(1)</script> & "x" \u0007`;
  const job = { id: 'j', title: hostile, reward: 2, poster: ada, claimer: ada };
  const working = noted(event(999, 'job.completed', job).json);
  if (working !== undefined) await rows.write([working.entry], [], 0);
  for (let n = 0; n < 30; n++) await city.tick();
  while ((await rows.oldest('resident', 0)) === undefined) await new Promise((resolve) => setTimeout(resolve, 10));

  const asked = await ask(`${url}/v1/chronicle?about=resident:${ada}&day=1&limit=1`);
  t.match(asked, {
    status: 200,
    body: { items: [{ type: 'resident.born', parts: [{ resident: ada, name: 'Ada' }, {}] }] },
  });
  t.match(await ask(`${url}/v1/chronicle?about=nobody`), { status: 422 });
  t.match(await ask(`${url}/v1/chronicle?day=0`), { status: 422 });

  const page = await fetch(`${url}/chronicle/1`);
  t.match(page.headers.get('content-security-policy'), /script-src 'none'/);
  const html = await page.text();
  t.match(html, `<a href="/watch/resident/${ada}">Ada</a> came to the city.`);
  t.match(html, 'rel="next">The day after');
  t.equal((await fetch(`${url}/chronicle/99`)).status, 404);
  t.equal((await fetch(`${url}/chronicle/x`)).status, 404);
  t.match(
    await (await fetch(`${url}/chronicle`)).text(),
    /day 2<.*Nobody had lived longer than .*Ada<\/a>, 1 day and 6 hours old/s,
  );

  const feed = await fetch(`${url}/chronicle.atom`);
  t.equal(feed.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  const xml = await feed.text();
  t.match(xml, '“&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;  ”');
  t.match(xml, `<link rel="self" href="${url}/chronicle.atom"/>`);
  t.notMatch(xml, '<script>');
});

t.test('whoever asks for the feed, by whatever name of the city, its rows are read once in two seconds', async (t) => {
  const rows = new MemoryChronicleRows();
  const read = rows.read.bind(rows);
  let [reads, now] = [0, 0];
  rows.read = (asked) => {
    reads += 1;
    return read(asked);
  };
  const pages = chroniclePages({ rows, tick: () => 1, elapsed: () => now });
  const feed = pages.find(({ path }) => path === '/chronicle.atom');
  const ask = (host: string) =>
    feed?.show({ host, params: {}, encodings: '', address: '', browser: { host, isSecure: true } });
  for (const host of ['one.example', 'two.example', '<three>']) t.match(await ask(host), { status: 200 });
  t.equal(reads, 1);
  now = 2_000;
  await ask('one.example');
  t.equal(reads, 2);
});
