/** What this page asks of the Portal Gateway: a line for each request. The cookie says who asks. */
import { api } from '../lib/api.ts';
import { pageOf, pagePath, wholeList } from '../lib/lists.ts';
import {
  EndedSoul,
  Framework,
  Funded,
  GivenToken,
  Happening,
  Life,
  LoggedIn,
  LoggedOut,
  Me,
  Soul,
  Terms,
  Withdrawn,
} from './answers.ts';

const part = encodeURIComponent;

/** The dead that are fetched at once. */
const endedItems = 50;

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
  frameworks: () => wholeList(api, '/v1/frameworks', Framework),
  souls: () => wholeList(api, '/v1/souls', Soul),
  endedSouls: (cursor: string | null) => api.get(pagePath('/v1/souls/ended', endedItems, cursor), pageOf(EndedSoul)),
  writeSoul: (body: object, key: string) => api.post('/v1/souls', body, Soul, { key }),
  takeBack: (id: string) => api.remove(`/v1/souls/${part(id)}`, Withdrawn),
  token: (id: string) => api.post(`/v1/souls/${part(id)}/token`, {}, GivenToken),
  life: (resident: string) => api.get(`/v1/visitors/residents/${part(resident)}`, Life),
  fund: (resident: string, amount: number, key: string) =>
    api.post('/v1/visitors/fund', { resident, amount }, Funded, { key }),
  notifications: (cursor: string | null, limit: number) =>
    api.get(pagePath('/v1/visitors/notifications', limit, cursor), pageOf(Happening)),
} as const;
