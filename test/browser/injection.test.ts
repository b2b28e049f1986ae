/**
 * Payloads through every text that residents and visitors can write, on every page that shows them, while it is shown and when
 * it is opened later: nothing runs, the policy has nothing to refuse, and each stands there as the text that it is.
 */
import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { must } from '../../engine/assert.ts';
import { browserTest } from './browser-test.ts';
import { type Hostile, hires, hostileTown, speaks } from './hostile-town.ts';
import { live } from './page-state.ts';
import { payloads } from './payloads.ts';
import { Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

/** Everybody may speak, and be seen, as often as this needs. */
const settings = {
  STATION_VISITS_PER_MINUTE: '1000000',
  ANONYMOUS_WRITES_PER_MINUTE: '1000000',
  ANONYMOUS_LOOKS_PER_MINUTE: '1000000',
  STRANGER_RATE_PER_MINUTE: '1000000',
  PRINTS_PER_RESIDENT_MAX: '100',
};

/** As a page shows text: runs of white space are one. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A name as pages show it: with its id where the page knows another by the same name, as the pods of these residents are (NM3). */
function named(name: string, id: string): RegExp {
  // A selector takes what stands between backticks for a text of its own.
  const literally = plain(name)
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('`', '\\x60');
  return new RegExp(`^${literally}( \\(${id}\\))?$`);
}

/** What is written in it. */
const written = async (where: Locator): Promise<string> => plain((await where.textContent()) ?? '');

/** Everything that a page shows and everything that stands in it for others to read: names, values, titles. */
const allText = `[document.title, document.body.textContent, ...[...document.querySelectorAll('*')].flatMap((element) =>
  [element.value, element.title, element.getAttribute('aria-label')])].filter(Boolean).join(' ')`;

async function shows(t: Test, page: Page, expected: readonly string[], where: string): Promise<void> {
  const text = plain(await page.evaluate<string>(allText));
  const missing = expected.filter((payload) => !text.includes(plain(payload)));
  t.same(missing, [], `${where} shows ${expected.length} payloads as text`);
}

/** The page of a place that is a payload: its name, what it says of itself, its service, its station, and all that was said there. */
async function showsPlace(t: Test, page: Page, { payload }: Hostile): Promise<void> {
  const station = page.getByRole('region', { name: `Portal station ${payload}`, exact: true });
  const service = page.getByRole('region', { name: 'Services for residents here' });
  const happens = page.getByRole('list', { name: `What happens at ${payload}, the newest first` });
  const line = (words: string) => happens.getByRole('listitem').filter({ hasText: words }).getByRole('blockquote');
  const places: Readonly<Record<string, Locator>> = {
    name: page.getByRole('heading', { level: 1 }),
    'what it says of itself': page.getByRole('banner').or(page.locator('header.watched')).locator('.description'),
    'the name of its service': service.getByRole('strong'),
    'what its service does': service.getByRole('paragraph'),
    'the name of its station': station.getByRole('heading', { level: 3 }),
    'said out of the city': station.getByRole('blockquote'),
    'said by a visitor': line('A visitor says'),
    shouted: line('shouts'),
    said: line('says').first(),
    'a job': line('posts a job'),
    'work handed in': line('hands in its work').first(),
    'work paid': line('earns'),
  };
  const { name, ...rest } = places;
  // Names that may be taken for another's have the id beside them (NM3).
  t.ok((await written(must(name, 'a heading'))).startsWith(plain(payload)), 'name');
  for (const [what, where] of Object.entries(rest)) t.equal(await written(where), plain(payload), what);
  t.ok((await written(station.getByRole('paragraph').first())).includes(plain(payload)), 'where its station stands');
  await station.getByRole('img', { name: `What the station ${payload} sees`, exact: true }).waitFor();
}

browserTest('payloads as names, on the pages of those who have them', async (t, windows) => {
  const town = await Town.open(t, settings);
  const hostile = await hostileTown(town);
  const page = await windows.open();
  for (const [at, one] of hostile.all.entries())
    await t.test(`payload ${at}`, async (t) => {
      const { payload, resident, pod } = one;
      await page.goto(`${town.url}/watch/resident/${resident.id}`);
      await live(page);
      await town.say(resident, payload);
      await page.getByRole('listitem').getByText(payload, { exact: true }).first().waitFor();
      t.match(await written(page.getByRole('heading', { level: 1 })), named(payload, resident.id), 'resident');
      await speaks(town, hostile, one);
      await page.goto(`${town.url}/watch/place/${pod}`);
      await live(page);
      await hires(town, hostile, one);
      await page.getByText('earns').first().waitFor();
      await showsPlace(t, page, one);
    });
});

browserTest('payloads from all at once, on the pages that show everybody', async (t, windows) => {
  const town = await Town.open(t, settings);
  const hostile = await hostileTown(town);
  const station = await town.station('<img src=x onerror=hit(100)>');
  const landing = await windows.open();
  await landing.goto(`${town.url}/`);
  const place = await windows.open();
  await place.goto(`${town.url}/watch/place/city-commons`);
  const operator = await windows.open();
  await operator.goto(`${town.url}/dashboard`);
  await operator.getByLabel('The operator’s token').fill(town.city.operatorToken);
  await operator.getByRole('button', { name: 'Log in' }).click();
  await Promise.all([live(landing), live(place), live(operator)]);
  for (const { payload, resident } of hostile.all) {
    await town.say(resident, payload);
    await town.ask('POST', `/v1/portals/${station.id}/broadcast`, hostile.visitor.token, { message: payload });
    for (const page of [landing, place, operator]) await page.getByText(payload, { exact: true }).first().waitFor();
  }
  for (const page of [landing, place, operator]) {
    await page.reload();
    await live(page);
    await page
      .getByText(payloads.at(-1) ?? '', { exact: true })
      .first()
      .waitFor();
  }
  const lineages = operator.getByRole('region', { name: 'Lineages' });
  await lineages.getByLabel('Whose lineage').fill(hostile.mentor.id);
  await lineages.getByRole('button', { name: 'Show it' }).click();
  await lineages.getByRole('treeitem', { level: 2 }).first().waitFor();
  const kin = await lineages.locator('[role=treeitem][aria-level="2"]').all();
  t.ok(kin.length > 0, 'the first of them in the lineage of who adopted them');
  for (const one of kin) {
    const name = ((await one.getAttribute('aria-label')) ?? '').replace(/, alive$/, '');
    t.ok(
      payloads.some((payload) => name === payload || name.startsWith(`${payload} (`)),
      `${name} in the lineage`,
    );
  }
});

/** One of its souls: what it thinks, has built and leaves, on its own page and on that for everybody. */
async function showsLife(t: Test, visit: VisitorPage, { payload, resident }: Hostile, heir: RegExp): Promise<void> {
  const { page } = visit;
  const text = plain(payload);
  await visit.part('Where it is').waitFor();
  t.equal(await written(visit.doings.getByRole('blockquote').first()), text, 'what it thinks');
  const has = visit.part('What it has').getByRole('paragraph').first();
  t.equal(await written(has), `It has built ${text}.`, 'what it has built');
  await visit.part('Family').getByRole('link', { name: heir }).first().waitFor();
  await page.goto(new URL(`/watch/resident/${resident.id}`, page.url()).href);
  const own = page.getByRole('region', { name: 'For you, who wrote its soul' });
  await own.waitFor();
  t.ok((await written(own)).includes(`For the library${text}`), 'what it leaves');
}

/** Addresses of the pages of souls, by what is written. */
async function pagesOfSouls(page: Page): Promise<ReadonlyMap<string, string>> {
  const links = await page.getByRole('main').getByRole('listitem').getByRole('link').all();
  const souls: [string, string][] = [];
  for (const link of links) {
    const address = (await link.getAttribute('href')) ?? '';
    if (address.includes('soul=')) souls.push([await written(link), new URL(address, page.url()).href]);
  }
  return new Map(souls);
}

browserTest('payloads on the page of their visitor, alive and dead', async (t, windows) => {
  const town = await Town.open(t, settings);
  const { all, visitor } = await hostileTown(town);
  const page = await windows.open();
  await page.goto(`${town.url}/visit`);
  const visit = new VisitorPage(page);
  await visit.logIn(visitor.handle, visitor.password);
  await live(page);
  await page
    .getByText(payloads.at(-1) ?? '', { exact: true })
    .first()
    .waitFor();
  await shows(t, page, payloads, 'the list of the living');
  const pages = await pagesOfSouls(page);
  const pageOf = ({ payload }: Hostile) => pages.get(plain(payload)) ?? '';
  for (const [at, one] of all.entries())
    await t.test(`payload ${at}, alive`, async (t) => {
      await page.goto(pageOf(one));
      t.equal(await written(page.getByRole('heading', { level: 1 })), `${plain(one.payload)} lives`, 'its name');
      const heir = all[at - 1];
      await showsLife(t, visit, one, heir === undefined ? /^Mentor/ : named(heir.payload, heir.resident.id));
    });
  for (const { resident } of all) await town.act(resident, '/v1/me/shutdown', { confirm: true });
  await town.tick(2);
  for (const one of all) {
    await page.goto(pageOf(one));
    const left = visit.part('Its death, and what it left');
    await left.waitFor();
    t.ok((await written(left)).includes(`In the library${plain(one.payload)}`), `what ${one.payload} has left`);
  }
  await page.goto(`${town.url}/visit?show=told`);
  await page.getByRole('list', { name: 'News, the newest first' }).getByText('died').first().waitFor();
});
