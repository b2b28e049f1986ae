/** How pods, workshops, their code and their services are shown, and to whom. */
import { must } from '../../engine/assert.ts';
import { type ContentHash, nameOf } from '../../engine/ids.ts';
import type { Image } from '../../engine/kind.ts';
import type { Reader, View } from '../../engine/views.ts';
import { type Code, serviceFile } from '../code.ts';
import type { ConnectionContext } from '../connection-request/machine.ts';
import type { ContainerContext } from '../container/machine.ts';
import { containerActor, innerName, placeActor, podActor, residentActor } from '../places.ts';
import { workshopNamed } from '../resident/errands.ts';
import { residentOf } from '../resident/view.ts';
import type { RoomContext } from '../room/machine.ts';
import { countedConnections, siteOf } from '../sites.ts';
import { sizeOf } from '../tiers.ts';
import { type PodContext, worksHere } from './base.ts';
import type { Pricing } from './input.ts';
import { containersMax } from './messages.ts';

const credits = (millicredits: number) => millicredits / 1000;
const finite = (ticks: number) => (Number.isFinite(ticks) ? ticks : null);

/** Arrays inside an answer hold at most this many. */
const listedMax = 50;

interface Shown {
  readonly image: Image;
  readonly context: PodContext;
}

function podOf(reader: Reader, id: unknown): Shown {
  const image = reader.image(podActor(String(id))) ?? reader.refuse('not_found', { kind: 'pod', id });
  return { image, context: image.context as unknown as PodContext };
}

/** The first word of its state: `workshop`, `deployed`, `orphaned`, `shut_down`. */
const statusOf = ({ state }: Image): string => state.split('.')[0] ?? state;

export const shownPricing = ({ perEntry, perQuery, split }: Pricing) => ({
  per_entry: perEntry === null ? null : credits(perEntry),
  per_query: credits(perQuery),
  revenue_split: split,
});

function shownPool(reader: Reader, { image }: Shown) {
  return {
    balance: credits(reader.balance(image.id)),
    burn_per_tick: credits(reader.burn(image.id)),
    runway_ticks: finite(reader.runway(image.id)),
  };
}

/** What anyone may know of a pod. */
function summary({ image, context }: Shown) {
  const { id, name, tier, owner, representative, features } = context;
  const status = statusOf(image);
  return {
    id,
    name,
    status,
    tier,
    owner,
    representative,
    features,
    ...(status === 'workshop' && { location: context.birthplace, exit_id: context.exit }),
  };
}

/** Its connections as its representative manages them: hidden ones too, with their exit identifiers. */
function connections(reader: Reader, place: string) {
  return reader.members(countedConnections, place, listedMax).map((id) => {
    const { terms } = must(reader.image(id), id).context as unknown as ConnectionContext;
    const { exit, from, to, bidirectional, visibility, access } = terms;
    return { exit_id: exit, request_id: terms.request, from, to, bidirectional, visibility, access };
  });
}

function containers(reader: Reader, pod: string) {
  return reader.members('containers', pod, containersMax).map((id) => {
    const image = must(reader.image(id), id);
    const { name, agent, cpuMillis, memoryMib } = image.context as unknown as ContainerContext;
    const resources = { cpu: `${cpuMillis}m`, memory: `${memoryMib}Mi` };
    return { id: nameOf(id), name, agent_id: agent, status: image.state, resource_allocation: resources };
  });
}

function wholePod(reader: Reader, pod: Shown) {
  const { context, image } = pod;
  const { connectionsMax } = sizeOf(context.tier);
  const site = siteOf(reader, context.id);
  return {
    ...summary(pod),
    state: image.state,
    description: context.description === null ? null : reader.text(context.description),
    pool: shownPool(reader, pod),
    connections: connections(reader, context.id),
    connections_count: site.connections,
    connections_max: connectionsMax,
    containers: containers(reader, context.id),
    pricing: shownPricing(context.pricing),
    access: context.access,
    collaborators: context.collaborators,
    has_service: context.entry === serviceFile,
  };
}

/** Everything to its representative and owner; to others what everyone may know. */
const pod: View = (reader, { id, resident }) => {
  const shown = podOf(reader, id);
  const { owner, representative } = shown.context;
  if (resident !== owner && resident !== representative) reader.refuse('not_representative', { representative });
  return wholePod(reader, shown);
};

const pool: View = (reader, { id }) => {
  const shown = podOf(reader, id);
  const { name } = shown.context;
  return { id, name, status: statusOf(shown.image), ...shownPool(reader, shown) };
};

/** The pool after the answered turn funded it, and what the payer has left. */
const funded: View = (reader, { id, resident }) => {
  const shown = podOf(reader, id);
  const bought = reader.answering?.told.some(({ told }) => told.type === 'connection.opened') === true;
  return {
    id,
    status: statusOf(shown.image),
    ...shownPool(reader, shown),
    connection_bought: bought,
    your_balance: credits(reader.balance(residentActor(String(resident)))),
  };
};

