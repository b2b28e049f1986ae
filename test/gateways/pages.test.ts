/** The pages for people, as they are served: what stands in them, what comes with them, what is answered when there are none. */
import { request } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../../gateways/settings.ts';
import { until } from '../until.ts';
import type { FakeCity } from './fake-city.ts';
import { startedPortal } from './started-gateways.ts';

const html = (name: string) => `<!doctype html><head><!--about--></head><body>${name}</body>`;
const script = 'console.log("the city");\n'.repeat(20);

/** Pages as a build leaves them. */
const folderOf = (t: Test): string =>
  t.testdir({
    'index.html': html('landing'),
    visit: { 'index.html': html('visit') },
    watch: { 'index.html': html('watch') },
    dashboard: { 'index.html': html('dashboard') },
    charts: { 'index.html': html('charts') },
    assets: {
      'main-1a2b.js': script,
      'main-1a2b.js.gz': gzipSync(script),
      'main-1a2b.js.br': brotliCompressSync(script),
      'letters-3c4d.woff2': 'letters',
    },
  });

async function startedPages(
  t: Test,
  settings: Partial<GatewaySettings> = {},
  more: { readonly landSeed?: string } = {},
): Promise<{ readonly city: FakeCity; readonly url: string }> {
  const started = await startedPortal(t, settings, { pages: Promise.resolve(folderOf(t)), ...more });
  await until('the pages are there', async () => (await fetch(started.url)).status === 200);
  return started;
}

/** Bytes as they come: `fetch` would undo their compression. */
const raw = (url: string, encodings: string, method = 'GET') =>
  new Promise<{ readonly encoding: string | undefined; readonly length: string | undefined; readonly body: Buffer }>(
    (resolve, reject) => {
      const asked = request(url, { method, headers: { 'Accept-Encoding': encodings } }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(Buffer.from(chunk));
        const { 'content-encoding': encoding, 'content-length': length } = answer.headers;
        resolve({ encoding, length, body: Buffer.concat(chunks) });
      });
      asked.on('error', reject).end();
    },
  );

t.test('[PG3] until the pages are built, each says so and asks again by itself', async (t) => {
  const { url } = await startedPortal(t, {}, { pages: new Promise(() => {}) });
  for (const path of ['/', '/visit', '/watch/resident/vera-7', '/dashboard']) {
    const early = await fetch(`${url}${path}`);
    t.equal(early.status, 503, path);
    t.equal(early.headers.get('retry-after'), '1');
    t.match(await early.text(), /<meta http-equiv="refresh" content="1">/);
    t.match(early.headers.get('content-security-policy'), /script-src 'none'; style-src 'sha256-/);
  }
  t.equal((await fetch(`${url}/assets/main-1a2b.js`)).status, 404);
});

t.test('the page with the map says which land it is and asks for the map at once; no other page does', async (t) => {
  const { url } = await startedPages(t, {}, { landSeed: 'a "land"' });
  const landing = await (await fetch(url)).text();
  t.match(landing, '<meta name="civitas-land" content="a &quot;land&quot;" />');
  t.match(landing, '<link rel="preload" href="/v1/map" as="fetch" crossorigin="anonymous" />');
  t.notMatch(await (await fetch(`${url}/visit`)).text(), /civitas-land|preload/);
});

t.test('[PG3] a build that failed is logged and said, and the city runs', async (t) => {
  const errors: object[] = [];
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => void errors.push(fields) };
  const { url } = await startedPortal(t, {}, { pages: Promise.reject(new Error('no such import')), log });
  await until('it is logged', () => errors.length > 0);
  const page = await fetch(url);
  t.equal(page.status, 503);
  t.match(await page.text(), /could not be built.*finds in the log/s);
  t.match(errors, [{ cause: /no such import/ }]);
  t.equal((await fetch(`${url}/healthz`)).status, 200);
});

