/**
 * Acts on connections: a resident requests one from the place where it is, representatives of both ends approve or reject it, and change
 * and close it.
 */

import { type Read, read, readItems, says } from '../../client/answers.ts';
import { milli, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Connection, Requested } from '../../gateways/answers/connections.ts';
import type { Pool } from '../../gateways/answers/pods.ts';
import { whileChanging } from '../checks/change-tracker.ts';
import type { ExpectedConnection, ExpectedPod } from '../checks/expected-buildings.ts';
import { eventKey } from '../checks/expected-events.ts';
import type { Resident } from '../resident.ts';
import { connectionFees } from './prices.ts';

/** Requests a connection from the resident's place to `pod`: a deployed one, or its own workshop that is to be deployed here. */
export async function requestConnection(who: Resident, pod: ExpectedPod): Promise<void> {
  const { expectedState } = who.context;
  const from = who.place ?? '';
  const terms = chooseTerms(who, from, pod.id);
  const { bidirectional, access, visibility } = terms;
  const asked = { from_pod: 'current', to_pod: pod.id, bidirectional, access, visibility };
  const texts = { entrance_description: 'A new way.', exit_description: 'The way back.' };
  const outcome = await expectedState.buildings.whileTermsChange([from, pod.id], () =>
    who.post('request', '/v1/connections/request', { ...asked, ...texts }),
  );
  if (outcome.type === 'unknown') noteUnknownRequest(who);
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') await findEnded(who, pod.id, from);
  if (outcome.type === 'done') noteRequested(who, terms, read<AnswerOf<typeof Requested>>(outcome.body));
}

/** The terms of a request for a connection. */
interface ConnectionTerms {
  readonly from: string;
  readonly to: string;
  readonly bidirectional: boolean;
  readonly access: { readonly type: 'gated' | 'public' };
  readonly visibility: 'visible' | 'subtle' | 'hidden';
}

function chooseTerms(who: Resident, from: string, to: string): ConnectionTerms {
  const { random } = who.context;
  const bidirectional = random.withProbability(0.8);
  const access = { type: random.withProbability(0.3) ? ('gated' as const) : ('public' as const) };
  const visibility = random.withProbability(0.8) ? 'visible' : random.withProbability(0.5) ? 'subtle' : 'hidden';
  return { from, to, bidirectional, access, visibility };
}

function noteUnknownRequest(who: Resident): void {
  const { events } = who.context.expectedState;
  who.unpriced++;
  events.noteUnknownOutcome('connection.requested', who.id);
  for (const type of ['connection.opened', 'connection.approved', 'connection.expired'])
    events.noteUnknownOutcome(type, '');
}

/** Notes a fee, and whose approval the request waits for, from the answer. */
function noteRequested(who: Resident, terms: ConnectionTerms, body: Read<AnswerOf<typeof Requested>>): void {
  const { expectedState, findings } = who.context;
  const { from, to, bidirectional, access, visibility } = terms;
  const fee = milli(body.fee);
  const missing = [to, from]
    .map((place) => expectedState.buildings.representative(place))
    .find((one) => one !== null && one !== who.id);
  expectedState.checkAnswer<AnswerOf<typeof Requested>>(`request of ${who.id} from ${from} to ${to}`, body, {
    status: 'pending_approval',
    requires_approval_from: missing ?? who.id,
    from_pod: from,
    to_pod: to,
    bidirectional,
    visibility,
  });
  if (!connectionFees.includes(fee)) findings.add('overcharged', () => `a connection for ${JSON.stringify(body)}`);
  who.noteCharge(fee);
  expectedState.countAct('requests');
  const link: ExpectedConnection = {
    requestId: textOf(body.request_id),
    exit: textOf(body.exit_id),
    from,
    to,
    bidirectional,
    requester: who.id,
    fee,
    access: { ...access, allowed: [] },
    state: 'pending',
  };
  expectRequestHeard(who, link, missing === undefined);
  expectedState.connections.addRequest(link);
}

/** `isAlone`: nobody else has to approve. */
function expectRequestHeard(who: Resident, link: ExpectedConnection, isAlone: boolean): void {
  const { expectedState } = who.context;
  const hearers = expectedState.buildings.hearersOf(link);
  expectedState.events.mustBeHeard(eventKey('connection.requested', link.requestId), hearers);
  // What happens without an act (nobody has to be asked; nobody answers in time) the city does at a time of its own.
  const later = isAlone ? ['approved', 'opened', 'rejected', 'expired'] : ['expired'];
  for (const word of later) expectedState.events.mayBeHeard(eventKey(`connection.${word}`, link.requestId), hearers);
  if (isAlone)
    expectedState.events.mayBeHeard(eventKey('connection.opened', link.requestId), expectedState.residents.keys());
}

/** A request was refused because a pod has ended: looks up which of them did. */
async function findEnded(who: Resident, ...places: readonly string[]): Promise<void> {
  for (const place of places) {
    const pod = who.context.expectedState.buildings.pod(place);
    if (pod === undefined) continue;
    const pool = await who.get('pool', `/v1/credits/pools/${place}`);
    if (pool.type === 'done' && says(read<AnswerOf<typeof Pool>>(pool.body).status, 'shut_down'))
      who.context.expectedState.notePodEnded(pod);
  }
}