/** The pod that the answered turn told of, else the one that is named. */
const built: View = (reader, { id, resident }) => {
  const told = reader.answering?.told.find(
    ({ told: { type } }) => type === 'workshop.created' || type === 'pod.deployed',
  );
  const shown = podOf(reader, told?.told.subject ?? id);
  const whole = wholePod(reader, shown);
  const payer = residentActor(String(resident));
  const balance = reader.balance(payer);
  const before = reader.answering?.balanceBefore(payer) ?? balance;
  return { ...whole, charged: credits(before - balance), balance: credits(balance) };
};

/** Where one must stand to work on it, and whether one does; for the door, before the body is looked at. */
const standing: View = (reader, { workshop, resident }) => {
  const who = residentOf(reader, resident);
  const { required } = workshopNamed(reader, who, String(workshop));
  return { required, current: who.location };
};

/** The code's manifest, for those who work on it. `base` names it to whoever writes next. */
const code: View = (reader, { workshop, resident }) => {
  const who = residentOf(reader, resident);
  const { target } = workshopNamed(reader, who, String(workshop));
  const image = target === null ? undefined : reader.image(target);
  if (image === undefined) return reader.refuse('not_found', { kind: 'workshop', id: workshop });
  if (statusOf(image) === 'shut_down') return reader.refuse('pod_shut_down', { location: nameOf(image.id) });
  if (image.id.startsWith('room:') && image.state !== 'workshop')
    return reader.refuse('not_found', { kind: 'workshop', id: workshop });
  if (!mayRead(image, who.id)) return reader.refuse('access_denied');
  const { code: base, entry } = image.context as unknown as Code;
  return {
    id: nameOf(image.id),
    status: workshopStatus(image),
    base,
    entry,
    manifest: base === null ? {} : manifest(reader, base),
  };
};

const workshopStatus = (image: Image): string => (image.id.startsWith('room:') ? 'workshop' : statusOf(image));

function mayRead(image: Image, resident: string): boolean {
  if (image.id.startsWith('pod:')) return worksHere(image.context as unknown as PodContext, resident);
  const { owner, invited } = image.context as unknown as RoomContext;
  return resident === owner || invited.includes(resident);
}

const manifest = (reader: Reader, hash: ContentHash) => reader.text(hash, (text) => JSON.parse(text) as unknown);

/** Texts by their hashes: an object from hash to text. Never kept as a view: the viewer keeps texts, within its bound. */
const texts: View = (reader, { hashes }) => {
  reader.fleeting = true;
  return Object.fromEntries(
    String(hashes)
      .split(' ')
      .filter((hash) => hash !== '')
      .map((hash) => [hash, reader.text(hash as ContentHash)]),
  );
};

/** The one service of the place, if its code offers one. */
export function servicesAt(reader: Reader, place: string): readonly object[] {
  const image = reader.image(placeActor(place));
  if (image === undefined) return [];
  if (image.id === containerActor(place)) return containerService(reader, image);
  if (!['deployed', 'orphaned'].includes(image.state)) return [];
  const { id, name, entry, pricing, description } = image.context as unknown as PodContext;
  if (entry !== serviceFile) return [];
  const price = image.state === 'orphaned' ? 0 : credits(pricing.perQuery);
  return [{ id, pod: id, name, description: textOrNull(reader, description), per_query: price }];
}

function containerService(reader: Reader, image: Image): readonly object[] {
  const { id, pod: parent, entry, description } = image.context as unknown as ContainerContext;
  if (image.state !== 'running' || entry !== serviceFile) return [];
  return [{ id, pod: parent, name: innerName(id), description: textOrNull(reader, description), per_query: 0 }];
}

export const textOrNull = (reader: Reader, hash: ContentHash | null): unknown =>
  hash === null ? null : reader.text(hash);

const services: View = (reader, { resident }) => ({
  items: servicesAt(reader, residentOf(reader, resident).location),
  next_cursor: null,
});

/** A nested container as its pod's representative left it. */
const container: View = (reader, { id }) => {
  const image = reader.image(containerActor(String(id))) ?? reader.refuse('not_found', { kind: 'container', id });
  const { name, pod: parent, agent, cpuMillis, memoryMib, description } = image.context as unknown as ContainerContext;
  return {
    id,
    name,
    pod: parent,
    agent_id: agent,
    status: image.state,
    description: textOrNull(reader, description),
    resource_allocation: { cpu: `${cpuMillis}m`, memory: `${memoryMib}Mi` },
  };
};

export const podViews: Readonly<Record<string, View>> = {
  pod,
  pool,
  funded,
  built,
  standing,
  code,
  texts,
  services,
  container,
};
