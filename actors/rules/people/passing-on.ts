/** How much of a turn it takes when a pod hears that its owner or representative has died (DD7). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';

/** Containers of one pod, allowed and running ones (A1). */
export const containersMax = 64;
/** Requests that one turn may free; of more the others expire. */
export const freedMax = 200;

/**
 * Messages that it takes at most to tell the pod, when owner and representative have died on one tick: the one to itself, twice those to
 * its door and its requests, and those to its containers.
 */
export function messagesToPassOn(facts: Pick<Facts, 'count'>, pod: ActorId<'pod'>): number {
  const id = nameOf(pod);
  const requests = Math.min(facts.count(indexes.pending, id), freedMax);
  return 1 + 2 * (1 + requests) + Math.min(facts.count(indexes.containers, id), containersMax);
}
