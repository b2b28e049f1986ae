/**
 * `npm run pictures -- URL NAME`: pictures of the city's first page, by day and by night, on a desk and on a phone, into
 * `docs/pictures/`. It waits for the hours; a day at demonstration speed takes two minutes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { daylightAt } from '../../drawing/daylight.ts';
import { startChromium } from './chromium.ts';

const desk = { width: 1_440, height: 900 } as const;
const phone = { width: 390, height: 844 } as const;
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
/** How much night it may be by day, and has to be by night. */
const hours = { day: (night: number) => night === 0, night: (night: number) => night > 0.8 } as const;
const lookEveryMs = 1_000;
/** People arrive, names are laid out, and what happens is told. */
const settleMs = 4_000;

const [url, name] = process.argv.slice(2);
if (url === undefined || name === undefined) throw new Error('usage: npm run pictures -- URL NAME');

/** Resolves when it is that hour in the city. */
async function untilIt(is: (night: number) => boolean): Promise<void> {
  for (;;) {
    const map = (await (await fetch(new URL('/v1/map', url))).json()) as { readonly tick: number };
    if (is(daylightAt(map.tick).night)) return;
    await pause(lookEveryMs);
  }
}

const browser = await startChromium();
for (const [hour, is] of Object.entries(hours))
  for (const viewport of [desk, phone]) {
    const page = await browser.newPage({ viewport, colorScheme: hour === 'day' ? 'light' : 'dark' });
    await page.goto(url);
    await page.locator('[data-state="live"]').waitFor();
    await page.locator('[data-town="whole"]').waitFor();
    await untilIt(is);
    await pause(settleMs);
    await page.screenshot({ path: `${folder}${name}-${hour}-${viewport.width}.jpg`, type: 'jpeg', quality: 82 });
    await page.close();
  }
await browser.close();
