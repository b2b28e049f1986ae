/** How simulated residents perceive: by the views that the gateways answer with, asked as the resident itself, and by what they hear. */

import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { ExitSeen, JobSeen, Look, Perception, Self } from '../../population/policies/perception.ts';
import type { EngineClient } from './engine-client.ts';
import type { HeardEvents } from './heard-events.ts';
import type { Memory } from './memory.ts';

/** Items on a page of a list: as many as the gateways give at most. */
const pageMax = 200;
const firstPage = { limit: pageMax, cursor: null } as const;

/** Of what is not looked at. A spread of parts would take longer than most looks. */
const none: readonly never[] = [];
const nothing: Perception['lastEventOf'] = new Map();

/** The resident as it is shown to itself. */
interface Me {
  readonly id: string;
  readonly name: string;
  readonly mentor: string | null;
  readonly location: string;
  readonly diesTick: number;
}

/** Undefined of who is dead or dying: it does nothing more. */
export function lookAtSelf(client: EngineClient, id: string, memory: Memory): Me | undefined {
  if (memory.isDying) return undefined;
  memory.self ??= introduced(client, id);
  if (memory.self === null) return undefined;
  if (!memory.isAtCommons) {
    const now = client.look(view('caller', { id }));
    if (now?.status !== 'alive') return undefined;
    if (now.location !== commons) return { id, ...memory.self, location: now.location };
    memory.isAtCommons = true;
  }
  const { name, mentor, diesTick } = memory.self;
  return { id, name, mentor, diesTick, location: commons };
}

function introduced(client: EngineClient, id: string): Memory['self'] {
  const me = client.look(view('me', { id }));
  if (me === undefined || !('state' in me) || (me.state !== 'alive.active' && me.state !== 'alive.warned')) return null;
  return { name: me.name, mentor: me.lineage.mentor, diesTick: me.dies_tick };
}

/** What the resident knows without looking. */
export function selfOf(client: EngineClient, { id, name, mentor, location, diesTick }: Me, memory: Memory): Self {
  const { tick } = client.city.state.counters;
  const means = must(client.look(view('means', { id })), 'its own means');
  return {
    tick,
    id,
    name,
    mentor,
    place: location,
    age: tick - memory.firstTick,
    left: diesTick - tick,
    balance: means.balance,
    endowment: means.endowment,
    burn: means.burn_per_tick,
    sinceClaim: tick - memory.claimedTick,
    shop: memory.pod === null ? null : ownShop(client, id, memory.pod, memory),
    buildingCost: memory.buildingCost(tick),
    note: memory.note,
  };
}

/** Where somebody looks around, and what it remembers. */
interface Standing {
  readonly memory: Memory;
  readonly board: Board;
  readonly events: HeardEvents;
}

/** What it knows when it has looked. */
export function perceive(
  client: EngineClient,
  self: Self,
  looks: readonly Look[],
  { memory, board, events }: Standing,
): Perception {
  const { id, place } = self;
  const own = looks.includes('own jobs') ? ownJobs(client, id, memory) : noJobs;
  const jobs = looks.includes('board') ? board.seenBy(client, id, place) : none;
  return {
    tick: self.tick,
    id,
    name: self.name,
    mentor: self.mentor,
    place,
    age: self.age,
    left: self.left,
    balance: self.balance,
    endowment: self.endowment,
    burn: self.burn,
    sinceClaim: self.sinceClaim,
    shop: self.shop,
    buildingCost: self.buildingCost,
    note: self.note,
    jobs,
    claimed: own.claimed,
    toAccept: own.toAccept,
    posted: own.posted,
    exits: looks.includes('exits') ? exitsSeen(client, id, memory) : none,
    present: looks.includes('residents') ? othersSeen(client, id) : none,
    heard: looks.includes('words') ? events.words.heardBy(id, place, memory.listened) : none,
    soulsWait: looks.includes('souls') && soulsWait(client),
    lastEventOf: lastEventsOf(self, jobs, own, events),
  };
}

