/** Pictures of pages: who has which, where its page names it, and within which bounds it is drawn and kept (LP1 to LP4). */
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { Drawable, FirstMap, Scene } from '../../drawing/scene.ts';
import { Chronicler } from '../../gateways/chronicle/chronicler.ts';
import type { Painter } from '../../gateways/portal/drawn-pictures/kept-pictures.ts';
import type { GatewaySettings } from '../../gateways/settings.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { until } from '../until.ts';
import { act, found, silentLog } from '../world.ts';
import { seqOfDeath } from './death-heard.ts';
import { ask, startedPortalWorld } from './started-gateways.ts';

/** Draws nothing: each picture is its number, as long as a test says. */
class FakePainter implements Painter {
  readonly shown: Drawable[] = [];
  bytes = 100;
  /** Awaited before a picture is there. */
  painting: Promise<void> = Promise.resolve();
  running = 0;
  mostAtOnce = 0;

  async paint(shown: Drawable): Promise<Buffer> {
    this.shown.push(shown);
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    await this.painting.finally(() => {
      this.running -= 1;
    });
    const bytes = Buffer.alloc(this.bytes, this.shown.length);
    return shown.type === 'first map' ? gzipSync(bytes) : bytes;
  }

  get scenes(): readonly Scene[] {
    return this.shown.filter((one) => one.type === 'scene');
  }

  get maps(): readonly FirstMap[] {
    return this.shown.filter((one) => one.type === 'first map');
  }

  get last(): Scene | undefined {
    return this.scenes.at(-1);
  }
}

async function started(t: Test, settings: Partial<GatewaySettings> = {}) {
  const painter = new FakePainter();
  let elapsed = 0;
  const clock = { now: () => Date.now(), elapsed: () => elapsed };
  const errors: object[] = [];
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const html = (name: string) => ({ 'index.html': `<!doctype html><head><!--about--></head><body>${name}</body>` });
  const folder = t.testdir({
    ...html('landing'),
    ...{ visit: html('visit'), watch: html('watch'), dashboard: html('dashboard'), charts: html('charts'), assets: {} },
  });
  const world = await startedPortalWorld(t, settings, { painter, clock, log, pages: Promise.resolve(folder) });
  await until('the pages are there', async () => (await fetch(world.url)).status === 200);
  const picture = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${world.url}/v1/link-pictures/${path}`, { headers });
  const pass = (ms: number) => {
    elapsed += ms;
  };
  return { ...world, painter, picture, pass, errors };
}

const imageOf = (text: string) => /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1];

t.test('the head of each public page names its picture, by the address that its reader has', async (t) => {
  const { city, url, painter } = await started(t);
  const ada = await found(city, 'Ada', 10_000, 3);
  const pages = {
    '/': 'pages/city',
    '/visit': 'pages/visit',
    '/charts': 'pages/charts',
    '/dashboard': 'pages/dashboard',
    [`/watch/resident/${ada}`]: `residents/${ada}`,
    '/watch/place/city-commons': 'places/city-commons',
    '/chronicle': 'days/1',
    '/chronicle/1': 'days/1',
  };
  for (const [path, name] of Object.entries(pages)) {
    const text = await (await fetch(`${url}${path}`)).text();
    t.equal(imageOf(text), `${url}/v1/link-pictures/${name}`, path);
    t.match(text, /property="og:image:width" content="1200"/, path);
    t.match(text, /property="og:image:height" content="630"/, path);
    t.match(text, /property="og:image:alt" content="[^"]{10,}"/, path);
    t.match(text, /name="twitter:card" content="summary_large_image"/, path);
    t.match(text, /property="og:title" content="[^"]+"/, path);
    const answer = await fetch(`${url}/v1/link-pictures/${name}`);
    t.same([answer.status, answer.headers.get('content-type')], [200, 'image/png'], path);
  }
  t.equal(painter.scenes.length, 7, 'each was drawn once');
  const unknown = await (await fetch(`${url}/watch/resident/nobody-9`)).text();
  t.equal(imageOf(unknown), undefined, 'nobody has no picture');
});

t.test('the address that the operator declared goes before the one to which a request came', async (t) => {
  const { url } = await started(t, { portalOrigin: 'https://city.example' });
  for (const [path, name] of [
    ['/', 'pages/city'],
    ['/chronicle', 'days/1'],
  ] as const)
    t.equal(imageOf(await (await fetch(`${url}${path}`)).text()), `https://city.example/v1/link-pictures/${name}`);
});

t.test('where no pictures are drawn, pages name none, and their routes say so', async (t) => {
  const { url } = await startedPortalWorld(t);
  const text = await (await fetch(`${url}/chronicle`)).text();
  t.equal(imageOf(text), undefined);
  const { status, body } = await ask(`${url}/v1/link-pictures/pages/city`);
  t.equal(status, 404);
  t.match(body, { error: 'not_found', kind: 'picture', message: /draws none/ });
});

