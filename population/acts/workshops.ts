/** Workshops: opened where a resident stands, and entered by those who work there. */

import { Pod } from '../checks/expected-buildings.ts';
import { newsKey } from '../checks/expected-events.ts';
import { Upkeep } from '../checks/upkeep.ts';
import { type Fields, fieldsOf, textOf } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import { planWorkshop, type WorkshopPlan } from './pod-plans.ts';
import { refreshPod } from './pod-state.ts';
import { deployCost, podUpkeep } from './prices.ts';

/** Opens a workshop where it stands. */
export async function openWorkshop(who: Resident): Promise<void> {
  const { works } = who.at;
  const place = who.place ?? '';
  const plan = planWorkshop(who);
  const outcome = await who.do('workshop', '/v1/workshops', {
    name: plan.name,
    tier: plan.tier,
    access: plan.collaborators,
    connections: [{ from: 'current', entrance_description: 'A door, and sawdust.' }],
    funding: { initial_credits: plan.funding / 1000 },
  });
  if (outcome.type === 'unknown') {
    who.unpriced++;
    works.news.doubt('workshop.created', who.id);
  }
  if (outcome.type !== 'done') return;
  const body = fieldsOf(outcome.body);
  checkWorkshopAnswer(who, place, plan, body);
  who.charge(deployCost[plan.tier] / 2 + plan.funding);
  const pod = addWorkshop(who, place, plan, body);
  works.count('workshops');
  works.news.expect(newsKey('workshop.created', pod.id), [who.id]);
}

/** What a workshop takes each tick: half of what a deployed pod does. */
const workshopUpkeep = ({ tier }: WorkshopPlan): number => podUpkeep[tier] / 2;

function checkWorkshopAnswer(who: Resident, place: string, plan: WorkshopPlan, body: Fields): void {
  const { works } = who.at;
  works.expect(`workshop of ${who.id}`, body, {
    status: 'workshop',
    tier: plan.tier,
    owner: who.id,
    representative: who.id,
    location: place,
    collaborators: plan.collaborators,
  });
  works.expect(`pool of a new workshop of ${who.id}`, fieldsOf(body['pool']), {
    balance: plan.funding / 1000,
    burn_per_tick: workshopUpkeep(plan) / 1000,
  });
}

function addWorkshop(who: Resident, place: string, plan: WorkshopPlan, body: Fields): Pod {
  const { works, listener, findings } = who.at;
  const about = {
    id: textOf(body['id']),
    owner: who.id,
    collaborators: plan.collaborators,
    tier: plan.tier,
    birthplace: place,
    door: textOf(body['exit_id']),
    starves: plan.starves,
    upkeep: new Upkeep(workshopUpkeep(plan), listener.ticks),
  };
  const pod = new Pod(about, findings);
  pod.income = plan.funding;
  works.pods.add(pod);
  return pod;
}

/** Goes through the door of a workshop on which it works. */
export async function enterWorkshop(who: Resident, pod: Pod): Promise<void> {
  const outcome = await who.travel(pod.door);
  if (outcome.type === 'refused') await refreshPod(who, pod);
}
