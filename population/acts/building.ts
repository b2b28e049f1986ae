/** Building: a workshop where one stands, code in it, runs of the code, and the deploy that makes a pod of it. Rooms are built in `rooms.ts`. */

import { newsKey } from '../checks/news.ts';
import type { Steady } from '../checks/stability.ts';
import { Upkeep } from '../checks/upkeep.ts';
import type { Outcome } from '../client/repeating.ts';
import { type Fields, fieldsOf, listOf, milli, textOf } from '../client/wire.ts';
import { type Link, Pod, type Room } from '../pods.ts';
import type { Resident } from '../resident.ts';
import type { Member } from '../works.ts';
import { deployCost, feeNear, podUpkeep, type Tier, tiers } from './prices.ts';
import { filesOf, printedBy } from './programs.ts';

const names = ['Lamp Shop', 'Mill', 'Post Office', 'Bakery', 'Ledger', 'Clock Tower', 'Ferry', 'Dye Works'];

/** Upkeep of so many ticks is what a place begins with. */
const starvingTicks = 3;
const fundedTicks = 60;

/** Where code lies: a pod, or a room of a house. */
export interface Site {
  version: number;
  readonly code: Steady;
}

/** Opens a workshop where it stands. */
export async function openWorkshop(who: Resident): Promise<void> {
  const { chance, works } = who.at;
  const place = who.place ?? '';
  const tier: Tier = chance.share(0.7) ? 'tiny' : 'small';
  const starves = chance.share(0.2);
  const funding = podUpkeep[tier] * (starves ? starvingTicks : fundedTicks);
  const helper = chance.pick([...works.residents.keys()]);
  const access = helper === undefined || helper === who.id ? [] : [helper];
  const outcome = await who.do('workshop', '/v1/workshops', {
    name: `${chance.pick(names) ?? ''} ${who.at.channels.run}`,
    tier,
    access,
    connections: [{ from: 'current', entrance_description: 'A door, and sawdust.' }],
    funding: { initial_credits: funding / 1000 },
  });
  if (outcome.type === 'unknown') {
    who.unpriced++;
    works.news.doubt('workshop.created', who.id);
  }
  if (outcome.type !== 'done') return;
  const body = fieldsOf(outcome.body);
  const pool = fieldsOf(body['pool']);
  const upkeep = podUpkeep[tier] / 2;
  works.expect(`workshop of ${who.id}`, body, {
    status: 'workshop',
    tier,
    owner: who.id,
    representative: who.id,
    location: place,
    collaborators: access,
  });
  works.expect(`pool of a new workshop of ${who.id}`, pool, { balance: funding / 1000, burn_per_tick: upkeep / 1000 });
  who.charge(deployCost[tier] / 2 + funding);
  const about = {
    id: textOf(body['id']),
    owner: who.id,
    collaborators: access,
    tier,
    birthplace: place,
    door: textOf(body['exit_id']),
    starves,
    upkeep: new Upkeep(upkeep, who.at.listener.ticks),
  };
  const pod = new Pod(about, who.at.findings);
  pod.income = funding;
  works.pods.add(pod);
  works.count('workshops');
  works.news.expect(newsKey('workshop.created', pod.id), [who.id]);
}

/** Goes through the door of a workshop on which it works. */
export async function enterWorkshop(who: Resident, pod: Pod): Promise<void> {
  const outcome = await who.travel(pod.door);
  if (outcome.type === 'refused') await look(who, pod);
}

/** The next version of the code, at a pod or in a room. `name`: what the place is called there. */
export async function write(who: Resident, site: Site, name: string): Promise<void> {
  const { works, chance } = who.at;
  const version = Math.max(site.version, 0) + 1 + chance.below(3);
  const files = filesOf(version);
  site.code.begin();
  const outcome = await who.do('write code', `/v1/workshops/${name}/code`, { files });
  // Of two that write at once the later is in force, and which that was is not known; the next write mends it.
  const wasAlone = site.code.end();
  if (outcome.type === 'unknown' || (outcome.type === 'done' && !wasAlone)) site.version = -1;
  if (outcome.type !== 'done') return;
  if (wasAlone) site.version = version;
  works.count('writes');
  works.expect(`code written at ${name}`, fieldsOf(outcome.body), {
    entry: 'index.js',
    files: Object.keys(files).sort(),
  });
}

