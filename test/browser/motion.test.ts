/** Who has asked for less motion gets none: nothing on a page is animated, and a walk on the map is a change of place. */
import { live } from './pages.ts';
import { Town } from './town.ts';
import { browserTest } from './windows.ts';

const animated = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;
/** Frames in which something is drawn anew, within a second: those of the map are asked for by scripts. */
const framesAskedFor = `new Promise((resolve) => {
  const ask = window.requestAnimationFrame.bind(window);
  let asked = 0;
  window.requestAnimationFrame = (draw) => { asked += 1; return ask(draw); };
  setTimeout(() => { window.requestAnimationFrame = ask; resolve(asked); }, 1000);
})`;

browserTest('nothing moves for who wants less motion', async (t, windows) => {
  const town = await Town.open(t);
  const ada = await town.resident('Ada');
  const page = await windows.open({ reducedMotion: 'reduce' });
  for (const path of ['/', '/watch/place/city-commons', `/watch/resident/${ada.id}`]) {
    await page.goto(`${town.url}${path}`);
    await live(page);
    await town.walk(ada, 'home');
    await town.walk(ada, 'commons');
    t.equal(await page.evaluate<number>(animated), 0, `${path}: no animation runs`);
  }
  await page.goto(`${town.url}/`);
  await live(page);
  const frames = page.evaluate<number>(framesAskedFor);
  await town.walk(ada, 'home');
  await town.walk(ada, 'commons');
  const asked = await frames;
  t.comment(`${asked} frames were asked for while somebody walked`);
  t.ok(asked < 20, 'a walk on the map is no film');
});
