/** Managing a pod: prices, access, credits for its pool, and requests that must be refused and change nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { Access, Pod } from '../checks/expected-buildings.ts';
import { newsKey } from '../checks/expected-events.ts';
import { type Fields, fieldsOf, milli, textOf } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import { noteIfEnded } from './pod-state.ts';
import { connectionsMax, feeNear, podUpkeep } from './prices.ts';

/** What entries and calls cost from now on. Who shares stays as it was. */
export async function price(who: Resident, pod: Pod): Promise<void> {
  const { chance, works } = who.at;
  const perEntry = chance.below(3_000);
  const perQuery = chance.below(2_000);
  const asked = {
    per_entry: perEntry / 1000,
    per_query: perQuery / 1000,
    revenue_split: Object.fromEntries(pod.split),
  };
  pod.terms.begin();
  const outcome = noteIfEnded(who, pod, await who.do('price', `/v1/pods/${pod.id}/pricing`, asked));
  if (outcome.type === 'done') {
    pod.perEntry = perEntry;
    pod.perQuery = perQuery;
    works.expect(`prices of ${pod.id}`, fieldsOf(outcome.body), { pricing: { ...asked, input_description: null } });
  }
  pod.terms.end();
}

/** Who may enter from now on. */
export async function admit(who: Resident, pod: Pod): Promise<void> {
  const { chance, works } = who.at;
  const type = chance.weighted([['public', 4] as const, ['gated', 4] as const, ['members', 1] as const]) ?? 'public';
  const friend = chance.pick([...works.residents.keys()]) ?? who.id;
  const access: Access = { type, allowed: type === 'members' ? [friend] : [] };
  pod.terms.begin();
  const outcome = noteIfEnded(who, pod, await who.do('access', `/v1/pods/${pod.id}/access`, { ...access }));
  if (outcome.type === 'done') {
    pod.access = access;
    works.expect(`access of ${pod.id}`, fieldsOf(outcome.body), { access });
  }
  pod.terms.end();
}

/** Credits for the pool of any pod. An orphan that gets enough is connected to the Commons, which is paid from them. */
export async function fund(who: Resident, pod: Pod): Promise<void> {
  const { chance, works } = who.at;
  const amount = chance.share(0.7) ? 1 + chance.below(20_000) : 40_000 + chance.below(10_000);
  const before = await poolOf(who, pod);
  const { upkeep } = pod;
  const outcome = await works.pods.changing([pod.id], async () =>
    noteIfEnded(who, pod, await who.do('fund', `/v1/credits/pools/${pod.id}/fund`, { amount: amount / 1000 })),
  );
  if (outcome.type === 'unknown') {
    who.unpriced++;
    pod.unpriced++;
    works.news.doubt('pool.funded', who.id);
    works.news.doubt('connection.opened', '');
  }
  if (outcome.type !== 'done') return;
  const body = fieldsOf(outcome.body);
  works.count('fundings');
  works.news.expect(newsKey('pool.funded', pod.id, who.id), [who.id, pod.owner]);
  who.charge(amount);
  pod.income += amount;
  if (body['connection_bought'] !== true) return;
  works.count('reconnections');
  works.pods.buy(pod, who.id);
  // Its identifiers are not in the answer: what is heard of the connection is not this pod's alone to tell.
  works.news.doubt('connection.opened', '');
  const fee = before === null ? null : feeNear(before + amount - milli(body['balance']) - upkeep.burn / 2);
  if (fee === null) pod.unpriced++;
  else pod.income -= fee;
}

async function poolOf(who: Resident, pod: Pod): Promise<number | null> {
  const outcome = await who.ask('pool', `/v1/credits/pools/${pod.id}`);
  if (outcome.type !== 'done') return null;
  const body = fieldsOf(outcome.body);
  if (body['status'] === 'shut_down') who.at.works.endPod(pod);
  return milli(body['balance']);
}

/** Asks for what must be refused, at a pod of its own, and looks whether anything became of it. */
export async function probe(who: Resident, pod: Pod): Promise<void> {
  const { chance, works, findings } = who.at;
  const wrong = chance.pick(wrongs) ?? wrongs[0];
  if (wrong === undefined) return;
  const { moment } = pod.terms;
  const before = await shape(who, pod);
  const [path, body] = wrong.ask(pod, who);
  const outcome = await who.do('probe', path, body);
  if (outcome.type === 'unknown') who.unpriced++;
  const isRight = outcome.type === 'refused' && (wrong.codes.includes(outcome.code) || isOver(outcome));
  if (outcome.type !== 'unknown' && !isRight)
    findings.add('not_refused', () => `${path} with ${JSON.stringify(body)} was answered ${JSON.stringify(outcome)}`);
  const after = await shape(who, pod);
  if (before === null || after === null || pod.terms.moment !== moment || outcome.type === 'unknown') return;
  works.count('probes');
  if (!isDeepStrictEqual(before, after)) {
    const both = () => `${path} was refused; before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`;
    findings.add('refused_but_happened', both);
  }
}

/** Who asked has come to its last tick, or has died: whatever it asks is refused for that. */
const isOver = ({ code, body }: { readonly code: string; readonly body: unknown }): boolean =>
  code === 'resident_dead' || textOf(fieldsOf(body)['state']).startsWith('dying');

/** What of a pod does not change by itself. */
async function shape(who: Resident, pod: Pod): Promise<Fields | null> {
  const outcome = await who.ask('pod', `/v1/pods/${pod.id}`);
  if (outcome.type !== 'done') return null;
  const { pool, status, state, balance, ...rest } = fieldsOf(outcome.body);
  return rest;
}

interface Wrong {
  readonly codes: readonly string[];
  readonly ask: (pod: Pod, who: Resident) => readonly [string, Fields];
}

const billion = 1_000_000_000;

const wrongs: readonly Wrong[] = [
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
