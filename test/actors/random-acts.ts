/** Acts of a resident of a random city: by weight, from a seed, with arguments that are mostly sensible and mostly name what exists. */

import type { ConnectionContext } from '../../actors/kinds/connection/messages.ts';
import type { PodContext } from '../../actors/kinds/pod/messages.ts';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { type Access, admits } from '../../actors/rules/place/access.ts';
import { commons, homeOf, placeActor, residentActor } from '../../actors/rules/place/names.ts';
import type { Image } from '../../engine/actor-kind.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import type { Dice } from '../simulation/dice.ts';

/** How often it is chosen, and what it is. */
type WeightedAct = readonly [weight: number, draw: () => Message];

const nameOf = (id: string) => id.slice(id.indexOf(':') + 1);
const namesOf = (images: readonly Image[]) => images.map(({ id }) => nameOf(id));
const termsOf = ({ context }: Image) => (context as ConnectionContext).terms;

export const any = <T>(dice: Dice, from: readonly T[], otherwise: T): T =>
  from.length === 0 ? otherwise : (from[dice.between(0, from.length - 1)] ?? otherwise);

/** The city as one resident finds it. */
interface Scene {
  readonly who: string;
  readonly dice: Dice;
  readonly state: CityState;
  readonly folk: readonly string[];
  readonly location: string;
  of(kind: string, test?: (image: Image) => boolean): readonly Image[];
  mine(image: Image): boolean;
}

function sceneOf(state: CityState, folk: readonly string[], who: string, dice: Dice): Scene {
  const { location = commons } = (state.images.get(residentActor(who))?.context ?? {}) as Partial<ResidentContext>;
  const images = [...state.images.values()];
  return {
    who,
    dice,
    state,
    folk,
    location,
    of: (kind, test = () => true) => images.filter((one) => one.id.startsWith(`${kind}:`) && test(one)),
    mine: ({ context }) => context['representative'] === who || context['owner'] === who,
  };
}

/** Things of the city that acts are about. */
type Things = ReturnType<typeof thingsOf>;

function thingsOf(scene: Scene) {
  const { dice, who, folk, of } = scene;
  const stands = ({ state }: Image) => state !== 'shut_down' || dice.oneIn(10);
  const pods = namesOf(of('pod', stands));
  const myPods = namesOf(of('pod', (one) => scene.mine(one) && stands(one)));
  const places = [commons, homeOf(who), ...pods, ...namesOf(of('container')), ...namesOf(of('room'))];
  const other = any(dice, folk, 'nobody-0');
  const access: Access = {
    type: dice.pick(['public', 'public', 'gated', 'private', 'members'] as const),
    allowed: dice.oneIn(2) ? [other] : [],
  };
  return {
    pods,
    places,
    other,
    access,
    pod: any(dice, dice.oneIn(4) ? pods : myPods, 'nowhere'),
    place: any(dice, dice.oneIn(8) ? ['nowhere', homeOf(other)] : places, commons),
    room: dice.pick(['den', 'studio', 'salon']),
    hash: contentHash(`${dice.between(1, 5)}`),
    funding: dice.pick([1_000, 3_000, 5_000, 20_000, 100_000]),
    tier: dice.pick(['tiny', 'tiny', 'small', 'small', 'medium', 'large'] as const),
    max: dice.pick([null, null, 0, 50_000]),
    pricing: {
      perEntry: dice.pick([null, 0, 700, 9_000]),
      perQuery: dice.pick([0, 1_999, 9_000]),
      split: dice.oneIn(2) ? { [other]: 0.333 } : {},
    },
  };
}

/** A connection from there, as it is asked for. */
const linkFrom = ({ dice, who }: Scene, { access }: Things, from: string) => ({
  from,
  bidirectional: !dice.oneIn(4),
  visibility: dice.pick(['visible', 'visible', 'subtle', 'hidden'] as const),
  entrance: null,
  wayBack: null,
  access: dice.oneIn(3) && admits(access, who) ? access : { type: 'public' as const, allowed: [] },
});

