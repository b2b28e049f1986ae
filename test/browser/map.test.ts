/** The map on the page: the town is drawn, the view follows what happens until it is touched, keys move it, and the hour is seen. */
import type { Page } from 'playwright-core';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { until } from '../until.ts';
import { browserTest, desk, phone } from './browser-test.ts';
import { live } from './page-state.ts';
import { Town } from './town.ts';

/** The first screen is asked for within this, on a quiet machine; here, it must come at all. */
const drawn = (page: Page): Promise<void> => page.locator('[data-town="whole"]').waitFor();

async function openMap(page: Page, town: Town): Promise<void> {
  await page.goto(town.url);
  await live(page);
  await drawn(page);
}

/** What is named under the middle of the map. */
async function inTheMiddle(page: Page): Promise<string> {
  const box = await page.locator('.map-frame').boundingBox();
  if (box === null) throw new Error('the map is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x + 1, y);
  await page.mouse.move(x, y);
  const hint = page.locator('.map-hint');
  return (await hint.count()) === 0 ? '' : ((await hint.textContent()) ?? '');
}

const brightnessOf = (picture: string): string => `(async () => {
  const image = new Image();
  image.src = 'data:image/png;base64,${picture}';
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 64];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, 64, 64);
  const { data } = context.getImageData(0, 0, 64, 64);
  return data.reduce((sum, part) => sum + part, 0) / data.length;
})()`;

/** How bright the map is, 0 to 255: a picture of it, read in the page that shows it. */
async function brightness(page: Page): Promise<number> {
  const picture = (await page.locator('.map-frame').screenshot()).toString('base64');
  return page.evaluate<number>(brightnessOf(picture));
}

async function townWithMill(town: Town) {
  const ada = await town.resident('Ada');
  const mill = await town.pod(ada, 'The Mill', 'Bread for grain.');
  const exits = listOf((await town.look(ada, '/v1/location/exits'))['items']).map(fieldsOf);
  return { ada, exit: textOf(exits.find(({ to }) => to === mill)?.['id']) };
}

browserTest('left alone, the view goes to whoever spoke last; a touch ends that', async (t, windows) => {
  const town = await Town.open(t);
  const { ada, exit } = await townWithMill(town);
  const page = await windows.open();
  await openMap(page, town);
  const follow = page.getByRole('button', { name: 'Follow' });
  t.equal(await follow.getAttribute('aria-pressed'), 'true');
  await town.walk(ada, exit);
  await until('the mill is in the middle', async () => {
    await town.say(ada, 'It grinds.');
    await page.waitForTimeout(1_000);
    return /Ada|Mill/.test(await inTheMiddle(page));
  });
  await page.locator('.map-frame').focus();
  await page.keyboard.press('0');
  t.equal(await follow.getAttribute('aria-pressed'), 'false', 'a key');
  await follow.click();
  t.equal(await follow.getAttribute('aria-pressed'), 'true');
  await page.mouse.down();
  await page.locator('.map-frame').hover({ position: { x: 200, y: 200 } });
  await page.mouse.down();
  await page.mouse.move(10, 10);
  await page.mouse.up();
  t.equal(await follow.getAttribute('aria-pressed'), 'false', 'a pointer');
});

browserTest('by keys: the map moves, comes nearer, and shows all again', async (t, windows) => {
  const town = await Town.open(t);
  await town.resident('Ada');
  const page = await windows.open({ viewport: desk, reducedMotion: 'reduce' });
  await openMap(page, town);
  await page.locator('.map-frame').focus();
  await page.keyboard.press('0');
  const frame = () => page.locator('.map-frame').screenshot();
  const all = await frame();
  await page.keyboard.press('+');
  t.notOk((await frame()).equals(all), 'nearer');
  t.match(await inTheMiddle(page), 'Commons');
  for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowLeft');
  t.notMatch(await inTheMiddle(page), 'Commons', 'the square is elsewhere');
  await page.keyboard.press('0');
  await page.mouse.move(0, 0);
  await until('all is shown again', async () => (await frame()).equals(all));
});

browserTest(
  'the night comes with the ticks, and morning after it, in both schemes and on a phone',
  async (t, windows) => {
    const town = await Town.open(t);
    await town.resident('Ada');
    const pages = [
      await windows.open({ colorScheme: 'light' }),
      await windows.open({ colorScheme: 'dark', viewport: phone }),
    ];
    for (const page of pages) await openMap(page, town);
    const tick = await town.tick(1);
    const byDay: number[] = [];
    await town.tick((24 + 4 - (tick % 24)) % 24);
    for (const page of pages) byDay.push(await settled(page));
    await town.tick(12);
    for (const [at, page] of pages.entries()) {
      const noon = byDay[at] ?? 0;
      await until('it is night', async () => (await brightness(page)) < noon - 20);
    }
    await town.tick(12);
    for (const [at, page] of pages.entries()) {
      const noon = byDay[at] ?? 0;
      await until('it is day', async () => Math.abs((await brightness(page)) - noon) < 6);
    }
  },
);

/** The brightness once it no longer changes. */
async function settled(page: Page): Promise<number> {
  let [before, now] = [-1, await brightness(page)];
  while (Math.abs(now - before) > 1) {
    await page.waitForTimeout(500);
    [before, now] = [now, await brightness(page)];
  }
  return now;
}

browserTest('nobody has moved after a restart', async (t, windows) => {
  const town = await Town.open(t);
  const { ada } = await townWithMill(town);
  for (const name of ['Bo', 'Cy', 'Di']) await town.resident(name);
  await town.act(ada, '/v1/me/shutdown', { confirm: true });
  await town.tick(2);
  await town.resident('Eve');
  const lots = async () => {
    const { homes, places } = await town.ask('GET', '/v1/map');
    return [...listOf(homes), ...listOf(places)].map(fieldsOf).map(({ resident, id, lot }) => [resident ?? id, lot]);
  };
  const before = await lots();
  await town.city.kill();
  await town.city.start();
  t.same(await lots(), before);
  const page = await windows.open();
  await town.pagesAreBuilt();
  await openMap(page, town);
});
