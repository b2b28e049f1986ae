/** A day of the city as a newspaper tells it: from public events alone, summed up once. */
import t from 'tap';
import { eventTypes } from '../../actors/event-types.ts';
import { newsOf, sumUpDays } from '../../gateways/chronicle/day-news.ts';
import { noted } from '../../gateways/chronicle/noteworthy.ts';
import { textOf } from '../../gateways/chronicle/sentences.ts';
import { Tallies } from '../../gateways/chronicle/tallies.ts';
import { chroniclePages } from '../../gateways/portal/chronicle-pages.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';

let seq = 0;
const event = (tick: number, type: string, data: object, more: object = {}) => {
  seq += 1;
  const about = { location: 'city-commons', actor: null, subject: null, ...more };
  const json = JSON.stringify({ seq, type, at: '2030-01-01T00:00:00.000Z', tick, ...about, data });
  return { seq, type, audience: ['public'], json };
};
const born = (tick: number, id: string) => event(tick, 'resident.born', { name: id, mentor: null }, { subject: id });
const died = (tick: number, id: string) =>
  event(tick, 'resident.died', { name: id, cause: 'credit', mentor: null, mentees: [] }, { subject: id });
const served = (tick: number, service: string, caller: string) =>
  event(tick, 'service.called', { service, caller, outcome: 'finished', charged: 2, stderr: 'a secret' });
const worked = (tick: number, poster: string, claimer: string, reward: number) =>
  event(tick, 'job.completed', { id: 'j', title: 'sweep <b>', reward, poster, claimer });

async function kept(events: readonly ReturnType<typeof event>[]) {
  const rows = new MemoryChronicleRows();
  const counted = new Tallies();
  for (const one of events) {
    const telling = noted(one.json);
    if (telling !== undefined) await rows.write([telling.entry], telling.learned ? [telling.learned] : [], one.seq);
    counted.add(one);
  }
  await rows.write([], [], seq + 1, counted.all);
  return rows;
}

const soup = 'soup-kitchen';
const firstDay = () => [
  ...[born(0, 'ada'), born(1, 'bo'), born(2, 'cy')],
  event(3, 'pod.deployed', { id: soup, name: 'Soup', tier: 'tiny', owner: 'ada' }),
  ...[served(4, soup, 'bo'), served(5, soup, 'bo'), served(5, soup, 'cy'), served(5, 'inn', 'cy')],
  ...[worked(6, 'ada', 'bo', 3), worked(6, 'ada', 'bo', 1), worked(6, 'bo', 'cy', 1)],
  event(6, 'message.broadcast', { id: 'm', message: 'a word' }, { actor: 'ada' }),
  event(7, 'credits.transferred', { from: 'ada', to: 'cy', amount: 5 }, { actor: 'ada', subject: 'cy' }),
  died(9, 'cy'),
  event(10, 'pod.shut_down', { id: soup, owner: null }),
];

t.test('a day tells who, what and why, each sentence with its events', async (t) => {
  const rows = await kept(firstDay());
  const { lines, lead } = await newsOf(rows, 1, 12);
  const said = lines.map(textOf);
  for (const sentence of [
    'ada, bo and cy came into the city.',
    'cy died because its credits ran out after 7 hours.',
    'ada opened Soup.',
    'Soup was closed after 7 hours, because its funds ran out: whose it was had died, and nobody inherited it.',
    '3 jobs were done, for 5 credits in all.',
    'bo earned most: 4 credits by 2 jobs, for ada.',
    'ada had work done most often: twice.',
    'The busiest house was Soup: 2 guests were served there 3 times, for 6 credits in all. Its best guest was bo, twice.',
    'Credits were given from one to another once, 5 credits in all. Who gave to whom is not public.',
    'Something was said aloud at the Commons once, by ada.',
    'Nobody had lived longer than ada, 12 hours old.',
  ])
    t.ok(said.includes(sentence), `${sentence}\n${said.join('\n')}`);
  t.match(lead, /^3 were born, one died/);
  const places = lines.filter(({ section }) => section === 'places');
  t.equal(places.length, 2);
  for (const { events } of places) t.equal(events.length, 1);
});

t.test('guests of whom each came once are not counted twice', async (t) => {
  const opened = event(3, 'pod.deployed', { id: soup, name: 'Soup', tier: 'tiny', owner: 'ada' });
  const day = [born(0, 'ada'), born(1, 'bo'), born(2, 'cy'), opened, served(4, soup, 'bo'), served(5, soup, 'cy')];
  const { lines } = await newsOf(await kept(day), 1, 12);
  t.ok(
    lines
      .map(textOf)
      .includes('The busiest house was Soup: 2 guests were served there, each once, for 4 credits in all.'),
  );
});