/** Reads the code back. */
export async function readCode(who: Resident, site: Site, name: string): Promise<void> {
  const { version, code } = site;
  const { moment } = code;
  const outcome = await who.ask('read code', `/v1/workshops/${name}/code`);
  if (outcome.type !== 'done' || version <= 0 || code.moment !== moment) return;
  who.at.works.expect(`code read at ${name}`, fieldsOf(outcome.body), { files: filesOf(version) });
}

/** Runs the code as a program. */
export async function run(who: Resident, site: Site, name: string): Promise<void> {
  const { works, findings } = who.at;
  const { version, code } = site;
  const { moment } = code;
  const outcome = await who.do('run', `/v1/workshops/${name}/run`, {});
  if (outcome.type === 'refused' && outcome.code === 'sandbox_unavailable') works.count('without sandbox');
  if (outcome.type !== 'done') return;
  works.count('runs');
  const body = fieldsOf(outcome.body);
  const printed = body['exit_code'] === 0 && body['stdout'] === printedBy(version);
  // A machine that is too busy may end a run: that it did not print then says nothing about the city.
  if (code.moment === moment && version > 0 && !printed && body['timed_out'] !== true)
    findings.add('code_differs', () => `version ${version} at ${name} ran as ${JSON.stringify(body)}`);
}

/** What a deploy is asked with, and what follows from it. */
interface Plan {
  readonly tier: Tier;
  readonly funding: number;
  readonly pricing: { readonly perEntry: number; readonly perQuery: number };
  readonly split: readonly (readonly [string, number])[];
}

function planFor(who: Resident, tier: Tier, starves: boolean): Plan {
  const { chance, works } = who.at;
  const partner = chance.pick([...works.residents.keys()]) ?? who.id;
  const split: [string, number][] = chance.share(0.5) ? [] : [[who.id, 0.25]];
  if (split.length > 0 && partner !== who.id) split.push([partner, 0.5]);
  return {
    tier,
    funding: podUpkeep[tier] * (starves ? 1 : fundedTicks),
    pricing: { perEntry: chance.below(3_000), perQuery: chance.share(0.2) ? 0 : chance.below(2_000) },
    split,
  };
}

const asked = ({ pricing: { perEntry, perQuery }, split }: Plan): Fields => ({
  per_entry: perEntry / 1000,
  per_query: perQuery / 1000,
  revenue_split: Object.fromEntries(split),
});

/** Makes a pod of a workshop, where it was opened. An owned place must have agreed to the connection before. */
export async function deploy(who: Resident, pod: Pod): Promise<void> {
  const { works } = who.at;
  const tier = pod.tier;
  const plan = planFor(who, tier, pod.starves);
  const agreed = works.pods.links('open').some(({ from, to }) => from === pod.birthplace && to === pod.id);
  const other = works.pods.representative(pod.birthplace);
  const mustAsk = other !== null && other !== who.id && !agreed;
  const witnesses = inside(who, pod.id);
  const before = await balanceOf(who);
  const body = {
    source: pod.id,
    tier,
    description: 'Everything here was made by hand.',
    connections: [{ from: 'current', entrance_description: 'Smoke and voices.' }],
    pricing: asked(plan),
    funding: { initial_credits: plan.funding / 1000 },
  };
  pod.terms.begin();
  const outcome = await works.pods.changing([pod.birthplace], () => who.do('deploy', '/v1/deploy', body));
  if (outcome.type === 'done') deployed(who, pod, plan, fieldsOf(outcome.body));
  pod.terms.end();
  if (outcome.type === 'unknown') losePod(who, pod);
  if (outcome.type === 'refused') await look(who, pod);
  if (outcome.type !== 'done') return;
  if (mustAsk) who.at.findings.add('not_refused', () => `${pod.id} was deployed without the word of ${other}`);
  const shown = fieldsOf(outcome.body);
  works.expect(`deployed ${pod.id}`, shown, {
    id: pod.id,
    status: 'deployed',
    tier,
    owner: who.id,
    representative: who.id,
  });
  pod.upkeep.change(podUpkeep[tier] / 2, who.at.listener.ticks);
  chargeDeploy(who, agreed ? 0 : null, before, shown, deployCost[tier] + plan.funding);
  works.news.expect(newsKey('pod.deployed', pod.id), [who.id, ...stillInside(witnesses)], works.residents.keys());
}

