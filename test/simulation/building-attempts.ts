/**
 * What simulated residents try to build, connect, run and pay for. Whoever has a thing in mind is mostly one who may do
 * it, and goes where it is done; arguments are now and then wrong.
 */

import type { ConnectionContext } from '../../actors/kinds/connection/messages.ts';
import { visibilities } from '../../actors/kinds/connection/messages.ts';
import type { PodContext } from '../../actors/kinds/pod/messages.ts';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { purposes } from '../../actors/kinds/room/messages.ts';
import { imageOf } from '../../actors/registry.ts';
import { type Access, accessTypes } from '../../actors/rules/place/access.ts';
import { representativeOf } from '../../actors/rules/place/endpoint.ts';
import {
  commons,
  connectionActor,
  homeOf,
  houseOf,
  placeActor,
  podActor,
  residentActor,
  roomActor,
} from '../../actors/rules/place/names.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, contentHash, nameOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { asking, deploying, linkFrom, opening, priced, writing } from '../actors/built-places.ts';
import type { Dice } from './dice.ts';
import type { KnownPlaces } from './known-places.ts';

/** What somebody sets about to do. `awaits`: its answer comes when the sandbox has ended. */
export interface Act {
  readonly by: string;
  readonly event: Message;
  readonly awaits?: boolean;
}

/** The city as those see it who are about to do something. */
export interface Scene {
  readonly dice: Dice;
  readonly state: CityState;
  readonly known: KnownPlaces;
  /** Somebody, and somebody else. */
  readonly by: string;
  readonly other: string;
  /** Different at each attempt. */
  readonly n: number;
}

type Plan = (scene: Scene) => Act | undefined;

const nowhere = 'no-such-place';

/** One of the list, mostly a newer one: more of these still exist. */
function among<T>(dice: Dice, list: readonly T[]): T | undefined {
  const from = dice.oneIn(3) ? 0 : Math.max(0, list.length - 12);
  return list.length === 0 ? undefined : list[dice.between(from, list.length - 1)];
}

const aPod = ({ dice, known }: Scene): string => among(dice, known.pods) ?? nowhere;
const podAt = ({ state }: Scene, pod: string): PodContext | undefined =>
  state.images.get(podActor(pod))?.context as PodContext | undefined;
const residentAt = ({ state }: Scene, who: string): ResidentContext | undefined =>
  state.images.get(residentActor(who))?.context as ResidentContext | undefined;

/** Who speaks for the place; now and then somebody else tries. */
function speaker(scene: Scene, place: string): string {
  const representative = representativeOf(imageOf({ image: (id) => scene.state.images.get(id) }, placeActor(place)));
  return representative === null || scene.dice.oneIn(12) ? scene.by : representative;
}

/** Who stands there, if anybody does. */
function visitor({ state, by }: Scene, place: string): string {
  const [present] = state.index('present').page(place, '', 1);
  return present === undefined ? by : nameOf(present);
}

/** A pod of those that are as the plan needs them, mostly. */
function suitable(scene: Scene, is: (pod: string, context: PodContext) => boolean): string {
  const { dice, known } = scene;
  const found = known.pods.filter((pod) => {
    const context = podAt(scene, pod);
    return context !== undefined && stateOf(scene, pod) !== 'shut_down' && is(pod, context);
  });
  return dice.oneIn(8) || found.length === 0 ? aPod(scene) : (among(dice, found) ?? nowhere);
}

const stateOf = ({ state }: Scene, pod: string): string => state.images.get(podActor(pod))?.state ?? 'unknown';
const isDeployed = (scene: Scene, pod: string): boolean => ['deployed', 'orphaned'].includes(stateOf(scene, pod));

/** The act where it is done; elsewhere a step on the way there. */
function there(scene: Scene, place: string, act: Act): Act {
  const at = residentAt(scene, act.by)?.location;
  if (at === undefined || at === place || houseOf(at) === place || scene.dice.oneIn(15)) return act;
  return { by: act.by, event: { type: 'move', exit: exitTowards(scene, at, place), max_toll: null } };
}

