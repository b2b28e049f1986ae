/** The reward of a job: held from the start, then paid to the claimer or returned to the payer (JB2). */
import { type Effect, each, giveBack, post } from '../../../engine/effect.ts';
import type { AccountId } from '../../../engine/ids.ts';
import { send } from '../../registry.ts';
import { tellCreditsReceived, tellCreditsReceivedForLater, tellRefund } from '../../rules/people/payees.ts';
import { residentActor, visitorActor } from '../../rules/place/names.ts';
import { change, effect, on } from './base.ts';
import type { JobContext } from './messages.ts';
import { posterActor, residentPoster } from './poster.ts';

/** The account that pays: the poster's, or the treasury for public works (PW1). */
const payerOf = (context: JobContext): AccountId => posterActor(context) ?? 'treasury';

/** A visitor may be away, so it is also among its notifications. */
function tellReturn(context: JobContext, payee: AccountId): Effect {
  const { poster, byVisitor, place, held } = context;
  if (poster === null) return each([]);
  if (byVisitor !== true) return tellRefund(payee, poster, { place }, held);
  return tellCreditsReceivedForLater(visitorActor(poster), { reason: 'refund', from: null, amount: held / 1000 });
}

export const paying = {
  actions: {
    holdReward: effect(({ context }) => post(payerOf(context), 'escrow', context.held, 'reward')),
    /**
     * The claimer counts the job, and a resident who posted it passes trust on (VO4). Public works, which nobody judges, earn no reputation
     * (PW4).
     */
    payReward: effect(({ context }) => {
      const { claimer, poster, place, held } = context;
      if (claimer === null) return each([]);
      const truster = residentPoster(context);
      const payee = residentActor(claimer);
      return each([
        post('escrow', payee, held, 'reward'),
        tellCreditsReceived(payee, { reason: 'reward', from: poster, place, amount: held / 1000 }),
        ...(poster === null ? [] : [send(payee, { type: 'counted', deed: 'jobs' })]),
        ...(truster === null
          ? []
          : [send(residentActor(truster), { type: 'rewarded', worker: claimer, reward: held })]),
      ]);
    }),
    /** To the poster, or to who took its estate (L8). */
    returnReward: effect(
      on(['job.expires', 'place.ended', 'poster.ended'], ({ context, event }) => {
        const { payee } = event.facts;
        return each([giveBack(payerOf(context), payee, context.held, 'reward returned'), tellReturn(context, payee)]);
      }),
    ),
    holdNothing: change(() => ({ held: 0 })),
  },
};
