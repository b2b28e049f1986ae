/** Workshops, pods and services built for a test, the commands that build them, and what is read of them afterwards. */
import type { Test } from 'tap';
import type { ConnectionContext, Link } from '../../actors/kinds/connection/messages.ts';
import type { PodContext } from '../../actors/kinds/pod/messages.ts';
import { openToAll } from '../../actors/rules/place/access.ts';
import { commons, connectionActor, placeActor, podActor } from '../../actors/rules/place/names.ts';
import type { Pricing } from '../../actors/rules/place/pricing.ts';
import type { Tier } from '../../actors/rules/workshops/tiers.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { Outcome } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { type AccountId, contentHash } from '../../engine/ids.ts';
import { balanceAt, burnOf } from '../../engine/state/ledger.ts';
import { rounds } from '../engine/held-journal.ts';
import { cityHash } from '../engine/turns-without-city.ts';
import { type Person, refusal, type Town } from './given-residents.ts';

/** A resident who can pay for anything in a test. */
export const rich: Person = { credits: 2_000_000, lifespan: 288 };
export const code = contentHash('{"index.js":{}}');

/** Requests, with what most tests do not care about filled in. */
export const opening = (representative: string, rest: Partial<Message> = {}): Message => ({
  type: 'open_workshop',
  place: 'current',
  name: 'Lamp Shop',
  tier: 'tiny',
  collaborators: [],
  contributors: [],
  representative,
  funding: 10_000,
  links: [],
  ...rest,
});

export const linkFrom = (from: string, rest: Partial<Link> = {}): Link => ({
  from,
  bidirectional: true,
  visibility: 'visible',
  entrance: null,
  wayBack: null,
  access: openToAll,
  ...rest,
});

export const deploying = (source: string, rest: Partial<Message> = {}): Message => ({
  type: 'deploy',
  source,
  name: null,
  tier: 'tiny',
  description: null,
  links: [linkFrom(commons)],
  pricing: null,
  features: [],
  funding: 10_000,
  contributors: [],
  ...rest,
});

export const asking = (from: string, to: string, rest: Partial<Message> = {}): Message => ({
  type: 'request_connection',
  to,
  ...linkFrom(from),
  ...rest,
});

export const writing = (workshop: string, rest: Partial<Message> = {}): Message => ({
  type: 'write_code',
  workshop,
  base: null,
  code,
  entry: 'index.js',
  files: 1,
  ...rest,
});

export const calling = (service: string, rest: Partial<Message> = {}): Message => ({
  type: 'call_service',
  service,
  input: '{}',
  max_price: null,
  ...rest,
});

export const adding = (name: string, purpose: string): Message => ({
  type: 'add_room',
  name,
  purpose,
  description: null,
});

export const priced = (rest: Partial<Pricing> = {}): Pricing => ({ perEntry: null, perQuery: 0, split: {}, ...rest });

/** The image of a place as it is now. */
export const at = (town: Town, place: string): Image =>
  must(town.world.city.state.images.get(placeActor(place)), place);
export const podAt = (town: Town, pod: string): PodContext => at(town, pod).context as PodContext;
export const stateOf = (town: Town, place: string): string => at(town, place).state;

const request = (town: Town, id: string): Image => must(town.world.city.state.images.get(connectionActor(id)), id);
export const requestState = (town: Town, id: string): string => request(town, id).state;
export const termsOf = (town: Town, id: string): ConnectionContext => request(town, id).context as ConnectionContext;

/** Millicredits that an account shows, and that it pays each tick. */
export const holds = (town: Town, account: AccountId): number => {
  const { state } = town.world.city;
  return balanceAt(state.account(account), state.counters.tick);
};
export const burns = (town: Town, account: AccountId): number => burnOf(town.world.city.state.account(account));
export const poolOf = (town: Town, pod: string): number => holds(town, podActor(pod));