t.test('who died of the same after as many days is named in one sentence', async (t) => {
  const old = (tick: number, id: string) =>
    event(tick, 'resident.died', { name: id, cause: 'natural', mentor: null, mentees: [] }, { subject: id });
  const ids = ['ada', 'bo', 'cy', 'dov'];
  const rows = await kept([
    ...[...ids.map((id) => born(0, id)), born(3, 'eli')],
    ...[old(72, 'ada'), died(73, 'cy'), old(74, 'bo'), old(75, 'dov'), old(76, 'eli')],
  ]);
  const lives = (await newsOf(rows, 4, 80)).lines.filter(({ section }) => section === 'lives');
  t.strictSame(lives.map(textOf), [
    'ada, bo, dov and eli died of old age after 3 days.',
    'cy died because its credits ran out after 3 days and 1 hour.',
  ]);
  t.equal(lives[0]?.events.length, 4, 'with the number of each event');
});

t.test('what came before those that are told is called by its name', async (t) => {
  const ids = Array.from({ length: 14 }, (_, n) => `r${n}`);
  const place = (id: string) => event(9, 'pod.deployed', { id: `p-${id}`, name: id, tier: 'tiny', owner: null });
  const changed = (id: string) =>
    event(9, 'pod.owner_changed', { id: `p-${id}`, from: null, owner: 'r0', reason: 'gift' });
  const rows = await kept([
    ...ids.map((id) => born(0, id)),
    ...ids.slice(1).map(place),
    ...ids.map(changed),
    // Each of another age.
    ...ids.map((id, n) => born(24 * n + 30, `s${id}`)),
    ...ids.map((id) => died(400, `s${id}`)),
  ]);
  const first = (await newsOf(rows, 1, 20)).lines.map(textOf);
  t.match(first[0], /^r0, .* and 2 more came into the city\.$/);
  for (const sentence of ['1 more was opened before these.', '2 more changed hands before these.'])
    t.ok(first.includes(sentence), first.join('\n'));
  const last = (await newsOf(rows, 18, 400)).lines.map(textOf);
  t.strictSame(last.slice(0, 2), [
    '2 more died before these.',
    'sr2 died because its credits ran out after 13 days and 10 hours.',
  ]);
});

t.test('nothing is the most, the busiest or the oftenest where there is one of it', async (t) => {
  const spoke = (actor: string) => event(6, 'message.broadcast', { id: 'm', message: 'a word' }, { actor });
  const funded = event(7, 'pool.funded', { pod: 'inn', amount: 5, from: 'ada' }, { actor: 'ada' });
  const events = [
    ...[born(0, 'ada'), born(1, 'bo'), spoke('ada'), spoke('bo'), funded],
    ...[served(4, 'inn', 'bo'), served(5, 'inn', 'bo'), served(5, soup, 'ada')],
    ...[worked(6, 'ada', 'bo', 3), worked(6, 'ada', 'bo', 1)],
  ];
  const said = (await newsOf(await kept(events), 1, 12)).lines.map(textOf);
  for (const sentence of [
    'Most was said at the Commons: something was said aloud twice, by 2 residents.',
    'At inn bo was served twice, for 4 credits in all.',
    'At soup-kitchen ada was served once, for 2 credits in all.',
    'bo earned 4 credits by 2 jobs, for ada.',
    'ada had work done twice.',
    '5 credits were put into the funds of inn.',
  ])
    t.ok(said.includes(sentence), `${sentence}\n${said.join('\n')}`);
  t.notMatch(said.join('\n'), /busiest|oftenest|After that/);
});

t.test('nothing is counted that strangers do not see', async (t) => {
  const counted = new Tallies();
  for (const one of firstDay()) counted.add(one);
  t.notMatch(JSON.stringify(counted.all), /secret|"gave","subject":"[^"]|"other":"ada","amount":5/);
  t.same(
    counted.all.filter(({ what }) => what === 'gave').map(({ subject, other }) => subject + other),
    [''],
  );
  t.ok(eventTypes['service.called'].publicly.includes('caller'));
  t.same(eventTypes['credits.transferred'].publicly, ['amount']);
});

