/** Wallets of visitors: the operator fills them, visitors give out of them and read their notifications. */
import { z } from 'zod';
import { command } from '../../../actors/registry.ts';
import { visitorActor } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import type { FeedEvent } from '../../../engine/command.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { Funded, Notification, Notifications, Visitor } from '../../answers/visitors.ts';
import { defineRoute } from '../../route/route.ts';
import { Credits, Page, ResidentId, VisitorId } from '../../schema/fields.ts';
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
