/** Visits to pods and calls of their services: the price must be the announced one, and the answer that of the code. */
import { isDeepStrictEqual } from 'node:util';
import { type Read, read, readItems, says } from '../../client/answers.ts';
import type { RequestOutcome } from '../../client/retries.ts';
import { commons, type Fields, fieldsOf, milli, numberOf, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Exit } from '../../gateways/answers/exit.ts';
import type { Arrival } from '../../gateways/answers/location.ts';
import type { Called, Service } from '../../gateways/answers/services.ts';
import type { Access, ExpectedConnection, ExpectedPod } from '../checks/expected-buildings.ts';
import { eventKey } from '../checks/expected-events.ts';
import type { Resident } from '../resident.ts';
import { noteIfEnded } from './pod-state.ts';
import { payMax, tollDefault } from './prices.ts';
import { type CallInput, chooseCallInput, expectedAnswer } from './service-code.ts';

/** Walks through one of the connections here to a pod that the population built. */
export async function visitPod(who: Resident): Promise<void> {
  const { buildings } = who.context.expectedState;
  const here = who.place ?? '';
  const exits = await exitsHere(who);
  if (exits === undefined) return;
  const ways = exits.filter(
    ({ id, to }) => buildings.connection(textOf(id)) !== undefined && buildings.pod(textOf(to))?.phase === 'deployed',
  );
  const way = who.context.random.pick(ways);
  const link = way && buildings.connection(textOf(way.id));
  const pod = way && buildings.pod(textOf(way.to));
  if (way !== undefined && link !== undefined && pod !== undefined)
    await enterPod(who, pod, link, here === link.from, milli(way.toll));
}

async function exitsHere(who: Resident): Promise<readonly Read<AnswerOf<typeof Exit>>[] | undefined> {
  const outcome = await who.get('location', '/v1/location/exits?limit=200');
  return outcome.type === 'done' ? readItems<AnswerOf<typeof Exit>>(outcome.body) : undefined;
}

/** The price that an exit to the pod must show. */
const tollOf = (pod: ExpectedPod, isGated: boolean): number => (isGated ? (pod.perEntry ?? tollDefault) : 0);

/**
 * The price that the exit shows, read again while the terms of the pod do not change; `undefined` when they changed meanwhile, or the
 * exit is gone. The first answer may have been made before the last change.
 */
async function announcedAgain(who: Resident, pod: ExpectedPod, link: ExpectedConnection): Promise<number | undefined> {
  const { revision } = pod.termsChanges;
  const exits = await exitsHere(who);
  const way = exits?.find(({ id }) => says(id, link.exit));
  return way === undefined || pod.termsChanges.revision !== revision ? undefined : milli(way.toll);
}

/** `announced`: the price that the exit shows. The pod's representative pays nothing. */
async function enterPod(
  who: Resident,
  pod: ExpectedPod,
  link: ExpectedConnection,
  isForward: boolean,
  announced: number,
): Promise<void> {
  const { random, expectedState, findings } = who.context;
  const { revision } = pod.termsChanges;
  const isPlain = stays(who, pod);
  const isOwn = pod.owner === who.id;
  const due = isOwn ? 0 : announced;
  const offers = due > 1 && random.withProbability(0.1) ? due - 1 : random.withProbability(0.5) ? due : undefined;
  const limit = offers ?? payMax;
  const may = isOwn || (admits(pod.access, who.id) && (!isForward || admits(link.access, who.id)));
  const isGated = (isForward && link.access.type === 'gated') || pod.access.type === 'gated';
  const told = () => `${who.id} to ${pod.id} by ${link.exit}, announced ${announced / 1000}, at most ${limit / 1000}`;
  if (link.from === commons && announced !== tollOf(pod, isGated)) {
    const again = await announcedAgain(who, pod, link);
    const isNow = (isForward && link.access.type === 'gated') || pod.access.type === 'gated';
    if (again !== undefined && again !== tollOf(pod, isNow))
      findings.add('overcharged', () => `${told()}, but it is set to ${pod.perEntry} and ${isNow ? '' : 'not '}gated`);
    return;
  }
  const outcome = noteIfEnded(who, pod, await who.travel(link.exit, offers));
  const isSteady = pod.termsChanges.revision === revision;
  if (outcome.type === 'unknown') expectedState.noteUnknownPayment(pod);
  if (isSteady && isWronglyAdmitted(outcome, may))
    findings.add('wrongly_admitted', () => `${told()}: ${JSON.stringify(outcome)}`);
  if (outcome.type !== 'done') return;
  const toll = milli(read<AnswerOf<typeof Arrival>>(outcome.body).toll_paid);
  expectedState.countAct('entries');
  if (toll > 0) expectedState.countAct('tolls');
  expectedState.addPodIncome(pod, toll);
  if (toll > limit || (isSteady && toll !== due && isPlain()))
    findings.add('overcharged', () => `${told()}, paid ${toll / 1000}`);
}

