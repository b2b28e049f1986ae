/** Payloads in what the operator publishes for souls, in addresses that somebody was sent, and where names have to be plain. */
import type { Test } from 'tap';
import { ask } from '../crash/http-exchange.ts';
import { browserTest } from './browser-test.ts';
import { payloads } from './payloads.ts';
import { password, Town } from './town.ts';
import { VisitorPage } from './visitor-page.ts';

const settings = {
  ANONYMOUS_WRITES_PER_MINUTE: '1000000',
  ANONYMOUS_LOOKS_PER_MINUTE: '1000000',
  STRANGER_RATE_PER_MINUTE: '1000000',
};

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A framework of which every text is a payload, and one of its fields is named so. */
const frameworkOf = (payload: string) => ({
  name: payload,
  description: payload,
  soul_schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      trade: { type: 'string', title: payload, description: payload, default: payload },
      choice: { type: 'string', enum: [payload] },
      [payload]: { type: 'string', title: 'Another' },
    },
    required: ['name', 'trade', 'choice', payload],
  },
  runtime: { type: 'external' },
});

/** Writes a soul of it on the page of a visitor; the page then shows what was written. */
async function isWritten(t: Test, visit: VisitorPage, payload: string): Promise<void> {
  const { page } = visit;
  await visit.way('Write a soul').click();
  await page.getByLabel('Kind of soul').selectOption('made');
  const form = page.getByRole('form', { name: 'A soul' });
  t.equal(await page.getByLabel('Kind of soul').locator('option:checked').textContent(), payload, 'its name');
  t.equal(await form.getByLabel(payload, { exact: true }).inputValue(), payload, 'a field, and what stands in it');
  const helps = (await form.locator('.help').allTextContents()).map((help) => help.toLowerCase());
  const withPayload = helps.filter((help) => help.includes(payload.toLowerCase()));
  t.equal(withPayload.length, 2, 'what it and its field say of themselves');
  await page.getByLabel('Name', { exact: true }).fill(payload);
  await form.getByLabel('Choice').selectOption(payload);
  await form.getByLabel('Another').fill(payload);
  await visit.button('Send it into the city').click();
  await page.getByRole('region', { name: 'In line' }).waitFor();
  await page.getByText('What you wrote').click();
  const terms = await page.locator('details.written dt').allTextContents();
  t.ok(terms.map(plain).includes(plain(payload.replaceAll('_', ' '))), 'a field by its name');
  t.equal(await page.locator('details.written dd').first().textContent(), payload, 'what was written');
  await visit.button('Take it back').click();
  await visit.button('Yes, take it back').click();
  await visit.heading('Your souls').waitFor();
}

browserTest('payloads in a framework: in the form for a soul, and in what was written', async (t, windows) => {
  const town = await Town.open(t, settings);
  const page = await windows.open();
  await page.goto(`${town.url}/visit`);
  const visit = new VisitorPage(page);
  await visit.register('mallory', password);
  for (const [at, payload] of payloads.entries())
    await t.test(`payload ${at}`, async (t) => {
      const framework = frameworkOf(payload);
      if (at === 0) await town.operate('POST', '/v1/admin/frameworks', { id: 'made', ...framework });
      else await town.operate('PUT', '/v1/admin/frameworks/made', { ...framework, version: at });
      await isWritten(t, visit, payload);
    });
});

browserTest('payloads in addresses', async (t, windows) => {
  windows.faults.foresee(/^answer: 404 GET [^ ]*\/(watch\/resident|v1\/residents)\//);
  const town = await Town.open(t, settings);
  const page = await windows.open();
  const mallory = await town.visitor('mallory');
  await page.goto(`${town.url}/visit`);
  await new VisitorPage(page).logIn(mallory.handle, mallory.password);
  for (const payload of payloads.map(encodeURIComponent)) {
    await page.goto(`${town.url}/watch/resident/${payload}?${payload}#${payload}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${town.url}/visit?soul=${payload}&show=${payload}#${payload}`);
    await page.getByRole('heading', { name: 'This is none of your souls' }).waitFor();
  }
});

browserTest('no payload is the name of an account, a room or a kind of soul', async (t) => {
  const town = await Town.open(t, settings);
  const ada = await town.resident('Ada');
  await town.walk(ada, 'home');
  for (const payload of payloads) {
    const answers = await Promise.all([
      ask(town.city.portalPort, 'POST', '/v1/visitors/register', { body: { handle: payload, password } }),
      town.city.ask('POST', '/v1/house/rooms', { token: ada.token, body: { name: payload, purpose: 'study' } }),
      town.city.operate('POST', '/v1/admin/frameworks', { id: payload, ...frameworkOf('Plain') }),
    ]);
    t.same(
      answers.map(({ status, body }) => [status, body['error']]),
      answers.map(() => [422, 'invalid_request']),
      payload,
    );
  }
});
