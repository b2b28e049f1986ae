/**
 * The acts of a builder: which are possible follows from its place and from what the population has built; one of them is chosen by
 * weight. Everyday acts (`everyday-acts.ts`) are among them.
 */

import { commons } from '../../client/wire.ts';
import type { ExpectedPod, ExpectedRoom } from '../checks/expected-buildings.ts';
import type { Resident } from '../resident.ts';
import { answerConnectionRequest, closeConnection, requestConnection, updateConnection } from './connections.ts';
import { deployRoom, deployWorkshop, raiseTier } from './deploys.ts';
import { type EverydayAct, performEverydayAct } from './everyday-acts.ts';
import { readCode, runCode, writeCode } from './place-code.ts';
import { fundPool, setPodAccess, setPodPrices, tryForbiddenRequest } from './pod-managing.ts';
import { callService, visitPod } from './pod-services.ts';
import { refreshPod } from './pod-state.ts';
import { addRoom, changeInvitation, enterOwnRoom, hostOf, removeRoom, visitHouse } from './rooms.ts';
import { enterWorkshop, openWorkshop } from './workshops.ts';

/** An act, and its weight. */
type WeightedAct = readonly [() => Promise<void>, number];

/** Workshops of one builder, so that its credits last and others have something to visit. */
const workshopsMax = 2;
const podsMax = 5;
const roomsMax = 2;

export async function performBuilderAct(who: Resident, others: readonly Resident[]): Promise<void> {
  const work = who.context.random.pickWeighted(choices(who, others));
  if (work !== undefined) await work();
}

/** An act of a resident that does not build, where there is something to visit. */
export async function performCustomerAct(who: Resident, others: readonly Resident[]): Promise<void> {
  const pod = who.context.expectedState.buildings.pod(who.place);
  if (pod !== undefined && who.context.random.withProbability(0.7)) await callService(who, pod);
  else if (who.place === commons || (pod !== undefined && who.context.random.withProbability(0.3))) await visitPod(who);
  else await performEverydayAct('walk', who, others);
}

function choices(who: Resident, others: readonly Resident[]): readonly WeightedAct[] {
  const { place } = who;
  if (place === null) return [[() => who.locate(), 1]];
  const everyday = (act: EverydayAct, weight: number): WeightedAct => [
    () => performEverydayAct(act, who, others),
    weight,
  ];
  const pod = who.context.expectedState.buildings.pod(place);
  if (place === commons)
    return [...choicesAtCommons(who), ...managingChoices(who), everyday('broadcast', 5), everyday('walk', 8)];
  if (place === who.home)
    return [...choicesAtHome(who), ...managingChoices(who), everyday('letter', 3), everyday('walk', 14)];
  if (pod !== undefined)
    return [...choicesInPod(who, pod), ...managingChoices(who), everyday('whisper', 2), everyday('walk', 6)];
  return [...choicesInRoom(who), everyday('walk', 5)];
}

const choiceForEach = <T>(
  list: readonly T[],
  weight: number,
  work: (one: T) => Promise<void>,
): readonly WeightedAct[] => list.map((one) => [() => work(one), weight] as const);

/** Acts where workshops are opened and deployed: at the Commons, and in pods. */
function workshopChoices(who: Resident): readonly WeightedAct[] {
  const { buildings } = who.context.expectedState;
  const own = buildings.podsInPhase('workshop', who.id);
  const here = own.filter(({ birthplace }) => birthplace === who.place);
  const written = here.filter(({ version }) => version !== 0);
  const empty = here.filter(({ version }) => version === 0);
  const mayOpen = own.length < workshopsMax && own.length + buildings.podsInPhase('deployed', who.id).length < podsMax;
  return [
    ...(mayOpen ? [[() => openWorkshop(who), 5] as const] : []),
    ...choiceForEach(empty, 20, (pod) => enterWorkshop(who, pod)),
    ...choiceForEach(written, 12, (pod) => deployWorkshop(who, pod)),
    ...choiceForEach(written, 3, (pod) => enterWorkshop(who, pod)),
  ];
}

function choicesAtCommons(who: Resident): readonly WeightedAct[] {
  const { buildings } = who.context.expectedState;
  const joined = buildings.podsInPhase('workshop').filter((pod) => pod.owner !== who.id && pod.worksHere(who.id));
  const here = joined.filter(({ birthplace }) => birthplace === commons);
  return [
    ...workshopChoices(who),
    ...choiceForEach(here, 3, (pod) => enterWorkshop(who, pod)),
    ...choiceForEach(someRooms(who), 2, (room) => visitHouse(who, room)),
    ...choiceForEach(someTargets(who), 1, (pod) => requestConnection(who, pod)),
    [() => visitPod(who), 25],
  ];
}