const isWronglyAdmitted = (outcome: RequestOutcome, may: boolean): boolean =>
  may ? outcome.type === 'refused' && outcome.code === 'access_denied' : outcome.type === 'done';

const admits = ({ type, allowed }: Access, resident: string): boolean =>
  type === 'public' || type === 'gated' || allowed.includes(resident);

/** Returns a function that is true when the pod was certainly connected to the Commons all the time: an orphan costs nothing. */
function stays(who: Resident, pod: ExpectedPod): () => boolean {
  const { buildings } = who.context.expectedState;
  const { revision } = buildings.networkChanges;
  return () => buildings.networkChanges.revision === revision && !buildings.mayBeOrphan(pod);
}

/** Calls the service of the pod in which the resident is. */
export async function callService(who: Resident, pod: ExpectedPod): Promise<void> {
  const { random, expectedState, findings } = who.context;
  const { termsChanges, codeChanges, version } = pod;
  const revisions = [termsChanges.revision, codeChanges.revision];
  const isPlain = stays(who, pod);
  const listed = await who.get('services', '/v1/services');
  const [service] = listed.type === 'done' ? readItems<AnswerOf<typeof Service>>(listed.body) : [];
  if (service === undefined) return;
  const announced = milli(service.per_query);
  const input = chooseCallInput(random);
  const offers =
    announced > 0 && random.withProbability(0.1) ? announced - 1 : random.withProbability(0.5) ? announced : undefined;
  const limit = offers ?? payMax;
  const after = pod.callCounts.begin();
  const max = offers === undefined ? {} : { max_price: offers / 1000 };
  const outcome = noteIfEnded(who, pod, await who.post('call', `/v1/services/${pod.id}/call`, { input, ...max }));
  const told = () =>
    `${who.id} called ${pod.id} (${announced / 1000}, at most ${limit / 1000}) with ${JSON.stringify(input)}`;
  const isSteady = termsChanges.revision === revisions[0] && codeChanges.revision === revisions[1] && version > 0;
  if (outcome.type === 'unknown') {
    pod.callCounts.unknown++;
    who.unpriced++;
    expectedState.noteUnknownPayment(pod);
    expectedState.events.noteUnknownOutcome('service.called', who.id);
    return;
  }
  for (let n = 0; n < outcome.unsure; n++) expectedState.events.noteUnknownOutcome('service.called', who.id);
  if (outcome.type === 'refused') {
    noteUnservedCall(who, pod, outcome, isSteady ? input : undefined, told);
    return;
  }
  const body = read<AnswerOf<typeof Called>>(outcome.body);
  const output = fieldsOf(body.output);
  const charged = milli(body.charged);
  expectedState.countAct('calls');
  expectedState.addPodIncome(pod, charged);
  who.noteCharge(charged);
  expectedState.events.mustBeHeard(eventKey('service.called', pod.id, who.id, 'finished'), [who.id, pod.owner]);
  if (charged > limit || (isSteady && charged !== announced && isPlain()))
    findings.add('overcharged', () => `${told()}, charged ${charged / 1000}`);
  pod.callCounts.done(after, numberOf(output['count']));
  if (!isRightAnswer(output, input, who.id, isSteady ? version : undefined))
    findings.add('code_differs', () => `${told()}: ${JSON.stringify(body)}`);
}

function isRightAnswer(output: Fields, input: CallInput, caller: string, version: number | undefined): boolean {
  const right = expectedAnswer(input);
  const isVersion = version === undefined || output['version'] === version;
  return (
    right !== undefined && output['caller'] === caller && isVersion && isDeepStrictEqual(output['answer'], right.answer)
  );
}

/** Notes a call that was not served. Events are published of code that ran and failed; other refusals had no effect. */
function noteUnservedCall(
  who: Resident,
  pod: ExpectedPod,
  { code, body }: { readonly code: string; readonly body: unknown },
  input: CallInput | undefined,
  told: () => string,
): void {
  const { expectedState, findings } = who.context;
  if (code === 'sandbox_unavailable') expectedState.countAct('without sandbox');
  if (code !== 'service_failed' && code !== 'timeout') return;
  expectedState.countAct('failed calls');
  const outcome = code === 'timeout' ? 'timed_out' : textOf(fieldsOf(body)['outcome']);
  expectedState.events.mustBeHeard(eventKey('service.called', pod.id, who.id, outcome), [who.id, pod.owner]);
  if (code === 'service_failed' && input !== undefined && expectedAnswer(input) !== undefined)
    findings.add('code_differs', () => `${told()}: ${JSON.stringify(body)}`);
}
