/** A small city with something on each of its pages, and how each page is come to: what is photographed, and looked through by axe. */
import type { Page } from 'playwright-core';
import { foundingBody, type ResidentCredentials } from '../../client/founding-request.ts';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { live } from './page-state.ts';
import type { Account, Town } from './town.ts';

export interface ShownPage {
  readonly name: string;
  readonly path: string;
  /** Somebody is logged in before the page is opened. */
  readonly visitor?: Account;
  /** Brings an opened page to what is to be seen of it. */
  readonly ready: (page: Page) => Promise<unknown>;
}

/** What shown pages ask for and do not find: pages of nobody and nowhere, and the picture of a station that has sent none. */
export const unfound: readonly RegExp[] = [
  /^answer: 404 GET [^ ]*\/(watch\/place|watch\/resident|v1\/places|v1\/residents)\/(nowhere|nobody-99)$/,
  /^answer: 404 GET [^ ]*\/camera$/,
];

export const soulNamed = (name: string) => ({ framework: 'default', lived_by: 'me', ...foundingBody({ name }) });

const talk = [
  'Good morning, square. Is anybody building today?',
  'I am looking for two hands and a lamp. I pay five credits, and supper.',
  'The mill at the end of the way is open again: who brings grain takes bread.',
  'Somebody has left a letter here. It has no name on it, only a drawing of a bridge.',
];

/** Tells of a soul by its name, and what has become of it. */
const heading = (words: string) => (page: Page) => page.getByRole('heading', { level: 1, name: words }).waitFor();

const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

async function people(town: Town): Promise<readonly ResidentCredentials[]> {
  const all: ResidentCredentials[] = [];
  for (const name of ['Ada', 'Ilo Marchetti', 'Osk', 'Ruth of the Ferry', 'Zinn']) all.push(await town.resident(name));
  const [ada, ilo] = all;
  if (ada === undefined || ilo === undefined) throw new Error('nobody was founded');
  for (const [name, about] of [
    ['Lamp Shop', 'Lamps of every size, and oil. Knock twice.'],
    ['The Mill', 'Bread for grain, flour for a story.'],
    ['Post Office', 'Letters wait here for those who come.'],
  ] as const)
    await town.pod(ilo, name, about);
  for (const [at, words] of talk.entries()) await town.say(all[at] ?? ada, words);
  await town.act(ilo, '/v1/job-board/submit', { title: 'Paint a sign', description: 'For the mill.', reward: 5 });
  return all;
}

/** A visitor with a soul that waits, one that lives and one that has died; their ids. */
async function souls(town: Town, mentor: ResidentCredentials, visitor: Account) {
  const write = async (name: string) =>
    textOf((await town.ask('POST', '/v1/souls', visitor.token, soulNamed(name)))['id']);
  const [dead, lives] = [await write('Casimir'), await write('Wren')];
  const bodies = new Map<string, ResidentCredentials>();
  for (const soul of [dead, lives]) {
    await town.act(mentor, '/v1/threshold/adopt');
    const { resident, token } = await town.ask('POST', `/v1/souls/${soul}/token`, visitor.token);
    bodies.set(soul, { id: textOf(resident), token: textOf(token) });
  }
  const [casimir, wren] = [bodies.get(dead), bodies.get(lives)];
  if (casimir === undefined || wren === undefined) throw new Error('nobody was born');
  await town.walk(wren, 'commons');
  await town.act(wren, '/v1/me/thoughts', { text: 'Nobody has asked the old one how it is. I shall.' });
  await town.say(wren, 'I am new here. Whom should I meet first?');
  await town.act(casimir, '/v1/legacy/compose', { title: 'On doors', content: 'Each one was painted.' });
  await town.act(casimir, '/v1/me/shutdown', { confirm: true });
  await town.tick(3);
  await town.grant(visitor.id, 100);
  return { dead, lives, waits: await write('Odile'), casimir, wren };
}

async function operates(page: Page, token: string): Promise<void> {
  await page.getByLabel('The operator’s token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('region', { name: 'The clock' }).waitFor();
}

/** Every page, and each of its states. */
export async function shownTown(town: Town): Promise<readonly ShownPage[]> {
  const [ada] = await people(town);
  if (ada === undefined) throw new Error('nobody was founded');
  const visitor = await town.visitor('grace');
  const { dead, lives, waits, casimir, wren } = await souls(town, ada, visitor);
  await town.station('Library');
  const { next_to } = await town.ask('GET', '/v1/places/city-commons');
  const pod = textOf(fieldsOf(listOf(next_to)[0])['id']);
  const soul = (name: string, id: string, words: string) =>
    ({ name, path: `/visit?soul=${id}`, visitor, ready: heading(words) }) as const;
  return [
    { name: 'landing', path: '/', ready: (page) => live(page).then(() => text('Whom should I meet first?')(page)) },
    { name: 'visit-stranger', path: '/visit', ready: heading('Write somebody into the city') },
    { name: 'visit-souls', path: '/visit', visitor, ready: text('waits: 1 of 1') },
    { name: 'visit-write', path: '/visit?show=write', visitor, ready: text('Send it into the city') },
    { name: 'visit-wallet', path: '/visit?show=wallet', visitor, ready: heading('Your wallet') },
    { name: 'visit-news', path: '/visit?show=told', visitor, ready: text('Wren is born') },
    soul('visit-waiting', waits, 'Odile waits'),
    { ...soul('visit-living', lives, 'Wren lives'), ready: text('Nobody has asked the old one') },
    { ...soul('visit-dead', dead, 'Casimir has died'), ready: text('On doors') },
    { name: 'place', path: '/watch/place/city-commons', ready: text('Whom should I meet first?') },
    { name: 'place-pod', path: `/watch/place/${pod}`, ready: heading('') },
    { name: 'place-unknown', path: '/watch/place/nowhere', ready: heading('') },
    { name: 'resident', path: `/watch/resident/${wren.id}`, ready: text('Whom should I meet first?') },
    { name: 'resident-own', path: `/watch/resident/${wren.id}`, visitor, ready: text('For you, who wrote its soul') },
    { name: 'resident-dead', path: `/watch/resident/${casimir.id}`, ready: text('Lived in this city') },
    { name: 'resident-unknown', path: '/watch/resident/nobody-99', ready: heading('') },
    { name: 'dashboard-stranger', path: '/dashboard', ready: text('Log in as the operator') },
    { name: 'dashboard', path: '/dashboard', ready: (page) => operates(page, town.city.operatorToken) },
  ];
}

/** Opens a page of it, in a context in which nobody is logged in yet. */
export async function openShown(page: Page, town: Town, shown: ShownPage): Promise<void> {
  if (shown.visitor !== undefined)
    await page.context().addCookies([{ name: 'civitas_visitor', value: shown.visitor.token, url: town.url }]);
  await page.goto(`${town.url}${shown.path}`);
  await shown.ready(page);
}