function exitTowards(scene: Scene, at: string, place: string): string {
  if (houseOf(place) === place) return 'home';
  const { exit, birthplace } = podAt(scene, place) ?? {};
  if (exit != null && birthplace === at) return exit;
  const way = scene.known.ways.findLast(
    ({ from, to }) => (from === at && to === place) || (to === at && from === place),
  );
  if (way !== undefined) return way.exit;
  // One step along some way that leads there.
  const before = scene.known.ways.findLast(({ to }) => to === place)?.from;
  const step = scene.known.ways.findLast(({ from, to }) => from === at && to === before);
  return step?.exit ?? 'commons';
}

const tier = (dice: Dice) => dice.pick(['tiny', 'tiny', 'tiny', 'small', 'small', 'medium'] as const);
const access = (dice: Dice, other: string): Access => ({
  type: dice.pick(['public', 'public', ...accessTypes]),
  allowed: dice.oneIn(2) ? [other] : [],
});
const funds = (dice: Dice): number => dice.pick([500, 1_000, 2_000, 3_000, 5_000, 9_000, 20_000]);
const version = (dice: Dice) => contentHash(`version ${dice.between(1, 4)}`);

/** A way from a place, as a request or a deploy names it. */
const link = (dice: Dice, from: string, other: string) =>
  linkFrom(from, {
    bidirectional: !dice.oneIn(4),
    visibility: dice.pick(['visible', 'visible', ...visibilities]),
    access: access(dice, other),
  });

/** In a pod as often as elsewhere: chains of places are what starves and is cut off. */
const openShop: Plan = (scene) => {
  const { dice, other, n } = scene;
  const place = dice.oneIn(2) ? undefined : suitable(scene, (pod) => isDeployed(scene, pod));
  const by = place === undefined ? scene.by : visitor(scene, place);
  const event = opening(dice.oneIn(4) ? other : by, {
    name: dice.oneIn(3) ? 'Shop' : `Shop ${n}`,
    tier: tier(dice),
    collaborators: dice.oneIn(3) ? [other] : [],
    contributors: dice.oneIn(3) ? [other, scene.by] : [],
    funding: funds(dice),
  });
  return place === undefined ? { by, event } : there(scene, place, { by, event });
};

const writeCode: Plan = (scene) => {
  const { dice } = scene;
  const place = suitable(scene, (_, { code }) => code === null || dice.oneIn(3));
  const { code } = podAt(scene, place) ?? {};
  const base = dice.oneIn(4) ? null : (code ?? null);
  const event = writing(place, { base, code: version(dice), files: dice.oneIn(30) ? 65 : 1 });
  return there(scene, place, { by: speaker(scene, place), event });
};

const runCode: Plan = (scene) => {
  const place = suitable(scene, (_, { entry }) => entry !== null);
  return there(scene, place, { by: speaker(scene, place), event: { type: 'run_code', workshop: place }, awaits: true });
};

const deploy: Plan = (scene) => {
  const { dice, other } = scene;
  const place = suitable(scene, (_, { birthplace }) => birthplace !== null);
  const from = podAt(scene, place)?.birthplace ?? commons;
  const links = [link(dice, from, other)];
  if (dice.oneIn(4)) links.push(link(dice, dice.oneIn(2) ? commons : aPod(scene), other));
  const size = tier(dice);
  const event = deploying(place, {
    tier: size,
    links,
    funding: funds(dice) * (size === 'tiny' ? 1 : 2),
    pricing: pricing(scene),
  });
  return there(scene, from, { by: speaker(scene, place), event });
};

const raise: Plan = (scene) => {
  const place = aPod(scene);
  const size = scene.dice.pick(['small', 'medium', 'large'] as const);
  return { by: speaker(scene, place), event: deploying(place, { tier: size, links: [], funding: 1_000 }) };
};

const pricing = ({ dice, by, other }: Scene) =>
  priced({
    perEntry: dice.pick([null, 500, 7_000]),
    perQuery: dice.pick([0, 0, 333, 1_000, 6_000]),
    split: dice.oneIn(2) ? {} : { [other]: 0.3, [by]: 1 / 3 },
  });

