/** A place from inside, and faces: who is there is drawn with a name, speaks in bubbles, and leaves by doors; nobody's house is shown. */
import type { Page } from 'playwright-core';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { until } from '../until.ts';
import { findingsIn } from './axe.ts';
import { browserTest, desk, phone } from './browser-test.ts';
import { live } from './page-state.ts';
import { Town } from './town.ts';

async function townWithMill(town: Town) {
  const ada = await town.resident('Ada');
  const mill = await town.pod(ada, 'The Mill', 'Bread for grain.');
  const exits = listOf((await town.look(ada, '/v1/location/exits'))['items']).map(fieldsOf);
  return { ada, mill, exit: textOf(exits.find(({ to }) => to === mill)?.['id']) };
}

const person = (page: Page, name: string) => page.locator('.room-person').filter({ hasText: name });
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const linesOf = (page: Page, selector: string) =>
  page.locator(`${selector} path`).evaluateAll((all) => all.map((one) => one.getAttribute('d')).join(' '));

browserTest('who is in a place is drawn in its room, speaks in a bubble, and leaves it', async (t, windows) => {
  const town = await Town.open(t);
  const { ada, mill, exit } = await townWithMill(town);
  const page = await windows.open();
  await page.goto(`${town.url}/watch/place/${mill}`);
  await live(page);
  t.equal(await person(page, 'Ada').count(), 0);
  t.equal(await page.locator('.room').getAttribute('data-theme'), 'kitchen');
  await town.say(ada, 'Nobody in the mill hears this.');
  await town.walk(ada, exit);
  await person(page, 'Ada').waitFor();
  await town.say(ada, 'It grinds.');
  await page.locator('.room-said').getByText('It grinds.').waitFor();
  t.notMatch(await page.locator('.room').textContent(), 'Nobody in the mill');
  t.equal(await page.locator('.room').getAttribute('aria-hidden'), 'true', 'the lists say it');
  await page.getByRole('region', { name: 'Who is here (1)' }).getByRole('link', { name: 'Ada' }).waitFor();
  await town.walk(ada, 'home');
  await until('she has left', async () => (await person(page, 'Ada').count()) === 0);
  t.equal(await page.locator('.room-said').count(), 0, 'with her words');
});

browserTest('a door leads to the next place, and the map leads inside', async (t, windows) => {
  const town = await Town.open(t);
  const { ada, mill, exit } = await townWithMill(town);
  await town.walk(ada, exit);
  const page = await windows.open({ reducedMotion: 'reduce' });
  await page.goto(town.url);
  await live(page);
  await page.getByRole('button', { name: 'The Mill' }).first().click();
  await page.getByRole('link', { name: 'Go inside' }).click();
  await page.locator('.room').waitFor();
  t.match(page.url(), `/watch/place/${mill}`);
  await page.locator('.room-door').filter({ hasText: 'The Commons' }).click();
  await page.getByRole('heading', { level: 1, name: 'The Commons' }).waitFor();
  t.equal(await page.locator('.room').getAttribute('data-theme'), 'square');
});

browserTest('nobody’s house is drawn from inside', async (t, windows) => {
  const town = await Town.open(t);
  const ada = await town.resident('Ada');
  windows.faults.foresee(/^answer: 404 GET [^ ]*\/(watch\/place|v1\/places)\//);
  const page = await windows.open();
  for (const place of [`city-housing/${ada.id}`, ada.id]) {
    await page.goto(`${town.url}/watch/place/${encodeURIComponent(place)}`);
    await page.getByRole('heading', { name: 'There is no such public place' }).waitFor();
    t.equal(await page.locator('.room').count(), 0);
  }
});

browserTest(
  'a full room in both schemes, on a phone and on a desk: in bounds, and axe finds nothing',
  async (t, windows) => {
    const town = await Town.open(t);
    const people = [
      'Ada',
      'Ilo Marchetti of the Long Street by the River',
      'Osk',
      'Ruth',
      'Zinn',
      'Bo',
      'Cy',
      'Di',
      'Eve',
    ];
    for (const name of people) await town.resident(name);
    for (const viewport of [phone, desk])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await windows.open({ viewport, colorScheme, reducedMotion: 'reduce', bypassCSP: true });
        await page.goto(`${town.url}/watch/place/city-commons`);
        await person(page, 'Zinn').waitFor();
        t.equal(await page.locator('.room-person').count(), people.length);
        t.equal(await page.evaluate(tooWide), 0);
        const room = await page.locator('.room').boundingBox();
        for (const box of await Promise.all(
          (await page.locator('.room-person').all()).map((one) => one.boundingBox()),
        )) {
          if (room === null || box === null) throw new Error('not drawn');
          t.ok(box.x >= room.x - 1 && box.x + box.width <= room.x + room.width + 1, 'within the walls');
          t.ok(box.y + box.height <= room.y + room.height + 1);
        }
        t.equal((await findingsIn(page)).join('\n'), '');
      }
  },
);

browserTest('the face beside a name is the one in the room, and the same in death', async (t, windows) => {
  const town = await Town.open(t);
  const [ada, bo] = [await town.resident('Ada'), await town.resident('Bo')];
  const page = await windows.open();
  const faceOf = async (id: string) => {
    await page.goto(`${town.url}/watch/resident/${id}`);
    await page.locator('.who .face').waitFor();
    return linesOf(page, '.who .face');
  };
  const face = await faceOf(ada.id);
  t.ok(face.length > 500);
  t.not(face, await faceOf(bo.id));
  await town.act(ada, '/v1/me/shutdown', { confirm: true });
  await town.tick(2);
  t.equal(await faceOf(ada.id), face);
  await page.getByText('Lived in this city').waitFor();
});
