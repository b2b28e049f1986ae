/**
 * The life of a builder: what it may do next follows from where it stands and from what the population has built; one of those is
 * chosen by weight. Everyday acts of everyone (`everyday-acts.ts`) are among them.
 */

import type { Pod, Room } from '../checks/expected-buildings.ts';
import { commons } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import { readCode, runCode, writeCode } from './code.ts';
import { answer, close, requestConnection, update } from './connections.ts';
import { deployRoom, deployWorkshop, raiseTier } from './deploys.ts';
import { type Act, perform } from './everyday-acts.ts';
import { admit, fund, price, probe } from './pod-managing.ts';
import { refreshPod } from './pod-state.ts';
import { addRoom, callOn, hostOf, invite, removeRoom, step } from './rooms.ts';
import { call, visit } from './services.ts';
import { enterWorkshop, openWorkshop } from './workshops.ts';

/** Something to do, and how often it is chosen. */
type Choice = readonly [() => Promise<void>, number];

/** Of one builder, so that its credits last and there is something for others to visit. */
const workshopsMax = 2;
const podsMax = 5;
const roomsMax = 2;

export async function build(who: Resident, others: readonly Resident[]): Promise<void> {
  const work = who.at.chance.weighted(choices(who, others));
  if (work !== undefined) await work();
}

/** What somebody who only visits does where there is something to visit. */
export async function shop(who: Resident, others: readonly Resident[]): Promise<void> {
  const pod = who.at.works.pods.pod(who.place);
  if (pod !== undefined && who.at.chance.share(0.7)) await call(who, pod);
  else if (who.place === commons || (pod !== undefined && who.at.chance.share(0.3))) await visit(who);
  else await perform('walk', who, others);
}

function choices(who: Resident, others: readonly Resident[]): readonly Choice[] {
  const { place } = who;
  if (place === null) return [[() => who.locate(), 1]];
  const everyday = (act: Act, weight: number): Choice => [() => perform(act, who, others), weight];
  const pod = who.at.works.pods.pod(place);
  if (place === commons) return [...atCommons(who), ...managing(who), everyday('broadcast', 5), everyday('walk', 8)];
  if (place === who.home) return [...atHome(who), ...managing(who), everyday('letter', 3), everyday('walk', 14)];
  if (pod !== undefined) return [...inPod(who, pod), ...managing(who), everyday('whisper', 2), everyday('walk', 6)];
  return [...inRoom(who), everyday('walk', 5)];
}

const each = <T>(list: readonly T[], weight: number, work: (one: T) => Promise<void>): readonly Choice[] =>
  list.map((one) => [() => work(one), weight] as const);

/** Where workshops are opened and deployed: at the Commons, and in pods. */
function ground(who: Resident): readonly Choice[] {
  const { pods } = who.at.works;
  const own = pods.inPhase('workshop', who.id);
  const here = own.filter(({ birthplace }) => birthplace === who.place);
  const written = here.filter(({ version }) => version !== 0);
  const empty = here.filter(({ version }) => version === 0);
  const mayOpen = own.length < workshopsMax && own.length + pods.inPhase('deployed', who.id).length < podsMax;
  return [
    ...(mayOpen ? [[() => openWorkshop(who), 5] as const] : []),
    ...each(empty, 20, (pod) => enterWorkshop(who, pod)),
    ...each(written, 12, (pod) => deployWorkshop(who, pod)),
    ...each(written, 3, (pod) => enterWorkshop(who, pod)),
  ];
}

function atCommons(who: Resident): readonly Choice[] {
  const { pods } = who.at.works;
  const joined = pods.inPhase('workshop').filter((pod) => pod.owner !== who.id && pod.worksHere(who.id));
  const here = joined.filter(({ birthplace }) => birthplace === commons);
  return [
    ...ground(who),
    ...each(here, 3, (pod) => enterWorkshop(who, pod)),
    ...each(someRooms(who), 2, (room) => callOn(who, room)),
    ...each(someTargets(who), 1, (pod) => requestConnection(who, pod)),
    [() => visit(who), 25],
  ];
}

