/** The last checks of what was built: pools add up, ended pods had run dry, requests without an end got their fee back, services counted right. */
import { fieldsOf, houseOf, milli } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import type { Pod } from './expected-buildings.ts';
import type { Works } from './expected-state.ts';
import type { Findings } from './findings.ts';

export interface WorksChecked {
  readonly pools: number;
  /** Calls whose count was held against the others of the same pod. */
  readonly counted: number;
}

/** `heardAll`: residents whose stream is complete. Before the balances are checked: fees that came back are found here. */
export async function auditWorks(
  works: Works,
  residents: readonly Resident[],
  heardAll: ReadonlySet<string>,
): Promise<WorksChecked> {
  let pools = 0;
  let counted = 0;
  for (const pod of works.pods.all()) {
    const owner = residents.find(({ id }) => id === pod.owner);
    if (owner === undefined || !heardAll.has(pod.owner)) continue;
    if (await auditPool(owner, pod, works)) pools++;
    pod.counts.close();
    counted += pod.counts.size;
  }
  for (const link of [...works.pods.links('pending'), ...works.pods.links('open'), ...works.pods.links('over')]) {
    const isCut = [link.from, link.to].some((place) => works.pods.pod(place)?.phase === 'ended');
    if (!isCut) continue;
    works.allowClosing(link);
    if (link.state === 'pending') works.refund(link);
  }
  for (const pod of works.pods.all()) if (pod.phase === 'ended') works.allowClosings(pod.id);
  // The house of the dead is a ruin, and what led there is closed.
  for (const resident of residents) if (resident.dead) works.allowClosings(houseOf(resident.id));
  return { pools, counted };
}

/** Returns false when it could not be judged. */
async function auditPool(owner: Resident, pod: Pod, works: Works): Promise<boolean> {
  const { findings, listener } = owner.at;
  const outcome = await owner.ask('pool', `/v1/credits/pools/${pod.id}`);
  if (outcome.type !== 'done') {
    findings.add('unreachable', () => `the pool of ${pod.id} could not be read: ${JSON.stringify(outcome)}`);
    return false;
  }
  const body = fieldsOf(outcome.body);
  const isOver = body['status'] === 'shut_down';
  if (isOver) works.endPod(pod);
  if (pod.unpriced > 0) return false;
  const taken = pod.income - milli(body['balance']);
  const isRich = works.strangers.size > 0 && taken < pod.upkeep.expected(listener.ticks);
  const isRight = isOver ? isDry(pod, listener.ticks) : isRich || pod.upkeep.fits(taken, listener.ticks);
  if (!isRight) wrong(findings, pod, taken, listener.ticks, body);
  return true;
}

/** A pod that has ended could not have paid for much longer. */
const isDry = (pod: Pod, ticks: number): boolean => pod.income - pod.upkeep.expected(ticks) <= 2 * pod.upkeep.burn;

function wrong(findings: Findings, pod: Pod, taken: number, ticks: number, body: unknown): void {
  const expected = `${pod.income / 1000} went in, ${pod.upkeep.expected(ticks) / 1000} should have been taken`;
  findings.add('balance', () => `the pool of ${pod.id}: ${expected}, ${taken / 1000} was: ${JSON.stringify(body)}`);
}
