/** The operator looks at a chart on `/charts`: who is in which state, what is read at a transition, what lights up. */
import type { Page } from 'playwright-core';
import { findingsIn } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { looks, photograph } from './screenshots.ts';
import { Town } from './town.ts';

async function openCharts(page: Page, town: Town, kind: string): Promise<void> {
  await page.goto(`${town.url}/charts?kind=${kind}`);
  await page.getByLabel('The operator’s token').fill(town.city.operatorToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'The clock' }).waitFor();
}

browserTest(
  'a kind is chosen, its states are counted, and a transition is read by keyboard and by click',
  async (t, windows) => {
    const town = await Town.open(t);
    const ada = await town.resident('Ada');
    const page = await windows.open();
    await openCharts(page, town, 'job');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.getByText(/^It is tick \d+\.$/).waitFor();
    await page.getByRole('button', { name: 'resident', exact: true }).click();
    const chart = page.getByRole('group', { name: 'The chart resident' });
    // With the three founders of the city.
    await chart.getByRole('button', { name: 'The state alive.active, actors: 4' }).waitFor();
    await town.resident('Bo');
    await chart.getByRole('button', { name: 'The state alive.active, actors: 5' }).waitFor();
    const toEnd = chart.getByRole('button', { name: /^From alive/ }).first();
    await toEnd.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 3, name: /^From alive/ }).waitFor();
    t.equal(await toEnd.getAttribute('aria-pressed'), 'true');
    await chart.getByRole('button', { name: /^The state alive, / }).click({ position: { x: 20, y: 12 } });
    await page.getByRole('heading', { level: 3, name: 'The state alive' }).waitFor();
    const listed = page.getByRole('region', { name: 'Actors in this state' });
    await listed.getByRole('button', { name: /^resident:bo-/ }).waitFor();
    await town.resident('Cleo');
    await listed.getByRole('button', { name: /^resident:cleo-/ }).waitFor();
    const lit = chart.locator('.lit').first();
    const seen = lit.waitFor();
    await town.say(ada, 'Good morning.');
    await seen;
    t.match(page.url(), /\?kind=resident$/, 'and a reload shows it again');
    await listed.getByRole('button', { name: /^resident:bo-/ }).click();
    await page.getByRole('heading', { level: 2, name: /^resident:bo-/ }).waitFor();
  },
);

browserTest(
  'an actor is looked at closer: its state, what stands in the way, and why a turn was',
  async (t, windows) => {
    const town = await Town.open(t);
    const ada = await town.resident('Ada');
    await town.say(ada, 'Good morning.');
    const page = await windows.open();
    await openCharts(page, town, 'job');
    const look = async (what: string) => {
      await page.getByLabel('An actor, an event or a turn').fill(what);
      await page.getByRole('button', { name: 'Look', exact: true }).click();
    };
    await look('nobody');
    await page.getByText('Name an actor (resident:vera-7), the seq of an event (20) or a turn (turn:9).').waitFor();
    await look(`resident:${ada.id}`);
    await page.getByRole('heading', { level: 2, name: `resident:${ada.id}` }).waitFor();
    const here = page.getByRole('button', { name: /^The state alive\.active, .*, the one you look at is here$/ });
    await here.waitFor();
    await page
      .getByText(/^birth would be refused|^broadcast would be taken$/)
      .first()
      .waitFor();
    t.match(page.url(), /\?actor=resident%3A/, 'and a reload shows it again');
    await page.getByText(/^Its last turns/).click();
    await page
      .getByRole('button', { name: /^turn \d+$/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 2, name: /^Why turn \d+$/ }).waitFor();
    await page.getByText(/^It began with a (command|tick)\.$/).waitFor();
    t.same(await findingsIn(page), []);
    await page.getByRole('button', { name: 'Close' }).click();
  },
);