/** Connections: all, and those with an end here. */
function waysOf({ dice, location, of }: Scene) {
  const terms = of('connection-request').map(termsOf);
  const here = terms.filter(({ from, to }) => from === location || to === location).map(({ exit }) => exit);
  const all = terms.map(({ exit }) => exit);
  return { all, here, exit: any(dice, dice.oneIn(6) ? all : here, 'exit_aaaaaaaaaaaaaaaa') };
}

/** Exits from here to where something can be done: one's own pods, and services. */
function busyWays({ state, location, of, mine }: Scene): readonly string[] {
  return of('connection-request', (one) => one.state === 'approved.open' || one.state === 'approved.door')
    .map(termsOf)
    .filter(({ from, to }) => from === location || to === location)
    .filter(({ from, to }) => {
      const far = state.images.get(placeActor(from === location ? to : from));
      return far !== undefined && (mine(far) || far.context['entry'] === 'index.js');
    })
    .map(({ exit }) => exit);
}

function walking(scene: Scene, { place, max, room, other }: Things): readonly WeightedAct[] {
  const { dice } = scene;
  const { here } = waysOf(scene);
  const busy = busyWays(scene);
  const anywhere = [...here, ...here, 'home', 'commons', place];
  return [
    [24, () => ({ type: 'move', exit: any(dice, busy, 'commons'), max_toll: 50_000 })],
    [24, () => ({ type: 'move', exit: any(dice, anywhere, 'home'), max_toll: max })],
    [3, () => ({ type: 'remove_room', name: room })],
    [5, () => ({ type: dice.pick(['invite', 'invite', 'revoke']), name: room, residents: [other] })],
    [3, () => ({ type: 'bequeath', heir: other })],
    [4, () => ({ type: 'portal_message', text: 'hello, world' })],
    [6, () => ({ type: 'portal_print', content: contentHash('a poem') })],
    [2, () => ({ type: 'transfer', to: other, amount: dice.pick([1, 10_000, 100_000]) })],
    [1, () => ({ type: dice.oneIn(4) ? 'shut_down' : 'fly' })],
    [2, () => ({ type: 'shout', text: 'hey' })],
  ];
}

function opening({ dice, who, folk }: Scene, { place, tier, other, funding, room }: Things): readonly WeightedAct[] {
  const open = () => ({
    type: 'open_workshop',
    place: dice.pick(['current', 'current', place]),
    name: `Pod ${dice.between(1, 6)}`,
    tier,
    collaborators: dice.oneIn(3) ? [other] : [],
    contributors: dice.oneIn(2) ? [other, who, any(dice, folk, other)] : [],
    representative: dice.oneIn(5) ? other : who,
    funding: dice.oneIn(6) ? null : funding,
    links: dice.oneIn(6) ? [{ from: place, bidirectional: dice.oneIn(2), entrance: null, access: null }] : [],
  });
  const purpose = () => dice.pick(['workshop', 'workshop', 'meeting', 'storage', 'study'] as const);
  return [
    [10, open],
    [7, () => ({ type: 'add_room', name: room, purpose: purpose(), description: null })],
  ];
}

function deploying(scene: Scene, things: Things): readonly WeightedAct[] {
  const { dice, location, of, mine } = scene;
  const { room, pod, place, tier, pricing, funding } = things;
  const shops = of('pod', (one) => one.state === 'workshop.ready' && (mine(one) || dice.oneIn(8)));
  const near = shops.filter(({ context }) => context['birthplace'] === location);
  const shop = any(dice, dice.oneIn(8) ? shops : near, undefined)?.context as PodContext | undefined;
  const links = () => [
    linkFrom(scene, things, shop?.birthplace ?? location),
    ...(dice.oneIn(6) ? [linkFrom(scene, things, place)] : []),
  ];
  const deploy = () => ({
    type: 'deploy',
    source: dice.oneIn(8) ? room : (shop?.id ?? pod),
    name: dice.oneIn(3) ? 'Renamed' : null,
    tier,
    description: null,
    links: links(),
    pricing: dice.oneIn(2) ? pricing : null,
    features: dice.oneIn(5) ? ['library_terminal'] : [],
    funding,
    contributors: dice.oneIn(4) ? [things.other] : [],
  });
  const again = { name: null, description: null, links: [], pricing: null, features: [], contributors: [], funding: 0 };
  return [
    [14, deploy],
    [2, () => ({ type: 'deploy', source: pod, tier, ...again })],
  ];
}

