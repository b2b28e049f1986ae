/** Notes what a resident learns of a pod from answers: that it has moved, been deployed or ended, and its connections. */

import { read, says } from '../../client/answers.ts';
import type { RequestOutcome } from '../../client/retries.ts';
import { listOf, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Pod } from '../../gateways/answers/pods.ts';
import type { ExpectedConnection, ExpectedPod } from '../checks/expected-buildings.ts';
import type { Resident } from '../resident.ts';

/** Reads the pod as its representative, and notes changes that the population did not make. */
export async function refreshPod(who: Resident, pod: ExpectedPod): Promise<void> {
  const { expectedState } = who.context;
  const outcome = await who.get('pod', `/v1/pods/${pod.id}`);
  if (outcome.type !== 'done') return;
  const body = read<AnswerOf<typeof Pod>>(outcome.body);
  if (says(body.status, 'shut_down')) expectedState.notePodEnded(pod);
  else if (says(body.status, 'workshop')) {
    pod.birthplace = textOf(body.location);
    pod.door = textOf(body.exit_id);
  } else if (pod.phase === 'workshop') pod.phase = 'deployed';
  // The answer to a funding does not name the connection that it bought.
  for (const shown of listOf(body.connections)) addShownConnection(who, shown);
}

/** Notes a connection as the city shows it, if it is new. */
export function addShownConnection(who: Resident, answer: unknown): ExpectedConnection {
  const shown = read<AnswerOf<typeof Pod>['connections'][number]>(answer);
  const { buildings } = who.context.expectedState;
  const link: ExpectedConnection = {
    requestId: textOf(shown.request_id),
    exit: textOf(shown.exit_id),
    from: textOf(shown.from),
    to: textOf(shown.to),
    bidirectional: says(shown.bidirectional, true),
    requester: who.id,
    fee: 0,
    access: { type: 'public', allowed: [] },
    state: 'open',
  };
  if (buildings.connectionOfRequest(link.requestId) === undefined) buildings.addConnection(link);
  return link;
}

/** A request about a pod may come after its end. Returns the outcome. */
export function noteIfEnded(who: Resident, pod: ExpectedPod, outcome: RequestOutcome): RequestOutcome {
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') who.context.expectedState.notePodEnded(pod);
  return outcome;
}
