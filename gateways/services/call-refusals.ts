/** Why calls of global services come to nothing. */
import type { RefusedFor } from '../../engine/refusal.ts';
import type { ServiceRefusal } from '../../services/contract.ts';
import type { Limited } from '../limits/rate-limit.ts';
import { type Refusals, refused } from '../refusals/refusals.ts';

/** Why a call comes to nothing, as its caller is told. */
export type CallRefusal =
  | Limited
  | RefusedFor<Refusals, ServiceRefusal['code'] | 'timeout' | 'busy' | 'internal_error'>;

/** A refusal of a service, as its caller is told. */
export function refusalOf(service: string, refusal: ServiceRefusal): CallRefusal {
  switch (refusal.code) {
    case 'service_failed':
    case 'inference_failed':
      return refused(refusal.code, { service, reason: refusal.reason });
    case 'invalid_request':
      return refused('invalid_request', { issues: refusal.issues });
    case 'not_found':
      return refused('not_found', {
        kind: refusal.kind,
        ...(refusal.advice !== undefined && { advice: refusal.advice }),
      });
    case 'archiving':
      return refused('archiving', { retry_after_seconds: refusal.retry_after_seconds });
    default:
      return refused(refusal.code);
  }
}
