/**
 * Deploying, checked in the contract's order: the tier has capacity for the connections, every owned end has agreed, the caller can pay.
 * The same for a shared workshop and for a room: both charts use these rules, and decide themselves what they become.
 */

import { type EventObject, emit, type MachineContext, not } from 'xstate';
import type { Facts, Settings } from '../../../engine/actor-kind.ts';
import { type Effect, each, post, type Refusal } from '../../../engine/effect.ts';
import type { ActorId } from '../../../engine/ids.ts';
import { refusing } from '../../../engine/refusing-actions.ts';
import { orNothing } from '../../chart.ts';
import type { With } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import { refusal } from '../../refusals.ts';
import { type ImageOf, imageOf, send, spawn } from '../../registry.ts';
import { eachOnce } from '../place/access.ts';
import { faultOfSites, overCapacity, type Site, siteOf } from '../place/endpoint.ts';
import { connectionActor, podActor, residentActor } from '../place/names.ts';
import { siteFor } from '../place/visibility.ts';
import { partsOf, underfunded } from './contributions.ts';
import type { Deploy } from './messages.ts';
import { deployCost, podUpkeep, setting, type Tier } from './tiers.ts';

/** The place at the other end of a link. */
export interface LinkEnd {
  readonly site: Site;
  /** A connection that was approved for this deploy; its fee is paid. */
  readonly reserved: ActorId<'connection-request'> | null;
  /** True when everyone will see the way. */
  readonly isVisible: boolean;
  /** The identifiers of a new connection. */
  readonly request: string;
  readonly exit: string;
}

export interface DeployFacts {
  readonly linkEnds: readonly LinkEnd[];
  /** The caller's balance, in millicredits. */
  readonly balance: number;
}

export type DeployEvent = { readonly type: 'deploy' } & Deploy & With<DeployFacts>;

/**
 * Approved connections between one place and a workshop that a deploy reads. It uses 22 at most, one for each link (LI1); the others allow
 * for some that expire on this very tick. If more of these come first, a link is paid again as if none had been approved.
 */
const reservedMax = 64;

/** The connections that were approved for this deploy. One that expires on this tick hears that first, and is not opened (K4). */
const reservedFor = (facts: Facts, from: string, workshop: string): readonly ActorId<'connection-request'>[] =>
  facts
    .members(indexes.reservedConnections, `${from}|${workshop}`, reservedMax)
    .filter((id) => (imageOf(facts, id)?.context.expiresTick ?? 0) > facts.tick);

/** A place may be named more than once: the counts of a later link include the earlier ones. */
export function deployFacts(facts: Facts, self: ImageOf<'pod' | 'room'>, { by, links }: Deploy): DeployFacts {
  const fresh = new Map<string, number>();
  const linkEnds = links.map(({ from, visibility }, n): LinkEnd => {
    const more = fresh.get(from) ?? 0;
    const nth = links.slice(0, n).filter((link) => link.from === from).length - more;
    const reserved = reservedFor(facts, from, self.context.id)[nth] ?? null;
    if (reserved === null) fresh.set(from, more + 1);
    const site = reserved === null ? siteFor(facts, by, from, { more }) : siteOf(facts, from, { more, payer: by });
    const seen = reserved === null ? visibility : imageOf(facts, reserved)?.context.terms.visibility;
    return { site, reserved, isVisible: seen === 'visible', request: facts.mint('req'), exit: facts.mint('exit') };
  });
  return { linkEnds, balance: facts.balance(residentActor(by)) };
}

/** True when everyone will see a way to the pod. */
export const isSeenAfter = ({ facts }: DeployEvent): boolean => facts.linkEnds.some(({ isVisible }) => isVisible);

const sitesOf = ({ facts: { linkEnds } }: DeployEvent): readonly Site[] => linkEnds.map(({ site }) => site);

/** The places that get one more connection. */
const freshSites = ({ facts: { linkEnds } }: DeployEvent): readonly Site[] =>
  linkEnds.filter(({ reserved }) => reserved === null).map(({ site }) => site);

/** Refuses while representatives of places have not agreed (DE7). */
function unapproved({ by, facts }: DeployEvent): Refusal | undefined {
  const places = facts.linkEnds.flatMap(({ site: { place: id, representative }, reserved }) =>
    reserved !== null || representative === null || representative === by ? [] : [{ id, representative }],
  );
  return places.length === 0 ? undefined : refusal('connection_approval_required', { places });
}

/** Millicredits for the connections. */
const feesOf = ({ facts: { linkEnds } }: DeployEvent): number =>
  linkEnds.reduce((sum, { site, reserved }) => sum + (reserved === null ? site.price : 0), 0);

/** Refuses when the caller has less than the deploy costs in all. `paid`: the part of the tier's cost that is paid already. */
export function unaffordable(event: DeployEvent, paid = 0): Refusal | undefined {
  const { tier, facts } = event;
  const required = deployCost(facts.settings, tier) - paid + feesOf(event) + partsOf(event).own;
  return facts.balance < required ? refusal('insufficient_credits', { required, balance: facts.balance }) : undefined;
}

