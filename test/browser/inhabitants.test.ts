/** A city as `npm start` begins it, with minds that live in it: whoever opens its first page sees them walk and hears them talk. */
import type { Page } from 'playwright-core';
import { browserTest } from './browser-test.ts';
import { live } from './page-state.ts';
import { Town } from './town.ts';

const settings = { MINDS: '3', TICK_CRON: '*/5 * * * * *', TICK_SECONDS: '5' };

/** Resolves when the page has heard of a resident who came to a place. */
const step = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"resident.arrived"')) resolve();
      }),
    );
  });

// How soon is measured: `npm run bench -- inhabitants`.
browserTest('inhabitants walk and talk on the first page', async (t, windows) => {
  const town = await Town.open(t, settings);
  const page = await windows.open();
  const walked = step(page);
  await page.goto(`${town.url}/`);
  await live(page);
  await page.getByRole('article').first().waitFor();
  await walked;
  const people = page.getByRole('region', { name: 'Who is where' }).getByRole('button');
  await people.nth(1).waitFor();
  t.ok((await people.count()) > 1, 'a place, and somebody there');
});
