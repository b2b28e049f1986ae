/**
 * Refusals: a code that says why, and a context that says what a caller needs to go on. What the engine itself refuses with
 * is declared here; kinds of actors and gateways declare theirs on top (`actors/refusals.ts`, `gateways/refusals/gateway-refusals.ts`). A
 * refusal of a kind passes through the engine as it is: the engine knows no code but its own.
 */

/** What is wrong with one field of a request. */
export interface Issue {
  /** Names joined by dots, for example `funding.initial_credits`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** The context of a refusal that has nothing to add to its code. */
export type NoContext = Readonly<Record<string, never>>;

/** For each code of the engine, its context. */
export interface EngineRefusals {
  readonly busy: {
    /** When to try again; after a second when unset. */
    readonly retry_after_seconds?: number;
    /** The quarantined actor, which hears nothing until the operator releases it. */
    readonly actor?: string;
  };
  readonly not_found: {
    /** The kind of the thing that was not found. */
    readonly kind?: string;
    readonly id?: string;
  };
  readonly already_exists: {
    /** The id of what is there already; of a repeated request, of what the first one made, if it made anything. */
    readonly id?: unknown;
    /** What the first request cost, in credits. */
    readonly charged?: number;
  };
  readonly insufficient_credits: {
    /** Millicredits. */
    readonly required: number;
    /** Millicredits. */
    readonly balance: number;
    /** The pod whose pool does not hold that much; absent where the caller's account does not. */
    readonly pool?: string;
  };
  readonly invalid_request: { readonly issues: readonly Issue[] };
  readonly invalid_state: {
    /** The path of the leaf of the chart. */
    readonly state: string;
    /** The commands that this state would take. */
    readonly allowed_events: readonly string[];
    /** Why, and what to do, where neither the state nor the events say it. */
    readonly reason?: string;
    /** The version that the actor has, where the request was for another. */
    readonly version?: number;
  };
  readonly request_in_progress: NoContext;
  readonly idempotency_mismatch: NoContext;
  /** The city is one of the past: nothing is done there. */
  readonly past: { readonly tick: number; readonly turn: number };
  readonly internal_error: {
    /** The number under which the log says more. */
    readonly incident: string;
  };
}

/** A request that was refused, by whoever refused it. */
export interface Refused {
  readonly type: 'refused';
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** `unknown` only when the journal did not answer in time (J5), or a gateway failed over a request that had begun (OP2). */
  readonly applied: false | 'unknown';
}

/** The same, with a code out of a declaration, and the context that is declared for it. */
export interface RefusedFor<Refusals, Code extends keyof Refusals> {
  readonly type: 'refused';
  readonly code: Code;
  readonly context: Refusals[Code];
  readonly applied: false | 'unknown';
}

/** The context as an argument, which may be left out where no field of it is required. */
export type ContextArgument<Context> = NoContext extends Context ? [context?: Context] : [context: Context];

/** A refusal by the engine. Nothing has happened. */
export function refused<Code extends keyof EngineRefusals>(
  code: Code,
  ...context: ContextArgument<EngineRefusals[Code]>
): RefusedFor<EngineRefusals, Code>;
export function refused(code: string, context: Refused['context'] = {}): Refused {
  return refusedBy(code, context);
}

/** A refusal by a kind or a gateway, which declare the code and its context. Nothing has happened. */
export const refusedBy = (code: string, context: Refused['context'] = {}): Refused => ({
  type: 'refused',
  code,
  context,
  applied: false,
});
