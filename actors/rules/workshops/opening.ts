/** Workshops: how one is found by its name, and how one is opened in a place, with a door. */

import { not } from 'xstate';
import type { Facts, Settings } from '../../../engine/actor-kind.ts';
import { must } from '../../../engine/assert.ts';
import { type Effect, each, type Refusal } from '../../../engine/effect.ts';
import { type ActorId, slug } from '../../../engine/ids.ts';
import type { With } from '../../facts.ts';
import type { PodInput } from '../../kinds/pod/messages.ts';
import { refusal } from '../../refusals.ts';
import { imageOf, spawn } from '../../registry.ts';
import { type NotAlive, refuseNotAlive, whyNotAlive } from '../people/payees.ts';
import { openToAll } from '../place/access.ts';
import { faultOfSites, overCapacity, type Site } from '../place/endpoint.ts';
import type { Position } from '../place/exits.ts';
import { isLetIn } from '../place/guests.ts';
import { connectionActor, houseOf, innerPlace, podActor, roomActor, takenNames } from '../place/names.ts';
import { spawnRequest } from '../place/requesting.ts';
import { hasEnded } from '../place/states.ts';
import { knownImage, type PlaceReader, siteFor } from '../place/visibility.ts';
import { type FundingParts, partsOf, underfunded } from './contributions.ts';
import type { OpenWorkshop, WorkshopLink } from './messages.ts';
import { deployCost, half, podUpkeep, type Tier } from './tiers.ts';

/** Residents who work in a workshop besides its owner and its representative (A1). */
export const collaboratorsMax = 64;

/** The identifiers of the new workshop and its door. */
export interface WorkshopFacts {
  readonly pod: string;
  readonly request: string;
  readonly exit: string;
  /** Named residents who do not live. */
  readonly notAlive: readonly NotAlive[];
  /** The ends of the requests of `linksBeyondDoor`, in the same order, and their identifiers. */
  readonly linkEnds: readonly RequestEnd[];
}

interface RequestEnd {
  readonly site: Site;
  readonly request: string;
  readonly exit: string;
}

/**
 * The terms of the door, if the request has any: the first connection, when it leads from here and back, and admits only named residents
 * (WS3). Any other connection would admit somebody before the deploy, so it is a request (WS6).
 */
function doorAsked(place: string, { links: [first] }: Pick<OpenWorkshop, 'links'>): WorkshopLink | undefined {
  if (first === undefined || first.from !== place || !first.bidirectional) return undefined;
  const isForSome = first.access === null || ['private', 'members'].includes(first.access.type);
  return isForSome ? first : undefined;
}

/** The requests for connections to it. */
const linksBeyondDoor = (place: string, event: Pick<OpenWorkshop, 'links'>): readonly WorkshopLink[] =>
  event.links.slice(doorAsked(place, event) === undefined ? 0 : 1);

/** Without duplicates: those who work there, and those whom the door is to admit. */
function workersOf(place: string, event: Pick<OpenWorkshop, 'collaborators' | 'links'>): readonly string[] {
  return [...new Set([...event.collaborators, ...(doorAsked(place, event)?.access?.allowed ?? [])])];
}

/** A place may be named more than once: the counts of a later link include the earlier ones. */
function sitesOf(facts: Facts, place: string, event: Pick<OpenWorkshop, 'by' | 'links'>): readonly Site[] {
  return linksBeyondDoor(place, event).map(({ from }, n, all) => {
    const more = all.slice(0, n).filter((link) => link.from === from).length;
    return siteFor(facts, event.by, from, { more });
  });
}

const upkeepOf = (settings: Settings, tier: Tier): number => half(podUpkeep(settings, tier));

/** The named funding, divided; else one tick of its upkeep, from the caller alone (WS2, PD6). */
function fundingOf(
  settings: Settings,
  { by, tier, funding, contributors }: Pick<OpenWorkshop, 'by' | 'tier' | 'funding' | 'contributors'>,
): FundingParts {
  const parts = partsOf({ by, contributors, funding: funding ?? 0 });
  return funding === null ? { ...parts, own: upkeepOf(settings, tier) } : parts;
}

/** Millicredits that the resident pays to open it: half the cost of its tier, its part of the funding, and the fee of each request. */
export function priceOfWorkshop(
  facts: Facts,
  place: string,
  event: Pick<OpenWorkshop, 'by' | 'tier' | 'funding' | 'contributors' | 'links'>,
): number {
  const fees = sitesOf(facts, place, event).reduce((sum, { price }) => sum + price, 0);
  return half(deployCost(facts.settings, event.tier)) + fundingOf(facts.settings, event).own + fees;
}

export function workshopFacts(
  facts: Facts,
  { context }: { readonly context: { readonly id: string } },
  event: OpenWorkshop,
): WorkshopFacts {
  return {
    pod: freePodId(facts, event.name),
    request: facts.mint('req'),
    exit: facts.mint('exit'),
    notAlive: [event.representative, ...workersOf(context.id, event)].flatMap((one) => whyNotAlive(facts, one) ?? []),
    linkEnds: sitesOf(facts, context.id, event).map((site) => ({
      site,
      request: facts.mint('req'),
      exit: facts.mint('exit'),
    })),
  };
}

