/** Whoever opens something on a page is brought to it: the focus goes there, it comes into sight, and closing it leads back. */
import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { until } from '../until.ts';
import { browserTest, desk, phone } from './browser-test.ts';
import { Keyboard } from './keyboard.ts';
import { isSeen, live } from './page-state.ts';
import { Town } from './town.ts';

const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((one) => one.matches(':focus'));

/** The options with which the page scrolled something into sight, each time. */
const noteScrolls = `(() => {
  window.__scrolls = [];
  const into = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function (how) { window.__scrolls.push(how.behavior); into.call(this, how); };
})()`;

browserTest('who changes between the forms of an account is at the first field of the other', async (t, windows) => {
  const town = await Town.open(t);
  const page = await windows.open();
  await page.goto(`${town.url}/visit`);
  const keyboard = new Keyboard(page);
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  t.equal(await hasFocus(name), false, 'the page is read from its beginning');
  for (const [other, title] of [
    ['I have an account', 'Log in'],
    ['I have no account yet', 'Open an account'],
  ] as const) {
    await keyboard.press(page.getByRole('button', { name: other }));
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    t.equal(await hasFocus(name), true, title);
  }
});

/** Chooses it in the list, by the keyboard; it is shown, read, and closed. */
async function isChosen(t: Test, page: Page, name: string, shows: string): Promise<void> {
  const button = page.getByRole('region', { name: 'Who is where' }).getByRole('button', { name, exact: true });
  await new Keyboard(page).press(button);
  const panel = page.getByRole('region', { name, exact: true });
  await panel.getByText(shows).waitFor();
  t.equal(await hasFocus(panel.getByRole('heading', { name })), true, `${name}: the focus is at its heading`);
  await until('it is seen', () => isSeen(page, panel));
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  t.equal(await hasFocus(button), true, `${name}: and goes back`);
}

browserTest(
  'whatever can be chosen on the map can be chosen by name, and is brought into sight',
  async (t, windows) => {
    const town = await Town.open(t);
    const ada = await town.resident('Ada');
    await town.pod(ada, 'The Mill', 'Bread for grain.');
    await town.resident('Osk');
    await town.say(ada, 'I look for two hands.');
    for (const [viewport, reducedMotion, behavior] of [
      [desk, 'no-preference', 'smooth'],
      [phone, 'reduce', 'auto'],
    ] as const) {
      const page = await windows.open({ viewport, reducedMotion });
      await page.addInitScript(noteScrolls);
      await page.goto(town.url);
      await live(page);
      await isChosen(t, page, 'Ada', 'I look for two hands.');
      await isChosen(t, page, 'The Commons', 'residents are here.');
      await page.getByLabel('Find a resident or a place').fill('mill');
      await isChosen(t, page, 'The Mill', 'Nobody is here.');
      t.same(await page.evaluate('window.__scrolls'), [behavior, behavior, behavior], `motion: ${reducedMotion}`);
      await windows.close(page);
    }
  },
);

browserTest('the list stands still while somebody is in it with the keyboard', async (t, windows) => {
  const town = await Town.open(t);
  const ada = await town.resident('Ada');
  const page = await windows.open();
  await page.goto(town.url);
  await live(page);
  const list = page.getByRole('region', { name: 'Who is where' });
  const button = list.getByRole('button', { name: 'Ada', exact: true });
  await new Keyboard(page).goTo(button);
  await town.walk(ada, 'home');
  await page.getByText('0 residents are out in public now').waitFor();
  t.equal(await hasFocus(button), true);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Ada' }).getByText('Ada is in no public place now.').waitFor();
  await button.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close' }).click();
  t.equal(await hasFocus(page.getByRole('application')), true, 'what led there is gone: the map has the focus');
});