/** The resident does it, and it is applied; what is due at once has been heard when this returns. */
export async function does(town: Town, name: string, event: Message): Promise<Extract<Outcome, { type: 'applied' }>> {
  const outcome = await town.when(name, event);
  if (outcome.type !== 'applied')
    throw new Error(`${name} ${event.type}: ${outcome.code} ${JSON.stringify(outcome.context)}`);
  await rounds(2);
  return outcome;
}

/** The event is refused with exactly this, nothing is charged, nothing changes and no event is published. */
export async function refuses(t: Test, town: Town, name: string, event: Message, code: string, context: object = {}) {
  await rounds(2);
  const before = cityHash(town.world.city.state);
  t.match(await town.when(name, event), refusal(code, context), `${name} ${event.type}: ${code}`);
  t.equal(cityHash(town.world.city.state), before, `${event.type}: nothing has changed`);
}

/** An identifier in the newest event of a type. */
export function newest(town: Town, type: string, field: 'subject' | 'exit_id' = 'subject'): string {
  const event = town.world.store.events.findLast((one) => one.type === type);
  const parsed = JSON.parse(must(event, type).json) as { subject: string; data: { exit_id: string } };
  return field === 'subject' ? parsed.subject : parsed.data.exit_id;
}

export interface Building {
  readonly name?: string;
  readonly tier?: Tier;
  readonly funding?: number;
  readonly collaborators?: readonly string[];
  readonly representative?: string;
  readonly links?: readonly Link[];
  readonly pricing?: Pricing | null;
  readonly features?: readonly string[];
}

/** A workshop opened where the resident stands. */
export async function workshop(town: Town, name: string, building: Building = {}): Promise<string> {
  const { links: _, pricing: __, features: ___, ...rest } = building;
  await does(town, name, opening(town.id(name), rest));
  return newest(town, 'workshop.created');
}

/** A pod deployed from the Commons, where the resident stands before and after. */
export async function pod(town: Town, name: string, building: Building = {}): Promise<string> {
  const { links = [linkFrom(commons)], pricing = null, features = [], tier = 'tiny', funding = 10_000 } = building;
  const id = await workshop(town, name, building);
  await does(town, name, deploying(id, { links, pricing, features, tier, funding }));
  return id;
}

/** A pod whose code offers a service. */
export async function service(town: Town, name: string, building: Building = {}): Promise<string> {
  const id = await pod(town, name, building);
  await goTo(town, name, id);
  await does(town, name, writing(id));
  await does(town, name, { type: 'move', exit: 'commons', max_toll: null });
  return id;
}

/** The exit of the way between two places that stand side by side. */
export function exitBetween(town: Town, from: string, to: string): string {
  const { state } = town.world.city;
  for (const { id, state: leaf, context } of state.images.values()) {
    if (!id.startsWith('connection-request:') || !['approved.open', 'approved.door'].includes(leaf)) continue;
    const { terms } = context as ConnectionContext;
    if (terms.from === from && terms.to === to) return terms.exit;
    if (terms.bidirectional && terms.from === to && terms.to === from) return terms.exit;
  }
  throw new Error(`no way from ${from} to ${to}`);
}

export async function goTo(town: Town, name: string, place: string, max_toll: number | null = null): Promise<void> {
  const exit = exitBetween(town, town.context(name).location, place);
  await does(town, name, { type: 'move', exit, max_toll });
}

/** Every promise that the book keeps: nothing made, nothing lost, and what is held is in escrow (L1, L5). */
export function balanced(t: Test, town: Town): void {
  const { state } = town.world.city;
  t.same(state.totals(), { credits: 0, burn: 0, overdrawn: [] });
  t.equal(holds(town, 'escrow'), heldInImages(state.images.values()), '[L5]');
}

export function heldInImages(images: Iterable<Image>): number {
  let held = 0;
  for (const { id, context } of images) {
    if (id.startsWith('connection-request:')) held += Number(context['held']);
    if (id.startsWith('job:')) held += Number(context['held']);
    if (id.startsWith('print:')) held += Number(context['held']);
    if (id.startsWith('service-call:')) held += Number(context['held']);
    if (id.startsWith('soul:')) held += Number(context['held']);
    if (id.startsWith('call:')) held += Number(context['price']);
  }
  return held;
}
