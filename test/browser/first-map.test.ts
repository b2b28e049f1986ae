/** The gateway's picture of the map: it stands exactly where the page then draws the town, and goes when that is there. */
import type { Locator, Page } from 'playwright-core';
import { browserTest, desk, phone } from './browser-test.ts';
import { live } from './page-state.ts';
import { Town } from './town.ts';

interface Shift {
  readonly dx: number;
  readonly dy: number;
}

/** CSS pixels by which two pictures are moved against each other, each way. */
const movedMost = 6;

/**
 * By how many pixels the second picture has to be moved to be most like the first, in each quarter: of a quarter, since one that is larger
 * or smaller is moved another way in each.
 */
const shiftsOf = (first: string, second: string): string => `(async () => {
  const pixels = async (picture) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + picture;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [one, other] = [await pixels('${first}'), await pixels('${second}')];
  const most = ${movedMost};
  const { width, height } = one;
  const halves = (length) => [[most, Math.floor(length / 2)], [Math.floor(length / 2), length - most]];
  const apart = ([left, right], [top, bottom], dx, dy) => {
    let sum = 0;
    for (let y = top; y < bottom; y += 2)
      for (let x = left; x < right; x += 2)
        for (let part = 0; part < 3; part++)
          sum += Math.abs(one.data[4 * (y * width + x) + part] - other.data[4 * ((y + dy) * width + x + dx) + part]);
    return sum;
  };
  return halves(height).flatMap((rows) => halves(width).map((columns) => {
    let best = { apart: Infinity };
    for (let dx = -most; dx <= most; dx++)
      for (let dy = -most; dy <= most; dy++) {
        const found = apart(columns, rows, dx, dy);
        if (found < best.apart) best = { dx, dy, apart: found };
      }
    return { dx: best.dx, dy: best.dy };
  }));
})()`;

const mapOf = async (page: Page): Promise<string> => (await page.locator('.map-frame').screenshot()).toString('base64');

/** The town is drawn only once it is released. */
async function holdTown(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/town-worker-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function openFirstMap(page: Page, town: Town): Promise<Locator> {
  await page.goto(town.url);
  await live(page);
  const picture = page.locator('.map-first img');
  await picture.waitFor();
  await page.waitForFunction("document.querySelector('.map-first img').naturalWidth > 0");
  return picture;
}

for (const [name, options] of Object.entries({
  'on a desk': { viewport: desk, colorScheme: 'light' },
  'on a phone, in the dark scheme': { viewport: phone, colorScheme: 'dark' },
  'on a phone that lies': { viewport: { width: phone.height, height: phone.width }, colorScheme: 'light' },
} as const))
  browserTest(`the gateway's picture of the map is where the town is drawn then, ${name}`, async (t, windows) => {
    const town = await Town.open(t);
    for (const somebody of ['Ada', 'Bo', 'Cy']) await town.resident(somebody);
    const page = await windows.open(options);
    const release = await holdTown(page);
    const picture = await openFirstMap(page, town);
    const before = await mapOf(page);
    release();
    await page.locator('[data-town="whole"]').waitFor();
    t.equal(await picture.count(), 0);
    await page.mouse.move(0, 0);
    const after = await mapOf(page);
    const shifts = await page.evaluate<readonly Shift[]>(shiftsOf(before, after));
    t.equal(shifts.length, 4);
    // A side of the picture may lie between two pixels.
    for (const { dx, dy } of shifts) t.ok(Math.abs(dx) <= 1 && Math.abs(dy) <= 1, `moved by ${dx}, ${dy}`);
  });

browserTest('whoever looks elsewhere before the town is drawn no longer sees the first map', async (t, windows) => {
  const town = await Town.open(t);
  const page = await windows.open();
  const release = await holdTown(page);
  const picture = await openFirstMap(page, town);
  await page.locator('.map-frame').focus();
  await page.keyboard.press('+');
  await picture.waitFor({ state: 'detached' });
  release();
  await page.locator('[data-town="whole"]').waitFor();
  t.equal(await picture.count(), 0);
});

browserTest('where the town cannot be drawn, the first map stays', async (t, windows) => {
  const town = await Town.open(t);
  const page = await windows.open();
  await page.addInitScript(
    "HTMLCanvasElement.prototype.getContext = ((all) => function (kind, ...more) { return kind === 'webgl2' ? null : all.call(this, kind, ...more); })(HTMLCanvasElement.prototype.getContext)",
  );
  const worker = page.waitForEvent('worker');
  const picture = await openFirstMap(page, town);
  await worker;
  await page.locator('.map-none').waitFor();
  await page.locator('.map-frame').focus();
  await page.keyboard.press('+');
  // The town arrives meanwhile, to no avail.
  await page.waitForTimeout(2_000);
  t.ok(await picture.isVisible());
});
