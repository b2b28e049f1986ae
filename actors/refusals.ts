/**
 * Every refusal of a chart or a view, declared once: for each code its context. Charts and views refuse with these codes, and no other
 * compiles. To add one: a line here, its row in `gateways/refusals/table.ts`, and its fields in `gateways/answers/refusal-fields.ts`,
 * without which nothing compiles.
 */
import type { Refusal } from '../engine/effect.ts';
// biome-ignore lint/style/noRestrictedImports: here they get their declared types
import { concludeRefused as concludeRefusedBy, type Effect, refusal as refusalBy } from '../engine/effect.ts';
import {
  type ContextArgument,
  type EngineRefusals,
  type NoContext,
  type Refused,
  refusedBy,
} from '../engine/refusal.ts';
import { ViewRefused } from '../engine/views/views.ts';

/** The representative of the place whose code failed. */
type Responsible = {
  readonly owner: string | null;
  readonly representative: string | null;
};

export interface CityRefusals extends EngineRefusals {
  readonly location_required: {
    /** The place where the caller must stand, and where it stands (`current`). */
    readonly required: string;
    readonly current: string;
  };
  readonly access_denied: {
    /** The only resident who may do it, where a place does not decide that. */
    readonly only?: string | null;
    /** What the caller wanted, where neither a place nor a resident decides. */
    readonly to?: 'a token';
  };
  readonly not_representative: {
    /** The representative of the place; null when there is none. */
    readonly representative: string | null;
  };
  readonly not_invited: {
    /** The room. */
    readonly location?: string;
  };
  readonly exit_not_found: NoContext;
  readonly recipient_not_here: NoContext;
  readonly tier_capacity_exceeded: {
    /** The limit: connections of a tier or a place, residents of a room, containers of a pod. 0: never any. */
    readonly max: number;
    readonly current: number;
    /**
     * What else is limited: `souls` that wait, of the caller, of all (`queue`, or its first half, `shared places`), or of all accounts of
     * one `network`; `visitors` of the city; `stations` of a place; `vouches` that the caller gives in its life; `claims` and `posts`, jobs
     * of the caller that have not ended; jobs on the `board` of a place; `public works` that the caller has claimed and not been paid for;
     * `questions` of a visitor that wait, or of all accounts of one network (`network questions`), or that wait for one resident
     * (`questions of a resident`); `notes`, `wishes` and `pictures` of a visitor, `notes here` of a place, `wishes of the city`,
     * `pictures of a station`.
     */
    readonly of?:
      | 'souls'
      | 'queue'
      | 'shared places'
      | 'network'
      | 'visitors'
      | 'stations'
      | 'vouches'
      | 'claims'
      | 'posts'
      | 'board'
      | 'public works'
      | 'questions'
      | 'network questions'
      | 'questions of a resident'
      | 'notes'
      | 'notes here'
      | 'wishes'
      | 'wishes of the city'
      | 'pictures'
      | 'pictures of a station';
    /** How many were asked for at once. */
    readonly asked?: number;
    /** The place that has no room left for a connection. */
    readonly place?: string;
  };
  readonly connection_approval_required: {
    /** The places that have not agreed, each with its representative. */
    readonly places: readonly { readonly id: string; readonly representative: string }[];
  };
  /** A newborn cannot give away all of its endowment yet. */
  readonly endowment_kept: {
    /** Millicredits that cannot be given away at this tick. */
    readonly endowment: number;
    /** Millicredits. */
    readonly balance: number;
    /** The tick from which all of it is free; null: never. */
    readonly until_tick: number | null;
  };
  readonly last_connection: NoContext;
  /** Somebody has claimed the job. */
  readonly already_claimed: NoContext;
  /** A resident vouches for another once. */
  readonly already_vouched: NoContext;
  /** No soul waits that could be adopted now. */
  readonly soul_queue_empty: NoContext;
  readonly insufficient_resources: {
    /** The pod's remaining resources, for example `250m` and `64Mi`. */
    readonly available: { readonly cpu: string; readonly memory: string };
  };
  readonly price_changed: {
    /** Millicredits. */
    readonly price: number;
    /** Millicredits: the most that the caller would pay. */
    readonly max: number;
  };
  readonly resident_dead: {
    readonly resident?: string;
    /** ISO 8601. */
    readonly died_at?: string | null;
    readonly cause?: string | null;
  };
  readonly pod_shut_down: {
    /** The place that has ended. */
    readonly location: string;
  };
  readonly rate_limited: {
    /** The limit: requests in `window_seconds`, or calls and runs at once. */
    readonly limit: number;
    readonly window_seconds: number;
    readonly retry_after_seconds: number;
    /** Calls and runs of the caller that are under way. */
    readonly open_calls?: number;
    /** What is limited, if not requests. */
    readonly of?: 'prints' | 'calls';
  };
  /** The global service is somewhere else. */
  readonly service_unavailable_here: { readonly service: string; readonly current: string };
  /** From a pod's service, or from a global one. */
  readonly service_failed:
    | (Responsible & {
        /** How the code ended. */
        readonly outcome: string;
        /** Why, and its last output; only for the representative of the code. */
        readonly reason?: string | null;
        readonly stderr?: string;
      })
    | {
        readonly service: string;
        /** Null when the reason is lost: the city was restarted meanwhile. */
        readonly reason: string | null;
      };
  /** The model behind the inference service has failed. */
  readonly inference_failed: { readonly service: string; readonly reason: string };
  readonly mailbox_exists: NoContext;
  /** The memories of the dead are not in the library of souls yet. */
  readonly archiving: { readonly retry_after_seconds: number };
  readonly timeout: (Responsible | { readonly service: string }) & {
    /** Milliseconds. */
    readonly duration_ms: number;
  };
  readonly sandbox_unavailable: { readonly reason?: string | null };
  /** Somebody else has written meanwhile. Never shown to callers: the gateway merges again, and in the end answers `busy`. */
  readonly stale_code: NoContext;
  /**
   * The soul was checked against an older schema of its framework. Never shown to callers: the gateway checks it again, and in the end
   * answers `busy`.
   */
  readonly stale_schema: NoContext;
}

