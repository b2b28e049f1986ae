/**
 * Every refusal of a chart or a view, declared once: for each code the context that it carries. Charts and views refuse by
 * it, and no other code compiles. To add one: a line here, and its row in `gateways/refusals/table.ts`, without which nothing
 * compiles.
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

/** Who speaks for the code that failed. */
type Responsible = {
  readonly owner: string | null;
  readonly representative: string | null;
};

export interface CityRefusals extends EngineRefusals {
  readonly location_required: {
    /** A place, as is `current`. */
    readonly required: string;
    readonly current: string;
  };
  readonly access_denied: {
    /** Who alone may do that, where that is not decided by a place. */
    readonly only?: string | null;
  };
  readonly not_representative: {
    /** Who speaks for the place; null when nobody does. */
    readonly representative: string | null;
  };
  readonly not_invited: {
    /** The room. */
    readonly location?: string;
  };
  readonly exit_not_found: NoContext;
  readonly recipient_not_here: NoContext;
  readonly tier_capacity_exceeded: {
    /** How many there may be: connections of a tier or a place, residents of a room, containers of a pod. 0: never any. */
    readonly max: number;
    readonly current: number;
    /**
     * Of what else: `souls` that wait, of the caller, of all (`queue`, or its first half, `shared places`), or of all accounts of one `network`; `visitors` of the city; `stations` of a place; `vouches` that the
     * caller gives in its life; `claims` and `posts`, jobs of the caller that have not ended; jobs on the `board` of a place;
     * `public works` that the caller has claimed and not been paid for.
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
      | 'public works';
    /** How many were asked for at once. */
    readonly asked?: number;
    /** The place that has no room left for a connection. */
    readonly place?: string;
  };
  readonly connection_approval_required: {
    /** Those that have not agreed, each with who speaks for it. */
    readonly places: readonly { readonly id: string; readonly representative: string }[];
  };
  /** What a newborn has from its birth is not given away yet. */
  readonly endowment_kept: {
    /** Millicredits that cannot be given away at this tick. */
    readonly endowment: number;
    /** Millicredits. */
    readonly balance: number;
    /** From this tick on all is free; null: never. */
    readonly until_tick: number | null;
  };
  readonly last_connection: NoContext;
  /** A job that somebody has claimed. */
  readonly already_claimed: NoContext;
  /** One vouches for another once. */
  readonly already_vouched: NoContext;
  /** Nobody waits to be adopted, or nobody who could live here now. */
  readonly soul_queue_empty: NoContext;
  readonly insufficient_resources: {
    /** What is left of the pod, for example `250m` and `64Mi`. */
    readonly available: { readonly cpu: string; readonly memory: string };
  };
  readonly price_changed: {
    /** Millicredits. */
    readonly price: number;
    /** Millicredits: what the caller would pay at most. */
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
    /** How many requests in `window_seconds`, or calls and runs at once. */
    readonly limit: number;
    readonly window_seconds: number;
    readonly retry_after_seconds: number;
    /** Calls and runs of the caller that are under way. */
    readonly open_calls?: number;
    /** What is limited, where that is no requests. */
    readonly of?: 'prints' | 'calls';
  };
  /** The global service is somewhere else. */
  readonly service_unavailable_here: { readonly service: string; readonly current: string };
  /** Of a pod's service, or of a global one. */
  readonly service_failed:
    | (Responsible & {
        /** How the code ended. */
        readonly outcome: string;
        /** Why, and what it wrote last: told to whose code it is. */
        readonly reason?: string | null;
        readonly stderr?: string;
      })
    | {
        readonly service: string;
        /** Null when nobody knows: the city was started anew meanwhile. */
        readonly reason: string | null;
      };
  /** The model behind the inference service did not do its work. */
  readonly inference_failed: { readonly service: string; readonly reason: string };
  readonly mailbox_exists: NoContext;
  /** What the dead have left is not in the library of souls yet. */
  readonly archiving: { readonly retry_after_seconds: number };
  readonly timeout: (Responsible | { readonly service: string }) & {
    /** Milliseconds. */
    readonly duration_ms: number;
  };
  readonly sandbox_unavailable: { readonly reason?: string | null };
  /** Written meanwhile by somebody else. Never told: the gateway merges anew, and says `busy` at last. */
  readonly stale_code: NoContext;
  /** A soul was held to another schema than its framework has now. Never told: the gateway holds it to that, and says `busy` at last. */
  readonly stale_schema: NoContext;
}

/** What a chart may refuse with. The context of `invalid_state` is the engine's to find (T5). */
type Code = Exclude<keyof CityRefusals, 'invalid_state'>;

/** What a transition names when its action is `refuse`: a code, and beside it the fields of its context. */
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

/** What is to be changed has another version than who changes it knows; `version`: the one that it has. */
export const refusalOfVersion = (version: number): Refusal => refusalBy('invalid_state', { version });

/** The state does not take this, and `reason` says why and what to do: none of its commands is the caller's. */
export const refusalOfState = (reason: string): Refusal => refusalBy('invalid_state', { reason, allowed_events: [] });

/** The refusal that a transition names. */
export const refusalNamed = ({ code, ...context }: RefuseParams): Refusal => refusalBy(code, context);

/** Tells the caller who waits for this actor that nothing came of its request. The turn itself happens: it says why. */
export function concludeRefused<C extends Code>(code: C, ...context: ContextArgument<CityRefusals[C]>): Effect;
export function concludeRefused(code: string, context?: Refused['context']): Effect {
  return concludeRefusedBy(code, context);
}

/** Ends a view: what was asked for cannot be shown. */
export function refuseView<C extends Code>(code: C, ...context: ContextArgument<CityRefusals[C]>): never;
export function refuseView(code: string, context?: Refused['context']): never {
  throw new ViewRefused(refusedBy(code, context));
}
