/** Credits: the caller's balance, transfers, and the pools of places. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { Credits, Transferred } from '../../answers/credits.ts';
import { Funded, Pool } from '../../answers/pods.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Credits as Amount, PodId, ResidentId } from '../../schema/fields.ts';
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

export const creditRoutes: readonly Route[] = [getCredits, transfer, getPool, fundPool];
