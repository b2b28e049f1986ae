/** What this page asks of the Portal Gateway: a line for each request. The cookie says who asks. */
import { api } from '../lib/api.ts';
import {
  EndedSoul,
  Framework,
  Funded,
  GivenToken,
  Happening,
  Life,
  LoggedIn,
  LoggedOut,
  listOf,
  Me,
  Soul,
  Terms,
  Withdrawn,
} from './answers.ts';

/** Items of a page, and pages of a list that are walked. */
const pageItems = 100;
const pagesMax = 5;

const part = encodeURIComponent;
const page = (path: string, limit: number, cursor: string | null) =>
  `${path}?limit=${limit}${cursor === null ? '' : `&cursor=${part(cursor)}`}`;

/** All souls but those of who has more than any page of a person holds. */
async function getSouls(): Promise<readonly Soul[]> {
  const souls: Soul[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < pagesMax; n++) {
    const answer: { readonly items: readonly Soul[]; readonly next_cursor: string | null } = await api.get(
      page('/v1/souls', pageItems, cursor),
      listOf(Soul),
    );
    souls.push(...answer.items);
    cursor = answer.next_cursor;
    if (cursor === null) break;
  }
  return souls;
}

interface Account {
  readonly handle: string;
  readonly password: string;
}

export const requests = {
  me: () => api.get('/v1/visitors/me', Me),
  logIn: (account: Account) => api.post('/v1/visitors/login', account, LoggedIn),
  register: (account: Account) => api.post('/v1/visitors/register', account, LoggedIn),
  logOut: () => api.post('/v1/visitors/logout', {}, LoggedOut),
  terms: () => api.get('/v1/souls/terms', Terms),
  frameworks: () => api.get(page('/v1/frameworks', pageItems, null), listOf(Framework)),
  souls: getSouls,
  endedSouls: () => api.get(page('/v1/souls/ended', pageItems, null), listOf(EndedSoul)),
  writeSoul: (body: object, key: string) => api.post('/v1/souls', body, Soul, { key }),
  takeBack: (id: string) => api.remove(`/v1/souls/${part(id)}`, Withdrawn),
  token: (id: string) => api.post(`/v1/souls/${part(id)}/token`, {}, GivenToken),
  life: (resident: string) => api.get(`/v1/visitors/residents/${part(resident)}`, Life),
  fund: (resident: string, amount: number, key: string) =>
    api.post('/v1/visitors/fund', { resident, amount }, Funded, { key }),
  notifications: (cursor: string | null, limit: number) =>
    api.get(page('/v1/visitors/notifications', limit, cursor), listOf(Happening)),
} as const;
