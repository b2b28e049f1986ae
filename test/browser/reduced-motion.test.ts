/** Who has asked for less motion gets none: nothing on a page is animated, and a walk on the map is a change of place. */
import type { Page } from 'playwright-core';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { browserTest } from './browser-test.ts';
import { live } from './page-state.ts';
import { Town } from './town.ts';

const animated = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;
/** Counts from now on in how many frames the map is drawn anew: scripts ask for each. */
const countFrames = `(() => {
  const ask = window.requestAnimationFrame.bind(window);
  window.__frames = 0;
  window.requestAnimationFrame = (draw) => { window.__frames += 1; return ask(draw); };
})()`;
/** Longer than anything on the map moves. */
const restMs = 3_000;

/** Frames of the map while somebody speaks, and walks to another place that is on it. */
async function framesOf(page: Page, town: Town, ada: ResidentCredentials, exit: string): Promise<number> {
  await page.goto(`${town.url}/`);
  await live(page);
  const list = page.getByRole('region', { name: 'Who is where' });
  await list.getByRole('button', { name: 'The Commons' }).waitFor();
  await page.waitForTimeout(restMs);
  await page.evaluate(countFrames);
  await town.say(ada, 'I walk.');
  await town.walk(ada, exit);
  await list.getByRole('button', { name: 'The Mill' }).waitFor();
  await page.waitForTimeout(restMs);
  const frames = await page.evaluate<number>('window.__frames');
  await town.walk(ada, 'commons');
  return frames;
}

browserTest('nothing moves for who wants less motion, and something does for others', async (t, windows) => {
  const town = await Town.open(t);
  const ada = await town.resident('Ada');
  const mill = await town.pod(ada, 'The Mill', 'Bread for grain.');
  const exits = listOf((await town.look(ada, '/v1/location/exits'))['items']).map(fieldsOf);
  const exit = textOf(exits.find(({ to }) => to === mill)?.['id']);
  const moving = await framesOf(await windows.open({ reducedMotion: 'no-preference' }), town, ada, exit);
  const page = await windows.open({ reducedMotion: 'reduce' });
  const still = await framesOf(page, town, ada, exit);
  t.comment(`${moving} frames with motion, ${still} without`);
  t.ok(still > 0, 'it is seen where they are');
  t.ok(moving > still, 'a walk is a film for others');
  // A word, a place that is left, one that is come to: each is drawn once.
  t.ok(still <= 4, 'and none for who wants less motion');
  for (const path of ['/', '/watch/place/city-commons', `/watch/resident/${ada.id}`]) {
    await page.goto(`${town.url}${path}`);
    await live(page);
    await town.walk(ada, exit);
    await town.walk(ada, 'commons');
    t.equal(await page.evaluate<number>(animated), 0, `${path}: no animation runs`);
  }
});
