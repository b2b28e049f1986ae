/**
 * A visitor's hand in a browser: it asks, leaves a note, wishes and posts a job with the keyboard alone, reads in sentences why something
 * was refused, and finds room for all of it on a phone. What others wrote stays the text that it is.
 */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { findingsIn } from './axe.ts';
import { browserTest, phone, type Windows } from './browser-test.ts';
import { Keyboard } from './keyboard.ts';
import { isSameDocument, live, markDocument } from './page-state.ts';
import { payloads } from './payloads.ts';
import { type Account, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

/** Nobody is hindered by how fast a test is; how many of each may stand is left to each test. */
const settings = {
  VISITOR_WORDS_PER_MINUTE: '1000000',
  ANONYMOUS_LOOKS_PER_MINUTE: '1000000',
  STRANGER_RATE_PER_MINUTE: '1000000',
};
const commons = '/watch/place/city-commons';
const pageOfHand = '/visit?show=hand';

interface Scene {
  readonly town: Town;
  readonly ada: ResidentCredentials;
  readonly grace: Account;
}

async function begin(
  t: Test,
  windows: Windows,
  credits: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Scene> {
  // A page of a resident asks whether who looks on wrote its soul.
  windows.faults.foresee(/^answer: 404 GET [^ ]*\/v1\/visitors\/residents\/ada-\d+$/);
  const town = await Town.open(t, { ...settings, ...more });
  const ada = await town.resident('Ada');
  const grace = await town.visitor('grace');
  if (credits > 0) await town.grant(grace.id, credits);
  return { town, ada, grace };
}

/** A page on which the visitor is logged in. */
async function opened({ town, grace }: Scene, page: Page, path: string): Promise<void> {
  await page.context().addCookies([{ name: 'civitas_visitor', value: grace.token, url: town.url }]);
  await page.goto(`${town.url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** What can be unfolded: the form for a note, a wish or a job. */
const fold = (page: Page, title: string) => page.locator('summary', { hasText: title });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function answers({ town, ada }: Pick<Scene, 'town' | 'ada'>, answer: string): Promise<void> {
  const [first] = listOf((await town.look(ada, '/v1/me/questions'))['items']);
  await town.act(ada, `/v1/me/questions/${textOf(fieldsOf(first)['id'])}/answer`, { answer });
}

/** Takes the only job of the board and hands in its work. */
async function works({ town, ada }: Pick<Scene, 'town' | 'ada'>, work: string): Promise<void> {
  const jobs = listOf((await town.look(ada, '/v1/job-board'))['items']).map(fieldsOf);
  const job = `/v1/job-board/${textOf(jobs.find((one) => one['by_visitor'] === true)?.['id'])}`;
  await town.act(ada, `${job}/claim`);
  await town.act(ada, `${job}/complete`, { work });
}

async function asks(t: Test, scene: Scene, page: Page, keyboard: Keyboard): Promise<void> {
  await opened(scene, page, `/watch/resident/${scene.ada.id}`);
  await live(page);
  await markDocument(page);
  await keyboard.fill(page.getByLabel('Ask Ada'), 'Why do you stay?');
  await keyboard.press(button(page, 'Ask'));
  await page.getByText('It was asked.').waitFor();
  t.equal(await page.getByLabel('Ask Ada').inputValue(), '', 'the field is empty again');
  await answers(scene, 'For the lamps.');
  await page.getByRole('region', { name: 'Asked by visitors' }).getByText('For the lamps.').waitFor();
  t.equal(await isSameDocument(page), true, 'the answer comes without a reload');
}

/** Leaves a note, wishes, and posts a job; from there to the page of the visitor's hand. */
async function leaves(scene: Scene, page: Page, keyboard: Keyboard): Promise<void> {
  await opened(scene, page, commons);
  await live(page);
  const sheet = page.getByRole('region', { name: 'From visitors' });
  for (const [title, label, words, action] of [
    ['Leave a note', 'A note at The Commons', 'I was here.', 'Leave it'],
    ['Wish for something here', 'What should be here?', 'A library', 'Wish'],
  ] as const) {
    await keyboard.press(fold(page, title));
    await keyboard.fill(page.getByLabel(label), words);
    await keyboard.press(button(page, action));
    await sheet.getByRole('listitem').getByText(words).waitFor();
  }
  await keyboard.press(fold(page, 'Post a job'));
  await keyboard.fill(page.getByLabel('What is it called?'), 'A lamp');
  await keyboard.fill(page.getByLabel('What is to be done?'), 'Light it.');
  await keyboard.fill(page.getByLabel('Credits'), '2,5');
  await keyboard.press(button(page, 'Post it'));
  await keyboard.press(page.getByRole('link', { name: 'See what becomes of it' }));
}

/** Reads on the page of its hand what became of each, and pays for the work. */
async function seesAll(t: Test, scene: Scene, page: Page, keyboard: Keyboard): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Your hand in the city' }).waitFor();
  await page.getByText('Nobody has taken it yet.').waitFor();
  const shown = async (title: string, words: string) =>
    page.getByRole('region', { name: title }).getByText(words).waitFor();
  await shown('What you asked', 'For the lamps.');
  await shown('What you left and wished for', 'I was here.');
  await shown('What you left and wished for', 'A library');
  await works(scene, 'It burns.');
  await shown('Your jobs', 'It burns.');
  await keyboard.press(fold(page, 'Reject it'));
  await keyboard.fill(page.getByLabel('Why?'), 'It smokes.');
  await keyboard.press(button(page, 'Reject'));
  await shown('Your jobs', 'It is being done by');
  await scene.town.act(scene.ada, `/v1/job-board/${await claimed(scene)}/complete`, { work: 'It burns well.' });
  await shown('Your jobs', 'It burns well.');
  await keyboard.press(button(page, 'Accept and pay'));
  await button(page, 'Accept and pay').waitFor({ state: 'detached' });
  const { balance } = await scene.town.ask('GET', '/v1/visitors/me', scene.grace.token);
  t.equal(balance, 20 - 1 - 5 - 2.5, 'a note, a wish and a job were paid, the question was free');
}

async function claimed({ town, ada }: Pick<Scene, 'town' | 'ada'>): Promise<string> {
  const [first] = listOf((await town.look(ada, '/v1/job-board?which=claimed'))['items']);
  return textOf(fieldsOf(first)['id']);
}

browserTest('a visitor asks, leaves, wishes and has work done with the keyboard alone', async (t, windows) => {
  const scene = await begin(t, windows, 20);
  const page = await windows.open();
  const keyboard = new Keyboard(page);
  await asks(t, scene, page, keyboard);
  await leaves(scene, page, keyboard);
  await seesAll(t, scene, page, keyboard);
});

/** What stands in the notice, once it does. */
async function refusedWith(page: Page): Promise<string> {
  const notice = page.getByRole('alert');
  await notice.waitFor();
  return ((await notice.textContent()) ?? '').trim();
}

/** A sentence for people: no code, no path, and whether anything happened. */
function isSentence(t: Test, said: string, says: RegExp): void {
  t.match(said, says);
  t.match(said, /^[A-Z].*\. Nothing has happened\.$/);
  t.notMatch(said, /_|\/v1\/|GET|POST|undefined|null/, said);
}

browserTest('a refusal is a sentence, and what was written stays', async (t, windows) => {
  windows.faults.foresee(/^answer: (402|409) POST [^ ]*\/v1\/visitors\/(questions|notes|wishes|jobs)$/);
  const scene = await begin(t, windows, 0);
  const page = await windows.open();
  const visit = new VisitorPage(page);
  await opened(scene, page, commons);
  const poor = async (title: string, fill: () => Promise<void>, action: string) => {
    await t.test(title, async (t) => {
      await fold(page, title).click();
      await fill();
      await visit.button(action).click();
      isSentence(t, await refusedWith(page), /^Your wallet does not hold so much\./);
      await fold(page, title).click();
      await page.reload();
    });
  };
  await poor('Leave a note', () => page.getByLabel('A note at The Commons').fill('I was here.'), 'Leave it');
  await poor('Wish for something here', () => page.getByLabel('What should be here?').fill('A library'), 'Wish');
  const job = async () => {
    await page.getByLabel('What is it called?').fill('A lamp');
    await page.getByLabel('What is to be done?').fill('Light it.');
    await page.getByLabel('Credits').fill('many');
    await page.getByText('A number above 0, such as 5 or 2.5.').waitFor();
    t.equal(await visit.button('Post it').isDisabled(), true, 'what is no amount is not sent');
    await page.getByLabel('Credits').fill('5');
  };
  await poor('Post a job', job, 'Post it');
  await opened(scene, page, `/watch/resident/${scene.ada.id}`);
  for (const n of [1, 2, 3])
    await scene.town.ask('POST', '/v1/visitors/questions', scene.grace.token, {
      ...{ resident: scene.ada.id, question: `Why ${n}?` },
    });
  await page.getByLabel('Ask Ada').fill('Why at all?');
  await visit.button('Ask').click();
  isSentence(t, await refusedWith(page), /your questions wait/);
  t.equal(await page.getByLabel('Ask Ada').inputValue(), 'Why at all?', 'what was written is still there');
});

/** As a page shows text: runs of white space are one. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** As many as a list of a page has. */
const hostile = payloads.slice(0, 40);

/** One payload in every text of a hand, its answer and its work among them. */
async function writesAll({ town, ada, grace }: Scene, payload: string): Promise<void> {
  const write = (path: string, body: object) => town.ask('POST', `/v1/visitors/${path}`, grace.token, body);
  await write('questions', { resident: ada.id, question: payload });
  await answers({ town, ada }, payload);
  await write('notes', { location: 'city-commons', text: payload });
  await write('wishes', { location: 'city-commons', wish: payload });
}

async function showsAll(t: Test, page: Page, title: string, each: number): Promise<void> {
  const list = page.getByRole('region', { name: title, exact: true });
  await list
    .getByText(hostile.at(-1) ?? '', { exact: true })
    .first()
    .waitFor();
  const shown = (await list.locator('blockquote, q').allTextContents()).map(plain);
  for (const payload of hostile.map(plain))
    t.equal(shown.filter((one) => one === payload).length, each, `${title}: ${payload}`);
}

browserTest('payloads in every text of a hand stay text, as they come and later', async (t, windows) => {
  const many = { QUESTIONS_PER_VISITOR_MAX: '100', QUESTIONS_PER_RESIDENT_MAX: '100', NOTES_PER_VISITOR_MAX: '100' };
  const room = { NOTES_AT_PLACE_MAX: '200', WISHES_PER_VISITOR_MAX: '100', WISHES_MAX: '200', JOBS_POSTED_MAX: '1000' };
  const scene = await begin(t, windows, 10_000, { ...many, ...room });
  const place = await windows.open();
  await opened(scene, place, commons);
  const resident = await windows.open();
  await opened(scene, resident, `/watch/resident/${scene.ada.id}`);
  await Promise.all([live(place), live(resident)]);
  for (const payload of hostile) await writesAll(scene, payload);
  const [one] = hostile;
  const job = { location: 'city-commons', title: one, description: one, reward: 1 };
  await scene.town.ask('POST', '/v1/visitors/jobs', scene.grace.token, job);
  await works(scene, hostile.at(-1) ?? '');
  // A question is quoted, and so is its answer.
  await showsAll(t, resident, 'Asked by visitors', 2);
  const own = await windows.open();
  await opened(scene, own, pageOfHand);
  await showsAll(t, own, 'What you asked', 2);
  const jobs = own.getByRole('region', { name: 'Your jobs' });
  t.equal(plain((await jobs.locator('strong').first().textContent()) ?? ''), plain(one ?? ''), 'the title of a job');
  t.equal(
    plain((await jobs.locator('blockquote').first().textContent()) ?? ''),
    plain(hostile.at(-1) ?? ''),
    'its work',
  );
  await place.reload();
  await live(place);
  await showsAll(t, place, 'From visitors', 2);
});

/** No word in it has a place to break. */
const unbroken = 'W'.repeat(120);
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

async function fits(t: Test, page: Page, name: string): Promise<void> {
  const folded = page.locator('main details:not([open]) > summary');
  while ((await folded.count()) > 0) await folded.first().click();
  t.equal(await page.evaluate(tooWide), 0, `${name} does not scroll sideways`);
  t.same(await findingsIn(page), [], `axe finds nothing on ${name}`);
}

browserTest('all of it fits on a phone, with every form unfolded', async (t, windows) => {
  const scene = await begin(t, windows, 100);
  const { town, ada, grace } = scene;
  await writesAll(scene, unbroken);
  const job = { location: 'city-commons', title: unbroken.slice(0, 80), description: unbroken, reward: 1 };
  await town.ask('POST', '/v1/visitors/jobs', grace.token, job);
  await works(scene, unbroken);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await windows.open({ viewport: phone, colorScheme, bypassCSP: true });
    for (const path of [commons, `/watch/resident/${ada.id}`, pageOfHand]) {
      await opened(scene, page, path);
      await page.locator('main blockquote').getByText(unbroken, { exact: true }).first().waitFor();
      await fits(t, page, `${path}, ${colorScheme}`);
    }
    await windows.close(page);
  }
});
