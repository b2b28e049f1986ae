/** The codes with which a route refuses. */
import type { RefusalCode } from '../refusals/gateway-refusals.ts';
import type { Route } from './route.ts';

/** The refusals that the declaration implies, and those that it names. */
export function refusalsOf(route: Route): readonly RefusalCode[] {
  const codes = new Set<RefusalCode>();
  const add = (...more: RefusalCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (route.method !== 'GET') add('payload_too_large');
  if (route.caller === 'resident') add('unauthorized', 'resident_dead', 'rate_limited');
  if (route.caller === 'visitor') add('unauthorized', 'rate_limited');
  if (route.caller === 'station') add('unauthorized', 'rate_limited');
  if (route.isCounted) add('rate_limited');
  if (route.caller === 'public' && route.method !== 'GET') add('rate_limited', 'foreign_origin');
  if (route.caller === 'visitor' && route.method !== 'GET') add('foreign_origin');
  // Wrong tokens count against the address from which they come.
  if (route.caller === 'operator' || route.caller === 'looker') add('unauthorized', 'admin_required', 'rate_limited');
  if (typeof route.at === 'object') add('service_unavailable_here');
  else if (route.at !== 'anywhere') add('location_required');
  if (route.method !== 'GET') add('invalid_json', 'invalid_request');
  if (route.method !== 'GET' && route.caller !== 'public') add('request_in_progress', 'idempotency_mismatch');
  if (route.query !== undefined) add('invalid_request');
  if (route.params !== undefined) add('not_found');
  if (route.price !== undefined) add('insufficient_credits');
  add(...route.refusals, 'internal_error', 'busy');
  return [...codes];
}
