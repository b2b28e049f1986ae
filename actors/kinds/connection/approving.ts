/** The request for a connection: who has to agree, what is held meanwhile, and how long it waits (RQ1 to RQ5). */
import { each, giveBack, post, wake } from '../../../engine/effect.ts';
import { refusal } from '../../refusals.ts';
import { tellRefund } from '../../rules/people/payees.ts';
import type { Site } from '../../rules/place/endpoint.ts';
import { residentActor } from '../../rules/place/names.ts';
import { fullEnd } from '../../rules/place/requesting.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { birth, type ConnectionScene, change, effect, on, refuses } from './base.ts';
import type { Ends } from './facts.ts';
import type { ConnectionContext } from './messages.ts';

const lacksApproval = (site: Site, approved: boolean, by?: string): boolean =>
  site.representative !== null && !approved && site.representative !== by;

/** The first end whose approval is missing; the far end before the near one (RQ2). */
export function missingApproval({ approved }: Pick<ConnectionContext, 'approved'>, { from, to }: Ends): string | null {
  if (lacksApproval(to, approved.to)) return to.representative;
  return lacksApproval(from, approved.from) ? from.representative : null;
}

export const approving = {
  guards: {
    /** True when the approval of that end is still missing. */
    isWaitedFor: on('approve_connection', ({ context: { approved }, event }) => {
      const { from, to } = event.facts;
      const waits = (site: Site, agreed: boolean) => !agreed && site.representative === event.by;
      return waits(from, approved.from) || waits(to, approved.to);
    }),
    isLastApproval: on('approve_connection', ({ context, event }) => {
      const { from, to } = event.facts;
      return !lacksApproval(from, context.approved.from, event.by) && !lacksApproval(to, context.approved.to, event.by);
    }),
    everyoneAgrees: ({ context, event }: ConnectionScene) => missingApproval(context, event.facts) === null,
    /** Checked again at the approval: a request that waits reserves no capacity (RQ5). */
    hasRoom: ({ event }: ConnectionScene) => fullEnd(event.facts) === undefined,
  },
  actions: {
    refuseNotRepresentative: refuses(({ context, event: { facts } }) => {
      const representative = missingApproval(context, facts) ?? facts.to.representative ?? facts.from.representative;
      return refusal('not_representative', { representative });
    }),
    refuseAsFull: refuses(({ event }) => fullEnd(event.facts)),
    /** In escrow until it is decided (RQ1). */
    holdFee: effect(({ context }) =>
      post(residentActor(context.terms.requester), 'escrow', context.held, 'connection'),
    ),
    payFee: effect(({ context }) => post('escrow', 'treasury', context.held, 'connection')),
    returnFee: effect(({ context: { terms, held }, event }) => {
      const { payee } = event.facts;
      return each([
        giveBack(residentActor(terms.requester), payee, held, 'connection returned'),
        tellRefund(payee, terms.requester, { place: terms.to }, held),
      ]);
    }),
    holdNothing: change(() => ({ held: 0 })),
    /** Requests expire (RQ4). */
    awaitExpiry: effect(({ context }) => wake(context.expiresTick, { type: 'request.expires' })),
    expireLater: change(({ event }) => ({
      expiresTick: event.facts.tick + setting(event.facts.settings, 'CONNECTION_REQUEST_TICKS'),
    })),
    /** Where no approval is missing, it follows at once (RQ3). */
    approveByItself: effect((scene) => {
      const { facts } = birth(scene);
      return missingApproval(scene.context, facts) === null ? wake(facts.tick, { type: 'approvals.given' }) : each([]);
    }),
    noteApproval: change(
      on('approve_connection', ({ context, event }) => {
        const { from, to } = event.facts;
        return {
          approved: {
            from: context.approved.from || from.representative === event.by,
            to: context.approved.to || to.representative === event.by,
          },
        };
      }),
    ),
  },
};