/** Why a workshop cannot be opened in the place, if so. Checked in the order of a deploy (WS6): the terms, the places, the capacity. */
export function faultOfWorkshop(place: string, event: OpenWorkshop & With<WorkshopFacts>): Refusal | undefined {
  const { tier, facts } = event;
  if (workersOf(place, event).length > collaboratorsMax)
    return invalid('access', `at most ${collaboratorsMax} residents in all, here and at the door`);
  const [first] = facts.notAlive;
  if (first !== undefined) return refuseNotAlive(first);
  const sites = facts.linkEnds.map(({ site }) => site);
  return (
    underfunded(fundingOf(facts.settings, event), upkeepOf(facts.settings, tier)) ??
    faultOfSites(sites) ??
    overCapacity(tier, sites.length, sites)
  );
}

const invalid = (path: string, message: string): Refusal => refusal('invalid_request', { issues: [{ path, message }] });

/** The slug of the name, with a number when it is taken (WS4). */
export function freePodId(facts: Facts, name: string): string {
  const plain = slug(name, 'pod');
  let id = plain;
  while (takenNames.has(id) || facts.image(podActor(id)) !== undefined) id = `${plain}-${facts.number()}`;
  return id;
}

/** Spawns the workshop, which is entered by its door from `place` (WS1), and the requests for connections to it (WS6). */
export function openWorkshop(place: string, event: OpenWorkshop & With<WorkshopFacts>): Effect {
  const { by, name, tier, representative, facts } = event;
  const { pod, request, exit } = facts;
  const collaborators = workersOf(place, event);
  const entrance = doorAsked(place, event)?.entrance ?? null;
  const { contributors, share, own } = fundingOf(facts.settings, event);
  const workshop: PodInput = {
    id: pod,
    name,
    tier,
    beginning: 'workshop',
    creator: by,
    owner: by,
    representative,
    collaborators,
    contributors,
    share,
    isSeen: false,
    birthplace: place,
    door: request,
    exit,
    funding: own,
    description: null,
    pricing: { perEntry: null, perQuery: 0, split: {} },
    features: [],
    code: null,
    entry: null,
    store: null,
  };
  const members = [...new Set([by, representative, ...collaborators])];
  return each([
    spawn(podActor(pod), workshop),
    doorOf(place, pod, by, members, { request, exit, entrance }),
    ...requestsOf(place, event),
  ]);
}

/** The transitions of a place where workshops are opened. */
export const workshopOpening = [
  { guard: not('workshopIsSound'), actions: 'refuseWorkshop' },
  { actions: 'openWorkshop' },
] as const;

/** As if each had been requested separately: its fee is held, and it waits for approvals and then for the deploy (RQ1, RQ2). */
function requestsOf(place: string, event: OpenWorkshop & With<WorkshopFacts>): readonly Effect[] {
  const { by, facts } = event;
  return linksBeyondDoor(place, event).map(({ access, ...link }, n) => {
    const { site, request, exit } = must(facts.linkEnds[n], 'the end of a request');
    return spawnRequest({
      ...link,
      by,
      to: facts.pod,
      wayBack: null,
      visibility: 'visible',
      access: access ?? openToAll,
      facts: { request, exit, fee: site.price },
    });
  });
}

/** The door of a workshop: for those who work there, counted against no limit (WS3). */
export function doorOf(
  place: string,
  pod: string,
  requester: string,
  members: readonly string[],
  door: Pick<WorkshopFacts, 'request' | 'exit'> & { readonly entrance: PodInput['description'] },
): Effect {
  return spawn(connectionActor(door.request), {
    terms: {
      request: door.request,
      exit: door.exit,
      from: place,
      to: pod,
      bidirectional: true,
      entrance: door.entrance,
      wayBack: null,
      // Only those who work behind it see it, and nobody sees that they use it.
      visibility: 'hidden',
      access: { type: 'members', allowed: members },
      requester,
    },
    beginning: 'door',
    fee: 0,
  });
}

/** The room of this name in the house, if the resident lives there or is invited to it. */
function roomFor(city: PlaceReader, { id }: Position, house: string, name: string): ActorId<'room'> | undefined {
  // Answers show the full name of the place; residents may use only its last part.
  const actor = roomActor(name.startsWith(`${house}/`) ? name : innerPlace(house, name));
  const room = imageOf(city, actor);
  return room !== undefined && !hasEnded(room) && isLetIn(room.context, id) ? actor : undefined;
}

/**
 * A workshop by the name that a caller uses: in a house first a room of that house, then a pod; elsewhere a pod. The caller's own room is
 * found from afar, so that the refusal can send it home.
 */
export function workshopNamed(
  city: PlaceReader,
  who: Position,
  name: string,
): { readonly target: ActorId<'pod' | 'room'> | null; readonly required: string | null } {
  const house = houseOf(who.location);
  const here = house === undefined ? undefined : roomFor(city, who, house, name);
  if (house !== undefined && here !== undefined) return { target: here, required: house };
  const pod = podActor(name);
  if (knownImage(city, who.id, pod) !== undefined) return { target: pod, required: name };
  const own = roomFor(city, who, who.home, name);
  return own === undefined ? { target: null, required: null } : { target: own, required: who.home };
}