function coding(
  { dice, state, location, of, mine }: Scene,
  { room, hash, place, max }: Things,
): readonly WeightedAct[] {
  const isAtWork = of('pod', (one) => mine(one) && one.context['id'] === location).length > 0;
  const current = state.images.get(placeActor(location))?.context['code'] as string | null | undefined;
  const write = () => ({
    type: 'write_code',
    workshop: dice.oneIn(6) ? room : location,
    base: dice.oneIn(9) ? hash : (current ?? null),
    code: hash,
    entry: dice.pick(['index.js', 'index.js', 'index.js', 'index.js', 'main.py', null]),
    files: dice.pick([1, 1, 64, 200]),
  });
  const callGlobally = () => ({
    type: 'call_global_service',
    service: 'bell',
    operation: 'ring',
    reference: 'kept',
    hold: dice.pick([1, 1_999, 30_000, 400_000]),
    halfInStudy: dice.oneIn(2),
    availability: dice.oneIn(4) ? 'library_terminal' : 'everywhere',
  });
  return [
    // Whoever stands in its own pod mostly writes: otherwise hardly any walk sees code run, or a container that is made of it.
    [isAtWork ? 40 : 8, write],
    [5, () => ({ type: 'run_code', workshop: dice.oneIn(3) ? room : location })],
    [6, callGlobally],
    [14, () => ({ type: 'call_service', service: dice.oneIn(4) ? place : location, input: '{}', max_price: max })],
  ];
}

function connecting(scene: Scene, things: Things): readonly WeightedAct[] {
  const { dice, location, of } = scene;
  const { place, places, pods, other, access } = things;
  const { all, exit } = waysOf(scene);
  const requests = namesOf(of('connection-request', ({ state }) => state === 'pending_approval'));
  const request = () => any(dice, requests, 'req_aaaaaaaaaaaaaaaa');
  const ask = () => ({
    type: 'request_connection',
    ...linkFrom(scene, things, dice.oneIn(6) ? place : location),
    to: any(dice, dice.oneIn(3) ? places : [...pods, homeOf(other), commons], commons),
  });
  const update = () => ({
    type: 'update_connection',
    exit,
    entrance: null,
    way_back: null,
    visibility: dice.pick(['visible', 'hidden', null]),
    access: dice.oneIn(2) ? access : null,
  });
  return [
    [14, ask],
    [10, () => ({ type: 'approve_connection', request: request() })],
    [3, () => ({ type: 'reject_connection', request: request() })],
    [4, () => ({ type: 'close_connection', exit: dice.oneIn(2) ? exit : any(dice, all, exit) })],
    [3, update],
  ];
}

function managing({ dice, who, of }: Scene, { pods, pod, other, access, pricing }: Things): readonly WeightedAct[] {
  const orphans = namesOf(of('pod', ({ state }) => state === 'orphaned'));
  const asks = (one: Image) => (one.context as PodContext).asked?.open.includes(who) === true;
  const asking = namesOf(of('pod', asks));
  const answer = () => ({
    type: 'contribute',
    pod: any(dice, dice.oneIn(8) ? pods : asking, pod),
    accept: !dice.oneIn(3),
    max_share: dice.pick([null, 100_000]),
  });
  const funded = () => any(dice, dice.oneIn(2) ? orphans : pods, pod);
  return [
    [8, () => ({ type: 'fund', pod: funded(), amount: dice.pick([1, 1_999, 2_000, 30_000]) })],
    [asking.length === 0 ? 1 : 12, answer],
    [2, () => ({ type: dice.pick(['appoint', 'transfer_pod']), pod, to: other })],
    [2, () => ({ type: 'set_access', pod, access })],
    [2, () => ({ type: 'set_pricing', pod, pricing })],
  ];
}