/** The first funding lasts at least one tick. */
const tooLittle = (event: DeployEvent): Refusal | undefined =>
  underfunded(partsOf(event), fullUpkeep(event.facts.settings, event.tier, event.features));

export const libraryTerminal = 'library_terminal';

/** Millicredits a tick of a deployed pod (DE4). */
export const fullUpkeep = (settings: Settings, tier: Tier, features: readonly string[]): number =>
  podUpkeep(settings, tier) + (features.includes(libraryTerminal) ? setting(settings, 'LIBRARY_TERMINAL_UPKEEP') : 0);

/** A library terminal needs room: medium or larger. */
function misplacedFeature({ tier, features }: DeployEvent): Refusal | undefined {
  if (!features.includes(libraryTerminal) || !['tiny', 'small'].includes(tier)) return undefined;
  return refusal('invalid_request', {
    issues: [{ path: 'features', message: 'a library terminal needs tier medium or larger' }],
  });
}

/** Takes cost and fees from the caller (DE3). */
export function payForDeploy(event: DeployEvent, paid = 0): Effect {
  const payer = residentActor(event.by);
  const cost = deployCost(event.facts.settings, event.tier) - paid;
  return each([post(payer, 'treasury', cost, 'deploy'), post(payer, 'treasury', feesOf(event), 'connections')]);
}

export const payFunding = (event: DeployEvent, pod: string): Effect =>
  post(residentActor(event.by), podActor(pod), partsOf(event).own, 'funding');

/** Opens the connections: those approved for this deploy, and new ones, which find the pod deployed at their birth (T8). */
export function openLinks({ by, links, facts }: DeployEvent, pod: string): Effect {
  return each(
    facts.linkEnds.map(({ reserved, request, exit }, n) => {
      const link = links[n];
      if (reserved !== null || link === undefined)
        return reserved === null ? each([]) : send(reserved, { type: 'opens' });
      const { from, bidirectional, visibility, entrance, wayBack, access } = link;
      // Fields are listed by name: V8 gives each object made by spreading another a shape of its own, of 550 bytes.
      const terms = {
        request,
        exit,
        from,
        to: pod,
        bidirectional,
        visibility,
        entrance,
        wayBack,
        access: eachOnce(access),
        requester: by,
      };
      return spawn(connectionActor(request), { terms, beginning: 'open', fee: 0 });
    }),
  );
}

interface Deploying {
  readonly event: { readonly type: string };
}

/** The deploy event; throws on any other event, which no chart should let come here. */
function deployEvent({ event }: Deploying): DeployEvent {
  if (event.type !== 'deploy') throw new Error(`${event.type} is not a deploy`);
  return event as DeployEvent;
}

/** A check of a deploy, computed once for the guard and for the refusal. */
function check(fault: (event: DeployEvent) => Refusal | undefined): (scene: Deploying) => Refusal | undefined {
  const found = new WeakMap<DeployEvent, Refusal | undefined>();
  return (scene) => {
    const event = deployEvent(scene);
    if (!found.has(event)) found.set(event, fault(event));
    return found.get(event);
  };
}

type Check = ReturnType<typeof check>;

const passes = (check: Check) => (scene: Deploying) => check(scene) === undefined;

const refuses = <Context extends MachineContext, Event extends EventObject>(check: Check) =>
  refusing(emit<Context, Event, undefined, Event, Effect>((scene) => orNothing(check(scene))));

const features = check(misplacedFeature);
const firstFunding = check(tooLittle);
const places = check((event) => faultOfSites(sitesOf(event)));
const capacity = check((event) => overCapacity(event.tier, event.links.length, freshSites(event)));
const approvals = check(unapproved);
const payment = check(unaffordable);

/** The checks of a deploy, for both kinds of workshops; in the order of `deployChecks` (DE2). */
export const deployGuards = {
  featuresFit: passes(features),
  fundsOneTick: passes(firstFunding),
  placesStand: passes(places),
  tierHasCapacity: passes(capacity),
  placesApprove: passes(approvals),
  callerCanPay: passes(payment),
};

/** The refusals of a deploy, for a chart with that context and those events. */
export const deployRefusals = <Context extends MachineContext, Event extends EventObject>() => ({
  refuseFeatures: refuses<Context, Event>(features),
  refuseFunding: refuses<Context, Event>(firstFunding),
  refusePlaces: refuses<Context, Event>(places),
  refuseCapacity: refuses<Context, Event>(capacity),
  refuseUnapproved: refuses<Context, Event>(approvals),
  refuseShort: refuses<Context, Event>(payment),
});

export const deployChecks = [
  { guard: not('featuresFit'), actions: 'refuseFeatures' },
  { guard: not('fundsOneTick'), actions: 'refuseFunding' },
  { guard: not('placesStand'), actions: 'refusePlaces' },
  { guard: not('tierHasCapacity'), actions: 'refuseCapacity' },
  { guard: not('placesApprove'), actions: 'refuseUnapproved' },
  { guard: not('callerCanPay'), actions: 'refuseShort' },
] as const;
