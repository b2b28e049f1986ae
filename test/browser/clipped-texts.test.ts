/** What somebody says stays in its box, however many marks pile up on a letter of it. */

import { browserTest } from './browser-test.ts';
import { live } from './page-state.ts';
import { Town } from './town.ts';

/** Fonts that lack a mark draw it beside the letter, and the next beside that: no line ever breaks between them. */
const piled = ['\u0e17\u0e49', 'e\u0301', 'Z\u0363']
  .map((two) => two.charAt(0) + two.charAt(1).repeat(1_000))
  .join(' ');
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

browserTest('[NM3] a thousand marks on a letter draw over nothing else', async (t, windows) => {
  const town = await Town.open(t);
  const ada = await town.resident('Ada');
  await town.walk(ada, 'commons');
  const page = await windows.open({ reducedMotion: 'reduce' });
  await page.goto(`${town.url}/watch/place/city-commons`);
  await live(page);
  await page.getByRole('link', { name: 'Ada' }).first().waitFor();
  const others = page.locator('.watch .aside');
  const before = await others.screenshot();
  await town.say(ada, piled);
  await page.locator('blockquote').waitFor();
  t.ok(before.equals(await others.screenshot()), 'what stands beside it looks as before');
  t.equal(await page.evaluate(tooWide), 0, 'and the page is no wider');
});