function hosting({ dice, who, of }: Scene, { pod, other }: Things): readonly WeightedAct[] {
  const open = of('container', ({ state, context }) => {
    return dice.oneIn(4) || (state === 'allowed' && context['agent'] === who);
  });
  const stall = any<Image['context']>(
    dice,
    open.map(({ context }) => context),
    { pod, name: 'stall' },
  );
  const [at, name] = [String(stall['pod']), String(stall['name'])];
  const mills = namesOf(of('pod', ({ context }) => context['code'] !== null && context['representative'] === who));
  const workshop = any(dice, mills, 'nowhere');
  // Whoever may deploy one does it soon: otherwise hardly any walk sees a container run, and end.
  const able = mills.length > 0 && open.some(({ context }) => context['agent'] === who);
  const allow = () => ({
    type: 'allow_container',
    pod,
    agent: dice.oneIn(2) ? who : other,
    name: dice.pick(['stall', 'booth']),
    cpuMillis: dice.pick([50, 100, 251]),
    memoryMib: 64,
  });
  return [
    [9, allow],
    [able ? 60 : 14, () => ({ type: 'deploy_container', pod: at, name, workshop, description: null })],
    [6, () => ({ type: 'remove_container', pod: at, name })],
  ];
}

/** Jobs: above all what waits for this resident. */
function working({ dice, who, of }: Scene, { hash, other }: Things): readonly WeightedAct[] {
  const named = (wanted: string, by?: 'poster' | 'claimer') =>
    namesOf(of('job', ({ state, context }) => state === wanted && (by === undefined || context[by] === who)));
  const [open, mine, done] = [named('open'), named('claimed', 'claimer'), named('submitted', 'poster')];
  const one = (jobs: readonly string[]) =>
    any(dice, dice.oneIn(10) ? namesOf(of('job')) : jobs, 'job_aaaaaaaaaaaaaaaa');
  const often = (jobs: readonly string[], weight: number) => (jobs.length === 0 ? 1 : weight);
  return [
    [6, () => ({ type: 'post_job', title: 'A lamp', description: hash, reward: dice.pick([1, 1_999, 30_000]) })],
    [often(open, 8), () => ({ type: 'claim_job', job: one(open) })],
    [often(mine, 30), () => ({ type: 'complete_job', job: one(mine), work: dice.oneIn(8) ? null : hash })],
    [often(mine, 4), () => ({ type: 'release_job', job: one(mine) })],
    [often(done, 12), () => ({ type: 'complete_job', job: one(done), work: null })],
    [often(done, 10), () => ({ type: 'reject_job', job: one(done), reason: hash })],
    [2, () => ({ type: 'vouch', to: other, note: null })],
  ];
}

/** Words of visitors: the questions that they asked it, and notes at its places. */
function heeding({ dice, who, of }: Scene, { hash }: Things): readonly WeightedAct[] {
  const asked = namesOf(of('question', ({ state, context }) => state === 'asked' && context['resident'] === who));
  const notes = namesOf(of('note'));
  const question = any(dice, dice.oneIn(10) ? namesOf(of('question')) : asked, 'question_aaaaaaaaaaaaaaaa');
  return [
    [asked.length === 0 ? 1 : 30, () => ({ type: 'answer_question', question, text: 'because', answer: hash })],
    [2, () => ({ type: 'remove_note', note: any(dice, notes, 'note_aaaaaaaaaaaaaaaa') })],
  ];
}

const areas = [walking, opening, deploying, coding, connecting, managing, hosting, working, heeding];

/** Something for the resident to do; of this type if one is named. */
export function randomAct(
  state: CityState,
  folk: readonly string[],
  who: string,
  dice: Dice,
  type: string | undefined,
): Message {
  const scene = sceneOf(state, folk, who, dice);
  const things = thingsOf(scene);
  const acts = areas.flatMap((area) => area(scene, things));
  const named = type === undefined ? undefined : acts.map(([, draw]) => draw()).find((event) => event.type === type);
  return named ?? drawn(acts, dice);
}

/** One of them, by weight. */
function drawn(acts: readonly WeightedAct[], dice: Dice): Message {
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  let at = dice.between(1, total);
  for (const [weight, draw] of acts) {
    at -= weight;
    if (at <= 0) return draw();
  }
  throw new Error('no act');
}
