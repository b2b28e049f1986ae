/** Deploys: a workshop or a room becomes a pod, and a pod gets a larger tier; who is there to see it. */

import { type Read, read } from '../../client/answers.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { BuiltPod } from '../../gateways/answers/pods.ts';
import { type ExpectedConnection, ExpectedPod, type ExpectedRoom } from '../checks/expected-buildings.ts';
import { eventKey } from '../checks/expected-events.ts';
import type { PopulationMember } from '../checks/expected-state.ts';
import { Upkeep } from '../checks/upkeep.ts';
import type { Resident } from '../resident.ts';
import { chargeDeploy, readBalance } from './deploy-charge.ts';
import { type DeployPlan, planDeploy, podNames, pricingBody } from './pod-plans.ts';
import { addShownConnection, refreshPod } from './pod-state.ts';
import { deployCost, podUpkeep, tiers } from './prices.ts';

/** The answer to a deploy, as it came. */
type Built = Read<AnswerOf<typeof BuiltPod>>;

/** Deploys a workshop where it was opened. An owned place must have agreed to the connection before. */
export async function deployWorkshop(who: Resident, pod: ExpectedPod): Promise<void> {
  const { expectedState, findings, listener } = who.context;
  const plan = planDeploy(who, pod.tier, pod.starves);
  const { buildings } = expectedState;
  const agreed = buildings.connections('open').some((connection) => joins(connection, pod));
  const other = buildings.representative(pod.birthplace);
  // A representative who was asked may agree before the deploy is applied.
  const mayBeAgreed = agreed || buildings.connections('pending').some((connection) => joins(connection, pod));
  const mustAsk = other !== null && other !== who.id && !mayBeAgreed;
  const witnesses = residentsAt(who, pod.id);
  const before = await readBalance(who);
  const body = workshopDeployBody(pod, plan);
  pod.termsChanges.beginChange();
  const outcome = await buildings.whileTermsChange([pod.birthplace], () => who.post('deploy', '/v1/deploy', body));
  if (outcome.type === 'done') noteDeployed(who, pod, plan, read(outcome.body));
  pod.termsChanges.endChange();
  if (outcome.type === 'unknown') noteUnknownDeploy(who, pod);
  if (outcome.type === 'refused') await refreshPod(who, pod);
  if (outcome.type !== 'done') return;
  if (mustAsk) findings.add('not_refused', () => `${pod.id} was deployed without the word of ${other}`);
  const shown = fieldsOf(outcome.body);
  expectedState.checkAnswer<AnswerOf<typeof BuiltPod>>(`deployed ${pod.id}`, shown, {
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

/** True for a way into the pod from where it was opened. */
const joins = ({ from, to }: ExpectedConnection, { birthplace, id }: ExpectedPod): boolean =>
  from === birthplace && to === id;

const workshopDeployBody = (pod: ExpectedPod, plan: DeployPlan): Fields => ({
  source: pod.id,
  tier: plan.tier,
  description: 'Everything here was made by hand.',
  connections: [{ from: 'current', entrance_description: 'Smoke and voices.' }],
  pricing: pricingBody(plan),
  funding: { initial_credits: plan.funding / 1000 },
});

/** Deploys a room, at home; the connection begins at the Commons, or at the house, which alone leads nowhere. */
export async function deployRoom(who: Resident, room: ExpectedRoom): Promise<void> {
  const { expectedState, random } = who.context;
  const plan = planDeploy(who, 'tiny', false);
  const from = random.withProbability(0.75) ? 'city-commons' : who.home;
  const wasInRoom = who.place === room.id;
  const witnesses = residentsAt(who, room.id);
  const before = await readBalance(who);
  const outcome = await who.post('deploy', '/v1/deploy', {
    source: room.name,
    name: `${random.pick(podNames) ?? ''} at home`,
    tier: 'tiny',
    connections: [{ from, visibility: random.withProbability(0.8) ? 'visible' : 'subtle' }],
    pricing: pricingBody(plan),
    funding: { initial_credits: plan.funding / 1000 },
  });
  if (outcome.type === 'unknown') {
    noteUnknownRoomDeploy(who, room);
    if (wasInRoom) who.place = null;
  }
  if (outcome.type !== 'done') return;
  const body: Built = read(outcome.body);
  const pod = addPodOfRoom(who, room, from, body);
  noteDeployed(who, pod, plan, body);
  chargeDeploy(who, null, before, body, deployCost.tiny + plan.funding);
  expectedState.events.mustBeHeard(eventKey('room.removed', room.id), [who.id], room.invited);
  expectDeployHeard(who, pod, witnesses);
  if (wasInRoom) who.place = pod.id;
}

function addPodOfRoom(who: Resident, room: ExpectedRoom, birthplace: string, body: Built): ExpectedPod {
  const { expectedState, listener, findings } = who.context;
  const upkeep = new Upkeep(podUpkeep.tiny, listener.ticks);
  const id = textOf(body.id);
  const about = { id, owner: who.id, collaborators: [], tier: 'tiny', birthplace, door: '', starves: false } as const;
  const pod = new ExpectedPod({ ...about, upkeep }, findings);
  pod.version = room.version;
  room.isOpen = false;
  expectedState.buildings.addPod(pod);
  return pod;
}

/** Gives a pod a larger tier, for the difference of the prices. */
export async function raiseTier(who: Resident, pod: ExpectedPod): Promise<void> {
  const { expectedState, random } = who.context;
  const tier = tiers[tiers.indexOf(pod.tier) + 1];
  if (tier === undefined) return;
  const funding = random.withProbability(0.5) ? podUpkeep[tier] * 10 : 0;
  const extra = funding === 0 ? {} : { funding: { initial_credits: funding / 1000 } };
  const body = { source: pod.id, tier, ...extra };
  const outcome = await expectedState.buildings.whileTermsChange([pod.id], () =>
    who.post('deploy', '/v1/deploy', body),
  );
  if (outcome.type === 'unknown') noteUnknownDeploy(who, pod);
  if (outcome.type === 'refused') await refreshPod(who, pod);
  if (outcome.type !== 'done') return;
  expectedState.checkAnswer<AnswerOf<typeof BuiltPod>>(`larger ${pod.id}`, outcome.body, {
    id: pod.id,
    tier,
    owner: who.id,
  });
  who.noteCharge(deployCost[tier] - deployCost[pod.tier] + funding);
  pod.upkeep.change(podUpkeep[tier] - podUpkeep[pod.tier], who.context.listener.ticks);
  pod.income += funding;
  pod.tier = tier;
  expectedState.countAct('raises');
}

/** Notes that the pod is deployed as planned, and that its connections lead to it. */
function noteDeployed(who: Resident, pod: ExpectedPod, plan: DeployPlan, body: Built): void {
  const { expectedState } = who.context;
  pod.phase = 'deployed';
  pod.perEntry = plan.pricing.perEntry;
  pod.perQuery = plan.pricing.perQuery;
  pod.split = plan.split;
  pod.income += plan.funding;
  expectedState.countAct('deploys');
  expectedState.checkAnswer<Pick<AnswerOf<typeof BuiltPod>, 'pricing'>>(
    `pricing of ${pod.id}`,
    { pricing: body.pricing },
    { pricing: { ...pricingBody(plan), input_description: null } },
  );
  const connections = listOf(body.connections);
  if (connections.length === 0)
    who.context.findings.add(
      'answer_differs',
      () => `${pod.id} was deployed without a connection: ${JSON.stringify(body)}`,
    );
  for (const shown of connections) {
    const link = addShownConnection(who, shown);
    expectedState.events.mustBeHeard(
      eventKey('connection.opened', link.requestId),
      expectedState.buildings.hearersOf(link),
      expectedState.residents.keys(),
    );
  }
}

/** The outcome of the deploy is not known: nothing is concluded from the pool any more. */
function noteUnknownDeploy(who: Resident, pod: ExpectedPod): void {
  who.unpriced++;
  pod.unpriced++;
  who.context.expectedState.events.noteUnknownOutcome('pod.deployed', who.id);
  who.context.expectedState.events.noteUnknownOutcome('connection.opened', '');
}

/** Whether the room is a pod now is not known: no resident goes there any more. */
function noteUnknownRoomDeploy(who: Resident, room: ExpectedRoom): void {
  const { events } = who.context.expectedState;
  who.unpriced++;
  room.isOpen = false;
  for (const type of ['room.removed', 'pod.deployed']) events.noteUnknownOutcome(type, who.id);
  events.noteUnknownOutcome('connection.opened', '');
}

/** A resident at a place, and the number of its journeys then. */
type Witness = readonly [resident: PopulationMember, journeys: number];

const residentsAt = (who: Resident, place: string): readonly Witness[] =>
  [...who.context.expectedState.residents.values()]
    .filter((one) => one.place === place)
    .map((one) => [one, one.journeys] as const);

/** The owner hears of its new pod, and so does everybody who was inside and has not left since. */
function expectDeployHeard(who: Resident, pod: ExpectedPod, witnesses: readonly Witness[]): void {
  const { events, residents } = who.context.expectedState;
  const stayed = witnesses.filter(([one, journeys]) => one.journeys === journeys).map(([one]) => one.id);
  events.mustBeHeard(eventKey('pod.deployed', pod.id), [who.id, ...stayed], residents.keys());
}
