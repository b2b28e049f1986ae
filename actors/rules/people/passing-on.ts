/** How much of a turn it takes to notify a pod that its owner or representative has died (DD7). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';

/** Containers of one pod, allowed and running ones (A1). */
export const containersMax = 64;
/** Requests that one turn may free; the others expire. */
export const freedMax = 200;

/**
 * The most messages that it takes to notify the pod, when owner and representative have died on one tick: the one to itself, two to its
 * door and to each of its requests, and one to each of its containers.
 */
export function messagesToPassOn(facts: Pick<Facts, 'count'>, pod: ActorId<'pod'>): number {
  const id = nameOf(pod);
  const requests = Math.min(facts.count(indexes.pending, id), freedMax);
  return 1 + 2 * (1 + requests) + Math.min(facts.count(indexes.containers, id), containersMax);
}
