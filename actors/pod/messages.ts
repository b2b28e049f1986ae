/**
 * What a pod hears, from its first day as a workshop to its end, and the facts that each needs (T6). What residents send
 * carries who sends it (`by`) and where that one stands (`standing`).
 */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import type { AccountId, ActorId, ContentHash } from '../../engine/ids.ts';
import { type Deploy, type DeployFacts, deployFacts } from '../building/deploy.ts';
import { type ConnectionFacts, connectionFacts, type RequestConnection } from '../building/link.ts';
import type { Served, WriteCode } from '../code/code.ts';
import type { With } from '../facts.ts';
import type { Access } from '../place/access.ts';
import { representativeOf, type Site, siteOf } from '../place/endpoint.ts';
import { commons, containerActor, within } from '../place/names.ts';
import { isSeen } from '../place/visibility.ts';
import { type OpenWorkshop, type WorkshopFacts, workshopFacts } from '../place/workshop.ts';
import { isAlive, payeeOf, type Stranger, strangerOf, successorOf } from '../resident/payees.ts';
import type { Pricing } from './input.ts';

/** Bounds of the lists in a pod's context (A1). */
export const containersMax = 64;
/** Names that containers of one pod have had, at once or one after the other. */
export const containerNamesMax = 128;

type By<Type extends string> = { readonly type: Type; readonly by: string };

/** A nested container as the pod must know it before it lets one be deployed. */
export interface ContainerFacts {
  readonly exists: boolean;
  readonly agent: string | null;
  readonly state: string | null;
  readonly cpuMillis: number;
  readonly memoryMib: number;
  /** True while what the container was still runs calls, or is being cleared away. */
  readonly closing: boolean;
  /** Names that containers of this pod have had. */
  readonly names: number;
  /** Allowed and running ones, and what the running ones use. */
  readonly count: number;
  readonly usedCpuMillis: number;
  readonly usedMemoryMib: number;
  readonly source: {
    readonly representative: string | null;
    readonly code: ContentHash | null;
    readonly entry: string | null;
  } | null;
}

/** Who may know of it. */
export interface SightFacts {
  /** Everyone can see a way to it. */
  readonly isSeen: boolean;
  /** It is unknown to all but those whom it concerns. */
  readonly isHidden: boolean;
}

export type PodEvent =
  | (Deploy & With<DeployFacts>)
  | (OpenWorkshop & With<WorkshopFacts>)
  | (RequestConnection & With<ConnectionFacts>)
  | (WriteCode & With)
  | (By<'run_code'> & With<{ readonly call: string }>)
  | (By<'call_service'> & { readonly input: string; readonly max_price: number | null } & With<{
        readonly call: string;
      }>)
  | (Served & With<Shares>)
  | ({
      readonly type: 'enter';
      readonly traveller: string;
      readonly from: string;
      readonly exit: string;
      readonly gated: boolean;
      readonly max_toll: number | null;
      readonly visible: boolean;
      readonly known: boolean;
    } & With<Shares>)
  | (By<'fund'> & { readonly amount: number } & With<{
        readonly commons: Site;
        readonly request: string;
        readonly exit: string;
      }>)
  | (By<'appoint' | 'transfer_pod'> & { readonly to: string } & With<{ readonly stranger: Stranger | undefined }>)
  | (By<'set_access'> & { readonly access: Access } & With)
  | (By<'set_pricing'> & { readonly pricing: Pricing } & With)
  | (By<'allow_container'> & {
      readonly agent: string;
      readonly name: string;
      readonly cpuMillis: number;
      readonly memoryMib: number;
    } & With<{ readonly stranger: Stranger | undefined; readonly container: ContainerFacts }>)
  | (By<'deploy_container'> & {
      readonly name: string;
      readonly source: ActorId;
      readonly description: ContentHash | null;
    } & With<{
        readonly container: ContainerFacts;
      }>)
  | (By<'remove_container'> & { readonly name: string } & With<{ readonly container: ContainerFacts }>)
  | ({ readonly type: 'account.dry' | 'cut.off' | 'reached' } & With<SightFacts>)
  /** Its pool lasts few ticks more. In millicredits. */
  | ({ readonly type: 'account.low' } & With<{ readonly balance: number; readonly burn: number }>)
  | ({ readonly type: 'birthplace.ended' } & With<{ readonly request: string; readonly exit: string }>)
  | ({ readonly type: 'owner.ended' } & With<Bequest>)
  | ({ readonly type: 'representative.ended' } & With<{ readonly asked: readonly ActorId[] }>)
  | ({
      readonly type:
        | 'sandbox.prepare.done'
        | 'sandbox.prepare.failed'
        | 'sandbox.remove.done'
        | 'sandbox.remove.failed';
    } & With);

/** What is to be known when its owner has died. */
export interface Bequest {
  /** Whose it is from now on; null: nobody's. */
  readonly heir: string | null;
  /** What waits for an approval that nobody may be left to give. */
  readonly asked: readonly ActorId[];
  /** Of its pool, in millicredits, and what that pays each tick. */
  readonly balance: number;
  readonly burn: number;
}