/** Reads the requests that wait for its approval, and answers one. */
export async function answerConnectionRequest(who: Resident): Promise<void> {
  const { random, expectedState } = who.context;
  const listed = await who.get('pending', '/v1/connections/pending?limit=50');
  if (listed.type !== 'done') return;
  const waiting = readItems<AnswerOf<typeof Connection>>(listed.body);
  for (const shown of waiting) checkShown(who, shown);
  // A second approval by the same resident changes nothing; mostly it answers a request that waits for nobody else.
  const mine = random.withProbability(0.1)
    ? waiting
    : waiting.filter((shown) => says(shown.requires_approval_from, who.id));
  const link = expectedState.buildings.connectionOfRequest(textOf(random.pick(mine)?.request_id));
  if (link === undefined || link.state !== 'pending') return;
  if (random.withProbability(0.3)) await reject(who, link);
  else await approve(who, link);
}

/** A reader is shown only requests for a place that it represents. */
function checkShown(who: Resident, shown: Read<AnswerOf<typeof Connection>>): void {
  const { expectedState, findings } = who.context;
  const ends = [textOf(shown.from_pod), textOf(shown.to_pod)];
  if (!ends.some((place) => expectedState.buildings.representative(place) === who.id))
    findings.add(
      'overheard',
      () => `${who.id} was shown a request that is none of its business: ${JSON.stringify(shown)}`,
    );
}

async function approve(who: Resident, link: ExpectedConnection): Promise<void> {
  const { expectedState } = who.context;
  const outcome = await expectedState.buildings.whileTermsChange([link.from, link.to], () =>
    who.post('approve', '/v1/connections/approve', { request_id: link.requestId }),
  );
  const hearers = expectedState.buildings.hearersOf(link);
  if (outcome.type === 'unknown')
    for (const [word, may] of Object.entries({ approved: hearers, opened: expectedState.residents.keys() }))
      expectedState.events.mayBeHeard(eventKey(`connection.${word}`, link.requestId), may);
  if (outcome.type !== 'done') return;
  const body = read<AnswerOf<typeof Connection>>(outcome.body);
  expectedState.checkAnswer<AnswerOf<typeof Connection>>(`approved ${link.requestId}`, body, {
    request_id: link.requestId,
    from_pod: link.from,
    to_pod: link.to,
  });
  if (!says(body.status, 'approved')) return;
  expectedState.countAct('approved');
  expectedState.connections.noteOpen(link);
  expectedState.events.mustBeHeard(eventKey('connection.approved', link.requestId), hearers);
  if (says(body.state, 'approved.open'))
    expectedState.events.mustBeHeard(
      eventKey('connection.opened', link.requestId),
      hearers,
      expectedState.residents.keys(),
    );
}

async function reject(who: Resident, link: ExpectedConnection): Promise<void> {
  const { expectedState } = who.context;
  const outcome = await who.post('reject', '/v1/connections/reject', { request_id: link.requestId });
  const key = eventKey('connection.rejected', link.requestId);
  if (outcome.type === 'unknown') expectedState.events.mayBeHeard(key, expectedState.buildings.hearersOf(link));
  if (outcome.type !== 'done') return;
  expectedState.checkAnswer<AnswerOf<typeof Connection>>(`rejected ${link.requestId}`, outcome.body, {
    status: 'rejected',
    requires_approval_from: null,
  });
  expectedState.countAct('rejected');
  expectedState.events.mustBeHeard(key, expectedState.buildings.hearersOf(link));
}

/** Changes who may use a connection to its own pod, and the texts at its ends. */
export async function updateConnection(who: Resident, link: ExpectedConnection): Promise<void> {
  const { random, expectedState } = who.context;
  const type = random.pick(['public', 'gated', 'members'] as const) ?? 'public';
  const friend = random.pick([...expectedState.residents.keys()]) ?? who.id;
  const access = { type, allowed: type === 'members' ? [friend] : [] };
  const asked = { exit_id: link.exit, access, entrance_description: 'Painted anew.' };
  const outcome = await expectedState.buildings.whileTermsChange([link.from, link.to], async () => {
    const told = await who.post('update', '/v1/connections/update', asked);
    if (told.type === 'done') link.access = access;
    return told;
  });
  if (outcome.type === 'refused' && outcome.code === 'exit_not_found') expectedState.connections.noteClosed(link);
  if (outcome.type === 'unknown') expectedState.connections.noteClosed(link);
  if (outcome.type !== 'done') return;
  expectedState.countAct('updates');
  expectedState.checkAnswer<AnswerOf<typeof Connection>>(`updated ${link.exit}`, outcome.body, {
    exit_id: link.exit,
    access,
    entrance_description: 'Painted anew.',
  });
}

/** Closes a connection of its own. The last open one of a deployed pod is kept, that of an orphan need not be. */
export async function closeConnection(who: Resident, link: ExpectedConnection): Promise<void> {
  const { expectedState } = who.context;
  const { networkChanges } = expectedState.buildings;
  const outcome = await expectedState.buildings.whileTermsChange([link.from, link.to], () =>
    whileChanging([networkChanges], () => who.post('close', '/v1/connections/close', { exit_id: link.exit })),
  );
  const hearers = expectedState.buildings.hearersOf(link);
  const key = eventKey('connection.closed', link.requestId);
  if (outcome.type === 'unknown') expectedState.events.mayBeHeard(key, hearers);
  if (outcome.type === 'refused' && outcome.code === 'exit_not_found') expectedState.connections.noteClosed(link);
  if (outcome.type !== 'done') return;
  expectedState.connections.noteClosed(link);
  expectedState.countAct('closings');
  expectedState.events.mustBeHeard(key, hearers, expectedState.buildings.connectionBuyersOf(link.to));
  expectedState.checkAnswer<AnswerOf<typeof Connection>>(`closed ${link.exit}`, outcome.body, {
    exit_id: link.exit,
    state: 'approved.closed',
  });
}