/** Makes a pod of a room, at home; the connection starts at the Commons, or at the house, which alone leads nowhere. */
export async function deployRoom(who: Resident, room: Room): Promise<void> {
  const { works, chance } = who.at;
  const plan = planFor(who, 'tiny', false);
  const from = chance.share(0.75) ? 'city-commons' : who.home;
  const wasInRoom = who.place === room.id;
  const witnesses = inside(who, room.id);
  const before = await balanceOf(who);
  const outcome = await who.do('deploy', '/v1/deploy', {
    source: room.name,
    name: `${chance.pick(names) ?? ''} at home`,
    tier: 'tiny',
    connections: [{ from, visibility: chance.share(0.8) ? 'visible' : 'subtle' }],
    pricing: asked(plan),
    funding: { initial_credits: plan.funding / 1000 },
  });
  if (outcome.type === 'unknown') {
    who.unpriced++;
    room.isOpen = false;
    for (const type of ['room.removed', 'pod.deployed']) works.news.doubt(type, who.id);
    works.news.doubt('connection.opened', '');
    if (wasInRoom) who.place = null;
  }
  if (outcome.type !== 'done') return;
  const body = fieldsOf(outcome.body);
  const upkeep = new Upkeep(podUpkeep.tiny, who.at.listener.ticks);
  const id = textOf(body['id']);
  const pod = new Pod(
    { id, owner: who.id, collaborators: [], tier: 'tiny', birthplace: from, door: '', starves: false, upkeep },
    who.at.findings,
  );
  pod.version = room.version;
  room.isOpen = false;
  works.pods.add(pod);
  deployed(who, pod, plan, body);
  chargeDeploy(who, null, before, body, deployCost.tiny + plan.funding);
  works.news.expect(newsKey('room.removed', room.id), [who.id], room.invited);
  works.news.expect(newsKey('pod.deployed', id), [who.id, ...stillInside(witnesses)], works.residents.keys());
  if (wasInRoom) who.place = id;
}

/** A larger tier for a pod; what is paid is the difference. */
export async function raise(who: Resident, pod: Pod): Promise<void> {
  const { works, chance } = who.at;
  const tier = tiers[tiers.indexOf(pod.tier) + 1];
  if (tier === undefined) return;
  const funding = chance.share(0.5) ? podUpkeep[tier] * 10 : 0;
  const extra = funding === 0 ? {} : { funding: { initial_credits: funding / 1000 } };
  const body = { source: pod.id, tier, ...extra };
  const outcome = await works.pods.changing([pod.id], () => who.do('deploy', '/v1/deploy', body));
  if (outcome.type === 'unknown') losePod(who, pod);
  if (outcome.type === 'refused') await look(who, pod);
  if (outcome.type !== 'done') return;
  works.expect(`larger ${pod.id}`, fieldsOf(outcome.body), { id: pod.id, tier, owner: who.id });
  who.charge(deployCost[tier] - deployCost[pod.tier] + funding);
  pod.upkeep.change(podUpkeep[tier] - podUpkeep[pod.tier], who.at.listener.ticks);
  pod.income += funding;
  pod.tier = tier;
  works.count('raises');
}

/** The pod as whoever speaks for it is shown it; what has changed without its doing is noted. */
export async function look(who: Resident, pod: Pod): Promise<void> {
  const outcome = await who.ask('pod', `/v1/pods/${pod.id}`);
  if (outcome.type !== 'done') return;
  const body = fieldsOf(outcome.body);
  if (body['status'] === 'shut_down') end(who, pod);
  else if (body['status'] === 'workshop') {
    pod.birthplace = textOf(body['location']);
    pod.door = textOf(body['exit_id']);
  } else if (pod.phase === 'workshop') pod.phase = 'deployed';
  // A connection that funding bought is not in the funder's answer.
  for (const shown of listOf(body['connections'])) {
    const link = linkOf(fieldsOf(shown), who.id);
    if (who.at.works.pods.request(link.request) === undefined) who.at.works.pods.addLink(link);
  }
}

