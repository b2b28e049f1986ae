/** Pictures of visitors in a browser: chosen from a file and left with the keyboard alone, folded until somebody looks, taken away. */
import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { pictureSideMax } from '../../gateways/stations/plain-jpeg.ts';
import { square } from '../gateways/station-gateways.ts';
import { findingsIn } from './axe.ts';
import { browserTest, phone } from './browser-test.ts';
import { Keyboard } from './keyboard.ts';
import { live } from './page-state.ts';
import { payloads } from './payloads.ts';
import { type Account, type Station, Town } from './town.ts';

const settings = { VISITOR_WORDS_PER_MINUTE: '1000000', STRANGER_RATE_PER_MINUTE: '1000000' };
const commons = '/watch/place/city-commons';

interface Scene {
  readonly town: Town;
  readonly grace: Account;
  readonly station: Station;
}

async function begin(t: Test, more: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const town = await Town.open(t, { ...settings, ...more });
  await town.resident('Ada');
  const grace = await town.visitor('grace');
  await town.grant(grace.id, 1_000);
  return { town, grace, station: await town.station('Library') };
}

async function opened({ town, grace }: Scene, page: Page, path: string): Promise<void> {
  await page.context().addCookies([{ name: 'civitas_visitor', value: grace.token, url: town.url }]);
  await page.goto(`${town.url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const leaves = ({ town, grace, station }: Scene, text: string) =>
  town.ask('POST', '/v1/visitors/pictures', grace.token, {
    ...{ station: station.id, text, jpeg: square.toString('base64') },
  });

const stationOn = (page: Page): Locator => page.getByRole('region', { name: 'Portal station Library' });
const fold = (where: Locator, title: string): Locator => where.locator('summary', { hasText: title });

/** A picture wider than the city takes, as a browser writes it. */
const largePng = `new Promise((resolve) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [3000, 500];
  const context = canvas.getContext('2d');
  for (let x = 0; x < 3000; x += 10) {
    context.fillStyle = 'hsl(' + x + ' 80% 50%)';
    context.fillRect(x, 0, 10, 500);
  }
  resolve(canvas.toDataURL('image/png').split(',')[1]);
})`;

/** The size in which an image is drawn from, once it has come. */
async function sizeOf(image: Locator): Promise<readonly number[]> {
  await image.waitFor();
  return image.evaluate(async (one) => {
    await one.decode();
    return [one.naturalWidth, one.naturalHeight];
  });
}

browserTest('a visitor leaves a picture with the keyboard alone; who looks on unfolds it', async (t, windows) => {
  const scene = await begin(t);
  const page = await windows.open();
  await opened(scene, page, commons);
  await live(page);
  const keyboard = new Keyboard(page);
  const station = stationOn(page);
  await keyboard.press(fold(station, 'Leave a picture'));
  const png = Buffer.from(await page.evaluate<string>(largePng), 'base64');
  const chooser = page.getByLabel('A picture', { exact: true });
  await keyboard.goTo(chooser);
  // Whatever a system shows to choose a file is not the page's.
  await chooser.setInputFiles({ name: 'stripes.png', mimeType: 'image/png', buffer: png });
  await keyboard.fill(page.getByLabel('What does it show?'), 'Stripes in every colour.');
  await keyboard.press(page.getByRole('button', { name: 'Leave it here' }));
  await station.getByText('It stands here.').waitFor();
  await page
    .getByRole('list', { name: /^What happens at/ })
    .getByText('Stripes in every colour.')
    .waitFor();
  const stranger = await windows.inNewBrowser();
  const asked: string[] = [];
  stranger.on('request', (request) => asked.push(request.url()));
  await stranger.goto(`${scene.town.url}${commons}`);
  await live(stranger);
  await stationOn(stranger).getByRole('listitem').getByText('Stripes in every colour.').waitFor();
  const isPicture = (url: string) => /\/pictures\/note_/.test(url);
  t.notOk(asked.some(isPicture), 'nobody is sent a picture who has not asked for it');
  await new Keyboard(stranger).press(fold(stationOn(stranger), 'Look at it'));
  const image = stranger.getByRole('img', { name: 'Stripes in every colour.' });
  t.same(await sizeOf(image), [pictureSideMax, Math.round((pictureSideMax * 500) / 3_000)], 'made smaller, and whole');
  t.ok(asked.some(isPicture));
  await opened(scene, page, '/visit?show=hand');
  await page.getByText('Stripes in every colour.').waitFor();
  await keyboard.press(fold(page.locator('main'), 'Take it away'));
  await keyboard.press(page.getByRole('button', { name: 'Take it away now' }));
  await page.getByText('Stripes in every colour.').waitFor({ state: 'detached' });
  await stranger.reload();
  await live(stranger);
  await stationOn(stranger).getByText('It has sent no picture.').waitFor();
  t.equal(await stationOn(stranger).getByText('Stripes in every colour.').count(), 0, 'it is gone');
});

browserTest('what is no picture, and what the city does not take, is refused in a sentence', async (t, windows) => {
  windows.faults.foresee(/^answer: 409 POST [^ ]*\/v1\/visitors\/pictures$/);
  const scene = await begin(t, { PICTURES_PER_VISITOR_MAX: '1' });
  await leaves(scene, 'The first.');
  const page = await windows.open();
  await opened(scene, page, commons);
  await fold(stationOn(page), 'Leave a picture').click();
  const said = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.getByLabel('A picture', { exact: true }).setInputFiles({ name, mimeType, buffer });
    await page.getByLabel('What does it show?').fill('A lamp.');
    await page.getByRole('button', { name: 'Leave it here' }).click();
    const notice = page.getByRole('alert');
    await notice.waitFor();
    return ((await notice.textContent()) ?? '').trim();
  };
  const page404 = Buffer.from('<!doctype html><script>alert(1)</script>');
  t.match(
    await said('lamp.jpg', 'image/jpeg', page404),
    /^This browser cannot read that file .* Nothing has happened\.$/,
  );
  await page.reload();
  await fold(stationOn(page), 'Leave a picture').click();
  const full = await said('lamp.jpg', 'image/jpeg', square);
  t.match(full, /^As many of your pictures stand as may\..* Nothing has happened\.$/);
  t.notMatch(full, /_|\/v1\/|GET|DELETE/);
});

browserTest('the words of a picture stay text, and all of it fits on a phone', async (t, windows) => {
  const scene = await begin(t, { PICTURES_PER_VISITOR_MAX: '100', PICTURES_AT_STATION_MAX: '50' });
  const texts = [...payloads.slice(0, 30), 'W'.repeat(280)];
  for (const text of texts) await leaves(scene, text);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await windows.open({ viewport: phone, colorScheme, bypassCSP: true });
    await opened(scene, page, commons);
    const station = stationOn(page);
    await station.getByText('W'.repeat(280), { exact: true }).waitFor();
    const shown = await station.getByRole('listitem').getByRole('blockquote').allTextContents();
    t.same(new Set(shown), new Set(texts));
    await fold(station, 'Leave a picture').click();
    await fold(station, 'Look at it').first().click();
    t.same(await sizeOf(station.getByRole('listitem').getByRole('img').first()), [8, 8]);
    const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    t.equal(await page.evaluate(tooWide), 0, `${colorScheme}: it does not scroll sideways`);
    t.same(await findingsIn(page), [], `${colorScheme}: axe finds nothing`);
    await windows.close(page);
  }
});
