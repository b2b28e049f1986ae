/** What a resident gives away, and that it keeps the part of its endowment that it may not give yet (EN1). */
import { refusal } from '../../refusals.ts';
import { endowmentKept, endowmentUntil } from '../../rules/people/endowment.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { type On, on, refuses } from './base.ts';

const giving = ['transfer', 'adopt', 'post_job', 'deploy', 'fund', 'contribute', 'call_service', 'admitted'] as const;

type Giving = On<(typeof giving)[number]>;

/** The amount given, and the balance before. */
function gift({ event }: Giving): { readonly amount: number; readonly balance: number } {
  const { balance, settings } = event.facts;
  switch (event.type) {
    case 'transfer':
      return { amount: event.amount, balance };
    case 'adopt':
      return { amount: event.donation ?? setting(settings, 'MENTOR_DONATION'), balance };
    case 'post_job':
      return { amount: event.reward, balance };
    // The toll has been posted already, by the place behind the door.
    case 'admitted':
      return { amount: event.toll, balance: balance + event.toll };
    default:
      return { amount: event.facts.given, balance };
  }
}

export const keepingEndowment = {
  guards: {
    /** Amounts beyond the balance are left to the ledger, which refuses them. */
    keepsEndowment: on(giving, (scene) => {
      const { amount, balance } = gift(scene);
      const left = balance - amount;
      return amount === 0 || left < 0 || left >= endowmentKept(scene.context, scene.event.facts.tick);
    }),
  },
  actions: {
    refuseEndowment: refuses(
      on(giving, (scene) => {
        const { context, event } = scene;
        const { tick } = event.facts;
        const { balance } = gift(scene);
        return refusal('endowment_kept', {
          // What it has spent of the endowment for itself is not kept any more.
          endowment: Math.min(endowmentKept(context, tick), balance),
          balance,
          until_tick: endowmentUntil(context, tick),
        });
      }),
    ),
  },
} as const;
