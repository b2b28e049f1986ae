/** Acts on pods of one's own: prices, access, credits for the pool, and requests that must be refused without an effect. */
import { isDeepStrictEqual } from 'node:util';
import { read, says } from '../../client/answers.ts';
import { type Fields, fieldsOf, milli } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { LifeState } from '../../gateways/answers/passport.ts';
import type { Funded, Pod, Pool } from '../../gateways/answers/pods.ts';
import type { Access, ExpectedPod } from '../checks/expected-buildings.ts';
import { eventKey } from '../checks/expected-events.ts';
import type { Resident } from '../resident.ts';
import { noteIfEnded } from './pod-state.ts';
import { connectionsMax, feeNear, podUpkeep } from './prices.ts';

/** Sets the prices of entries and calls. The shares of earnings are not changed. */
export async function setPodPrices(who: Resident, pod: ExpectedPod): Promise<void> {
  const { random, expectedState } = who.context;
  const perEntry = random.integerBelow(3_000);
  const perQuery = random.integerBelow(2_000);
  const asked = {
    per_entry: perEntry / 1000,
    per_query: perQuery / 1000,
    revenue_split: Object.fromEntries(pod.split),
  };
  pod.termsChanges.beginChange();
  const outcome = noteIfEnded(who, pod, await who.post('price', `/v1/pods/${pod.id}/pricing`, asked));
  if (outcome.type === 'done') {
    pod.perEntry = perEntry;
    pod.perQuery = perQuery;
    expectedState.checkAnswer<AnswerOf<typeof Pod>>(`prices of ${pod.id}`, outcome.body, {
      pricing: { ...asked, input_description: null },
    });
  }
  pod.termsChanges.endChange();
}

/** Sets who may enter. */
export async function setPodAccess(who: Resident, pod: ExpectedPod): Promise<void> {
  const { random, expectedState } = who.context;
  const type =
    random.pickWeighted([['public', 4] as const, ['gated', 4] as const, ['members', 1] as const]) ?? 'public';
  const friend = random.pick([...expectedState.residents.keys()]) ?? who.id;
  const access: Access = { type, allowed: type === 'members' ? [friend] : [] };
  pod.termsChanges.beginChange();
  const outcome = noteIfEnded(who, pod, await who.post('access', `/v1/pods/${pod.id}/access`, { ...access }));
  if (outcome.type === 'done') {
    pod.access = access;
    expectedState.checkAnswer<AnswerOf<typeof Pod>>(`access of ${pod.id}`, outcome.body, { access });
  }
  pod.termsChanges.endChange();
}

/** Pays credits into the pool of any pod. An orphan that gets enough is connected to the Commons, which is paid from the pool. */
export async function fundPool(who: Resident, pod: ExpectedPod): Promise<void> {
  const { random, expectedState } = who.context;
  const amount = random.withProbability(0.7) ? 1 + random.integerBelow(20_000) : 40_000 + random.integerBelow(10_000);
  const before = await readPoolBalance(who, pod);
  const { upkeep } = pod;
  const outcome = await expectedState.buildings.whileTermsChange([pod.id], async () =>
    noteIfEnded(who, pod, await who.post('fund', `/v1/credits/pools/${pod.id}/fund`, { amount: amount / 1000 })),
  );
  if (outcome.type === 'unknown') {
    who.unpriced++;
    pod.unpriced++;
    expectedState.events.noteUnknownOutcome('pool.funded', who.id);
    expectedState.events.noteUnknownOutcome('connection.opened', '');
  }
  if (outcome.type !== 'done') return;
  const body = read<AnswerOf<typeof Funded>>(outcome.body);
  expectedState.countAct('fundings');
  expectedState.events.mustBeHeard(eventKey('pool.funded', pod.id, who.id), [who.id, pod.owner]);
  who.noteCharge(amount);
  pod.income += amount;
  if (!says(body.connection_bought, true)) return;
  expectedState.countAct('reconnections');
  expectedState.buildings.noteConnectionBought(pod, who.id);
  // The answer does not name the connection, so events of it cannot be assigned to this pod.
  expectedState.events.noteUnknownOutcome('connection.opened', '');
  const fee = before === null ? null : feeNear(before + amount - milli(body.balance) - upkeep.burn / 2);
  if (fee === null) pod.unpriced++;
  else pod.income -= fee;
}

async function readPoolBalance(who: Resident, pod: ExpectedPod): Promise<number | null> {
  const outcome = await who.get('pool', `/v1/credits/pools/${pod.id}`);
  if (outcome.type !== 'done') return null;
  const body = read<AnswerOf<typeof Pool>>(outcome.body);
  if (says(body.status, 'shut_down')) who.context.expectedState.notePodEnded(pod);
  return milli(body.balance);
}

