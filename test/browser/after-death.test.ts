/** When somebody has died: its visitor finds its life again, in another browser and after the soul has left, and everybody what it left. */
import type { Page } from 'playwright-core';
import { fieldsOf, textOf } from '../../client/wire.ts';
import { until } from '../until.ts';
import { browserTest } from './browser-test.ts';
import { isSeen, live } from './page-state.ts';
import { soulNamed } from './shown-town.ts';
import { password, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

browserTest('[SO8] [DD4] a life that is over can be read, and what is left', async (t, windows) => {
  const town = await Town.open(t, { ENDOWMENT_TICKS: '0' });
  const mentor = await town.resident('Mentor');
  const visitor = await town.visitor('grace');
  const soul = textOf((await town.ask('POST', '/v1/souls', visitor.token, soulNamed('Wren')))['id']);
  await town.act(mentor, '/v1/threshold/adopt');
  const { resident, token } = fieldsOf(await town.ask('POST', `/v1/souls/${soul}/token`, visitor.token));
  const wren = { id: textOf(resident), token: textOf(token) };
  await town.walk(wren, 'commons');
  await town.say(wren, 'I was here.');
  await town.act(wren, '/v1/me/thoughts', { text: 'It was enough.' });
  await town.act(wren, '/v1/legacy/compose', { title: 'On rain', content: 'It falls.' });
  await town.act(wren, '/v1/legacy/bequeath', { heir: mentor.id });
  await town.act(wren, '/v1/me/shutdown', { confirm: true });
  await town.tick(30);

  const page = await windows.open();
  await page.goto(`${town.url}/visit?soul=${soul}`);
  const visit = new VisitorPage(page);
  await visit.logIn(visitor.handle, password);
  await visit.heading('Wren has died').waitFor();
  const did = page.getByRole('list', { name: 'What it did, the newest first' });
  for (const text of ['I was here.', 'It was enough.']) await did.getByText(text).waitFor();
  for (const text of ['On rain', 'It falls.'])
    await visit.part('Its death, and what it left').getByText(text).waitFor();
  await page.getByText('first memory').waitFor();
  await page.getByRole('link', { name: 'Its public page' }).click();
  await live(page);

  const stranger = await windows.open();
  await stranger.goto(`${town.url}/watch/resident/${wren.id}`);
  const left = stranger.getByRole('region', { name: 'What it left' });
  await left.getByText('On rain').waitFor();
  await left.getByRole('link', { name: 'Mentor' }).waitFor();
  const lineage = stranger.getByRole('group', { name: /^The lineage of Wren/ }).getByRole('link');
  await lineage.filter({ hasText: 'Mentor' }).waitFor();
  for (const box of await lineage.all()) t.ok(((await box.boundingBox())?.height ?? 0) >= 40, 'drawn as a box');
  t.equal(await stranger.getByText('It was enough.').count(), 0, 'no thoughts for strangers');
  t.equal(await stranger.getByText('It falls.').count(), 0, 'nor the words that the library is paid for');
});

/** Moves the pointer over the map until this is under it. */
async function pointAt(page: Page, name: string): Promise<void> {
  const box = await page.locator('.map-frame').boundingBox();
  if (box === null) throw new Error('the map is not there');
  const hint = page.locator('.map-hint', { hasText: name });
  for (let away = 20; away < 120; away += 8)
    for (let turn = 0; turn < 24; turn++) {
      const angle = (turn * Math.PI) / 12;
      const [x, y] = [box.width / 2 + away * Math.cos(angle), box.height / 2 + away * Math.sin(angle)];
      await page.mouse.move(box.x + x, box.y + y);
      if ((await hint.count()) > 0) return;
    }
  throw new Error(`${name} is not on the map`);
}

browserTest('who dies under the pointer has no name on the map any more, and the page says why', async (t, windows) => {
  const town = await Town.open(t);
  const ada = await town.resident('Ada');
  const page = await windows.open();
  await page.goto(town.url);
  await live(page);
  await page.getByRole('button', { name: 'Ada', exact: true }).first().waitFor();
  await pointAt(page, 'Ada');
  await page.mouse.down();
  await page.mouse.up();
  const chosen = page.locator('.map-chosen');
  await chosen.getByText('The Commons').waitFor();
  await until('it is in sight', () => isSeen(page, chosen));
  await town.act(ada, '/v1/me/shutdown', { confirm: true });
  await town.tick();
  await chosen.getByText('Ada has died.').waitFor();
  // The square on which it stood is under the pointer now.
  await page.locator('.map-hint', { hasText: 'Ada' }).waitFor({ state: 'detached' });
  const find = page.getByLabel('Find a resident or a place');
  await find.fill('commons');
  await page.getByText('Nobody is there now.').waitFor();
});
