/** How simulated residents perceive: by the views that the gateways answer with, asked as the resident itself, and by what they hear. */
import type { Shown } from '../../actors/views.ts';
import { view } from '../../actors/views.ts';
import type { ExitSeen, Look, Perception, Self } from '../../population/policies/perception.ts';
import type { Door } from './door.ts';
import type { Memory } from './memory.ts';

/** Items on a page of a list: as many as the gateways give at most. */
const pageMax = 200;
const firstPage = { limit: pageMax, cursor: null } as const;

type Me = Extract<Shown<'me'>, { readonly state: unknown }>;

/** The resident as it is shown to itself; undefined of who is dead or dying: it does nothing more. */
export async function lookAtSelf(door: Door, id: string): Promise<Me | undefined> {
  const me = await door.view(view('me', { id }));
  if (me === undefined || !('state' in me)) return undefined;
  return me.state === 'alive.active' || me.state === 'alive.warned' ? me : undefined;
}

/** What the resident knows without looking. */
export async function selfOf(door: Door, me: Me, memory: Memory): Promise<Self> {
  const { tick } = door.city.state.counters;
  const { id, name } = me;
  return {
    ...{ tick, id, name },
    age: tick - memory.firstTick,
    left: me.dies_tick - tick,
    balance: me.balance,
    endowment: me.endowment,
    burn: me.burn_per_tick,
    sinceClaim: tick - memory.claimedTick,
    shop: memory.pod === null ? null : await ownShop(door, id, memory.pod, memory),
    buildingCost: memory.buildingCost(tick),
  };
}

/** What it knows when it has looked. */
export async function perceive(door: Door, self: Self, memory: Memory, looks: readonly Look[]): Promise<Perception> {
  const { id } = self;
  return {
    ...self,
    jobs: looks.includes('board') ? await board(door, id) : [],
    ...(looks.includes('own jobs') ? await ownJobs(door, id) : noJobs),
    exits: looks.includes('exits') ? await exitsSeen(door, id, memory) : [],
    present: looks.includes('residents') ? await othersSeen(door, id) : [],
    soulsWait: looks.includes('souls') && (await soulsWait(door)),
  };
}

async function board(door: Door, resident: string): Promise<Perception['jobs']> {
  const shown = await door.view(view('jobs', { resident, which: 'here', status: 'open', ...firstPage }));
  return (shown?.items ?? []).filter(({ poster }) => poster !== resident);
}

type OwnJobs = Pick<Perception, 'claimed' | 'toAccept' | 'posted'>;
const noJobs: OwnJobs = { claimed: [], toAccept: [], posted: 0 };

async function ownJobs(door: Door, resident: string): Promise<OwnJobs> {
  const of = { resident, status: null, ...firstPage };
  const claimed = (await door.view(view('jobs', { ...of, which: 'claimed' })))?.items ?? [];
  const posted = (await door.view(view('jobs', { ...of, which: 'posted' })))?.items ?? [];
  return {
    claimed: claimed.filter(({ status }) => status === 'claimed').map(({ id }) => id),
    toAccept: posted.filter(({ status }) => status === 'submitted').map(({ id }) => id),
    posted: posted.length,
  };
}

/** The first ways that residents have built, as many as a page holds; those of the place itself lead home. */
async function exitsSeen(door: Door, resident: string, memory: Memory): Promise<readonly ExitSeen[]> {
  const shown = await door.view(view('exits', { resident, ...firstPage }));
  return (shown?.items ?? [])
    .filter(({ type }) => type === 'agent-built')
    .map(({ id: exit, owner, toll }) => ({ exit, owner, toll, price: memory.prices.get(exit) }));
}

async function othersSeen(door: Door, resident: string): Promise<readonly string[]> {
  const shown = await door.view(view('residents', { resident, ...firstPage }));
  return (shown?.items ?? []).map(({ id }) => id).filter((id) => id !== resident);
}

async function ownShop(door: Door, resident: string, pod: string, memory: Memory): Promise<Perception['shop']> {
  const shown = await door.view(view('pod', { id: pod, resident }));
  if (shown?.status !== 'deployed') return null;
  return {
    pod,
    price: shown.pricing.per_query,
    pool: shown.pool.balance,
    soldThisHour: memory.soldThisHour(door.city.state.counters.tick),
  };
}

const soulsWait = async (door: Door): Promise<boolean> =>
  ((await door.view(view('waiting_souls', { limit: 1, cursor: null })))?.items.length ?? 0) > 0;
