/** Deploys: a workshop or a room becomes a pod, and a pod gets a larger tier. */

import { Pod, type Room } from '../checks/expected-buildings.ts';
import { newsKey } from '../checks/expected-events.ts';
import type { Member } from '../checks/expected-state.ts';
import { Upkeep } from '../checks/upkeep.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import { chargeDeploy, readBalance } from './deploy-charge.ts';
import { type DeployPlan, planDeploy, podNames, pricingBody } from './pod-plans.ts';
import { addShownConnection, refreshPod } from './pod-state.ts';
import { deployCost, podUpkeep, tiers } from './prices.ts';

/** Makes a pod of a workshop, where it was opened. An owned place must have agreed to the connection before. */
export async function deployWorkshop(who: Resident, pod: Pod): Promise<void> {
  const { works, findings, listener } = who.at;
  const plan = planDeploy(who, pod.tier, pod.starves);
  const agreed = works.pods.links('open').some(({ from, to }) => from === pod.birthplace && to === pod.id);
  const other = works.pods.representative(pod.birthplace);
  const mustAsk = other !== null && other !== who.id && !agreed;
  const witnesses = residentsAt(who, pod.id);
  const before = await readBalance(who);
  const body = workshopDeployBody(pod, plan);
  pod.terms.begin();
  const outcome = await works.pods.changing([pod.birthplace], () => who.do('deploy', '/v1/deploy', body));
  if (outcome.type === 'done') noteDeployed(who, pod, plan, fieldsOf(outcome.body));
  pod.terms.end();
  if (outcome.type === 'unknown') noteUnknownDeploy(who, pod);
  if (outcome.type === 'refused') await refreshPod(who, pod);
  if (outcome.type !== 'done') return;
  if (mustAsk) findings.add('not_refused', () => `${pod.id} was deployed without the word of ${other}`);
  const shown = fieldsOf(outcome.body);
  works.expect(`deployed ${pod.id}`, shown, {
    id: pod.id,
    status: 'deployed',
    tier: plan.tier,
    owner: who.id,
    representative: who.id,
  });
  pod.upkeep.change(podUpkeep[plan.tier] / 2, listener.ticks);
  chargeDeploy(who, agreed ? 0 : null, before, shown, deployCost[plan.tier] + plan.funding);
  expectDeployHeard(who, pod, witnesses);
}

const workshopDeployBody = (pod: Pod, plan: DeployPlan): Fields => ({
  source: pod.id,
  tier: plan.tier,
  description: 'Everything here was made by hand.',
  connections: [{ from: 'current', entrance_description: 'Smoke and voices.' }],
  pricing: pricingBody(plan),
  funding: { initial_credits: plan.funding / 1000 },
});

/** Makes a pod of a room, at home; the connection starts at the Commons, or at the house, which alone leads nowhere. */
export async function deployRoom(who: Resident, room: Room): Promise<void> {
  const { works, chance } = who.at;
  const plan = planDeploy(who, 'tiny', false);
  const from = chance.share(0.75) ? 'city-commons' : who.home;
  const wasInRoom = who.place === room.id;
  const witnesses = residentsAt(who, room.id);
  const before = await readBalance(who);
  const outcome = await who.do('deploy', '/v1/deploy', {
    source: room.name,
    name: `${chance.pick(podNames) ?? ''} at home`,
    tier: 'tiny',
    connections: [{ from, visibility: chance.share(0.8) ? 'visible' : 'subtle' }],
    pricing: pricingBody(plan),
    funding: { initial_credits: plan.funding / 1000 },
  });
  if (outcome.type === 'unknown') {
    noteUnknownRoomDeploy(who, room);
    if (wasInRoom) who.place = null;
  }
  if (outcome.type !== 'done') return;
  const body = fieldsOf(outcome.body);
  const pod = addPodOfRoom(who, room, from, body);
  noteDeployed(who, pod, plan, body);
  chargeDeploy(who, null, before, body, deployCost.tiny + plan.funding);
  works.news.expect(newsKey('room.removed', room.id), [who.id], room.invited);
  expectDeployHeard(who, pod, witnesses);
  if (wasInRoom) who.place = pod.id;
}

