/** What a pod must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { type AccountId, type ActorId, type ContentHash, nameOf } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type ImageOf, type InboxOf, imageOf } from '../../registry.ts';
import { countedTo, countOf } from '../../rules/people/deeds.ts';
import { containersMax, freedMax } from '../../rules/people/passing-on.ts';
import { isAlive, type NotAlive, payeeOf, successorOf, whyNotAlive } from '../../rules/people/payees.ts';
import { boundTo } from '../../rules/place/bound-actors.ts';
import { representativeOf, type Site, siteOf } from '../../rules/place/endpoint.ts';
import { containerUpkeep } from '../../rules/place/inner-upkeep.ts';
import { commons, containerActor, innerPlace, residentActor } from '../../rules/place/names.ts';
import { type RequestFacts, requestFacts } from '../../rules/place/requesting.ts';
import { isOrphaned } from '../../rules/place/states.ts';
import { isSeen } from '../../rules/place/visibility.ts';
import { type DeployFacts, deployFacts } from '../../rules/workshops/deploy-rules.ts';
import { neededToBegin } from '../../rules/workshops/first-upkeep.ts';
import { type WorkshopFacts, workshopFacts } from '../../rules/workshops/opening.ts';
import { type ContainerState, isRunning } from '../container/state.ts';

/** Millicredits of the pod, and those it needs before a container may begin (UP5). */
interface Pool {
  readonly balance: number;
  readonly needed: number;
}

/** What the pod must know of a nested container before it lets it be deployed. */
export interface NestedContainer {
  readonly exists: boolean;
  readonly agent: string | null;
  readonly state: ContainerState | null;
  readonly cpuMillis: number;
  readonly memoryMib: number;
  /** True while the former container of that name still runs calls, is being removed, or has a job that has not ended. */
  readonly closing: boolean;
  /** How many names containers of this pod have had. */
  readonly names: number;
  /** Allowed and running containers, and what the running ones use. */
  readonly count: number;
  readonly usedCpuMillis: number;
  readonly usedMemoryMib: number;
  readonly source: {
    /** The place: a pod, or a room of a house. */
    readonly id: string;
    readonly representative: string | null;
    readonly code: ContentHash | null;
    readonly entry: string | null;
  } | null;
}

interface Seen {
  /** Everyone can see a way to it. */
  readonly isSeen: boolean;
}

/** Who may know of the pod. */
export interface VisibilityFacts extends Seen {
  /** Only those concerned may know of it. */
  readonly isHidden: boolean;
}

/** What must be known when its owner has died. */
export interface Bequest {
  /** The new owner; null: nobody. */
  readonly heir: string | null;
  /** Requests that wait for an approval which perhaps nobody can give any more. */
  readonly pendingRequests: readonly ActorId<'connection-request'>[];
  /** The pool's millicredits, and what it pays each tick. */
  readonly balance: number;
  readonly burn: number;
}

/** Those who share in the pod's earnings; only the living are paid. */
export interface Shares {
  readonly living: readonly string[];
  /** Who gets the price back when the pod may earn nothing. */
  readonly payee: AccountId;
}

/** Containers that the former owner allowed and that are not deployed. */
interface LeaveGiven {
  readonly allowed: readonly ActorId<'container'>[];
}

/** Identifiers of a new way. */
interface NewWay {
  readonly request: string;
  readonly exit: string;
}

interface Sale extends Shares {
  /** The owner, if a sale to this caller counts for it: it lives, is not the caller, and has not reached the number that counts. */
  readonly seller: string | null;
}

interface Appointment {
  /** The named resident, if it does not live. */
  readonly notAlive: NotAlive | undefined;
}

interface Found {
  readonly deploy: DeployFacts;
  readonly open_workshop: WorkshopFacts;
  readonly request_connection: RequestFacts;
  readonly run_code: { readonly call: string };
  readonly call_service: { readonly call: string };
  readonly served: Sale;
  readonly enter: Shares;
  readonly fund: NewWay & { readonly commons: Site };
  readonly appoint: Appointment;
  readonly transfer_pod: Appointment & LeaveGiven & Seen;
  readonly allow_container: Appointment & { readonly container: NestedContainer };
  readonly deploy_container: { readonly container: NestedContainer; readonly pool: Pool };
  readonly remove_container: { readonly container: NestedContainer };
  readonly 'account.dry': VisibilityFacts;
  readonly 'account.low': { readonly balance: number; readonly burn: number };
  readonly 'cut.off': VisibilityFacts;
  readonly reached: VisibilityFacts;
  readonly 'birthplace.ended': NewWay;
  readonly 'owner.ended': Bequest & LeaveGiven & Seen;
  readonly 'representative.ended': { readonly pendingRequests: readonly ActorId<'connection-request'>[] };
}

export type PodEvent = Heard<InboxOf<'pod'>, Found>;

const shares = (facts: Facts, { context }: ImageOf<'pod'>, caller: string): Shares => ({
  living: Object.keys(context.pricing.split).filter((resident) => isAlive(facts, resident)),
  payee: payeeOf(facts, caller),
});

function sale(facts: Facts, self: ImageOf<'pod'>, caller: string): Sale {
  const { owner } = self.context;
  const sells = owner !== null && owner !== caller && isAlive(facts, owner);
  const image = sells ? imageOf(facts, residentActor(owner)) : undefined;
  const isCounted = image !== undefined && countOf(image.context, 'sales') < countedTo.sales;
  return { ...shares(facts, self, caller), seller: isCounted ? owner : null };
}