/** Of what is there to be acted upon. */
function lastEventsOf(
  { id, shop }: Self,
  jobs: Perception['jobs'],
  { claimed, toAccept }: OwnJobs,
  events: HeardEvents,
): Perception['lastEventOf'] {
  if (jobs.length === 0 && claimed.length === 0 && toAccept.length === 0 && shop === null) return nothing;
  const last = new Map<string, number>();
  const note = (about: string) => {
    const seq = events.lastOf(id, about);
    if (seq !== undefined) last.set(about, seq);
  };
  for (const job of jobs) note(job.id);
  for (const job of claimed) note(job);
  for (const job of toAccept) note(job);
  if (shop !== null) note(shop.pod);
  return last;
}

/** Jobs at a place as they are shown to everybody there: until one of them changes the next who looks there sees the same. */
export class Board {
  #place = '';
  #jobs: readonly (JobSeen & { readonly poster: string | null })[] = [];
  #isUnchanged = () => false;

  seenBy(client: EngineClient, resident: string, place: string): Perception['jobs'] {
    if (place !== this.#place || !this.#isUnchanged()) {
      const asked = { resident, which: 'here', status: 'open', ...firstPage } as const;
      const { value, isUnchanged } = client.lookToKeep(view('jobs', asked));
      this.#jobs = (value?.items ?? []).map(({ id, reward, poster }) => ({ id, reward, poster }));
      this.#isUnchanged = isUnchanged;
      this.#place = place;
    }
    return this.#jobs.filter(({ poster }) => poster !== resident);
  }
}

type OwnJobs = Pick<Perception, 'claimed' | 'toAccept' | 'posted'>;
const noJobs: OwnJobs = { claimed: [], toAccept: [], posted: 0 };

function ownJobs(client: EngineClient, resident: string, memory: Memory): OwnJobs {
  if (!memory.hasClaimed && !memory.hasPosted) return noJobs;
  const of = { resident, status: null, ...firstPage };
  const look = (which: 'claimed' | 'posted') => client.look(view('jobs', { ...of, which }))?.items ?? [];
  const claimed = memory.hasClaimed ? look('claimed') : none;
  const posted = memory.hasPosted ? look('posted') : none;
  memory.hasClaimed = claimed.length > 0;
  memory.hasPosted = posted.length > 0;
  return {
    claimed: claimed.filter(({ status }) => status === 'claimed').map(({ id }) => id),
    toAccept: posted.filter(({ status }) => status === 'submitted').map(({ id }) => id),
    posted: posted.length,
  };
}

/** The first ways that residents have built, as many as a page holds; those of the place itself lead home. */
function exitsSeen(client: EngineClient, resident: string, memory: Memory): readonly ExitSeen[] {
  const shown = client.look(view('exits', { resident, ...firstPage }));
  return (shown?.items ?? [])
    .filter(({ type }) => type === 'agent-built')
    .map(({ id: exit, to, owner, toll }) => ({
      ...{ exit, to, owner, toll, price: memory.prices.get(exit) },
      answer: memory.answers.get(exit),
    }));
}

function othersSeen(client: EngineClient, resident: string): readonly string[] {
  const shown = client.look(view('residents', { resident, ...firstPage }));
  return (shown?.items ?? []).map(({ id }) => id).filter((id) => id !== resident);
}

function ownShop(client: EngineClient, resident: string, pod: string, memory: Memory): Perception['shop'] {
  const shown = client.look(view('pod', { id: pod, resident }));
  if (shown?.status !== 'deployed') return null;
  return {
    pod,
    price: shown.pricing.per_query,
    pool: shown.pool.balance,
    soldThisHour: memory.soldThisHour(client.city.state.counters.tick),
  };
}

const soulsWait = (client: EngineClient): boolean =>
  (client.look(view('waiting_souls', { limit: 1, cursor: null }))?.items.length ?? 0) > 0;