function choicesInPod(who: Resident, pod: ExpectedPod): readonly WeightedAct[] {
  const { buildings } = who.context.expectedState;
  const isOurs = pod.worksHere(who.id);
  const work: readonly WeightedAct[] = isOurs
    ? [
        [() => writeCode(who, pod, pod.id), pod.version === 0 ? 30 : 4],
        [() => readCode(who, pod, pod.id), 2],
        ...(pod.version === 0 ? [] : [[() => runCode(who, pod, pod.id), 6] as const]),
      ]
    : [];
  if (pod.phase === 'workshop') return [...work, [() => who.walk('commons').then(() => undefined), 4]];
  const agreed = buildings.podsInPhase('workshop', who.id).filter(({ birthplace }) => birthplace === pod.id);
  return [
    ...work,
    ...workshopChoices(who),
    ...choiceForEach(pod.owner === who.id ? [] : agreed, 8, (workshop) => requestConnection(who, workshop)),
    ...choiceForEach(someTargets(who), 3, (far) => requestConnection(who, far)),
    [() => callService(who, pod), 40],
    [() => visitPod(who), 8],
  ];
}

function choicesAtHome(who: Resident): readonly WeightedAct[] {
  const rooms = who.context.expectedState.buildings.roomsOf(who.id);
  const workshops = rooms.filter(({ purpose }) => purpose === 'workshop');
  const written = workshops.filter(({ version }) => version !== 0);
  const mayDeploy = who.context.expectedState.buildings.podsInPhase('deployed', who.id).length < podsMax;
  return [
    ...(rooms.length < roomsMax ? [[() => addRoom(who), 6] as const] : []),
    ...choiceForEach(rooms, 4, (room) => changeInvitation(who, room)),
    ...choiceForEach(rooms, 1, (room) => removeRoom(who, room)),
    ...choiceForEach(rooms, 4, (room) => enterOwnRoom(who, room)),
    ...choiceForEach(workshops, 8, (room) => writeCode(who, room, room.name)),
    ...choiceForEach(written, 4, (room) => runCode(who, room, room.name)),
    ...choiceForEach(mayDeploy ? written : [], 4, (room) => deployRoom(who, room)),
  ];
}

/**
 * Acts in a room: its own, or one that it was invited to. Guests do not speak there, for the room may become a pod while they are in it.
 */
function choicesInRoom(who: Resident): readonly WeightedAct[] {
  const room = who.context.expectedState.buildings.room(who.place);
  if (room === undefined || !room.isOpen || room.purpose !== 'workshop') return [];
  const isHost = hostOf(who) === undefined;
  return [
    [() => writeCode(who, room, room.name), 4],
    [() => readCode(who, room, room.name), 2],
    ...(room.version === 0 ? [] : [[() => runCode(who, room, room.name), 3] as const]),
    ...(isHost && room.version !== 0 ? [[() => deployRoom(who, room), 3] as const] : []),
  ];
}

/** Acts on a builder's own pods, from anywhere. */
function managingChoices(who: Resident): readonly WeightedAct[] {
  const { buildings } = who.context.expectedState;
  const own = buildings.podsInPhase('deployed', who.id);
  const pod = who.context.random.pick(own);
  const any = who.context.random.pick(buildings.podsInPhase('deployed').filter(({ starves }) => !starves));
  const links = buildings.connections('open');
  const mine = links.filter(({ to }) => buildings.pod(to)?.owner === who.id);
  const link = who.context.random.pick(mine.filter(({ to }) => buildings.pod(to)?.phase === 'deployed'));
  return [
    [() => answerConnectionRequest(who), own.length === 0 ? 0 : 8],
    ...choiceForEach(any === undefined ? [] : [any], 3, (one) => fundPool(who, one)),
    ...choiceForEach(pod === undefined ? [] : [pod], 3, (one) => setPodPrices(who, one)),
    ...choiceForEach(pod === undefined ? [] : [pod], 3, (one) => setPodAccess(who, one)),
    ...choiceForEach(pod === undefined ? [] : [pod], 3, (one) => tryForbiddenRequest(who, one)),
    ...choiceForEach(pod === undefined ? [] : [pod], 1, (one) => raiseTier(who, one)),
    ...choiceForEach(pod === undefined ? [] : [pod], 2, (one) => refreshPod(who, one)),
    ...choiceForEach(link === undefined ? [] : [link], 2, (one) => updateConnection(who, one)),
    ...choiceForEach(link === undefined ? [] : [link], 2, (one) => closeConnection(who, one)),
  ];
}

/** One room of somebody else, whether the resident is invited to it or not. */
function someRooms(who: Resident): readonly ExpectedRoom[] {
  const { random, expectedState } = who.context;
  const invited = expectedState.buildings.roomsFor(who.id);
  const other = random.pick([...expectedState.residents.keys()]) ?? who.id;
  const room = random.withProbability(0.8) ? random.pick(invited) : random.pick(expectedState.buildings.roomsOf(other));
  return room === undefined || room.owner === who.id ? [] : [room];
}

/** One deployed pod at another place. */
function someTargets(who: Resident): readonly ExpectedPod[] {
  const { random, expectedState } = who.context;
  const pod = random.pick(expectedState.buildings.podsInPhase('deployed').filter(({ id }) => id !== who.place));
  return pod === undefined ? [] : [pod];
}
