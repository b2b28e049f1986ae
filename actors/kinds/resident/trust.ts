/**
 * How jobs earn trust: who pays for a job passes trust on to who does it, and nobody passes on more in its life than one job gives. So
 * residents who only serve each other gain no more than one job for each of them, however often they do (VO4). The context needs one number
 * for it, not the names of those to whom it was passed on.
 */

import { send } from '../../registry.ts';
import { countOf, trustOfJob, withDeed } from '../../rules/people/deeds.ts';
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

export const trusting = {
  guards: {
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
  },
} as const;
