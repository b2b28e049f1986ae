/** The final checks of buildings: pools add up, ended pods had run dry, fees of open requests were refunded, services counted right. */
import { read, says } from '../../client/answers.ts';
import { houseOf, milli } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Pool } from '../../gateways/answers/pods.ts';
import type { Resident } from '../resident.ts';
import type { ExpectedPod } from './expected-buildings.ts';
import type { ExpectedState } from './expected-state.ts';
import type { Findings } from './findings.ts';

export interface BuildingsChecked {
  readonly pools: number;
  /** Calls whose count was compared with the others of the same pod. */
  readonly counted: number;
}

/** `heardAll`: residents whose stream is complete. Runs before the check of balances, since it finds refunded fees. */
export async function auditBuildings(
  expectedState: ExpectedState,
  residents: readonly Resident[],
  heardAll: ReadonlySet<string>,
): Promise<BuildingsChecked> {
  let pools = 0;
  let counted = 0;
  for (const pod of expectedState.buildings.allPods()) {
    const owner = residents.find(({ id }) => id === pod.owner);
    if (owner === undefined || !heardAll.has(pod.owner)) continue;
    if (await auditPool(owner, pod, expectedState)) pools++;
    pod.callCounts.close();
    counted += pod.callCounts.size;
  }
  for (const link of [
    ...expectedState.buildings.connections('pending'),
    ...expectedState.buildings.connections('open'),
    ...expectedState.buildings.connections('over'),
  ]) {
    const isCut = [link.from, link.to].some((place) => expectedState.buildings.pod(place)?.phase === 'ended');
    if (!isCut) continue;
    expectedState.connections.allowClosing(link);
    if (link.state === 'pending') expectedState.connections.noteFeeRefunded(link);
  }
  for (const pod of expectedState.buildings.allPods())
    if (pod.phase === 'ended') expectedState.connections.allowClosingsAt(pod.id);
  // The house of a dead resident is a ruin, and its connections are closed.
  for (const resident of residents) if (resident.dead) expectedState.connections.allowClosingsAt(houseOf(resident.id));
  return { pools, counted };
}

/** False when it could not be judged. */
async function auditPool(owner: Resident, pod: ExpectedPod, expectedState: ExpectedState): Promise<boolean> {
  const { findings, listener } = owner.context;
  const outcome = await owner.get('pool', `/v1/credits/pools/${pod.id}`);
  if (outcome.type !== 'done') {
    findings.add('unreachable', () => `the pool of ${pod.id} could not be read: ${JSON.stringify(outcome)}`);
    return false;
  }
  const body = read<AnswerOf<typeof Pool>>(outcome.body);
  const isOver = says(body.status, 'shut_down');
  if (isOver) expectedState.notePodEnded(pod);
  if (pod.unpriced > 0) return false;
  const taken = pod.income - milli(body.balance);
  const isRich = expectedState.strangers.size > 0 && taken < pod.upkeep.expected(listener.ticks);
  const isRight = isOver ? isDry(pod, listener.ticks) : isRich || pod.upkeep.fits(taken, listener.ticks);
  if (!isRight) wrong(findings, pod, taken, listener.ticks, body);
  return true;
}

/** A pod that ended could not have paid its upkeep for much longer. */
const isDry = (pod: ExpectedPod, ticks: number): boolean =>
  pod.income - pod.upkeep.expected(ticks) <= 2 * pod.upkeep.burn;

function wrong(findings: Findings, pod: ExpectedPod, taken: number, ticks: number, body: unknown): void {
  const expected = `${pod.income / 1000} went in, ${pod.upkeep.expected(ticks) / 1000} should have been taken`;
  findings.add('balance', () => `the pool of ${pod.id}: ${expected}, ${taken / 1000} was: ${JSON.stringify(body)}`);
}
