/** Refusals of calls of global services. */
import type { RefusedFor } from '../../engine/refusal.ts';
import type { ServiceRefusal } from '../../services/contract.ts';
import type { Limited } from '../limits/rate-limit.ts';
import { type Refusals, refused } from '../refusals/gateway-refusals.ts';

/** Why a call has failed, as its caller sees it. */
export type CallRefusal =
  | Limited
  | RefusedFor<Refusals, ServiceRefusal['code'] | 'timeout' | 'busy' | 'internal_error'>;

/** A refusal by a service, as its caller sees it. */
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
