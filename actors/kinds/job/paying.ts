/** The reward of a job: held from the start, then paid to the claimer or returned to the payer (JB2). */
import { each, giveBack, post } from '../../../engine/effect.ts';
import type { AccountId } from '../../../engine/ids.ts';
import { send } from '../../registry.ts';
import { tellCreditsReceived, tellRefund } from '../../rules/people/payees.ts';
import { residentActor } from '../../rules/place/names.ts';
import { change, effect, on } from './base.ts';
import type { JobContext } from './messages.ts';

/** The account that pays: the poster's, or the treasury for public works (PW1). */
const payerOf = ({ poster }: JobContext): AccountId => (poster === null ? 'treasury' : residentActor(poster));

export const paying = {
  actions: {
    holdReward: effect(({ context }) => post(payerOf(context), 'escrow', context.held, 'reward')),
    /** The claimer counts the job, and the poster passes trust on (VO4). Public works, which nobody judges, earn no reputation (PW4). */
    payReward: effect(({ context: { claimer, poster, place, held } }) => {
      if (claimer === null) return each([]);
      const payee = residentActor(claimer);
      return each([
        post('escrow', payee, held, 'reward'),
        tellCreditsReceived(payee, { reason: 'reward', from: poster, place, amount: held / 1000 }),
        ...(poster === null
          ? []
          : [
              send(payee, { type: 'counted', deed: 'jobs' }),
              send(residentActor(poster), { type: 'rewarded', worker: claimer, reward: held }),
            ]),
      ]);
    }),
    /** To the poster, or to who took its estate (L8). */
    returnReward: effect(
      on(['job.expires', 'place.ended', 'poster.ended'], ({ context, event }) => {
        const { poster, place, held } = context;
        const { payee } = event.facts;
        return each([
          giveBack(payerOf(context), payee, held, 'reward returned'),
          ...(poster === null ? [] : [tellRefund(payee, poster, { place }, held)]),
        ]);
      }),
    ),
    holdNothing: change(() => ({ held: 0 })),
  },
};
