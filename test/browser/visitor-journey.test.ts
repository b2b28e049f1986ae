/**
 * The whole way of a visitor, in a browser of its own, while a stranger looks on in another: once by pointing, once with the keyboard
 * alone.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { fieldsOf, textOf } from '../../client/wire.ts';
import { browserTest, type Windows } from './browser-test.ts';
import { type InputMethod, pointing } from './input-method.ts';
import { Keyboard } from './keyboard.ts';
import { isSameDocument, live, lost, markDocument } from './page-state.ts';
import { soulNamed } from './shown-town.ts';
import { password, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

const shell = promisify(execFile);

/** Who takes part, and what they look at. */
interface Scene {
  readonly town: Town;
  readonly mentor: ResidentCredentials;
  readonly visit: VisitorPage;
  readonly windows: Windows;
}

async function begin(t: Test, windows: Windows, inputOn: (page: Page) => InputMethod): Promise<Scene> {
  // It leaves something on its first day.
  const town = await Town.open(t, { ENDOWMENT_TICKS: '0' });
  const mentor = await town.resident('Mentor');
  const page = await windows.inNewBrowser();
  await page.goto(`${town.url}/visit`);
  const visit = new VisitorPage(page, inputOn(page));
  await visit.register('grace', password);
  await live(page);
  await markDocument(page);
  return { town, mentor, visit, windows };
}

/** The soul waits behind another, and then is first. */
async function waits(t: Test, { town, mentor, visit }: Scene): Promise<void> {
  const other = await town.visitor('other');
  await town.ask('POST', '/v1/souls', other.token, soulNamed('First'));
  await visit.writeSoul('Wren');
  await visit.heading('waits: 2 of 2').waitFor();
  await visit.page.getByText(/gives it credits to begin with, 25 as a rule, .* can take hours/).waitFor();
  t.same(await town.queue(), ['First', 'Wren'], 'it waits in line, and its page says where');
  await town.act(mentor, '/v1/threshold/adopt');
  await visit.heading('waits: 1 of 1').waitFor();
}

/** Its page shows the birth without a reload. */
async function isBorn(t: Test, { town, mentor, visit }: Scene): Promise<string> {
  const born = await town.act(mentor, '/v1/threshold/adopt');
  await visit.heading('Wren lives').waitFor();
  await visit.page.getByText('Wren is born').first().waitFor();
  await visit.part('Family').getByRole('link', { name: 'Mentor' }).waitFor();
  t.equal(await isSameDocument(visit.page), true, 'shows the birth without a reload');
  return textOf(born['id']);
}

async function isFunded(t: Test, { town, visit }: Scene): Promise<void> {
  const { items } = await town.operate('GET', '/v1/dashboard/residents');
  t.ok(items, 'somebody lives');
  await visit.page.getByText('Your wallet is empty.').waitFor();
  const me = await visit.page.evaluate<{ id: string }>("fetch('/v1/visitors/me').then((answer) => answer.json())");
  await town.grant(me.id, 100);
  await visit.way('Wallet: 100 credits').waitFor();
  await visit.fund('20');
  await visit.way('Wallet: 80 credits').waitFor();
}

/** Runs the snippet as it stands on the page; resolves with the token that it holds. */
async function isTakenOver(t: Test, { visit }: Scene, watched: Page, id: string): Promise<ResidentCredentials> {
  const snippet = await visit.fetchToken();
  const { stdout } = await shell('bash', ['-c', snippet]);
  const [me = ''] = stdout.split('\n');
  t.match(fieldsOf(JSON.parse(me)), { id, status: 'alive' }, 'the curl that is shown works as shown');
  await visit.doings.getByText('Good morning.').waitFor();
  await watched.getByText('Good morning.').waitFor();
  await visit.part('Where it is').getByRole('link', { name: 'The Commons' }).waitFor();
  return { id, token: /TOKEN='([^']+)'/.exec(snippet)?.[1] ?? '' };
}

/** Whose page it is sees why it acts; a stranger does not. */
async function thinks(t: Test, { town, visit }: Scene, watched: Page, wren: ResidentCredentials): Promise<void> {
  await town.act(wren, '/v1/me/thoughts', { text: 'I say it because it rains.' });
  await town.say(wren, 'It rains.');
  await visit.doings.getByText('I say it because it rains.').waitFor();
  await watched.getByText('It rains.', { exact: true }).waitFor();
  t.equal(await watched.getByText('because it rains').count(), 0, 'a stranger sees no thoughts');
}

/** The city is killed and comes again: pages say so, come back by themselves, and have missed nothing. */
async function isLostAndFound(t: Test, scene: Scene, watched: Page, wren: ResidentCredentials): Promise<void> {
  const { town, visit, windows } = scene;
  await markDocument(watched);
  await windows.faults.whileCityIsAway(async () => {
    await town.city.kill();
    await Promise.all([lost(visit.page), lost(watched)]);
    await town.city.start();
    await town.say(wren, 'Is anybody there?');
    await Promise.all([live(visit.page), live(watched)]);
  });
  await town.say(wren, 'Here we are.');
  for (const text of ['Is anybody there?', 'Here we are.', 'It rains.']) {
    await visit.doings.getByText(text, { exact: true }).waitFor();
    await watched.getByText(text, { exact: true }).waitFor();
    t.equal(await watched.getByText(text, { exact: true }).count(), 1, `${text} once`);
  }
  t.equal(await isSameDocument(watched), true, 'without a reload');
}

async function dies(t: Test, { town, mentor, visit }: Scene, watched: Page, wren: ResidentCredentials): Promise<void> {
  await town.act(wren, '/v1/legacy/compose', { title: 'A day in the rain', content: 'It was enough.' });
  await town.act(wren, '/v1/legacy/bequeath', { heir: mentor.id });
  await town.act(wren, '/v1/me/shutdown', { confirm: true });
  await visit.page.getByText('Wren is dying.').first().waitFor();
  await town.tick();
  await visit.heading('Wren has died').waitFor();
  const left = visit.part('Its death, and what it left');
  await left.getByText('A day in the rain').waitFor();
  await left.getByRole('link', { name: 'Mentor' }).waitFor();
  await watched.getByText('Lived in this city').waitFor();
  t.equal(await isSameDocument(visit.page), true, 'all of this on one page, never loaded again');
}

async function wholeWay(t: Test, windows: Windows, inputOn: (page: Page) => InputMethod): Promise<void> {
  const scene = await begin(t, windows, inputOn);
  await waits(t, scene);
  const id = await isBorn(t, scene);
  const watched = await windows.inNewBrowser();
  await watched.goto(`${scene.town.url}/watch/resident/${id}`);
  await live(watched);
  await isFunded(t, scene);
  const wren = await isTakenOver(t, scene, watched, id);
  await thinks(t, scene, watched, wren);
  await isLostAndFound(t, scene, watched, wren);
  await dies(t, scene, watched, wren);
}

browserTest('the way of a visitor, pointing at things', (t, windows) => wholeWay(t, windows, () => pointing));

browserTest('the way of a visitor, with the keyboard alone', (t, windows) =>
  wholeWay(t, windows, (page) => new Keyboard(page)),
);
