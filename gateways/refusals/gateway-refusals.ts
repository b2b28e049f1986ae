/**
 * Every refusal that a gateway answers with, declared with its context: those of the city, and those that only gateways give. To add one: a
 * line here or in `actors/refusals.ts`, its row in `table.ts`, and its fields in `answers/refusal-fields.ts`, without which nothing
 * compiles.
 */
import type { CityRefusals } from '../../actors/refusals.ts';
import {
  type ContextArgument,
  type NoContext,
  type Refused,
  type RefusedFor,
  refusedBy,
} from '../../engine/refusal.ts';

export interface Refusals extends Omit<CityRefusals, 'rate_limited'> {
  readonly not_found: CityRefusals['not_found'] & {
    /** What to do about it, in a sentence, if not to look again. */
    readonly advice?: string;
  };
  readonly invalid_json: NoContext;
  readonly bad_framing: NoContext;
  /** No complete request came in time on a new connection. */
  readonly no_request: NoContext;
  readonly unauthorized: {
    /** Whose token is needed, if neither a resident's nor the operator's. */
    readonly wanted?: 'visitor' | 'station';
  };
  readonly admin_required: NoContext;
  /** Unknown handle or wrong password: the answer does not say which. */
  readonly wrong_login: NoContext;
  /** A page of another site has sent the request. */
  readonly foreign_origin: {
    /** Empty when the request had none. */
    readonly origin: string;
    readonly expected: string;
  };
  /** A name under which the city is not reached, or a page of another site, at the door for clients of the Model Context Protocol. */
  readonly foreign_caller: { readonly header: 'host' | 'origin' };
  /** The token is another station's. */
  readonly foreign_station: {
    /** The station in the path. */
    readonly station: string;
    /** The station of the token. */
    readonly own: string;
  };
  /** What led to something cannot be told, although it has been. `reason`: why, in a sentence. */
  readonly untraceable: { readonly reason: string };
  readonly method_not_allowed: NoContext;
  readonly payload_too_large: { readonly max_bytes: number };
  readonly upgrade_required: NoContext;
  readonly rate_limited: Omit<CityRefusals['rate_limited'], 'of'> & {
    /** What is limited, if not requests; the last two are counted by address. */
    readonly of?: CityRefusals['rate_limited']['of'] | 'failed logins' | 'refused tokens';
  };
  readonly busy: CityRefusals['busy'] & {
    /** The city's tick, when not all of the requested ticks could be made. */
    readonly tick?: number;
  };
}

export type RefusalCode = keyof Refusals;

/** A refusal by a gateway. Nothing has happened. */
export function refused<Code extends RefusalCode>(
  code: Code,
  ...context: ContextArgument<Refusals[Code]>
): RefusedFor<Refusals, Code>;
export function refused(code: string, context?: Refused['context']): Refused {
  return refusedBy(code, context);
}
