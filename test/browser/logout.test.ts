/** What a visitor alone sees is gone from every page when the visitor has logged out in one of them. */
import { fieldsOf, textOf } from '../../client/wire.ts';
import { browserTest } from './browser-test.ts';
import { live } from './page-state.ts';
import { soulNamed } from './shown-town.ts';
import { password, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

const secret = 'Nobody shall know that I fear the mill.';

browserTest('after a logout nothing private stays on any page', async (t, windows) => {
  const town = await Town.open(t);
  const mentor = await town.resident('Mentor');
  const visitor = await town.visitor('grace');
  const soul = textOf((await town.ask('POST', '/v1/souls', visitor.token, soulNamed('Wren')))['id']);
  await town.act(mentor, '/v1/threshold/adopt');
  const { resident, token } = fieldsOf(await town.ask('POST', `/v1/souls/${soul}/token`, visitor.token));
  const wren = { id: textOf(resident), token: textOf(token) };
  const page = await windows.open();
  await page.goto(`${town.url}/visit`);
  const visit = new VisitorPage(page);
  await visit.logIn(visitor.handle, password);
  await visit.way('Write a soul').click();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  const watches = await Promise.all(
    [`/watch/resident/${wren.id}`, '/watch/place/city-commons'].map(async (path) => {
      const watched = await page.context().newPage();
      await watched.goto(`${town.url}${path}`);
      await live(watched);
      return watched;
    }),
  );
  await town.walk(wren, 'commons');
  await town.act(wren, '/v1/me/thoughts', { text: secret });
  for (const watched of watches) await watched.getByText(secret).waitFor();
  const kept = () => page.evaluate<string>('JSON.stringify(sessionStorage)');
  t.match(await kept(), 'first_memory', 'what was typed is kept while the visitor is here');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Write somebody into the city' }).waitFor();
  t.notMatch(await kept(), 'first_memory');
  for (const watched of watches) {
    await watched.getByText(secret).waitFor({ state: 'detached' });
    await live(watched);
    await watched
      .getByRole('link', { name: 'Wren' })
      .or(watched.getByRole('heading', { name: 'Wren' }))
      .first()
      .waitFor();
    t.equal(await watched.getByText(secret).count(), 0, watched.url());
    t.equal(await watched.getByText('For you, who wrote its soul').count(), 0);
  }
});

browserTest('who logs in after another is shown nothing of the other, in any page of a visitor', async (t, windows) => {
  const town = await Town.open(t);
  const [grace, bella] = [await town.visitor('grace'), await town.visitor('bella')];
  await town.ask('POST', '/v1/souls', grace.token, soulNamed('Wren'));
  const page = await windows.open();
  await page.goto(`${town.url}/visit`);
  const visit = new VisitorPage(page);
  await visit.logIn(grace.handle, password);
  const second = await page.context().newPage();
  let goOn = () => {};
  const isLoggedIn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let connections = 0;
  // The second page comes back to the city as whoever has logged in since.
  await second.routeWebSocket(/\/ws$/, async (socket) => {
    connections += 1;
    if (connections > 1) await isLoggedIn;
    socket.connectToServer();
  });
  await second.goto(`${town.url}/visit`);
  await live(second);
  await second.getByRole('link', { name: 'Wren' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await visit.logIn(bella.handle, password);
  goOn();
  await second.getByText('You are grace.').waitFor({ state: 'detached' });
  t.equal(await second.getByRole('link', { name: 'Wren' }).count(), 0);
});
