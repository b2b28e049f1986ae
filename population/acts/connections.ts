/** Connections: asked for where one stands, approved or rejected by those who speak for the ends, changed and closed. */

import { whileChanging } from '../checks/change-tracker.ts';
import type { Link, Pod } from '../checks/expected-buildings.ts';
import { newsKey } from '../checks/expected-events.ts';
import { type Fields, fieldsOf, listOf, milli, textOf } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import { connectionFees } from './prices.ts';

/** Asks for a connection from where it stands to `pod`: a deployed one, or its own workshop that is to be deployed here. */
export async function requestConnection(who: Resident, pod: Pod): Promise<void> {
  const { works } = who.at;
  const from = who.place ?? '';
  const terms = chooseTerms(who, from, pod.id);
  const { bidirectional, access, visibility } = terms;
  const asked = { from_pod: 'current', to_pod: pod.id, bidirectional, access, visibility };
  const texts = { entrance_description: 'A new way.', exit_description: 'The way back.' };
  const outcome = await works.pods.changing([from, pod.id], () =>
    who.do('request', '/v1/connections/request', { ...asked, ...texts }),
  );
  if (outcome.type === 'unknown') noteUnknownRequest(who);
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') await findEnded(who, pod.id, from);
  if (outcome.type === 'done') noteRequested(who, terms, fieldsOf(outcome.body));
}

/** What a connection is asked for with. */
interface ConnectionTerms {
  readonly from: string;
  readonly to: string;
  readonly bidirectional: boolean;
  readonly access: { readonly type: 'gated' | 'public' };
  readonly visibility: 'visible' | 'subtle' | 'hidden';
}

function chooseTerms(who: Resident, from: string, to: string): ConnectionTerms {
  const { chance } = who.at;
  const bidirectional = chance.share(0.8);
  const access = { type: chance.share(0.3) ? ('gated' as const) : ('public' as const) };
  const visibility = chance.share(0.8) ? 'visible' : chance.share(0.5) ? 'subtle' : 'hidden';
  return { from, to, bidirectional, access, visibility };
}

function noteUnknownRequest(who: Resident): void {
  const { news } = who.at.works;
  who.unpriced++;
  news.doubt('connection.requested', who.id);
  for (const type of ['connection.opened', 'connection.approved', 'connection.expired']) news.doubt(type, '');
}

/** The answer names a fee, and whose word the request waits for. */
function noteRequested(who: Resident, terms: ConnectionTerms, body: Fields): void {
  const { works, findings } = who.at;
  const { from, to, bidirectional, access, visibility } = terms;
  const fee = milli(body['fee']);
  const missing = [to, from]
    .map((place) => works.pods.representative(place))
    .find((one) => one !== null && one !== who.id);
  works.expect(`request of ${who.id} from ${from} to ${to}`, body, {
    status: 'pending_approval',
    requires_approval_from: missing ?? who.id,
    from_pod: from,
    to_pod: to,
    bidirectional,
    visibility,
  });
  if (!connectionFees.includes(fee)) findings.add('overcharged', () => `a connection for ${JSON.stringify(body)}`);
  who.charge(fee);
  works.count('requests');
  const link: Link = {
    request: textOf(body['request_id']),
    exit: textOf(body['exit_id']),
    from,
    to,
    bidirectional,
    requester: who.id,
    fee,
    access: { ...access, allowed: [] },
    state: 'pending',
  };
  expectRequestHeard(who, link, missing === undefined);
  works.addRequest(link);
}

/** `isAlone`: nobody else has to be asked. */
function expectRequestHeard(who: Resident, link: Link, isAlone: boolean): void {
  const { works } = who.at;
  const hearers = works.pods.concerned(link);
  works.news.expect(newsKey('connection.requested', link.request), hearers);
  // What follows of itself (nobody has to be asked; nobody answers in time) is the city's doing, at a time of its own.
  const later = isAlone ? ['approved', 'opened', 'rejected', 'expired'] : ['expired'];
  for (const word of later) works.news.allow(newsKey(`connection.${word}`, link.request), hearers);
  if (isAlone) works.news.allow(newsKey('connection.opened', link.request), works.residents.keys());
}

/** A request was refused because a pod has ended; which of them did is looked up. */
async function findEnded(who: Resident, ...places: readonly string[]): Promise<void> {
  for (const place of places) {
    const pod = who.at.works.pods.pod(place);
    if (pod === undefined) continue;
    const pool = await who.ask('pool', `/v1/credits/pools/${place}`);
    if (pool.type === 'done' && fieldsOf(pool.body)['status'] === 'shut_down') who.at.works.endPod(pod);
  }
}

