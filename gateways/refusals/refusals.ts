/**
 * Every refusal that a gateway answers with, declared with its context: those of the city, and those that only the door gives. To add
 * one: a line here or in `actors/refusals.ts`, and its row in `table.ts`, without which nothing compiles.
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
    /** What to do about it, in a sentence, where it is not to look again. */
    readonly advice?: string;
  };
  readonly invalid_json: NoContext;
  readonly bad_framing: NoContext;
  /** No request came whole in time on a new connection. */
  readonly no_request: NoContext;
  readonly unauthorized: {
    /** Whose token is wanted, where it is no resident's and not the operator's. */
    readonly wanted?: 'visitor' | 'station';
  };
  readonly admin_required: NoContext;
  /** Nobody has this handle, or it is not the password: which of both is not said. */
  readonly wrong_login: NoContext;
  /** Another site's page has sent it. */
  readonly foreign_origin: {
    /** Empty when there was none. */
    readonly origin: string;
    readonly expected: string;
  };
  /** The token is another station's. */
  readonly foreign_station: {
    /** The one that the path names. */
    readonly station: string;
    /** The one whose token it is. */
    readonly own: string;
  };
  readonly method_not_allowed: NoContext;
  readonly payload_too_large: { readonly max_bytes: number };
  readonly upgrade_required: NoContext;
  readonly rate_limited: Omit<CityRefusals['rate_limited'], 'of'> & {
    /** What is limited, where that is no requests; the last two are counted by address. */
    readonly of?: CityRefusals['rate_limited']['of'] | 'failed logins' | 'refused tokens';
  };
  readonly busy: CityRefusals['busy'] & {
    /** Where the city's clock stands, when not all ticks that were asked for could be done. */
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