/** The codes with which a chart may refuse. The engine finds the context of `invalid_state` (T5). */
type Code = Exclude<keyof CityRefusals, 'invalid_state'>;

/** The parameters of a transition whose action is `refuse`: a code, and the fields of its context. */
export type RefuseParams =
  | { readonly code: 'invalid_state' }
  | {
      readonly [C in Code]: { readonly code: C } & (CityRefusals[C] extends NoContext ? object : CityRefusals[C]);
    }[Code];

/** Drops the turn: nothing of it happened (T2). */
export function refusal<C extends Code>(code: C, ...context: ContextArgument<CityRefusals[C]>): Refusal;
export function refusal(code: string, context?: Refused['context']): Refusal {
  return refusalBy(code, context);
}

/** The caller names an outdated version; `version`: the present one. */
export const refusalOfVersion = (version: number): Refusal => refusalBy('invalid_state', { version });

/** The state does not take the command. `reason` says why and what to do instead; the caller has no command that would be allowed. */
export const refusalOfState = (reason: string): Refusal => refusalBy('invalid_state', { reason, allowed_events: [] });

/** The refusal that a transition names. */
export const refusalNamed = ({ code, ...context }: RefuseParams): Refusal => refusalBy(code, context);

/** Refuses the request of the caller who waits for this actor. The turn itself happens: the actor has ended with this reason. */
export function concludeRefused<C extends Code>(code: C, ...context: ContextArgument<CityRefusals[C]>): Effect;
export function concludeRefused(code: string, context?: Refused['context']): Effect {
  return concludeRefusedBy(code, context);
}

/** Ends a view with a refusal. */
export function refuseView<C extends Code>(code: C, ...context: ContextArgument<CityRefusals[C]>): never;
export function refuseView(code: string, context?: Refused['context']): never {
  throw new ViewRefused(refusedBy(code, context));
}