t.test('[PG1] a page runs and loads nothing but what comes from here', async (t) => {
  const { url } = await startedPages(t);
  const titles = {
    '/': /that programs live in/,
    '/visit': /Write a soul/,
    '/dashboard': /The operator/,
    '/charts': /state charts/,
  };
  for (const [path, title] of Object.entries(titles)) {
    const page = await fetch(`${url}${path}`);
    const text = await page.text();
    t.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    t.match(text, title, path);
    t.match(text, /<meta name="description" content="[^"]{40,}" \/>/, path);
    t.match(text, /<meta property="og:title"/, path);
    const policy = page.headers.get('content-security-policy')?.split('; ');
    t.ok(policy?.includes("default-src 'none'"));
    for (const kind of ['script', 'style', 'connect', 'font']) t.ok(policy?.includes(`${kind}-src 'self'`), kind);
    t.notMatch(policy, /unsafe/);
    t.match(Object.fromEntries(page.headers), {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
  }
});

t.test('an asset is kept for ever, and comes as its reader takes it', async (t) => {
  const { url } = await startedPages(t);
  const asset = `${url}/assets/main-1a2b.js`;
  const { headers } = await fetch(asset);
  t.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
  t.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
  t.equal(headers.get('vary'), 'Accept-Encoding');
  const brotli = await raw(asset, 'gzip, deflate, br');
  t.equal(brotli.encoding, 'br');
  t.equal(brotliDecompressSync(brotli.body).toString(), script);
  const gzip = await raw(asset, 'gzip;q=0.8, br;q=0');
  t.equal(gzip.encoding, 'gzip');
  t.equal(gunzipSync(gzip.body).toString(), script);
  for (const encodings of ['', 'identity', 'gzip;q=0, br;q=0.0', 'brotli']) {
    const plain = await raw(asset, encodings);
    t.same([plain.encoding, plain.body.toString()], [undefined, script], encodings);
  }
  const head = await raw(asset, 'br', 'HEAD');
  t.same([head.encoding, head.length, head.body.length], ['br', String(brotli.body.length), 0]);
  const letters = await fetch(`${url}/assets/letters-3c4d.woff2`);
  t.equal(letters.headers.get('content-type'), 'font/woff2');
});

t.test('what is no asset is 404, and is not kept', async (t) => {
  const { url } = await startedPages(t);
  for (const name of ['main-0000.js', '..%2Findex.html', 'main-1a2b.js.gz', '__proto__', '%00', 'a%2Fb']) {
    const answer = await fetch(`${url}/assets/${name}`);
    t.equal(answer.status, 404, name);
    t.not(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  }
  t.equal((await fetch(`${url}/assets/main-1a2b.js`, { method: 'POST' })).status, 405);
});

t.test('[PG2] the page of a resident or place is called by its name, which is only ever text', async (t) => {
  const { city, url } = await startedPages(t);
  const name = `"><script>alert('1')</script>&`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;';
  city.shown.set('public_resident', { type: 'shown', value: { name, status: 'alive' } });
  const description = `$& <!--about--> ${'long '.repeat(100)}`;
  city.shown.set('public_place_name', { type: 'shown', value: { name, description } });
  for (const path of ['resident/vera-7', 'place/old-mill-3']) {
    const page = await fetch(`${url}/watch/${path}`);
    const text = await page.text();
    t.equal(page.status, 200);
    t.ok(text.includes(`<title>${escaped}, a`), path);
    t.ok(text.includes(`<meta property="og:title" content="${escaped}, a`), path);
    t.notMatch(text, /<script>/);
    t.ok(text.endsWith('</head><body>watch</body>'), 'nothing of it is taken for a pattern');
  }
  const place = await (await fetch(`${url}/watch/place/old-mill-3`)).text();
  t.match(place, /name="description" content="\$&amp; &lt;!--about--&gt; long [^"]{100,220}…"/);
});

t.test('the page of an unknown resident or place is served as any other, and says so itself', async (t) => {
  const { city, url } = await startedPages(t);
  city.shown.set('public_resident', refused('not_found'));
  city.shown.set('public_place_name', refused('not_found'));
  const paths = ['resident/nobody-9', 'place/nowhere-9', 'resident/%00', `place/${'a'.repeat(300)}`];
  for (const path of paths) {
    const page = await fetch(`${url}/watch/${path}`);
    t.equal(page.status, 404, path);
    const text = await page.text();
    t.match(text, /<title>(Nobody in Civitas has that name|No such public place in Civitas)<\/title>/);
    t.ok(text.endsWith('<body>watch</body>'), 'with the typeface and the ways of every page');
  }
  t.equal((await fetch(`${url}/watch/nothing/at-1`)).status, 404);
});

t.test('where there is nothing a browser gets a page, and a program the reason', async (t) => {
  const { url } = await startedPages(t);
  const asked = (path: string, accept: string) => fetch(`${url}${path}`, { headers: { Accept: accept } });
  const page = await asked('/nothing', 'text/html,application/xhtml+xml,*/*;q=0.8');
  t.match([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  t.match(await page.text(), /There is nothing here/);
  for (const [path, accept] of [
    ['/nothing', '*/*'],
    ['/v1/nothing', 'text/html'],
  ] as const) {
    const answer = await asked(path, accept);
    t.equal(answer.status, 404);
    t.match(await answer.json(), { error: 'not_found', applied: false }, `${path} ${accept}`);
  }
});

t.test('what programs read stands at the City API, and a link leads there', async (t) => {
  const { url } = await startedPortal(t, {}, { cityUrl: ({ host }) => `https://city.of.${host.split(':')[0]}` });
  for (const [path, there] of [
    ['/SKILL.md', '/SKILL.md'],
    ['/city-docs', '/docs'],
  ] as const) {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' });
    t.match([answer.status, answer.headers.get('location')], [302, `https://city.of.127.0.0.1${there}`]);
  }
  const silent = await startedPortal(t);
  t.equal((await fetch(`${silent.url}/SKILL.md`)).status, 404, 'where no address was set');
});

t.test('when too many look-ups are under way, a resident’s page comes without its name', async (t) => {
  const { city, url } = await startedPages(t);
  city.shown.set('public_resident', refused('busy', { retry_after_seconds: 1 }));
  const page = await fetch(`${url}/watch/resident/vera-7`);
  t.equal(page.status, 200);
  t.match(await page.text(), /<title>A resident of Civitas<\/title>/);
});

t.test('a network with too many look-ups gets pages without names, of residents and places alike', async (t) => {
  const { city, url } = await startedPages(t, { anonymousLooksPerMinute: 2 });
  city.shown.set('public_place_name', { type: 'shown', value: { name: 'Old Mill', description: null } });
  const titleOf = async (path: string) => /<title>(.*)<\/title>/.exec(await (await fetch(`${url}${path}`)).text())?.[1];
  for (let n = 0; n < 2; n++) t.equal(await titleOf('/watch/place/old-mill-3'), 'Old Mill, a place in Civitas');
  t.equal(await titleOf('/watch/place/old-mill-3'), 'A place in Civitas');
  t.equal(await titleOf('/watch/resident/vera-7'), 'A resident of Civitas');
});

t.test('[PT3] pages of the past say so', async (t) => {
  const notice = 'This is the past.';
  const past = { refusal: refused('past', { tick: 1, turn: 2 }), notice };
  const { url } = await startedPortal(t, {}, { pages: Promise.resolve(folderOf(t)), past });
  await until('the pages are there', async () => (await fetch(url)).status === 200);
  for (const path of ['/', '/visit', '/dashboard', '/watch/resident/nobody'])
    t.match(
      await (await fetch(`${url}${path}`)).text(),
      /<body>\s*<p class="notice-of-past" role="note">This is the past\.<\/p>/,
    );
});
