/**
 * How trust comes of jobs: who pays for them passes it on to those who do them, and nobody passes on more than one job gives. So those who
 * only serve each other gain no more than one job for each of them, however often they do (VO4). One number in a context keeps it:
 * whom it was passed on to need not be known.
 */

import { send } from '../../registry.ts';
import { countOf, trustOfJob, withDeed } from '../../rules/people/deeds.ts';
import { residentActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { change, effect, type On, on } from './base.ts';

/** In thousandths of what a job gives: as its reward is, rounded down, and no more than is left. */
function passedOn({ context, event }: On<'rewarded'>): number {
  const full = Math.max(1, setting(event.facts.settings, 'JOB_TRUST_REWARD'));
  const left = trustOfJob - countOf(context, 'passed_trust');
  // Before the product: a reward may be as large as an integer can be.
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
