/** How pods and workshops are shown, and to whom. */

import { must } from '../../../engine/assert.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, finite, listedMax, stateOf, statusOf, textOrNull } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { serviceFile } from '../../rules/code/code-rules.ts';
import { bookOf } from '../../rules/people/account-book.ts';
import { containersMax } from '../../rules/people/passing-on.ts';
import { siteOf } from '../../rules/place/endpoint.ts';
import { shownContainer } from '../../rules/place/inner-view.ts';
import { podActor, residentActor } from '../../rules/place/names.ts';
import type { Pricing } from '../../rules/place/pricing.ts';
import { isWorkshop } from '../../rules/place/states.ts';
import { knownImage } from '../../rules/place/visibility.ts';
import { answerOf } from '../../rules/workshops/contributions.ts';
import { sizeOf } from '../../rules/workshops/tiers.ts';
import { turnEvent, turnEvents } from '../../turn-events.ts';
import type { Named, OfResident } from '../../view-args.ts';
import type { PodContext } from './messages.ts';

interface PodInView {
  readonly image: ImageOf<'pod'>;
  readonly context: PodContext;
}

const inView = (image: ImageOf<'pod'>): PodInView => ({ image, context: image.context });

/** The pod, for residents who may know of it; others get `not_found`. */
const podOf = (reader: Reader, id: string, resident: string): PodInView =>
  inView(knownImage(reader, resident, podActor(id)) ?? refuseView('not_found', { kind: 'pod', id }));

/** The pod of the turn being answered. The resident who acted knew of it, even if it has given it away since. */
function answeredPod(reader: Reader, id: string): PodInView {
  const pod = podActor(id);
  return inView(must(imageOf(reader, pod), pod));
}

/** `input`: the text that says what the pod's service expects. */
export const shownPricing = ({ perEntry, perQuery, split }: Pricing, input: string | null) => ({
  per_entry: perEntry === null ? null : credits(perEntry),
  per_query: credits(perQuery),
  revenue_split: split,
  input_description: input,
});

function shownPool(reader: Reader, { image }: PodInView) {
  return {
    balance: credits(reader.balance(image.id)),
    burn_per_tick: credits(reader.burn(image.id)),
    runway_ticks: finite(reader.runway(image.id)),
  };
}

/** What anyone may know of a pod. */
function summary({ image, context }: PodInView) {
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
  return reader.members(indexes.countedConnections, place, listedMax).map((id) => {
    const { terms } = must(imageOf(reader, id), id).context;
    const { exit, request, from, to, bidirectional, visibility, access } = terms;
    return {
      ...{ exit_id: exit, request_id: request, from, to, bidirectional, visibility, access },
      entrance_description: textOrNull(reader, terms.entrance),
      exit_description: textOrNull(reader, terms.wayBack),
    };
  });
}

const containers = (reader: Reader, pod: string) =>
  reader.members(indexes.containers, pod, containersMax).map((id) => shownContainer(must(imageOf(reader, id), id)));

/** The contributors named with its funding, and how each has answered. */
const contributors = (context: PodContext) =>
  (context.contributors ?? []).map((resident) => contribution(context, resident));

const contribution = (context: PodContext, resident: string) => ({
  resident,
  share: credits(context.asked?.share ?? 0),
  status: answerOf(context, resident),
});

function wholePod(reader: Reader, pod: PodInView) {
  const { context, image } = pod;
  const { connectionsMax } = sizeOf(context.tier);
  const site = siteOf(reader, context.id);
  return {
    ...summary(pod),
    state: stateOf(image),
    description: textOrNull(reader, context.description),
    pool: shownPool(reader, pod),
    connections: connections(reader, context.id),
    connections_count: site.connections,
    connections_max: connectionsMax,
    containers: containers(reader, context.id),
    pricing: shownPricing(context.pricing, textOrNull(reader, context.pricing.input ?? null)),
    access: context.access,
    keeps_words: context.forgetsWords !== true,
    collaborators: context.collaborators,
    contributors: contributors(context),
    has_service: context.entry === serviceFile,
  };
}

/** For its representative, its owner and its contributors, who are asked to pay for it (PD7). Others are refused. */
const pod = (reader: Reader, { id, resident }: Named & OfResident) => {
  const shown = podOf(reader, id, resident);
  const { owner, representative, contributors: named = [] } = shown.context;
  const isTheirs = resident === owner || resident === representative || named.includes(resident);
  if (!isTheirs) refuseView('not_representative', { representative });
  return wholePod(reader, shown);
};

const pool = (reader: Reader, { id, resident }: Named & OfResident) => {
  const shown = podOf(reader, id, resident);
  const { name } = shown.context;
  return { id, name, status: statusOf(shown.image), ...shownPool(reader, shown) };
};

/** For its owner and its representative: who has paid what is told to nobody else. */
const poolBook = (reader: Reader, { id, resident }: Named & OfResident) => {
  const { image, context } = podOf(reader, id, resident);
  const { owner, representative } = context;
  if (resident !== owner && resident !== representative) refuseView('not_representative', { representative });
  return bookOf(reader, image.id);
};

/** The pool after the turn being answered has funded it, and the payer's balance. */
const funded = (reader: Reader, { id, resident }: Named & OfResident) => {
  const shown = answeredPod(reader, id);
  const bought = turnEvent(reader, 'connection.opened') !== undefined;
  return {
    id,
    status: statusOf(shown.image),
    ...shownPool(reader, shown),
    connection_bought: bought,
    your_balance: credits(reader.balance(residentActor(resident))),
  };
};

/** The pool after the turn being answered, the contributor's answer, and its balance. */
const contributed = (reader: Reader, { id, resident }: Named & OfResident) => {
  const shown = answeredPod(reader, id);
  return {
    id,
    status: statusOf(shown.image),
    ...shownPool(reader, shown),
    contribution: contribution(shown.context, resident),
    your_balance: credits(reader.balance(residentActor(resident))),
  };
};

/** Requests for connections that the turn being answered has made. */
const requestsMade = (reader: Reader) =>
  turnEvents(reader, 'connection.requested').map(({ event: { data } }) => {
    const { request_id, from } = data;
    return { request_id, from };
  });

/** The pod of the turn being answered; where that names none, the one in the arguments. */
const built = (reader: Reader, { id, resident }: Partial<Named> & OfResident) => {
  const shown = answeredPod(reader, turnEvent(reader, 'workshop.created', 'pod.deployed')?.event.subject ?? String(id));
  const whole = wholePod(reader, shown);
  const payer = residentActor(resident);
  const balance = reader.balance(payer);
  const before = reader.answering?.balanceBefore(payer) ?? balance;
  const requests = isWorkshop(shown.image) ? { requests: requestsMade(reader) } : {};
  return { ...whole, ...requests, charged: credits(before - balance), balance: credits(balance) };
};

export const podViews = { pod, pool, pool_book: poolBook, funded, contributed, built } satisfies ViewTable;
