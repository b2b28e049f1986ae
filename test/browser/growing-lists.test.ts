/** Lists that go on while somebody reads them: earlier lines are kept in place, and only new ones are said aloud. */
import type { Locator } from 'playwright-core';
import { textOf } from '../../client/wire.ts';
import { browserTest } from './browser-test.ts';
import { live } from './page-state.ts';
import { soulNamed } from './shown-town.ts';
import { password, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

/** Marks every element that is in there now, and counts from now on which lines are put into a region that is said aloud. */
const mark = (list: Locator): Promise<void> =>
  list.evaluate((element) => {
    for (const one of element.querySelectorAll('*')) one.marked = true;
    element.said = [];
    const view = element.ownerDocument.defaultView;
    new view.MutationObserver((changes: readonly { addedNodes: Iterable<{ textContent: string }> }[]) => {
      if (element.getAttribute('aria-live') !== 'polite') return;
      for (const { addedNodes } of changes) for (const node of addedNodes) element.said.push(node.textContent);
    }).observe(element, { childList: true, subtree: true });
  });

const unmarked = (list: Locator): Promise<number> =>
  list.evaluate((element) => [...element.querySelectorAll('li')].filter((one) => one.marked !== true).length);

const said = (list: Locator): Promise<readonly string[]> => list.evaluate((element) => element.said);

browserTest('lines of a life stay on the page while others come, and only those are said', async (t, windows) => {
  const town = await Town.open(t);
  const mentor = await town.resident('Mentor');
  const visitor = await town.visitor('grace');
  const soul = textOf((await town.ask('POST', '/v1/souls', visitor.token, soulNamed('Wren')))['id']);
  await town.act(mentor, '/v1/threshold/adopt');
  const { resident, token } = await town.ask('POST', `/v1/souls/${soul}/token`, visitor.token);
  const wren = { id: textOf(resident), token: textOf(token) };
  for (let nth = 1; nth <= 18; nth++) await town.act(wren, '/v1/me/thoughts', { text: `Thought ${nth}.` });
  const page = await windows.open();
  await page.goto(`${town.url}/visit?soul=${soul}`);
  const visit = new VisitorPage(page);
  await visit.logIn(visitor.handle, password);
  await live(page);
  const list = visit.doings;
  await list.getByText('Thought 18.').waitFor();
  await list.getByText('Thought 2.', { exact: true }).waitFor();
  await list.getByText('Thought 5.', { exact: true }).evaluate((element) => {
    element.ownerDocument.defaultView.getSelection().selectAllChildren(element);
  });
  await mark(list);
  await town.walk(wren, 'commons');
  await list.getByText('The Commons').waitFor();
  await town.say(wren, 'It rains.');
  await list.getByText('It rains.').waitFor();
  t.equal(await unmarked(list), 2, 'two lines are new, and no other was drawn anew');
  t.equal(await page.evaluate('String(getSelection())'), 'Thought 5.', 'who has selected a line keeps it');
  const heard = (await said(list)).join('\n');
  t.match(heard, /It rains\./);
  t.notMatch(heard, /Thought/, 'what stood there is not said again');

  await mark(list);
  await visit.button('Show older ones').click();
  await list.getByText('Wren is born').waitFor();
  t.same(await said(list), [], 'older lines are not said');
  await town.say(wren, 'It still rains.');
  await list.getByText('It still rains.').waitFor();
  t.match((await said(list)).join('\n'), /It still rains\./, 'the next is');
});

browserTest('who is at the name of a soul in the list stays there while it is looked at again', async (t, windows) => {
  const town = await Town.open(t);
  const mentor = await town.resident('Mentor');
  const visitor = await town.visitor('grace');
  await town.ask('POST', '/v1/souls', visitor.token, soulNamed('Wren'));
  await town.ask('POST', '/v1/souls', visitor.token, soulNamed('Odile'));
  const page = await windows.open();
  await page.goto(`${town.url}/visit`);
  const visit = new VisitorPage(page);
  await visit.logIn(visitor.handle, password);
  const odile = page.getByRole('link', { name: 'Odile', exact: true });
  await odile.focus();
  await town.act(mentor, '/v1/threshold/adopt');
  await page.getByText('waits: 1 of 1').waitFor();
  t.equal(await odile.evaluate((element) => element.matches(':focus')), true);
});
