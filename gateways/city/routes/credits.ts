/** Credits: the caller's balance, how it came about, transfers, and the pools of places. */
import { z } from 'zod';
import { residentActor } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import { AccountHistory, Credits, Transferred } from '../../answers/credits.ts';
import { Funded, Pool } from '../../answers/pods.ts';
import { accountHistory, type HistoryReading } from '../../credits/account-history.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Credits as Amount, HistoryPage, PodId, ResidentId } from '../../schema/fields.ts';
import { act } from './ask.ts';

const PodParams = z.strictObject({ podId: PodId });
const getCredits = defineRoute({
  method: 'GET',
  path: '/v1/credits',
  summary: 'Your balance, what you pay each tick and for what, and how many ticks it lasts',
  caller: 'resident',
  answer: Credits,
  view: ({ caller }) => view('credits', { id: caller.id }),
});

const transfer = defineRoute({
  method: 'POST',
  path: '/v1/credits/transfer',
  summary: 'Give credits to another resident, wherever it is',
  caller: 'resident',
  body: z.strictObject({ to: ResidentId, amount: Amount }),
  answer: Transferred,
  refusals: ['insufficient_credits', 'endowment_kept', 'not_found', 'resident_dead', 'invalid_state'],
  command: ({ caller, body }) =>
    act(caller, { type: 'transfer', to: body.to, amount: body.amount }, view('transfer', { resident: caller.id })),
});

const getPool = defineRoute({
  method: 'GET',
  path: '/v1/credits/pools/:podId',
  summary: 'The credit pool of a pod',
  caller: 'resident',
  params: PodParams,
  answer: Pool,
  refusals: ['not_found'],
  view: ({ caller, params }) => view('pool', { id: params.podId, resident: caller.id }),
});

const fundPool = defineRoute({
  method: 'POST',
  path: '/v1/credits/pools/:podId/fund',
  summary: 'Add credits to the pool of a pod, from anywhere; enough of them reconnect an orphan',
  caller: 'resident',
  params: PodParams,
  body: z.strictObject({ amount: Amount }),
  answer: Funded,
  refusals: ['insufficient_credits', 'endowment_kept', 'not_found', 'pod_shut_down', 'invalid_state'],
  command: ({ caller, params: { podId: pod }, body: { amount } }) =>
    act(caller, { type: 'fund', pod, amount }, view('funded', { id: pod, resident: caller.id })),
});

const history = (reading: HistoryReading) =>
  defineRoute({
    method: 'GET',
    path: '/v1/credits/history',
    summary: 'How your balance came about, newest first: what you were paid, what you paid, and upkeep in between',
    caller: 'resident',
    query: HistoryPage,
    answer: AccountHistory,
    refusals: ['busy'],
    perform: async ({ caller, query }, city) => {
      const viewed = await city.view(view('account_book', { account: residentActor(caller.id) }));
      return accountHistory(reading, viewed, 'owner', query);
    },
  });

const poolHistory = (reading: HistoryReading) =>
  defineRoute({
    method: 'GET',
    path: '/v1/credits/pools/:podId/history',
    summary: 'The same of the credit pool of a pod that you own or speak for',
    caller: 'resident',
    params: PodParams,
    query: HistoryPage,
    answer: AccountHistory,
    refusals: ['not_found', 'not_representative', 'busy'],
    perform: async ({ caller, params, query }, city) => {
      const viewed = await city.view(view('pool_book', { id: params.podId, resident: caller.id }));
      return accountHistory(reading, viewed, 'keeper', query);
    },
  });

export const creditRoutes = (reading: HistoryReading): readonly Route[] => [
  getCredits,
  history(reading),
  transfer,
  getPool,
  poolHistory(reading),
  fundPool,
];
