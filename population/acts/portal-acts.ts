/** Acts of residents at the portal of the Commons: they speak to visitors, and have something printed. */

import { read } from '../../client/answers.ts';
import { commons, milli, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { PortalMessage } from '../../gateways/answers/messages.ts';
import type { AskedPrint } from '../../gateways/answers/stations.ts';
import { eventKey } from '../checks/expected-events.ts';
import type { Resident } from '../resident.ts';

export const portalActNames = ['portal_message', 'portal_print'] as const;
export type PortalAct = (typeof portalActNames)[number];

/** Prints of all residents together: a station allows so many in an hour, and a visitor needs some too. */
const printsMax = 8;
const poem = 'A line for whoever stands there.';

export async function performPortalAct(act: PortalAct, who: Resident): Promise<void> {
  const { expectedState } = who.context;
  if (!expectedState.hasPortal || who.place !== commons) return;
  if (act === 'portal_message') return speak(who);
  if (expectedState.printsBegun < printsMax) await print(who);
}

async function speak(who: Resident): Promise<void> {
  const { expectedState } = who.context;
  const message = `Can you hear me? It is ${who.id}.`;
  const outcome = await who.post('portal_message', '/v1/portals/message', { message });
  if (outcome.type === 'unknown') {
    who.unpriced++;
    expectedState.events.noteUnknownOutcome('portal.message', who.id);
  }
  if (outcome.type !== 'done') return;
  const body = read<AnswerOf<typeof PortalMessage>>(outcome.body);
  who.noteCharge(milli(body.charged));
  expectedState.checkAnswer<AnswerOf<typeof PortalMessage>>('a word to the world', body, {
    message,
    location: commons,
  });
  expectedState.events.mustBeHeard(eventKey('portal.message', textOf(body.id)), [who.id]);
  expectedState.countAct('portal messages');
}

async function print(who: Resident): Promise<void> {
  const { expectedState } = who.context;
  expectedState.printsBegun++;
  const outcome = await who.post('portal_print', '/v1/portals/print', { content: poem });
  if (outcome.type === 'unknown') {
    who.unpriced++;
    expectedState.events.noteUnknownOutcome('print.queued', who.id);
    // The city reports its end by itself.
    expectedState.events.noteUnknownOutcome('portal.printed', '');
  }
  if (outcome.type !== 'done') return;
  const body = read<AnswerOf<typeof AskedPrint>>(outcome.body);
  const fee = milli(body.cost);
  who.noteCharge(fee);
  expectedState.checkAnswer<AnswerOf<typeof AskedPrint>>('a print', body, {
    by: who.id,
    status: 'queued',
    content: poem,
  });
  expectedState.prints.add(textOf(body.id), { by: who.id, fee });
  expectedState.countAct('prints');
}