t.test('who lives longer than anybody before has broken a record, on its day alone', async (t) => {
  const rows = await kept([born(0, 'ada'), born(1, 'bo'), died(9, 'ada'), died(30, 'bo')]);
  const records = async (day: number) =>
    (await newsOf(rows, day, 60)).lines.filter(({ section }) => section === 'records').map(textOf);
  t.same(
    (await records(1)).filter((line) => line.includes('longer than any')),
    [],
    'the first holds none',
  );
  t.same((await records(2))[0], 'bo lived for 1 day and 5 hours: longer than anybody before who has died.');
  t.same(
    (await records(3)).filter((line) => line.includes('longer than any')),
    [],
  );
});

t.test('the oldest place is one that strangers see now, and of a day that is over none is said to be it', async (t) => {
  const opened = (tick: number, id: string) =>
    event(tick, 'pod.deployed', { id, name: id.toUpperCase(), tier: 'tiny', owner: null });
  // Nobody hears that the first was cut off, and then ended.
  const rows = await kept([opened(0, 'house'), opened(2, 'inn'), opened(3, 'mill')]);
  const records = async (day: number, tick: number, ...standing: string[]) =>
    (await newsOf(rows, day, tick, () => Promise.resolve(standing))).lines
      .filter(({ section }) => section === 'records')
      .map(textOf);
  t.strictSame(await records(1, 12, 'mill', 'inn'), ['No place was older than INN, 10 hours old.']);
  t.strictSame(await records(1, 12), []);
  t.strictSame(await records(1, 30, 'mill', 'inn'), [], 'the map of today says nothing of yesterday');
  const line = { section: 'records', events: [], parts: [{ text: 'No place was older than ' }, { text: 'HOUSE' }] };
  await rows.keepSummary({ name: 'day 1', seq, body: JSON.stringify({ lead: '', lines: [line] }) });
  t.strictSame(await records(1, 30), [], 'nor does a day that was summed up before');
});

t.test('a day that is over is summed up once, and what was counted of it is dropped then', async (t) => {
  const rows = await kept([...firstDay(), born(20, 'dov')]);
  await sumUpDays(rows, 2, 999);
  t.same(await rows.countedDays(99), []);
  const read = rows.read.bind(rows);
  let reads = 0;
  rows.read = (asked) => {
    reads += 1;
    return read(asked);
  };
  t.match((await newsOf(rows, 1, 20)).lines.map(textOf).join(), 'The busiest house was Soup');
  t.equal(reads, 0);
});

t.test('whoever reads a day while it ends keeps nothing that was not heard', async (t) => {
  const rows = await kept(firstDay());
  const read = rows.read.bind(rows);
  let isOver = false;
  // Between the reading of the day and that of what is later, its end is heard, and the first of the next day.
  rows.read = async (asked) => {
    const found = await read(asked);
    if (isOver) return found;
    isOver = true;
    for (const one of [died(15, 'bo'), born(20, 'dov')]) {
      const telling = noted(one.json);
      if (telling !== undefined) await rows.write([telling.entry], [], one.seq);
    }
    return found;
  };
  await newsOf(rows, 1, 14);
  await sumUpDays(rows, 2, seq);
  t.match((await newsOf(rows, 1, 20)).lines.map(textOf).join(), 'bo died');
});

t.test('its page links to the events, escapes words of others, and is small', async (t) => {
  const hostile = { id: 'j', title: `<script>${"'".repeat(4_000)}`, reward: 1, poster: 'ada', claimer: 'bo' };
  const rows = await kept([...firstDay(), ...Array.from({ length: 400 }, () => event(8, 'job.rejected', hostile))]);
  const template = '<!doctype html><head><!--about--></head><main><!--day--></main>';
  const places = () => Promise.resolve(['ada', 'bo', 'ada', null].map((owner, n) => ({ id: `place-${n}`, owner })));
  const pages = chroniclePages({ rows, tick: () => 12, elapsed: () => 0, template: () => template, places });
  const browser = { host: 'a', isSecure: false };
  const shown = await pages[0]?.show({ host: 'a', params: {}, encodings: '', address: '', browser });
  const html = String(shown?.body);
  t.ok(Buffer.byteLength(html) < 150_000, `${html.length}`);
  t.notMatch(html, '<script');
  t.match(html, /href="#e\d+">16:00<\/a>/);
  t.match(
    html,
    /Who owns most<\/h2>\s*<p>Of the 4 places on the map, now:<\/p>\s*<ol class="news">\s*<li><a [^>]*>ada<\/a>: 2 places/,
  );
  t.match(html, 'Why places close');
  t.match(
    shown?.headers?.find(([name]) => name === 'Content-Security-Policy')?.[1],
    /script-src 'none'; style-src 'self'/,
  );
});
