/** The account of a visitor on `/visit`: a stranger's look is no error, the password is changed, other places are left. */

import { browserTest } from './browser-test.ts';
import { live } from './page-state.ts';
import { password, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

browserTest('a visitor takes another password, and is logged out everywhere else', async (t, windows) => {
  const town = await Town.open(t);
  const visitor = await town.visitor('grace');
  const page = await windows.open();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${town.url}/visit`);
  await page.getByRole('heading', { name: 'Write somebody into the city' }).waitFor();
  const form = page.getByRole('form', { name: 'Open an account' });
  await form.getByText(/the operator of the city does, and .* hears that it is taken/).waitFor();
  await form.getByText(/^8 to 200 characters\. /).waitFor();
  t.same(errors, [], 'who is a stranger finds no error in the console');
  const visit = new VisitorPage(page);
  await visit.logIn(visitor.handle, password);
  await live(page);
  await visit.way('Account').click();
  await page.getByLabel('Your password now').fill('not this one');
  const next = page.getByLabel('The new one');
  await page.getByText('8 to 200 characters.').waitFor();
  await next.fill('a bridge of stone');
  t.equal(await next.getAttribute('type'), 'password');
  await page.getByRole('checkbox', { name: 'Show what I type' }).check();
  t.equal(await next.getAttribute('type'), 'text');
  windows.faults.foresee(/422 POST [^ ]*\/v1\/visitors\/password$/);
  await visit.button('Change the password').click();
  await page.getByText('This is not your password.').waitFor();
  await page.getByLabel('Your password now').fill(password);
  await visit.button('Change the password').click();
  // The token by which the town asks, and the login of `Town.visitor`.
  await page.getByText(/You have another password\. You are logged out in \d other place/).waitFor();
  await visit.button('Log out everywhere else').click();
  await page.getByText('You were logged in nowhere else.').waitFor();
});