function nested(
  facts: Facts,
  { context }: ImageOf<'pod'>,
  name: string,
  source: ActorId<'pod' | 'room'> | null = null,
): NestedContainer {
  const place = innerPlace(context.id, name);
  const members = facts.members(indexes.containers, context.id, containersMax + 1);
  const running = members.map((id) => imageOf(facts, id)).filter((image) => image !== undefined && isRunning(image));
  const used = (field: 'cpuMillis' | 'memoryMib') =>
    running.reduce((sum, image) => sum + (image?.context[field] ?? 0), 0);
  const image = imageOf(facts, containerActor(place));
  const workshop = source === null ? undefined : imageOf(facts, source);
  return {
    exists: image !== undefined,
    agent: image?.context.agent ?? null,
    state: image?.state ?? null,
    closing: boundTo(facts, place) + (image?.calls.length ?? 0) > 0,
    names: facts.count(indexes.containerNames, context.id),
    cpuMillis: image?.context.cpuMillis ?? 0,
    memoryMib: image?.context.memoryMib ?? 0,
    count: members.length,
    usedCpuMillis: used('cpuMillis'),
    usedMemoryMib: used('memoryMib'),
    source: workshop === undefined ? null : sourceOf(workshop),
  };
}

const sourceOf = (workshop: ImageOf<'pod' | 'room'>): NonNullable<NestedContainer['source']> => ({
  id: nameOf(workshop.id),
  representative: representativeOf(workshop),
  code: workshop.context.code,
  entry: workshop.context.entry,
});

/** Requests that wait for this pod's approval, which perhaps nobody can give any more. */
const pendingRequestsOf = (facts: Facts, { context }: ImageOf<'pod'>) =>
  facts.members(indexes.pending, context.id, freedMax);

const allowedIn = (facts: Facts, { context }: ImageOf<'pod'>) =>
  facts
    .members(indexes.containers, context.id, containersMax)
    .filter((container) => imageOf(facts, container)?.state === 'allowed');

function visibility(facts: Facts, self: ImageOf<'pod'>): VisibilityFacts {
  const seen = isSeen(facts, self.context.id);
  return { isSeen: seen, isHidden: !seen && !isOrphaned(self) };
}

const newWay = (facts: Facts): NewWay => ({ request: facts.mint('req'), exit: facts.mint('exit') });
const newCall = (facts: Facts) => ({ call: facts.mint('call') });
const appointment = (facts: Facts, _self: unknown, { to }: { readonly to: string }): Appointment => ({
  notAlive: whyNotAlive(facts, to),
});

export const podEvents: EventRules<'pod', Found> = {
  deploy: { command: true, facts: deployFacts },
  open_workshop: { command: true, facts: workshopFacts },
  request_connection: { command: true, facts: requestFacts },
  write_code: { command: true },
  run_code: { command: true, facts: newCall },
  call_service: { command: true, facts: newCall },
  served: { command: false, facts: (facts, self, { caller }) => sale(facts, self, caller) },
  enter: { command: false, facts: (facts, self, { traveller }) => shares(facts, self, traveller) },
  fund: {
    command: true,
    facts: (facts, _self, { by }) => ({ commons: siteOf(facts, commons, { payer: by }), ...newWay(facts) }),
  },
  appoint: { command: true, facts: appointment },
  transfer_pod: {
    command: true,
    facts: (facts, self, event) => ({
      ...appointment(facts, self, event),
      allowed: allowedIn(facts, self),
      isSeen: isSeen(facts, self.context.id),
    }),
  },
  set_access: { command: true },
  set_pricing: { command: true },
  allow_container: {
    command: true,
    facts: (facts, self, { agent, name }) => ({
      notAlive: whyNotAlive(facts, agent),
      container: nested(facts, self, name),
    }),
  },
  deploy_container: {
    command: true,
    facts: (facts, self, { name, source }) => {
      const container = nested(facts, self, name, source);
      const needed = neededToBegin(facts, self.id, containerUpkeep(facts.settings, container.cpuMillis));
      return { container, pool: { balance: facts.balance(self.id), needed } };
    },
  },
  remove_container: { command: true, facts: (facts, self, { name }) => ({ container: nested(facts, self, name) }) },
  'account.dry': { command: false, facts: visibility },
  contribute: { command: true },
  'contributions.expire': { command: false },
  'account.low': { command: false, facts: (facts, { id }) => ({ balance: facts.balance(id), burn: facts.burn(id) }) },
  'cut.off': { command: false, facts: visibility },
  reached: { command: false, facts: visibility },
  'birthplace.ended': { command: false, facts: newWay },
  'owner.ended': {
    command: false,
    facts: (facts, self) => ({
      heir: self.context.owner === null ? null : successorOf(facts, self.context.owner),
      pendingRequests: pendingRequestsOf(facts, self),
      allowed: allowedIn(facts, self),
      balance: facts.balance(self.id),
      burn: facts.burn(self.id),
      isSeen: isSeen(facts, self.context.id),
    }),
  },
  'hears.due': { command: false },
  'representative.ended': {
    command: false,
    facts: (facts, self) => ({ pendingRequests: pendingRequestsOf(facts, self) }),
  },
  'sandbox.prepare.done': { command: false },
  'sandbox.prepare.failed': { command: false },
  'sandbox.remove.done': { command: false },
  'sandbox.remove.failed': { command: false },
};