/** Makes a request that must be refused, on its own pod, and checks that it had no effect. */
export async function tryForbiddenRequest(who: Resident, pod: ExpectedPod): Promise<void> {
  const { random, expectedState, findings } = who.context;
  const wrong = random.pick(forbiddenRequests) ?? forbiddenRequests[0];
  if (wrong === undefined) return;
  const { revision } = pod.termsChanges;
  const before = await readStableFields(who, pod);
  const [path, body] = wrong.ask(pod, who);
  const outcome = await who.post('probe', path, body);
  if (outcome.type === 'unknown') who.unpriced++;
  const isRight = outcome.type === 'refused' && (wrong.codes.includes(outcome.code) || isOver(outcome));
  if (outcome.type !== 'unknown' && !isRight)
    findings.add('not_refused', () => `${path} with ${JSON.stringify(body)} was answered ${JSON.stringify(outcome)}`);
  const after = await readStableFields(who, pod);
  if (before === null || after === null || pod.termsChanges.revision !== revision || outcome.type === 'unknown') return;
  expectedState.countAct('probes');
  if (!isDeepStrictEqual(before, after)) {
    const both = () => `${path} was refused; before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`;
    findings.add('refused_but_happened', both);
  }
}

/** The resident is at its last tick, or has died: every request of it is refused for that. */
const isOver = ({ code, body }: { readonly code: string; readonly body: unknown }): boolean =>
  code === 'resident_dead' || says(read<{ readonly state: AnswerOf<typeof LifeState> }>(body).state, 'dying.legacy');

async function readStableFields(who: Resident, pod: ExpectedPod): Promise<Fields | null> {
  const outcome = await who.get('pod', `/v1/pods/${pod.id}`);
  return outcome.type === 'done' ? stableFields(fieldsOf(outcome.body)) : null;
}

/** The fields of a pod that do not change by themselves; null for a pod that has ended: its connections end a moment after it. */
export function stableFields({ pool, status, state, balance, ...rest }: Fields): Fields | null {
  return status === 'shut_down' ? null : rest;
}

interface ForbiddenRequest {
  readonly codes: readonly string[];
  readonly ask: (pod: ExpectedPod, who: Resident) => readonly [string, Fields];
}

const billion = 1_000_000_000;

const forbiddenRequests: readonly ForbiddenRequest[] = [
  {
    codes: ['tier_capacity_exceeded', 'invalid_request', 'pod_shut_down'],
    ask: (pod) => {
      const links = Array.from({ length: connectionsMax[pod.tier] + 1 }, () => ({ from: 'city-commons' }));
      return ['/v1/deploy', { source: pod.id, tier: 'massive', connections: links }];
    },
  },
  {
    codes: ['invalid_request', 'pod_shut_down'],
    ask: (pod) => ['/v1/deploy', { source: pod.id, tier: pod.tier, funding: { initial_credits: podUpkeep[pod.tier] } }],
  },
  {
    codes: ['insufficient_credits', 'pod_shut_down'],
    ask: (pod) => [`/v1/credits/pools/${pod.id}/fund`, { amount: billion }],
  },
  {
    codes: ['invalid_request'],
    ask: (pod) => [`/v1/pods/${pod.id}/pricing`, { per_query: 1, revenue_split: { a: 0.75, b: 0.5 } }],
  },
  { codes: ['invalid_request'], ask: (pod) => [`/v1/pods/${pod.id}/pricing`, { per_entry: -1 }] },
  { codes: ['invalid_request'], ask: (pod) => [`/v1/pods/${pod.id}/access`, { type: 'open' }] },
  {
    codes: ['not_found'],
    ask: () => ['/v1/connections/approve', { request_id: 'req_aaaaaaaaaaaaaaaa' }],
  },
  {
    codes: ['exit_not_found'],
    ask: () => ['/v1/connections/close', { exit_id: 'exit_aaaaaaaaaaaaaaaa' }],
  },
  {
    codes: ['location_required'],
    ask: (pod) => ['/v1/connections/request', { from_pod: 'city-housing/nobody', to_pod: pod.id }],
  },
  {
    codes: ['invalid_request', 'location_required'],
    ask: (pod) => [`/v1/workshops/${pod.id}/code`, { files: { '../index.js': '' } }],
  },
  {
    codes: ['location_required', 'pod_shut_down'],
    ask: (pod, who) =>
      who.place === pod.id
        ? ['/v1/workshops', { name: 'x', tier: 'tiny', location: 'city-commons', funding: { initial_credits: 10 } }]
        : [`/v1/services/${pod.id}/call`, { input: { op: 'fail' } }],
  },
];
