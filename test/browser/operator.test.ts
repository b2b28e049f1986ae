/** What the operator does on `/dashboard`, and what comes through a portal station into the pages of strangers. */

import { browserTest } from './browser-test.ts';
import { live } from './page-state.ts';
import { Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

/** A station that has sent no picture. */
const ofCamera = /^answer: 404 GET [^ ]*\/camera$/;
const ofWrongToken = /^answer: 40[13] GET /;

browserTest('the operator shows the token, moves the clock on, and sees who is born', async (t, windows) => {
  const town = await Town.open(t);
  const page = await windows.open();
  windows.faults.foresee(ofWrongToken);
  await page.goto(`${town.url}/dashboard`);
  const look = async (token: string) => {
    await page.getByLabel('The operator’s token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await look('adm_this_is_the_token_of_nobody');
  await page.getByRole('alert').first().waitFor();
  await look(town.city.operatorToken);
  const clock = page.getByRole('region', { name: 'The clock' });
  await clock.getByText('Tick 0').waitFor();
  await clock.getByLabel('Advance by ticks').fill('3');
  await clock.getByRole('button', { name: 'Advance', exact: true }).click();
  await clock.getByText('It is tick 3.').waitFor();
  await clock.getByText(/^Tick 3/).waitFor();
  await town.resident('Ada');
  await page.getByRole('region', { name: 'What happens' }).getByRole('link', { name: 'Ada' }).first().waitFor();
  const { id } = await town.visitor('grace');
  const wallets = page.getByRole('region', { name: 'Wallets of visitors' });
  await wallets.getByRole('textbox', { name: 'Visitor' }).fill(id);
  await wallets.getByRole('textbox', { name: 'Credits' }).fill('12');
  await wallets.getByRole('button', { name: 'Put into the wallet' }).click();
  await wallets.getByText('grace has 12 credits now.').waitFor();
  t.equal((await town.operate('GET', '/v1/admin/health'))['tick'], 3, 'the city is at the tick that the page says');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('The operator’s token').waitFor();
  const kept = await page.evaluate<string>('JSON.stringify([sessionStorage, localStorage])');
  t.notMatch(kept, town.city.operatorToken, 'and nothing keeps it');
});

browserTest('a visitor speaks through a station, and strangers see it where it stands', async (t, windows) => {
  windows.faults.foresee(ofCamera);
  const town = await Town.open(t);
  await town.station('Library');
  const visitor = await town.visitor('grace');
  const stranger = await windows.inNewBrowser();
  await stranger.goto(`${town.url}/watch/place/city-commons`);
  await live(stranger);
  const page = await windows.inNewBrowser();
  await page.goto(`${town.url}/visit`);
  await new VisitorPage(page).logIn(visitor.handle, visitor.password);
  await page.goto(`${town.url}/watch/place/city-commons`);
  await page.getByLabel('Say something to everyone here').fill('Hello from the library.');
  await page.getByRole('button', { name: 'Say it' }).click();
  await page.getByText('It was said').waitFor();
  await stranger.getByText('Hello from the library.').waitFor();
  t.equal(await stranger.getByText('Hello from the library.').count(), 1);
});

browserTest('the operator sets the speed of a clock that goes by itself', async (t, windows) => {
  const town = await Town.open(t, { TICK_CRON: '0 * * * * *', MINDS: '0' });
  const page = await windows.open();
  await page.goto(`${town.url}/dashboard`);
  await page.getByLabel('The operator’s token').fill(town.city.operatorToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  const clock = page.getByRole('region', { name: 'The clock' });
  await clock.getByText('It advances by itself.', { exact: true }).waitFor();
  await clock.getByLabel('Speed').selectOption('60');
  await clock.getByRole('button', { name: 'Set the speed' }).click();
  await clock.getByText('Ticks come 60 times as fast as the timetable says.').waitFor();
  await clock.getByText('It advances by itself, 60 times as fast as the timetable says.').waitFor();
  await clock.getByText(/^Tick ([3-9]|\d\d)/).waitFor();
  t.equal(await clock.getByLabel('Speed').inputValue(), '60');
});
