/**
 * How jobs earn trust: who pays for a job passes trust on to who does it, and nobody passes on more in its life than one job gives. So
 * residents who only serve each other gain no more than one job for each of them, however often they do (VO4). The context needs one number
 * for it, not the names of those to whom it was passed on.
 *
 * Gifts count in the same way, by who gets them: the first 10 credits that somebody is given in its life count for who gave them (AC2).
 */

import { send } from '../../registry.ts';
import { countedTo, countOf, trustOfJob, withDeed } from '../../rules/people/deeds.ts';
import { residentActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { change, effect, type On, on } from './base.ts';

/** In thousandths of what one job gives: in proportion to the reward, rounded down, and no more than is left. */
function passedOn({ context, event }: On<'rewarded'>): number {
  const full = Math.max(1, setting(event.facts.settings, 'JOB_TRUST_REWARD'));
  const left = trustOfJob - countOf(context, 'passed_trust');
  // Bounded before the product: a reward may be as large as an integer can be.
  return Math.min(left, Math.floor((Math.min(event.reward, full) * trustOfJob) / full));
}

/** Millicredits of this gift that count for who gave it: what is left of those that may. */
const thanksFor = ({ context, event }: On<'paid'>): number =>
  Math.min(event.amount, countedTo.thanked - countOf(context, 'thanked'));

export const trusting = {
  guards: {
    hasThanked: on('paid', (scene) => thanksFor(scene) <= 0),
    passesNoTrustOn: on('rewarded', (scene) => passedOn(scene) <= 0),
  },
  actions: {
    passTrustOn: effect(
      on('rewarded', (scene) =>
        send(residentActor(scene.event.worker), { type: 'counted', deed: 'earned_trust', more: passedOn(scene) }),
      ),
    ),
    notePassedTrust: change(
      on('rewarded', (scene) => ({ deeds: withDeed(scene.context, 'passed_trust', passedOn(scene)) })),
    ),
    thank: effect(
      on('paid', (scene) =>
        send(residentActor(scene.event.from), { type: 'counted', deed: 'gifts', more: thanksFor(scene) }),
      ),
    ),
    noteThanks: change(on('paid', (scene) => ({ deeds: withDeed(scene.context, 'thanked', thanksFor(scene)) }))),
  },
} as const;
