/** Wallets of visitors: the operator fills them, visitors give out of them, and read how they came to what they have. */
import { z } from 'zod';
import { command } from '../../../actors/registry.ts';
import { visitorActor } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import type { FeedEvent } from '../../../engine/command.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { AccountHistory } from '../../answers/credits.ts';
import { Funded, Notification, Notifications, Visitor } from '../../answers/visitors.ts';
import { accountHistory, type HistoryReading } from '../../credits/account-history.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { AccountId, Credits, HistoryPage, Page, ResidentId, VisitorId } from '../../schema/fields.ts';
import { lettersPage } from '../letters-page.ts';

export const grantCredits = defineRoute({
  method: 'POST',
  path: '/v1/admin/credits',
  summary: 'Fill the wallet of a visitor, out of the treasury; the visitor is told',
  caller: 'operator',
  body: z.strictObject({ visitor: VisitorId, amount: Credits }),
  answer: Visitor,
  status: 201,
  refusals: ['not_found'],
  command: ({ body: { visitor, amount } }) =>
    command(
      visitorActor(visitor),
      { type: 'grant', amount },
      { caller: 'operator', reply: view('visitor', { id: visitor }) },
    ),
});

export const fundResident = defineRoute({
  method: 'POST',
  path: '/v1/visitors/fund',
  summary: 'Give credits out of your wallet to a resident that lives; both of you are told',
  caller: 'visitor',
  body: z.strictObject({ resident: ResidentId, amount: Credits }),
  answer: Funded,
  status: 201,
  refusals: ['insufficient_credits', 'not_found', 'resident_dead'],
  command: ({ caller, body: { resident, amount } }) =>
    command(
      caller.actor,
      { type: 'fund', resident, amount },
      { caller: caller.actor, reply: view('funding', { visitor: caller.id }) },
    ),
});

/** An event has more fields than are shown. */
const ShownFields = z.object(Notification.shape);

/** Read from the newest backwards, so that a page is fast however many there are. */
export const getNotifications = defineRoute({
  method: 'GET',
  path: '/v1/visitors/notifications',
  summary: 'What concerned you, newest first: events of your souls, and of your wallet',
  caller: 'visitor',
  query: Page,
  answer: Notifications,
  perform: ({ caller, query }, city) => lettersPage(city, caller.actor, query, notificationOf),
});

const notificationOf = ({ json }: FeedEvent): AnswerOf<typeof Notification> => ShownFields.parse(JSON.parse(json));

export const getWalletHistory = (reading: HistoryReading): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/visitors/wallet/history',
    summary: 'How your wallet came to what it holds, newest first: what came, what went, and with whom',
    caller: 'visitor',
    query: HistoryPage,
    answer: AccountHistory,
    refusals: ['busy'],
    perform: async ({ caller, query }, city) =>
      accountHistory(reading, await city.view(view('account_book', { account: caller.actor })), 'owner', query),
  });

export const getAccountHistory = (reading: HistoryReading): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/accounts/:id/history',
    summary: 'How any account came to what it has, newest first: that of an actor, the treasury, or the escrow',
    caller: 'operator',
    params: z.strictObject({ id: AccountId }),
    query: HistoryPage,
    answer: AccountHistory,
    refusals: ['not_found', 'busy'],
    perform: async ({ params: { id: account }, query }, city) =>
      accountHistory(reading, await city.view(view('account_book', { account })), 'operator', query),
  });
