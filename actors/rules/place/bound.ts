/** What depends on a place and has not ended yet, also once the place has: calls of its code, jobs on its board, portal stations. */
import type { Facts } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';

/** How many there are. While there are any, nothing begins anew under the name of the place, and its ruin does not leave. */
export const boundTo = (facts: Facts, place: string): number =>
  facts.count(indexes.callsAt, place) + facts.count(indexes.jobs, place) + facts.count(indexes.stationsAt, place);
