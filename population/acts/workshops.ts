/** Workshops: opened where a resident stands, and entered by those who work there. */

import { type Read, read } from '../../client/answers.ts';
import { textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { BuiltPod } from '../../gateways/answers/pods.ts';
import { ExpectedPod } from '../checks/expected-buildings.ts';
import { eventKey } from '../checks/expected-events.ts';
import { Upkeep } from '../checks/upkeep.ts';
import type { Resident } from '../resident.ts';
import { planWorkshop, type WorkshopPlan } from './pod-plans.ts';
import { refreshPod } from './pod-state.ts';
import { deployCost, podUpkeep } from './prices.ts';

/** Opens a workshop at its place. */
export async function openWorkshop(who: Resident): Promise<void> {
  const { expectedState } = who.context;
  const place = who.place ?? '';
  const plan = planWorkshop(who);
  const outcome = await who.post('workshop', '/v1/workshops', {
    name: plan.name,
    tier: plan.tier,
    access: plan.collaborators,
    connections: [{ from: 'current', entrance_description: 'A door, and sawdust.' }],
    funding: { initial_credits: plan.funding / 1000 },
  });
  if (outcome.type === 'unknown') {
    who.unpriced++;
    expectedState.events.noteUnknownOutcome('workshop.created', who.id);
  }
  if (outcome.type !== 'done') return;
  const body = read<AnswerOf<typeof BuiltPod>>(outcome.body);
  checkWorkshopAnswer(who, place, plan, body);
  who.noteCharge(deployCost[plan.tier] / 2 + plan.funding);
  const pod = addWorkshop(who, place, plan, body);
  expectedState.countAct('workshops');
  expectedState.events.mustBeHeard(eventKey('workshop.created', pod.id), [who.id]);
}

/** Upkeep of a workshop each tick: half of a deployed pod's. */
const workshopUpkeep = ({ tier }: WorkshopPlan): number => podUpkeep[tier] / 2;

function checkWorkshopAnswer(
  who: Resident,
  place: string,
  plan: WorkshopPlan,
  body: Read<AnswerOf<typeof BuiltPod>>,
): void {
  const { expectedState } = who.context;
  expectedState.checkAnswer<AnswerOf<typeof BuiltPod>>(`workshop of ${who.id}`, body, {
    status: 'workshop',
    tier: plan.tier,
    owner: who.id,
    representative: who.id,
    location: place,
    collaborators: plan.collaborators,
  });
  expectedState.checkAnswer<AnswerOf<typeof BuiltPod>['pool']>(`pool of a new workshop of ${who.id}`, body.pool, {
    balance: plan.funding / 1000,
    burn_per_tick: workshopUpkeep(plan) / 1000,
  });
}

function addWorkshop(
  who: Resident,
  place: string,
  plan: WorkshopPlan,
  body: Read<AnswerOf<typeof BuiltPod>>,
): ExpectedPod {
  const { expectedState, listener, findings } = who.context;
  const about = {
    id: textOf(body.id),
    owner: who.id,
    collaborators: plan.collaborators,
    tier: plan.tier,
    birthplace: place,
    door: textOf(body.exit_id),
    starves: plan.starves,
    upkeep: new Upkeep(workshopUpkeep(plan), listener.ticks),
  };
  const pod = new ExpectedPod(about, findings);
  pod.income = plan.funding;
  expectedState.buildings.addPod(pod);
  return pod;
}

/** Walks through the door of a workshop in which it works. */
export async function enterWorkshop(who: Resident, pod: ExpectedPod): Promise<void> {
  const outcome = await who.travel(pod.door);
  if (outcome.type === 'refused') await refreshPod(who, pod);
}