/** Reads what waits for its word, and answers one. */
export async function answer(who: Resident): Promise<void> {
  const { chance, works } = who.at;
  const listed = await who.ask('pending', '/v1/connections/pending?limit=50');
  if (listed.type !== 'done') return;
  const waiting = listOf(fieldsOf(listed.body)['items']).map(fieldsOf);
  for (const shown of waiting) checkShown(who, shown);
  // Who has approved already may say so again, which changes nothing; mostly it answers what waits for nobody else.
  const mine = chance.share(0.1) ? waiting : waiting.filter((shown) => shown['requires_approval_from'] === who.id);
  const link = works.pods.request(textOf(chance.pick(mine)?.['request_id']));
  if (link === undefined || link.state !== 'pending') return;
  if (chance.share(0.3)) await reject(who, link);
  else await approve(who, link);
}

/** Only requests for a place of the reader's are shown to it. */
function checkShown(who: Resident, shown: Fields): void {
  const { works, findings } = who.at;
  const ends = [textOf(shown['from_pod']), textOf(shown['to_pod'])];
  if (!ends.some((place) => works.pods.representative(place) === who.id))
    findings.add(
      'overheard',
      () => `${who.id} was shown a request that is none of its business: ${JSON.stringify(shown)}`,
    );
}

async function approve(who: Resident, link: Link): Promise<void> {
  const { works } = who.at;
  const outcome = await works.pods.changing([link.from, link.to], () =>
    who.do('approve', '/v1/connections/approve', { request_id: link.request }),
  );
  const hearers = works.pods.concerned(link);
  if (outcome.type === 'unknown')
    for (const [word, may] of Object.entries({ approved: hearers, opened: works.residents.keys() }))
      works.news.allow(newsKey(`connection.${word}`, link.request), may);
  if (outcome.type !== 'done') return;
  const body = fieldsOf(outcome.body);
  works.expect(`approved ${link.request}`, body, { request_id: link.request, from_pod: link.from, to_pod: link.to });
  if (body['status'] !== 'approved') return;
  works.count('approved');
  works.open(link);
  works.news.expect(newsKey('connection.approved', link.request), hearers);
  if (body['state'] === 'approved.open')
    works.news.expect(newsKey('connection.opened', link.request), hearers, works.residents.keys());
}

async function reject(who: Resident, link: Link): Promise<void> {
  const { works } = who.at;
  const outcome = await who.do('reject', '/v1/connections/reject', { request_id: link.request });
  const key = newsKey('connection.rejected', link.request);
  if (outcome.type === 'unknown') works.news.allow(key, works.pods.concerned(link));
  if (outcome.type !== 'done') return;
  works.expect(`rejected ${link.request}`, fieldsOf(outcome.body), {
    status: 'rejected',
    requires_approval_from: null,
  });
  works.count('rejected');
  works.news.expect(key, works.pods.concerned(link));
}

/** Changes who may use a connection to a pod of its own, and what is read there. */
export async function update(who: Resident, link: Link): Promise<void> {
  const { chance, works } = who.at;
  const type = chance.pick(['public', 'gated', 'members'] as const) ?? 'public';
  const friend = chance.pick([...works.residents.keys()]) ?? who.id;
  const access = { type, allowed: type === 'members' ? [friend] : [] };
  const asked = { exit_id: link.exit, access, entrance_description: 'Painted anew.' };
  const outcome = await works.pods.changing([link.from, link.to], async () => {
    const told = await who.do('update', '/v1/connections/update', asked);
    if (told.type === 'done') link.access = access;
    return told;
  });
  if (outcome.type === 'refused' && outcome.code === 'exit_not_found') works.close(link);
  if (outcome.type === 'unknown') works.close(link);
  if (outcome.type !== 'done') return;
  works.count('updates');
  works.expect(`updated ${link.exit}`, fieldsOf(outcome.body), {
    exit_id: link.exit,
    access,
    entrance_description: 'Painted anew.',
  });
}

/** Closes a connection of its own. The last open one of a deployed pod stays, that of an orphan need not. */
export async function close(who: Resident, link: Link): Promise<void> {
  const { works } = who.at;
  const { network } = works.pods;
  const outcome = await works.pods.changing([link.from, link.to], () =>
    whileChanging([network], () => who.do('close', '/v1/connections/close', { exit_id: link.exit })),
  );
  const hearers = works.pods.concerned(link);
  const key = newsKey('connection.closed', link.request);
  if (outcome.type === 'unknown') works.news.allow(key, hearers);
  if (outcome.type === 'refused' && outcome.code === 'exit_not_found') works.close(link);
  if (outcome.type !== 'done') return;
  works.close(link);
  works.count('closings');
  works.news.expect(key, hearers, works.pods.buyersOf(link.to));
  works.expect(`closed ${link.exit}`, fieldsOf(outcome.body), { exit_id: link.exit, state: 'approved.closed' });
}