function addPodOfRoom(who: Resident, room: Room, birthplace: string, body: Fields): Pod {
  const { works, listener, findings } = who.at;
  const upkeep = new Upkeep(podUpkeep.tiny, listener.ticks);
  const id = textOf(body['id']);
  const about = { id, owner: who.id, collaborators: [], tier: 'tiny', birthplace, door: '', starves: false } as const;
  const pod = new Pod({ ...about, upkeep }, findings);
  pod.version = room.version;
  room.isOpen = false;
  works.pods.add(pod);
  return pod;
}

/** A larger tier for a pod; what is paid is the difference. */
export async function raiseTier(who: Resident, pod: Pod): Promise<void> {
  const { works, chance } = who.at;
  const tier = tiers[tiers.indexOf(pod.tier) + 1];
  if (tier === undefined) return;
  const funding = chance.share(0.5) ? podUpkeep[tier] * 10 : 0;
  const extra = funding === 0 ? {} : { funding: { initial_credits: funding / 1000 } };
  const body = { source: pod.id, tier, ...extra };
  const outcome = await works.pods.changing([pod.id], () => who.do('deploy', '/v1/deploy', body));
  if (outcome.type === 'unknown') noteUnknownDeploy(who, pod);
  if (outcome.type === 'refused') await refreshPod(who, pod);
  if (outcome.type !== 'done') return;
  works.expect(`larger ${pod.id}`, fieldsOf(outcome.body), { id: pod.id, tier, owner: who.id });
  who.charge(deployCost[tier] - deployCost[pod.tier] + funding);
  pod.upkeep.change(podUpkeep[tier] - podUpkeep[pod.tier], who.at.listener.ticks);
  pod.income += funding;
  pod.tier = tier;
  works.count('raises');
}

/** The pod stands as it was planned, and its connections lead to it. */
function noteDeployed(who: Resident, pod: Pod, plan: DeployPlan, body: Fields): void {
  const { works } = who.at;
  pod.phase = 'deployed';
  pod.perEntry = plan.pricing.perEntry;
  pod.perQuery = plan.pricing.perQuery;
  pod.split = plan.split;
  pod.income += plan.funding;
  works.count('deploys');
  works.expect(
    `pricing of ${pod.id}`,
    { pricing: body['pricing'] },
    { pricing: { ...pricingBody(plan), input_description: null } },
  );
  const connections = listOf(body['connections']);
  if (connections.length === 0)
    who.at.findings.add('answer_differs', () => `${pod.id} was deployed without a connection: ${JSON.stringify(body)}`);
  for (const shown of connections) {
    const link = addShownConnection(who, fieldsOf(shown));
    works.news.expect(newsKey('connection.opened', link.request), works.pods.concerned(link), works.residents.keys());
  }
}

/** What became of it is not known: nothing is concluded from its pool any more. */
function noteUnknownDeploy(who: Resident, pod: Pod): void {
  who.unpriced++;
  pod.unpriced++;
  who.at.works.news.doubt('pod.deployed', who.id);
  who.at.works.news.doubt('connection.opened', '');
}

/** Whether the room is a pod now is not known: nobody goes there any more. */
function noteUnknownRoomDeploy(who: Resident, room: Room): void {
  const { news } = who.at.works;
  who.unpriced++;
  room.isOpen = false;
  for (const type of ['room.removed', 'pod.deployed']) news.doubt(type, who.id);
  news.doubt('connection.opened', '');
}

/** Somebody at a place, and on which journey. */
type Witness = readonly [resident: Member, journeys: number];

const residentsAt = (who: Resident, place: string): readonly Witness[] =>
  [...who.at.works.residents.values()].filter((one) => one.place === place).map((one) => [one, one.journeys] as const);

/** The owner hears of its new pod, and so does who was inside and has not set out since. */
function expectDeployHeard(who: Resident, pod: Pod, witnesses: readonly Witness[]): void {
  const { news, residents } = who.at.works;
  const stayed = witnesses.filter(([one, journeys]) => one.journeys === journeys).map(([one]) => one.id);
  news.expect(newsKey('pod.deployed', pod.id), [who.id, ...stayed], residents.keys());
}
