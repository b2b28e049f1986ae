/**
 * A hundred payloads through every text that residents and visitors can write, on every page that shows them, while it is shown and when it is
 * opened later: nothing runs, the policy has nothing to refuse, and each stands there as the text that it is.
 */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { hostileTown } from './hostile-town.ts';
import { live } from './pages.ts';
import { payloads } from './payloads.ts';
import { Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';
import { browserTest } from './windows.ts';

/** Everybody may speak, and be seen, as often as this needs. */
const settings = { STATION_VISITS_PER_MINUTE: '1000000', ANONYMOUS_WRITES_PER_MINUTE: '1000000' };
/** A station that has sent no picture. */
const ofCamera = /^answer: 404 GET [^ ]*\/camera$/;

/** As a page shows text: runs of white space are one. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Everything that a page shows and everything that stands in it for others to read: names, values, titles. */
const allText = `[document.title, document.body.textContent, ...[...document.querySelectorAll('*')].flatMap((element) =>
  [element.value, element.title, element.getAttribute('aria-label')])].filter(Boolean).join(' ')`;

async function shows(t: Test, page: Page, expected: readonly string[], where: string): Promise<void> {
  const text = plain(await page.evaluate<string>(allText));
  const missing = expected.filter((payload) => !text.includes(plain(payload)));
  t.same(missing, [], `${where} shows ${expected.length} payloads as text`);
}

browserTest('payloads as names, on the pages of those who have them', async (t, windows) => {
  const town = await Town.open(t, settings);
  const { residents, pods } = await hostileTown(town);
  const page = await windows.open();
  for (const [at, payload] of payloads.entries()) {
    const who = residents[at];
    if (who === undefined) throw new Error('a resident of each payload');
    await page.goto(`${town.url}/watch/resident/${who.id}`);
    await live(page);
    await town.say(who, payload);
    await page.getByRole('listitem').getByText(payload, { exact: true }).first().waitFor();
    t.equal(
      plain((await page.getByRole('heading', { level: 1 }).textContent()) ?? ''),
      plain(payload),
      `${at}, resident`,
    );
    await page.goto(`${town.url}/watch/place/${pods[at]}`);
    await live(page);
    await page.getByText(payload, { exact: true }).first().waitFor();
    t.equal(plain((await page.getByRole('heading', { level: 1 }).textContent()) ?? ''), plain(payload), `${at}, place`);
  }
});

browserTest('payloads from all at once, on the pages that show everybody', async (t, windows) => {
  windows.faults.foresee(ofCamera);
  const town = await Town.open(t, settings);
  const { residents, visitor } = await hostileTown(town);
  const station = await town.station('<img src=x onerror=hit(100)>');
  const landing = await windows.open();
  await landing.goto(`${town.url}/`);
  const place = await windows.open();
  await place.goto(`${town.url}/watch/place/city-commons`);
  const operator = await windows.open();
  await operator.goto(`${town.url}/dashboard`);
  await operator.getByLabel('The operator’s token').fill(town.city.operatorToken);
  await operator.getByRole('button', { name: 'Look after the city' }).click();
  await Promise.all([live(landing), live(place), live(operator)]);
  for (const [at, payload] of payloads.entries()) {
    const who = residents[at];
    if (who === undefined) throw new Error('a resident of each payload');
    await town.say(who, payload);
    await town.ask('POST', `/v1/portals/${station.id}/broadcast`, visitor.token, { message: payload });
    await landing.getByText(payload, { exact: true }).first().waitFor();
    await place.getByText(payload, { exact: true }).first().waitFor();
    await operator.getByText(payload, { exact: true }).first().waitFor();
  }
  for (const page of [landing, place, operator]) {
    await page.reload();
    await live(page);
    await page
      .getByText(payloads.at(-1) ?? '', { exact: true })
      .first()
      .waitFor();
  }
});

browserTest('payloads on the page of their visitor, alive and dead', async (t, windows) => {
  const town = await Town.open(t, settings);
  const { residents, visitor } = await hostileTown(town);
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
  const souls = await page.getByRole('main').getByRole('listitem').getByRole('link').all();
  const addresses = await Promise.all(souls.map((link) => link.getAttribute('href')));
  const lives = addresses.filter((address) => address?.includes('soul='));
  t.equal(lives.length, payloads.length, 'each has a page');
  for (const address of lives) {
    await page.goto(`${town.url}${address}`);
    await visit.part('Where it is').waitFor();
    const name = plain((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace(/ lives$/, '');
    await visit.doings.getByText(name).first().waitFor();
    const known = payloads.filter((payload) => plain(payload) === name);
    await shows(t, page, known, 'a life');
    t.equal(known.length, 1, `the page of ${name}`);
  }
  for (const who of residents) await town.act(who, '/v1/me/shutdown', { confirm: true });
  await town.tick(2);
  await page.goto(`${town.url}/visit`);
  await page.getByRole('heading', { name: 'Dead' }).waitFor();
});