/** Those who share in what the pod earns: only the living are paid. */
export interface Shares {
  readonly living: readonly string[];
  /** Who gets the price back when the pod may earn nothing. */
  readonly payee: AccountId;
}

const pricingOf = (self: Image): Pricing => self.context['pricing'] as Pricing;

const shares = (facts: Facts, self: Image, caller: unknown): Shares => ({
  living: Object.keys(pricingOf(self).split).filter((resident) => isAlive(facts, resident)),
  payee: payeeOf(facts, String(caller)),
});

function containerFacts(facts: Facts, self: Image, name: unknown, source?: unknown): ContainerFacts {
  const pod = String(self.context['id']);
  const members = facts.members('containers', pod, containersMax + 1);
  const images = members.map((id) => facts.image(id));
  const used = (field: string) =>
    images.reduce((sum, image) => sum + (image?.state === 'running' ? Number(image.context[field]) : 0), 0);
  const image = facts.image(containerActor(within(pod, String(name))));
  const workshop = typeof source === 'string' ? facts.image(source as ActorId) : undefined;
  return {
    exists: image !== undefined,
    agent: (image?.context['agent'] as string | undefined) ?? null,
    state: image?.state ?? null,
    closing: facts.count('calls at', within(pod, String(name))) > 0 || (image?.calls.length ?? 0) > 0,
    names: facts.count('container names', pod),
    cpuMillis: Number(image?.context['cpuMillis'] ?? 0),
    memoryMib: Number(image?.context['memoryMib'] ?? 0),
    count: members.length,
    usedCpuMillis: used('cpuMillis'),
    usedMemoryMib: used('memoryMib'),
    source: workshop === undefined ? null : sourceOf(workshop),
  };
}

function sourceOf(workshop: Image): NonNullable<ContainerFacts['source']> {
  const { code, entry } = workshop.context as { code?: ContentHash | null; entry?: string | null };
  return { representative: representativeOf(workshop), code: code ?? null, entry: entry ?? null };
}

/** Requests that one turn may free; of more the others expire. */
const freedMax = 200;

/** What waits for this pod's approval, which nobody may be left to give. */
const askedOf = (facts: Facts, self: Image) => facts.members('pending', String(self.context['id']), freedMax);

function sight(facts: Facts, self: Image): SightFacts {
  const seen = isSeen(facts, String(self.context['id']));
  return { isSeen: seen, isHidden: !seen && self.state !== 'orphaned' };
}

const newWay = (facts: Facts) => ({ request: facts.mint('req'), exit: facts.mint('exit') });

export const podEvents: Readonly<Record<PodEvent['type'], EventRule>> = {
  deploy: { command: true, facts: deployFacts },
  open_workshop: { command: true, facts: workshopFacts },
  request_connection: { command: true, facts: connectionFacts },
  write_code: { command: true },
  run_code: { command: true, facts: (facts) => ({ call: facts.mint('call') }) },
  call_service: { command: true, facts: (facts) => ({ call: facts.mint('call') }) },
  served: { command: false, facts: (facts, self, event) => shares(facts, self, event['caller']) },
  enter: { command: false, facts: (facts, self, event) => shares(facts, self, event['traveller']) },
  fund: {
    command: true,
    facts: (facts, _self, event) => ({
      commons: siteOf(facts, commons, { payer: String(event['by']) }),
      ...newWay(facts),
    }),
  },
  appoint: { command: true, facts: (facts, _self, event) => ({ stranger: strangerOf(facts, String(event['to'])) }) },
  transfer_pod: {
    command: true,
    facts: (facts, _self, event) => ({ stranger: strangerOf(facts, String(event['to'])) }),
  },
  set_access: { command: true },
  set_pricing: { command: true },
  allow_container: {
    command: true,
    facts: (facts, self, event) => ({
      stranger: strangerOf(facts, String(event['agent'])),
      container: containerFacts(facts, self, event['name']),
    }),
  },
  deploy_container: {
    command: true,
    facts: (facts, self, event) => ({ container: containerFacts(facts, self, event['name'], event['source']) }),
  },
  remove_container: {
    command: true,
    facts: (facts, self, event) => ({ container: containerFacts(facts, self, event['name']) }),
  },
  'account.dry': { command: false, facts: sight },
  'account.low': {
    command: false,
    facts: (facts, self) => ({ balance: facts.balance(self.id), burn: facts.burn(self.id) }),
  },
  'cut.off': { command: false, facts: sight },
  reached: { command: false, facts: sight },
  'birthplace.ended': { command: false, facts: newWay },
  'owner.ended': {
    command: false,
    facts: (facts, self): Bequest => ({
      heir: successorOf(facts, String(self.context['owner'])),
      asked: askedOf(facts, self),
      balance: facts.balance(self.id),
      burn: facts.burn(self.id),
    }),
  },
  'representative.ended': { command: false, facts: (facts, self) => ({ asked: askedOf(facts, self) }) },
  'sandbox.prepare.done': { command: false },
  'sandbox.prepare.failed': { command: false },
  'sandbox.remove.done': { command: false },
  'sandbox.remove.failed': { command: false },
};
