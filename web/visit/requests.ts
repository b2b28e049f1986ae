/** This page's requests to the Portal Gateway: a line for each. The cookie identifies the visitor. */
import { AccountHistory, postingsOfPage } from '../lib/account-history.ts';
import { api } from '../lib/api.ts';
import { type CityEvent, cityEvent } from '../lib/events.ts';
import { type PageOf, pageOf, pagePath, wholeList } from '../lib/lists.ts';
import { OwnResident } from '../lib/own-resident.ts';
import { SoulTerms } from '../lib/soul-terms.ts';
import {
  CurrentSession,
  EndedSessions,
  EndedSoul,
  Framework,
  Funded,
  GivenToken,
  LoggedIn,
  LoggedOut,
  Me,
  Notification,
  Soul,
  Withdrawn,
} from './answers.ts';

const part = encodeURIComponent;

/** Items of one page of the dead. */
const endedItems = 100;

interface Account {
  readonly handle: string;
  readonly password: string;
}

export const requests = {
  session: () => api.get('/v1/visitors/session', CurrentSession),
  me: () => api.get('/v1/visitors/me', Me),
  logIn: (account: Account) => api.post('/v1/visitors/login', account, LoggedIn),
  register: (account: Account) => api.post('/v1/visitors/register', account, LoggedIn),
  logOut: () => api.post('/v1/visitors/logout', {}, LoggedOut),
  changePassword: (password: string, next: string) =>
    api.post('/v1/visitors/password', { password, new_password: next }, EndedSessions),
  endOtherSessions: () => api.post('/v1/visitors/sessions/end', {}, EndedSessions),
  terms: () => api.get('/v1/souls/terms', SoulTerms),
  frameworks: () => wholeList(api, '/v1/frameworks', Framework),
  souls: () => wholeList(api, '/v1/souls', Soul),
  endedSouls: (cursor: string | null) => api.get(pagePath('/v1/souls/ended', endedItems, cursor), pageOf(EndedSoul)),
  writeSoul: (body: object, key: string) => api.post('/v1/souls', body, Soul, { key }),
  takeBack: (id: string) => api.remove(`/v1/souls/${part(id)}`, Withdrawn),
  token: (id: string) => api.post(`/v1/souls/${part(id)}/token`, {}, GivenToken),
  life: (resident: string) => api.get(`/v1/visitors/residents/${part(resident)}`, OwnResident),
  fund: (resident: string, amount: number, key: string) =>
    api.post('/v1/visitors/fund', { resident, amount }, Funded, { key }),
  walletHistory: (cursor: string | null) =>
    api.get(pagePath('/v1/visitors/wallet/history', postingsOfPage, cursor), AccountHistory),
  notifications: async (cursor: string | null, limit: number): Promise<PageOf<CityEvent>> => {
    const path = pagePath('/v1/visitors/notifications', limit, cursor);
    const { items, next_cursor } = await api.get(path, pageOf(Notification));
    return { items: items.flatMap((item) => cityEvent(item) ?? []), next_cursor };
  },
} as const;