function inPod(who: Resident, pod: Pod): readonly Choice[] {
  const { pods } = who.at.works;
  const isOurs = pod.worksHere(who.id);
  const work: readonly Choice[] = isOurs
    ? [
        [() => writeCode(who, pod, pod.id), pod.version === 0 ? 30 : 4],
        [() => readCode(who, pod, pod.id), 2],
        ...(pod.version === 0 ? [] : [[() => runCode(who, pod, pod.id), 6] as const]),
      ]
    : [];
  if (pod.phase === 'workshop') return [...work, [() => who.walk('commons').then(() => undefined), 4]];
  const agreed = pods.inPhase('workshop', who.id).filter(({ birthplace }) => birthplace === pod.id);
  return [
    ...work,
    ...ground(who),
    ...each(pod.owner === who.id ? [] : agreed, 8, (workshop) => requestConnection(who, workshop)),
    ...each(someTargets(who), 3, (far) => requestConnection(who, far)),
    [() => call(who, pod), 40],
    [() => visit(who), 8],
  ];
}

function atHome(who: Resident): readonly Choice[] {
  const rooms = who.at.works.pods.roomsOf(who.id);
  const workshops = rooms.filter(({ purpose }) => purpose === 'workshop');
  const written = workshops.filter(({ version }) => version !== 0);
  const mayDeploy = who.at.works.pods.inPhase('deployed', who.id).length < podsMax;
  return [
    ...(rooms.length < roomsMax ? [[() => addRoom(who), 6] as const] : []),
    ...each(rooms, 4, (room) => invite(who, room)),
    ...each(rooms, 1, (room) => removeRoom(who, room)),
    ...each(rooms, 4, (room) => step(who, room)),
    ...each(workshops, 8, (room) => writeCode(who, room, room.name)),
    ...each(written, 4, (room) => runCode(who, room, room.name)),
    ...each(mayDeploy ? written : [], 4, (room) => deployRoom(who, room)),
  ];
}

/** In a room: its own, or one that it was invited to. Guests do not speak there, for the room may become a pod under them. */
function inRoom(who: Resident): readonly Choice[] {
  const room = who.at.works.pods.room(who.place);
  if (room === undefined || !room.isOpen || room.purpose !== 'workshop') return [];
  const isHost = hostOf(who) === undefined;
  return [
    [() => writeCode(who, room, room.name), 4],
    [() => readCode(who, room, room.name), 2],
    ...(room.version === 0 ? [] : [[() => runCode(who, room, room.name), 3] as const]),
    ...(isHost && room.version !== 0 ? [[() => deployRoom(who, room), 3] as const] : []),
  ];
}

/** What can be done to one's pods from anywhere. */
function managing(who: Resident): readonly Choice[] {
  const { pods } = who.at.works;
  const own = pods.inPhase('deployed', who.id);
  const pod = who.at.chance.pick(own);
  const any = who.at.chance.pick(pods.inPhase('deployed').filter(({ starves }) => !starves));
  const links = pods.links('open');
  const mine = links.filter(({ to }) => pods.pod(to)?.owner === who.id);
  const link = who.at.chance.pick(mine.filter(({ to }) => pods.pod(to)?.phase === 'deployed'));
  return [
    [() => answer(who), own.length === 0 ? 0 : 8],
    ...each(any === undefined ? [] : [any], 3, (one) => fund(who, one)),
    ...each(pod === undefined ? [] : [pod], 3, (one) => price(who, one)),
    ...each(pod === undefined ? [] : [pod], 3, (one) => admit(who, one)),
    ...each(pod === undefined ? [] : [pod], 3, (one) => probe(who, one)),
    ...each(pod === undefined ? [] : [pod], 1, (one) => raiseTier(who, one)),
    ...each(pod === undefined ? [] : [pod], 2, (one) => refreshPod(who, one)),
    ...each(link === undefined ? [] : [link], 2, (one) => update(who, one)),
    ...each(link === undefined ? [] : [link], 2, (one) => close(who, one)),
  ];
}

/** One room of another, to which the resident may be invited or not. */
function someRooms(who: Resident): readonly Room[] {
  const { chance, works } = who.at;
  const invited = works.pods.roomsFor(who.id);
  const other = chance.pick([...works.residents.keys()]) ?? who.id;
  const room = chance.share(0.8) ? chance.pick(invited) : chance.pick(works.pods.roomsOf(other));
  return room === undefined || room.owner === who.id ? [] : [room];
}

/** One deployed pod that is somewhere else. */
function someTargets(who: Resident): readonly Pod[] {
  const { chance, works } = who.at;
  const pod = chance.pick(works.pods.inPhase('deployed').filter(({ id }) => id !== who.place));
  return pod === undefined ? [] : [pod];
}