/** The pod has ended: it ran dry. What led to it is closed, requests for it are cancelled and their fees returned. */
export function end(who: Resident, pod: Pod): void {
  const { pods } = who.at.works;
  if (pod.phase === 'ended') return;
  pod.phase = 'ended';
  who.at.works.count('starved');
  for (const link of pods.linksAt(pod.id)) {
    who.at.works.close(link);
    who.at.works.news.allow(newsKey('connection.closed', link.request), [
      ...pods.concerned(link),
      ...pods.buyersOf(link.to),
    ]);
  }
}

/** An acting upon a pod may have come too late. Returns the outcome. */
export function notEnded(who: Resident, pod: Pod, outcome: Outcome): Outcome {
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') end(who, pod);
  return outcome;
}

function deployed(who: Resident, pod: Pod, plan: Plan, body: Fields): void {
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
    { pricing: { ...asked(plan), input_description: null } },
  );
  const connections = listOf(body['connections']);
  if (connections.length === 0)
    who.at.findings.add('answer_differs', () => `${pod.id} was deployed without a connection: ${JSON.stringify(body)}`);
  for (const shown of connections) {
    const link = linkOf(fieldsOf(shown), who.id);
    if (works.pods.request(link.request) === undefined) works.pods.addLink(link);
    works.news.expect(newsKey('connection.opened', link.request), works.pods.concerned(link), works.residents.keys());
  }
}

function linkOf(shown: Fields, requester: string): Link {
  return {
    request: textOf(shown['request_id']),
    exit: textOf(shown['exit_id']),
    from: textOf(shown['from']),
    to: textOf(shown['to']),
    bidirectional: shown['bidirectional'] === true,
    requester,
    fee: 0,
    access: { type: 'public', allowed: [] },
    state: 'open',
  };
}

/** The answer shows what is left. Beside cost and funding a fee was taken, which must be one of those that there are. */
function chargeDeploy(who: Resident, fee: number | null, before: Reading | null, body: Fields, known: number): void {
  const left = milli(body['balance']);
  if (before === null || Number.isNaN(left)) {
    who.unpriced++;
    return;
  }
  const { listener, payments, works } = who.at;
  const upkeep = (listener.ticks - before.ticks) * (works.upkeepOf(who.id)?.burn ?? 0);
  const income = payments.net(who.id) - before.net + works.earned(who.id) - before.earned;
  const taken = fee ?? feeNear(before.balance - left - known - upkeep + income);
  if (taken === null) who.unpriced++;
  else who.charge(known + taken);
}

interface Reading {
  readonly balance: number;
  readonly ticks: number;
  readonly net: number;
  readonly earned: number;
}

async function balanceOf(who: Resident): Promise<Reading | null> {
  const { listener, payments, works } = who.at;
  const outcome = await who.ask('credits', '/v1/credits');
  if (outcome.type !== 'done') return null;
  const balance = milli(fieldsOf(outcome.body)['balance']);
  return { balance, ticks: listener.ticks, net: payments.net(who.id), earned: works.earned(who.id) };
}

/** What became of it is not known: nothing is concluded from its pool any more. */
function losePod(who: Resident, pod: Pod): void {
  who.unpriced++;
  pod.unpriced++;
  who.at.works.news.doubt('pod.deployed', who.id);
  who.at.works.news.doubt('connection.opened', '');
}

/** Who is at the place now, and on which journey. */
function inside(who: Resident, place: string): readonly (readonly [Member, number])[] {
  return [...who.at.works.residents.values()]
    .filter((one) => one.place === place)
    .map((one) => [one, one.journeys] as const);
}

/** Those of them who have not set out since. */
function stillInside(witnesses: readonly (readonly [Member, number])[]): readonly string[] {
  return witnesses.filter(([one, journeys]) => one.journeys === journeys).map(([one]) => one.id);
}
