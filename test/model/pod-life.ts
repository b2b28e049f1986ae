/** A pod on its walk and the people around it: how they come in, and how it comes to its turns of fate. */
import { setImmediate as nextRound } from 'node:timers/promises';
import { z } from 'zod';
import type { PodEvent } from '../../actors/kinds/pod/facts.ts';
import type { PodContext } from '../../actors/kinds/pod/messages.ts';
import { commons, commonsExit, homeOf, residentActor } from '../../actors/rules/place/names.ts';
import { setting } from '../../actors/rules/workshops/tiers.ts';
import { assert, must } from '../../engine/assert.ts';
import { addRoom } from './building.ts';
import { present, rules } from './facts.ts';
import type { Situation, Variants } from './kind-model.ts';
import type { Refusal, Resident, Stage } from './stage.ts';

/** Ids of residents in the chart's own walk, and who plays them. */
export type Role = 'owner' | 'speaker' | 'helper' | 'visitor' | 'host';

export interface Life {
  readonly name: string;
  readonly birth: string;
  readonly stage: Stage;
  readonly people: Readonly<Record<Role, Resident>>;
  /** What the sandbox was asked for is done when these open. */
  readonly preparing: Gate;
  readonly removing: Gate;
}

export type At = Situation<PodContext>;
export type PodVariants = Variants<Life, PodEvent, PodContext>;

/** Passed by those who wait when it opens; breaks for them when it breaks. */
export class Gate {
  readonly passed: Promise<void>;
  open: () => void = () => {};
  break: () => void = () => {};

  constructor() {
    this.passed = new Promise((resolve, reject) => {
      this.open = resolve;
      this.break = () => reject(new Error('the sandbox failed'));
    });
  }
}

/** Runway at which the owner of a pool is alerted. */
const alertTicks = setting(rules, 'CREDIT_ALERT_TICKS');

export const births = {
  shared: 'a shared workshop',
  inHouse: 'a workshop in a house',
  fromHome: 'a home workshop, deployed',
} as const;

/** Funding of the pod in credits: a few ticks of its upkeep. */
const funding = 2;
export const podName = 'Lamp Shop';
export const firstFunding = { initial_credits: funding };

export async function begin(stage: Stage, birth: string): Promise<Life> {
  const [preparing, removing] = [new Gate(), new Gate()];
  stage.before.set('sandbox.prepare', () => preparing.passed);
  stage.before.set('sandbox.remove', () => removing.passed);
  const owner = await person(stage, 'Owner');
  if (birth === births.fromHome) {
    const people = { owner, speaker: owner, helper: owner, visitor: await person(stage, 'Visitor'), host: owner };
    return { name: await deployFromHome(owner), birth, stage, people, preparing, removing };
  }
  const people = {
    owner,
    speaker: await person(stage, 'Speaker'),
    helper: await person(stage, 'Helper'),
    visitor: await person(stage, 'Visitor'),
    host: owner,
  };
  if (birth === births.shared) {
    const access = [people.helper.id];
    return { name: await open(people, access), birth, stage, people, preparing, removing };
  }
  const host = await person(stage, 'Host');
  await addRoom(host, 'parlour', 'meeting');
  await host.post('/v1/house/rooms/parlour/invite', { residents: [owner.id] });
  await owner.move(homeOf(host.id));
  return { name: await open(people, []), birth, stage, people: { ...people, host }, preparing, removing };
}

/** Rich, long-lived, and at the Commons. */
async function person(stage: Stage, name: string): Promise<Resident> {
  const resident = await stage.found(name, { credits: 1_000, lifespanTicks: 288 });
  await resident.move(commonsExit);
  return resident;
}

const Made = z.looseObject({ id: z.string() });

async function open({ owner, speaker, visitor }: Life['people'], access: readonly string[]): Promise<string> {
  const asked = {
    name: podName,
    tier: 'tiny',
    access,
    representative: speaker.id,
    funding: { initial_credits: 2 * funding, contributors: [visitor.id] },
  };
  return Made.parse(await owner.make('/v1/workshops', asked)).id;
}

async function deployFromHome(owner: Resident): Promise<string> {
  await addRoom(owner, 'bench', 'workshop');
  const connections = [{ from: homeOf(owner.id) }];
  const asked = { source: 'bench', name: podName, tier: 'tiny', connections, funding: firstFunding };
  return Made.parse(await owner.make('/v1/deploy', asked)).id;
}

