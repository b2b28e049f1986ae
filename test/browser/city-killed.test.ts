/**
 * What was acknowledged in the last moment before the city is killed, and no page has heard: a page that lists what happens says where
 * something is missing (PF4); notifications of a visitor can be read again, and are shown.
 */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { textOf } from '../../client/wire.ts';
import { browserTest, type Windows } from './browser-test.ts';
import { live, lost } from './page-state.ts';
import { soulNamed } from './shown-town.ts';
import { type Account, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

/** The way from the city to pages, which a test can cut while the city sends. */
class Wire {
  isCut = false;

  async to(page: Page): Promise<void> {
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const city = socket.connectToServer();
      city.onMessage((message) => {
        if (!this.isCut) socket.send(message);
      });
    });
  }
}

/** Somebody at the Commons, born of a soul of this visitor. */
async function bornOf(town: Town, visitor: Account): Promise<ResidentCredentials> {
  const mentor = await town.resident('Mentor');
  const soul = textOf((await town.ask('POST', '/v1/souls', visitor.token, soulNamed('Wren')))['id']);
  await town.act(mentor, '/v1/threshold/adopt');
  const { resident, token } = await town.ask('POST', `/v1/souls/${soul}/token`, visitor.token);
  const wren = { id: textOf(resident), token: textOf(token) };
  await town.walk(wren, 'commons');
  return wren;
}

/** A page that is shown to nobody in particular, and follows what happens by this wire. */
async function following(town: Town, windows: Windows, wire: Wire, path: string): Promise<Page> {
  const page = await windows.open();
  await wire.to(page);
  await page.goto(`${town.url}${path}`);
  return page;
}

async function operating(town: Town, windows: Windows, wire: Wire): Promise<Page> {
  const page = await following(town, windows, wire, '/dashboard');
  await page.getByLabel('The operator’s token').fill(town.city.operatorToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  return page;
}

const missing = 'missing here';

/** Of these words those that stand in the list of what happened, the oldest first. */
async function linesOn(page: Page, words: readonly string[]): Promise<readonly string[]> {
  const lines = await page
    .getByRole('list', { name: /the newest first$/ })
    .getByRole('listitem')
    .allTextContents();
  return lines.flatMap((line) => words.filter((word) => line.includes(word))).reverse();
}

async function saysWhatIsMissing(t: Test, page: Page): Promise<void> {
  await page.getByText('Here we are.', { exact: true }).first().waitFor();
  const lines = await linesOn(page, ['Good morning.', 'Nobody has heard this.', missing, 'Here we are.']);
  t.same(lines, ['Good morning.', missing, 'Here we are.'], page.url());
}

/** On the first page, which has no list of what happened. */
async function saysWhichWordsAreMissing(t: Test, page: Page): Promise<void> {
  const words = page.getByRole('region', { name: 'Said aloud lately' });
  await words.getByText('Here we are.', { exact: true }).waitFor();
  t.match((await words.textContent()) ?? '', new RegExp(`Here we are\\.[^]*${missing}[^]*Good morning\\.`));
}

/** Pages that are opened now show nothing from before the start, and do not say that there was nothing. */
async function denyNoPast(town: Town, windows: Windows, resident: string): Promise<void> {
  const page = await windows.open();
  for (const path of ['/', '/watch/place/city-commons', `/watch/resident/${resident}`]) {
    await page.goto(`${town.url}${path}`);
    await page.getByText('What was before the last start of the city is not shown.').waitFor();
  }
  await page.close();
}

browserTest(
  '[PF4] after a kill a page says where words of the last moment are missing, and shows what can be read again',
  async (t, windows) => {
    const town = await Town.open(t);
    const wire = new Wire();
    const visitor = await town.visitor('grace');
    const wren = await bornOf(town, visitor);
    const public_: readonly Page[] = [
      await following(town, windows, wire, '/watch/place/city-commons'),
      await following(town, windows, wire, `/watch/resident/${wren.id}`),
      await operating(town, windows, wire),
    ];
    const page = await following(town, windows, wire, '/visit');
    const visit = new VisitorPage(page);
    await visit.logIn(visitor.handle, visitor.password);
    await visit.openSoul('Wren');
    const first = await following(town, windows, wire, '/');
    const pages = [...public_, page, first];
    await Promise.all(pages.map(live));
    await town.say(wren, 'Good morning.');
    for (const one of pages) await one.getByText('Good morning.', { exact: true }).first().waitFor();
    wire.isCut = true;
    await town.say(wren, 'Nobody has heard this.');
    await town.act(wren, '/v1/me/thoughts', { text: 'I shall not be heard.' });
    await windows.faults.whileCityIsAway(async () => {
      await town.city.kill();
      await Promise.all(pages.map(lost));
      wire.isCut = false;
      await town.city.start();
      await Promise.all(pages.map(live));
    });
    await denyNoPast(town, windows, wren.id);
    await town.say(wren, 'Here we are.');
    for (const one of [...public_, page]) await saysWhatIsMissing(t, one);
    await saysWhichWordsAreMissing(t, first);
    await visit.doings.getByText('I shall not be heard.').waitFor();
  },
);

browserTest('a form that was opened while the city was away is there when it is back', async (t, windows) => {
  const town = await Town.open(t);
  const { handle, password } = await town.visitor('grace');
  const page = await windows.open();
  await page.goto(`${town.url}/visit`);
  const visit = new VisitorPage(page);
  await visit.logIn(handle, password);
  await live(page);
  await windows.faults.whileCityIsAway(async () => {
    await town.city.kill();
    await lost(page);
    await visit.way('Write a soul').click();
    await page.getByText('The city does not answer.').first().waitFor();
    await town.city.start();
    await live(page);
    await page.getByRole('form', { name: 'A soul' }).waitFor();
  });
});
