/** Actors that depend on a place and have not ended yet, even if the place has: calls of its code, jobs on its board, portal stations. */
import type { Facts } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';

/** The number of them. While there are any, the name of the place cannot be used again, and its ruin does not leave. */
export const boundTo = (facts: Facts, place: string): number =>
  facts.count(indexes.callsAt, place) + facts.count(indexes.jobs, place) + facts.count(indexes.stationsAt, place);