t.test('[LP1] a picture has a tag, may be kept some minutes, and is shown on other sites', async (t) => {
  const { picture, painter, pass } = await started(t);
  const first = await picture('pages/city');
  const tag = first.headers.get('etag') ?? '';
  t.match(tag, /^"[\w-]{22}"$/);
  t.equal(first.headers.get('cache-control'), 'public, max-age=180');
  t.equal(first.headers.get('cross-origin-resource-policy'), 'cross-origin');
  t.equal(first.headers.get('x-content-type-options'), 'nosniff');
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await picture('pages/city', { 'If-None-Match': known });
    t.same([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('etag')], [304, 0, tag], known);
  }
  t.equal((await picture('pages/city', { 'If-None-Match': '"other"' })).status, 200);
  pass(180_000);
  t.equal((await picture('pages/city')).headers.get('etag'), tag);
  t.equal(painter.scenes.length, 1, 'what shows the same is not drawn again');
});

t.test('[LP1] what has changed is drawn again, some minutes later', async (t) => {
  const { city, picture, painter, pass } = await started(t);
  const before = (await picture('pages/city')).headers.get('etag');
  await found(city, 'Ada', 10_000, 3);
  t.equal((await picture('pages/city')).headers.get('etag'), before);
  pass(180_000);
  t.not((await picture('pages/city')).headers.get('etag'), before);
  t.equal(painter.scenes.length, 2);
});

t.test('the page of the map names its pictures, one for each scheme, where they are drawn', async (t) => {
  const { url, painter } = await started(t);
  const text = await (await fetch(url)).text();
  for (const scheme of ['light', 'dark'] as const) {
    t.match(
      text,
      `<link rel="preload" href="/v1/map-pictures/${scheme}" as="image" media="(prefers-color-scheme: ${scheme})" data-map-picture />`,
    );
    const answer = await fetch(`${url}/v1/map-pictures/${scheme}`);
    const { headers } = answer;
    t.same(
      ['content-type', 'content-encoding', 'cache-control'].map((name) => headers.get(name)),
      ['image/svg+xml', 'gzip', 'no-cache'],
    );
    t.equal((await answer.arrayBuffer()).byteLength, painter.bytes, 'packed once');
    t.equal(painter.maps.at(-1)?.isDark, scheme === 'dark');
    t.match(painter.maps.at(-1)?.town, { places: [{ id: 'city-commons', x: 0, y: 0 }], homes: [] });
  }
  t.equal((await fetch(`${url}/v1/map-pictures/pink`)).status, 404);
  t.notMatch(await (await fetch(`${url}/visit`)).text(), 'map-pictures');
  const without = await startedPortalWorld(t);
  t.equal((await fetch(`${without.url}/v1/map-pictures/light`)).status, 404);
});

t.test('[LP1] who waits for its page gets the map of some minutes before, while a new one is drawn', async (t) => {
  const { city, url, painter, pass } = await started(t);
  const tagNow = async () => (await fetch(`${url}/v1/map-pictures/light`)).headers.get('etag');
  const first = await tagNow();
  await found(city, 'Ada', 10_000, 3);
  pass(180_000);
  let resolve = () => {};
  painter.painting = new Promise((done) => {
    resolve = done;
  });
  t.equal(await tagNow(), first, 'nobody waits for the new one');
  resolve();
  await until('the new one is there', async () => (await tagNow()) !== first);
  t.equal(painter.maps.length, 2);
  t.match(painter.maps.at(-1)?.town, { homes: [{ resident: /^ada/ }] });
  await found(city, 'Bo', 10_000, 3);
  pass(15 * 60_000);
  const third = await tagNow();
  t.equal(painter.maps.length, 3, 'one that is too old is not given');
  t.equal(await tagNow(), third);
  for (let n = 0; n < 4; n++) await city.tick();
  pass(1_000);
  t.not(await tagNow(), third, 'nor one of another hour');
  t.equal(painter.maps.length, 4);
});

t.test('[LP2] where all is full, nobody is asked what a picture would show', async (t) => {
  const { url, picture, painter, city } = await started(t, { drawnPicturesAtOnceMax: 1, drawnPicturesWaitingMax: 0 });
  let resolve = () => {};
  painter.painting = new Promise((done) => {
    resolve = done;
  });
  const begun = picture('pages/city');
  await until('one is being drawn', () => painter.running === 1);
  let asked = 0;
  const view = city.view.bind(city);
  city.view = (request) => {
    asked += 1;
    return view(request);
  };
  t.equal((await fetch(`${url}/v1/map-pictures/light`)).status, 503);
  t.equal(asked, 0);
  resolve();
  t.equal((await begun).status, 200);
});