browserTest(
  'charts in every look: photographed, no wider than the window, and axe finds nothing',
  async (t, windows) => {
    const town = await Town.open(t);
    await town.resident('Ada');
    for (const look of looks)
      for (const kind of ['resident', 'job']) {
        const page = await windows.open({ ...look, bypassCSP: true });
        await openCharts(page, town, kind);
        const chart = page.getByRole('group', { name: `The chart ${kind}` });
        await chart
          .getByRole('button', { name: /^From / })
          .first()
          .focus();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 3 }).first().waitFor();
        await photograph(page, `charts-${kind}`, look);
        const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        const name = `${kind} at ${look.viewport.width}, ${look.colorScheme}`;
        t.equal(await page.evaluate(tooWide), 0, `${name} does not scroll sideways`);
        t.same(await findingsIn(page), [], name);
        await windows.close(page);
      }
  },
);

browserTest('a turn of the past is chosen, and who was in which state then is shown', async (t, windows) => {
  const town = await Town.open(t);
  const page = await windows.open();
  await openCharts(page, town, 'resident');
  const chart = page.getByRole('group', { name: 'The chart resident' });
  const living = (count: number) => chart.getByRole('button', { name: `The state alive.active, actors: ${count}` });
  await living(3).waitFor();
  const slider = page.getByLabel('A turn of the past');
  // By keyboard, as people do who know the number of a turn.
  await slider.focus();
  await page.keyboard.press('Home');
  await page.getByText('After turn 1', { exact: true }).waitFor();
  await page.getByText(/^As it was after turn 1, in tick \d+\.$/).waitFor();
  await living(3).waitFor({ state: 'detached' });
  await living(0).click();
  const who = page.getByRole('region', { name: 'Actors in this state' });
  await who.getByRole('heading', { name: 'Who was in it' }).waitFor();
  await who.getByText('Nobody.', { exact: true }).waitFor();
  t.same(await findingsIn(page), []);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await living(3).waitFor();
});

browserTest('where charts are public anybody looks at them, and is not asked for a token first', async (t, windows) => {
  const town = await Town.open(t, { CHARTS_PUBLIC: '1' });
  const ada = await town.resident('Ada');
  const page = await windows.open();
  await page.goto(`${town.url}/charts?kind=resident`);
  const chart = page.getByRole('group', { name: 'The chart resident' });
  await chart.getByRole('button', { name: 'The state alive.active, actors: 4' }).click();
  await page.getByText('Nobody of whom strangers are told.').waitFor();
  // On the title of the box: within it lie the states that strangers are not told apart.
  await chart.getByRole('button', { name: 'The state alive, actors: 4' }).click({ position: { x: 8, y: 8 } });
  await page.getByRole('button', { name: `resident:${ada.id}` }).click();
  await page.getByText('What it would take and what it did last is told to the operator.').waitFor();
  t.equal(await page.getByRole('heading', { name: 'The clock' }).count(), 0);
  await page.getByLabel('An actor, an event or a turn').fill('20');
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await page.getByText('Why something happened is told to the operator.').waitFor();
  t.same(await findingsIn(page), []);
  await page.getByLabel('The operator’s token').fill(town.city.operatorToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'The clock' }).waitFor();
});

browserTest('on a small screen the chart comes soon after the kinds, and before the clock', async (t, windows) => {
  const town = await Town.open(t);
  const page = await windows.open();
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`${town.url}/charts?kind=resident`);
  await page.getByLabel('The operator’s token').fill(town.city.operatorToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  const chart = page.getByRole('group', { name: 'The chart resident' });
  await chart.getByRole('button').first().waitFor();
  const clock = page.getByRole('heading', { name: 'The clock' });
  const [top, below] = [(await chart.boundingBox())?.y ?? 0, (await clock.boundingBox())?.y ?? 0];
  t.ok(top > 0 && top < 1_200, `the chart begins ${top} pixels below the top`);
  t.ok(below > top, 'the clock is below it');
});