const request: Plan = (scene) => {
  const { dice, by, other } = scene;
  const from = residentAt(scene, by)?.location ?? commons;
  const to = dice.oneIn(6) ? commons : dice.oneIn(8) ? homeOf(other) : aPod(scene);
  return { by, event: asking(from, to, { ...link(dice, from, other) }) };
};

const decide =
  (type: 'approve_connection' | 'reject_connection'): Plan =>
  (scene) => {
    const { dice, state, known } = scene;
    const id = among(dice, known.requests) ?? 'req_aaaaaaaaaaaaaaaa';
    const { terms } = (state.images.get(connectionActor(id))?.context ?? {}) as Partial<ConnectionContext>;
    const end = dice.oneIn(3) ? terms?.from : terms?.to;
    return { by: speaker(scene, end ?? nowhere), event: { type, request: id } };
  };

const changeWay =
  (type: 'close_connection' | 'update_connection'): Plan =>
  (scene) => {
    const { dice, known, other } = scene;
    const way = among(dice, known.ways);
    const by = speaker(scene, (dice.oneIn(3) ? way?.from : way?.to) ?? nowhere);
    const exit = way?.exit ?? 'exit_aaaaaaaaaaaaaaaa';
    if (type === 'close_connection') return { by, event: { type, exit } };
    const visibility = dice.pick([null, ...visibilities]);
    return { by, event: { type, exit, entrance: null, way_back: null, visibility, access: access(dice, other) } };
  };

const travel: Plan = (scene) => {
  const { dice, known, by } = scene;
  const at = residentAt(scene, by)?.location;
  const from = known.ways.filter((way) => way.from === at || (way.to === at && !dice.oneIn(4)));
  const way = among(dice, from.length > 0 ? from : known.ways);
  return { by, event: { type: 'move', exit: way?.exit ?? 'commons', max_toll: dice.pick([null, null, 0, 9_000]) } };
};

const fund: Plan = (scene) => ({
  by: scene.by,
  event: { type: 'fund', pod: aPod(scene), amount: scene.dice.oneIn(4) ? 40_000 : funds(scene.dice) },
});

/** Of a place where it is asked, mostly. */
const contribute: Plan = (scene) => {
  const { dice } = scene;
  const pod = suitable(scene, (_, { asked }) => (asked?.open.length ?? 0) > 0);
  const [asked] = podAt(scene, pod)?.asked?.open ?? [];
  const by = asked === undefined || dice.oneIn(10) ? scene.by : asked;
  return { by, event: { type: 'contribute', pod, accept: !dice.oneIn(4), max_share: dice.pick([null, 20_000]) } };
};

const manage: Plan = (scene) => {
  const { dice, other } = scene;
  const pod = aPod(scene);
  const by = speaker(scene, pod);
  const to = dice.oneIn(20) ? 'nobody-0' : other;
  const events: readonly [Message, ...Message[]] = [
    { type: 'transfer_pod', pod, to },
    { type: 'appoint', pod, to },
    { type: 'set_access', pod, access: access(dice, other) },
    { type: 'set_pricing', pod, pricing: pricing(scene) },
  ];
  return { by, event: dice.pick(events) };
};

const callService: Plan = (scene) => {
  const { dice, known } = scene;
  const pod = suitable(scene, (id, { entry }) => entry === 'index.js' && isDeployed(scene, id));
  const place = dice.oneIn(5) ? (among(dice, known.containers) ?? pod) : pod;
  const by = visitor(scene, place);
  const event = { type: 'call_service', service: place, input: '{}', max_price: dice.pick([null, null, 0, 10_000]) };
  return there(scene, place, { by, event, awaits: true });
};

const addRoom: Plan = (scene) => {
  const { dice, by } = scene;
  const purpose = dice.pick(purposes);
  const event = { type: 'add_room', name: dice.pick(['den', 'forge', 'attic']), purpose, description: null };
  return there(scene, homeOf(by), { by, event });
};

/** Somebody's room, and whose it is. */
function aRoom({ dice, known, state, by }: Scene): {
  readonly owner: string;
  readonly name: string;
  readonly place: string;
} {
  const place = among(dice, known.rooms);
  const owner = place === undefined ? by : String(state.images.get(roomActor(place))?.context['owner'] ?? by);
  return { owner, name: place?.slice(place.lastIndexOf('/') + 1) ?? 'den', place: place ?? nowhere };
}