t.test('[VI3] there is a picture of what strangers may see, and of nothing else', async (t) => {
  const { city, picture, painter } = await started(t);
  const ada = await found(city, 'Ada', 10_000, 3);
  const unknown = [
    ...['residents/nobody-9', 'residents/%00', `residents/${'a'.repeat(300)}`, 'places/nowhere-9', 'places/..%2F..'],
    ...[`places/house-of-${ada}`, 'pages/nothing', 'pages/__proto__', 'days/0', 'days/2', 'days/9999999999', 'days/x'],
  ];
  for (const path of unknown) {
    const answer = await picture(path);
    t.equal(answer.status, 404, path);
    t.equal(answer.headers.get('cache-control'), 'no-store', path);
  }
  t.equal(painter.scenes.length, 0, 'nothing was drawn for it');
  await picture(`residents/${ada}`);
  t.match(painter.last, {
    portrait: { face: /^[\w-]{8}$/, isDead: false },
    words: { title: 'Ada', state: 'Lives in Civitas' },
  });
  t.notMatch(JSON.stringify(painter.scenes), /lighthouse|tin roof|stairs/, 'nothing of its soul');
});

t.test('of the dead there is a picture that says so', async (t) => {
  const { city, store, picture, painter } = await started(t);
  const rows = new MemoryChronicleRows(store);
  const chronicler = new Chronicler({ city, control: city, rows, log: silentLog });
  t.teardown(() => chronicler.close());
  const ada = await found(city, 'Ada', 10_000, 3);
  const died = seqOfDeath(t, city);
  await act(city, ada, { type: 'shut_down' });
  await city.tick();
  await until('the chronicle tells of it', async () => (await rows.reach()) >= died());
  t.equal((await picture(`residents/${ada}`)).status, 200);
  t.match(painter.last, {
    portrait: { face: /^[\w-]{8}$/, isDead: true },
    words: { kind: 'Remembered', title: 'Ada', state: 'Died by its own choice' },
  });
  t.equal((await picture('days/1')).status, 200);
  t.match(painter.last?.words, { title: 'Day 1', state: /One was born, and one died\./, items: [/Ada/, /Ada/] });
});

t.test('of a place it shows whose it is, and who is there', async (t) => {
  const { city, picture, painter } = await started(t);
  const ada = await found(city, 'Ada', 10_000, 3);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  t.equal((await picture('places/city-commons')).status, 200);
  t.match(painter.last, {
    people: [{ face: /^[\w-]{8}$/ }],
    words: { kind: 'The Commons', state: 'Where everybody meets', text: /^One is here now\./ },
  });
  t.equal((await picture(`residents/${ada}`)).status, 200);
  t.match(painter.last?.words, { state: /^Is at / });
});

t.test('[LP2] so many are drawn at once, so many wait, and whoever comes then is told so', async (t) => {
  const { picture, painter } = await started(t, { drawnPicturesAtOnceMax: 2, drawnPicturesWaitingMax: 1 });
  let resolve = () => {};
  painter.painting = new Promise((done) => {
    resolve = done;
  });
  const begun = [picture('pages/city'), picture('pages/visit')];
  await until('two are being drawn', () => painter.running === 2);
  const same = picture('pages/city');
  const refusals: Response[] = [];
  const others = ['pages/charts', 'pages/dashboard', 'places/city-commons'].map(async (path) => {
    const answer = await picture(path);
    if (answer.status === 503) refusals.push(answer);
    return answer.status;
  });
  await until('one waits, and the others are refused', () => refusals.length === 2);
  for (const answer of refusals) {
    t.equal(answer.headers.get('retry-after'), '2');
    t.match(await answer.json(), { error: 'busy', applied: false });
  }
  resolve();
  t.same((await Promise.all(others)).sort(), [200, 503, 503]);
  for (const answer of await Promise.all([...begun, same])) t.equal(answer.status, 200);
  t.equal(painter.mostAtOnce, 2);
  t.equal(painter.scenes.length, 3, 'two who ask for one wait for one');
});

t.test('[LP3] what is kept takes so many bytes', async (t) => {
  const { picture, painter } = await started(t, { drawnPicturesBytesMax: 5_100 });
  painter.bytes = 2_000;
  for (const name of ['city', 'visit', 'city', 'visit']) await picture(`pages/${name}`);
  t.equal(painter.scenes.length, 2, 'both are kept');
  for (const name of ['charts', 'city']) await picture(`pages/${name}`);
  t.equal(painter.scenes.length, 4, 'the longest unused had to go');
});

t.test('[LP4] a drawing that fails is logged, and its reader is told to ask again', async (t) => {
  const { picture, painter, errors } = await started(t);
  painter.painting = Promise.reject(new Error('no ink'));
  painter.painting.catch(() => {});
  t.equal((await picture('pages/city')).status, 503);
  t.match(errors, [{ cause: /no ink/ }]);
  painter.painting = Promise.resolve();
  t.equal((await picture('pages/city')).status, 200);
});

t.test('one network asks for so many in a minute', async (t) => {
  const { picture } = await started(t, { anonymousLooksPerMinute: 2 });
  for (let n = 0; n < 2; n++) t.equal((await picture('pages/city')).status, 200);
  const limited = await picture('pages/city');
  t.equal(limited.status, 429);
  t.ok(limited.headers.get('retry-after'));
});