export const isWorkshop = ({ state }: At) => state.startsWith('workshop');
export const isDeployed = ({ state }: At) => state === 'deployed';
export const isOrphaned = ({ state }: At) => state === 'orphaned';
export const stands = (at: At) => isDeployed(at) || isOrphaned(at);
export const lives = (at: At) => isWorkshop(at) || stands(at);
export const isOver = ({ state }: At) => state === 'shut_down';
export const isShared = ({ context }: At) => context.collaborators.length > 0;

/** Most of a life is walked with the pod that began as a shared workshop: it is the same chart. */
export const shared =
  (condition: (at: At) => boolean = () => true) =>
  (at: At) =>
    isShared(at) && condition(at);

const Whole = z.looseObject({
  exit_id: z.string().nullable().optional(),
  connections: z.array(z.looseObject({ exit_id: z.string(), from: z.string(), to: z.string() })),
});

/** The exit that leads in from the Commons. */
export async function wayIn({ name, people: { speaker } }: Life): Promise<string> {
  const { exit_id, connections } = Whole.parse(await speaker.get(`/v1/pods/${name}`));
  return exit_id ?? must(connections.find(({ from }) => from === commons)?.exit_id, 'a way in');
}

const Here = z.looseObject({ id: z.string() });
export const isInside = async ({ name }: Life, who: Resident): Promise<boolean> =>
  Here.parse(await who.get('/v1/location')).id === name;

/** In, if not there yet. */
export async function comeIn(life: Life, ...roles: readonly Role[]): Promise<void> {
  for (const role of roles) {
    const who = life.people[role];
    if (await isInside(life, who)) continue;
    await who.move(commonsExit);
    assert((await who.move(await wayIn(life))) === undefined, `${role} comes in`);
  }
}

const Pool = z.looseObject({ status: z.string() });
export const statusOf = async (reader: Resident, pod: string): Promise<string> =>
  Pool.parse(await reader.get(`/v1/credits/pools/${pod}`)).status;

/** Passes ticks until the pod's pool is empty. */
export async function runDry(stage: Stage, reader: Resident, pod: string): Promise<Refusal> {
  let refusal: Refusal;
  do refusal = await stage.passTick();
  while (refusal === undefined && (await statusOf(reader, pod)) !== 'shut_down');
  return refusal;
}

const Means = z.looseObject({ balance: z.number(), burn_per_tick: z.number() });

/** Fills the pool for one tick more than that runway, and lets a tick pass. Too little at once to buy a way out. */
export async function runLow({ stage, name, people: { owner, speaker } }: Life): Promise<Refusal> {
  const path = `/v1/credits/pools/${name}`;
  const { balance, burn_per_tick: burn } = Means.parse(await owner.get(path));
  for (let missing = (alertTicks + 1) * burn - balance; missing > 0; missing -= 1)
    await speaker.post(`${path}/fund`, { amount: Math.min(1, missing) });
  return stage.passTick();
}

/** With everyone inside, it opens a way out and closes the one by which one came in. */
export async function cutOff(life: Life): Promise<Refusal> {
  const { name, people } = life;
  await comeIn(life, 'speaker', 'helper', 'visitor');
  const way = await wayIn(life);
  await leadOut(life);
  const refusal = await people.speaker.post('/v1/connections/close', { exit_id: way });
  assert((await statusOf(people.visitor, name)) === 'orphaned', `${name} is cut off`);
  return refusal;
}

/** One more connection, in one direction; its representative is inside. */
export const leadOut = ({ name, people: { speaker } }: Life): Promise<Refusal> =>
  speaker.post('/v1/connections/request', { from_pod: name, to_pod: commons, bidirectional: false });

/** What follows at the next tick. */
export async function dies({ stage }: Life, who: Resident): Promise<Refusal> {
  await who.post('/v1/me/shutdown', { confirm: true });
  return stage.passTick();
}

/** Returns once the pod has heard what `cause` leads to outside the city. */
export async function hears({ stage, name }: Life, cause: () => void): Promise<Refusal> {
  const before = stage.heard('pod', name).length;
  cause();
  while (stage.heard('pod', name).length === before) await nextRound();
  return undefined;
}

/** Somebody comes, by an exit that asks nothing of its own. */
export const enters = (traveller: Role, from = 'elsewhere'): Extract<PodEvent, { type: 'enter' }> => ({
  type: 'enter',
  traveller,
  from,
  exit: 'exit_1',
  gated: false,
  max_toll: null,
  visible: true,
  known: true,
  facts: { ...present, living: [], payee: residentActor(traveller) },
});

export const onPod = ({ name }: Life, path: string): string => `/v1/pods/${name}${path}`;
