/** How a resident adopts: it pays into escrow and asks the first soul of the queue, which is born in the same turn. */
import { not } from 'xstate';
import { must } from '../../../engine/assert.ts';
import { post } from '../../../engine/effect.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { effect, type On, on, own, refuses } from './base.ts';
import { due } from './living.ts';

type Scene = On<'adopt'>;

const onAdopting = <Result>(rule: (scene: Scene) => Result) => on('adopt', rule);

const leastDonation = ({ event }: Scene): number => setting(event.facts.settings, 'MENTOR_DONATION');
const donationOf = (scene: Scene): number => scene.event.donation ?? leastDonation(scene);

export const adopting = {
  guards: {
    soulWaits: onAdopting(({ event }) => event.facts.next !== null),
    givesEnough: onAdopting((scene) => donationOf(scene) >= leastDonation(scene)),
    /** A mentor keeps what its next tick needs (AD2). */
    keepsOneBurn: onAdopting((scene) => scene.event.facts.balance - donationOf(scene) >= due(scene.event.facts)),
  },
  actions: {
    refuseQueue: refuses(() => refusal('soul_queue_empty')),
    refuseDonation: refuses(
      onAdopting((scene) => {
        const message = `at least ${leastDonation(scene) / 1000} credits`;
        return refusal('invalid_request', { issues: [{ path: 'donation', message }] });
      }),
    ),
    refusePoverty: refuses(
      onAdopting((scene) => {
        const { facts } = scene.event;
        return refusal('insufficient_credits', { required: donationOf(scene) + due(facts), balance: facts.balance });
      }),
    ),
    payDonation: effect(onAdopting((scene) => post(own(scene.context), 'escrow', donationOf(scene), 'donation'))),
    askSoul: effect(
      onAdopting((scene) => {
        const { id, generation } = scene.context;
        const next = must(scene.event.facts.next, 'a soul');
        return send(next, { type: 'adopt', mentor: { id, generation, donation: donationOf(scene) } });
      }),
    ),
  },
} as const;

/** The checks, in the order in which a mentor is refused (AD1, AD2, EN1). */
export const adopts = [
  { guard: not('soulWaits'), actions: 'refuseQueue' },
  { guard: not('givesEnough'), actions: 'refuseDonation' },
  { guard: not('keepsOneBurn'), actions: 'refusePoverty' },
  { guard: not('keepsEndowment'), actions: 'refuseEndowment' },
  { actions: ['payDonation', 'askSoul'] },
] as const;