const keepRoom: Plan = (scene) => {
  const { dice, other } = scene;
  const { owner, name } = aRoom(scene);
  const type = dice.pick(['invite', 'invite', 'revoke', 'remove_room'] as const);
  const event = type === 'remove_room' ? { type, name } : { type, name, residents: [other] };
  return there(scene, homeOf(owner), { by: owner, event });
};

const workAtHome: Plan = (scene) => {
  const { dice } = scene;
  const { owner, name, place } = aRoom(scene);
  const code = scene.state.images.get(roomActor(place))?.context['code'] ?? null;
  const events: readonly [Act, ...Act[]] = [
    { by: owner, event: writing(name, { base: code, code: version(dice) }) },
    { by: owner, event: { type: 'run_code', workshop: name }, awaits: true },
    { by: owner, event: deploying(name, { funding: funds(dice), links: [link(dice, commons, scene.other)] }) },
  ];
  return there(scene, homeOf(owner), dice.pick(events));
};

const visitRoom: Plan = (scene) => {
  const { dice, by } = scene;
  const { owner, place } = aRoom(scene);
  const who = dice.oneIn(2) ? owner : by;
  const at = residentAt(scene, who)?.location;
  if (at === houseOf(place)) return { by: who, event: { type: 'move', exit: place, max_toll: null } };
  const exit = who === owner ? 'home' : at === commons ? (houseOf(place) ?? 'home') : 'commons';
  return { by: who, event: { type: 'move', exit, max_toll: null } };
};

/** A container is allowed, deployed by whom it was allowed to, from a workshop of that one's, and removed. */
const nest: Plan = (scene) => {
  const { dice, state } = scene;
  const contains = (id: string) => state.index('containers').count(id) > 0;
  const pod = suitable(scene, (id) => isDeployed(scene, id) && (contains(id) || dice.oneIn(3)));
  const [first] = state.index('containers').page(pod, '', 1);
  return first === undefined || dice.oneIn(6) ? allow(scene, pod) : furnish(scene, pod, first);
};

function allow(scene: Scene, pod: string): Act {
  const { dice, other } = scene;
  const source = suitable(scene, (_, { code }) => code !== null);
  const agent = dice.oneIn(8) ? other : speaker(scene, source);
  const [cpuMillis, memoryMib] = dice.pick([
    [100, 64],
    [200, 128],
    [2_000, 512],
  ]);
  const event = { type: 'allow_container', pod, agent, name: dice.pick(['box', 'nook']), cpuMillis, memoryMib };
  return { by: speaker(scene, pod), event };
}

function furnish(scene: Scene, pod: string, container: ActorId): Act {
  const { dice, state } = scene;
  const image = state.images.get(container);
  const { agent, name } = (image?.context ?? {}) as { agent?: string; name?: string };
  if (image?.state === 'running' || dice.oneIn(6))
    return { by: speaker(scene, pod), event: { type: 'remove_container', pod, name } };
  const workshop = suitable(scene, (_, { code, representative }) => code !== null && representative === agent);
  return { by: agent ?? scene.by, event: { type: 'deploy_container', pod, name, workshop, description: null } };
}

const plans: readonly (readonly [weight: number, plan: Plan])[] = [
  [10, openShop],
  [8, writeCode],
  [5, runCode],
  [14, deploy],
  [2, raise],
  [10, request],
  [8, decide('approve_connection')],
  [2, decide('reject_connection')],
  [4, changeWay('close_connection')],
  [2, changeWay('update_connection')],
  [8, travel],
  [6, fund],
  [6, contribute],
  [4, manage],
  [12, callService],
  [3, addRoom],
  [4, keepRoom],
  [4, workAtHome],
  [3, visitRoom],
  [8, nest],
];

const weights = plans.reduce((sum, [weight]) => sum + weight, 0);

/** What somebody sets about to build next. */
export function buildingAct(scene: Scene): Act | undefined {
  let at = scene.dice.between(1, weights);
  for (const [weight, plan] of plans) {
    at -= weight;
    if (at <= 0) return plan(scene);
  }
  return undefined;
}
