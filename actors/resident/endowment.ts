/**
 * What a newborn has from its birth is for its own life: an endowment. It may spend it, and not give it away; less of it is kept each tick,
 * until all is free (EN1). Why, and which ways out there were: docs/decisions/046-the-endowment-of-a-newborn.md.
 */
import { setting } from '../building/tiers.ts';
import { refusal } from '../refusals.ts';
import { type Birth, effect, type On, on } from './base.ts';
import type { Endowment } from './messages.ts';

interface Kept {
  readonly endowment?: Endowment;
}

/** Of who is born of a soul, whoever wrote it; the operator answers for founders. */
export function endowmentOf({ origin, credits, donation = 0, facts }: Birth): Kept {
  const ticks = setting(facts.settings, 'ENDOWMENT_TICKS');
  if (origin === undefined || ticks === 0) return {};
  return { endowment: { credits: credits + donation, since: facts.tick, until: facts.tick + ticks } };
}

/** Millicredits that it cannot give away at this tick. */
export function endowmentKept({ endowment }: Kept, tick: number): number {
  if (endowment === undefined || tick >= endowment.until) return 0;
  const { credits, since, until } = endowment;
  return Math.ceil((credits * (until - tick)) / (until - since));
}

const giving = ['transfer', 'adopt', 'post_job', 'fund', 'deploy', 'call_service', 'admitted'] as const;

type Giving = On<(typeof giving)[number]>;

/** What it gives, and what it has before. */
function gift({ event }: Giving): { readonly amount: number; readonly balance: number } {
  const { balance, settings } = event.facts;
  switch (event.type) {
    case 'transfer':
      return { amount: event.amount, balance };
    case 'adopt':
      return { amount: event.donation ?? setting(settings, 'MENTOR_DONATION'), balance };
    case 'post_job':
      return { amount: event.reward, balance };
    // The toll has been posted already: the place behind the door asks for it.
    case 'admitted':
      return { amount: event.toll, balance: balance + event.toll };
    default:
      return { amount: event.facts.given, balance };
  }
}

export const keepingEndowment = {
  guards: {
    /** What there is not the ledger refuses. */
    keepsEndowment: on(giving, (scene) => {
      const { amount, balance } = gift(scene);
      const left = balance - amount;
      return amount === 0 || left < 0 || left >= endowmentKept(scene.context, scene.event.facts.tick);
    }),
  },
  actions: {
    refuseEndowment: effect(
      on(giving, (scene) => {
        const { context, event } = scene;
        const { tick } = event.facts;
        const { balance } = gift(scene);
        return refusal('endowment_kept', {
          // What it has spent of it for itself is not kept any more.
          endowment: Math.min(endowmentKept(context, tick), balance),
          balance,
          until_tick: context.endowment?.until ?? tick,
        });
      }),
    ),
  },
} as const;
