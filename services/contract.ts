/**
 * What a global service is to the gateways, and what they give it: types only. Gateways know this and no service; services know
 * this and no gateway, no actor and no other service. Amounts are millicredits.
 *
 *   route of the manifest -> checks -> free: handler -> answer
 *                                   -> priced: turn (hold) -> handler -> turn (charge) -> answer
 */
import type { z } from 'zod';

/** What a service says of itself. */
export interface Manifest {
  /** Lower-case letters, digits and hyphens; its routes lie below `/v1/global-services/<id>`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Where one must stand: anywhere, or in a pod that has this feature or a container of it. */
  readonly availability: 'everywhere' | 'library_terminal';
  /** What it costs, in a sentence for who chooses. */
  readonly pricing: string;
  /** Calls of one resident in any span of a minute. */
  readonly callsPerMinute: number;
  /** Milliseconds that a call may take; after them the caller is told `timeout`, and nothing is taken. */
  readonly deadlineMs: number;
  /** Why its handlers are told which resident calls. Without a reason they are told a reference (`ServiceCaller`). */
  readonly knowsResidentBecause?: string;
}

/** A service, ready to be called. */
export interface Service {
  readonly manifest: Manifest;
  readonly routes: readonly ServiceRoute[];
  /** `SKILL.md` of its folder: how a resident uses it, and when it is worth its price. */
  readonly skill: string;
  /** Nothing of it is under way any more when this resolves. */
  close(): Promise<void>;
}

/** Who calls. */
export interface ServiceCaller {
  /** The same for every call of a resident to this service, and of no use to any other: it tells nothing of who that is. */
  readonly reference: string;
  /** Only where the manifest says why. */
  readonly resident?: string;
}

/** What a handler gets: everything parsed. */
export interface ServiceCall<Params, Query, Body> {
  /** The same for a repeat of a call whose outcome nobody learnt. */
  readonly id: string;
  readonly caller: ServiceCaller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The most that the call may cost; 0 where it is free. */
  readonly hold: number;
  /** Aborted when the caller has gone, the deadline has passed or the gateway closes. */
  readonly signal: AbortSignal;
}

/** What was taken, and what is left. */
export interface Bill {
  readonly charged: number;
  readonly balance: number;
}

/** How a call ends. */
export type ServiceOutcome =
  /** `cost` is at most the hold. The body is made when it is taken, so that it can say so. */
  | { readonly type: 'answer'; readonly cost: number; readonly body: (bill: Bill) => object }
  | ServiceStream
  /** Nothing is taken. */
  | { readonly type: 'refused'; readonly refusal: ServiceRefusal };

/** Server-sent events, sent as fast as the caller takes them. */
export interface ServiceStream {
  readonly type: 'stream';
  /** The data of each event. Returns early when it is not read on: the caller has gone. */
  readonly events: AsyncIterable<string>;
  /** What was produced has cost, at most the hold; asked when the events have ended or are not read on. */
  readonly cost: () => number;
  /** Events that follow when it is taken. */
  readonly last: (bill: Bill) => readonly string[];
}

/** Why a call comes to nothing. */
export type ServiceRefusal =
  | { readonly code: 'not_found'; readonly kind: string }
  | { readonly code: 'already_exists'; readonly kind: string }
  | { readonly code: 'invalid_request'; readonly issues: readonly { readonly path: string; readonly message: string }[] }
  /** What stands behind the service could not do it: a provider, a database. */
  | { readonly code: 'service_failed'; readonly reason: string };

/** What one operation costs. */
export type ServicePrice<Params, Query, Body> =
  | 'free'
  | {
      /** In a sentence, for the list of services. */
      readonly text: string;
      /** The most that a call with this input may cost: held before the handler runs. */
      readonly hold: (input: { readonly params: Params; readonly query: Query; readonly body: Body }) => number;
      /** Half of it for who is at home, where there is a study. */
      readonly halfInStudy?: true;
    };

/** One operation, as its service declares it. */
export interface ServiceOperation<Params, Query, Body> {
  readonly method: 'GET' | 'POST';
  /** Below the service, with `:name` for parameters: `/entries/:resident_id`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Of the body that `handle` makes. */
  readonly answer: z.ZodType;
  readonly price: ServicePrice<Params, Query, Body>;
  /** True when its answers may not be kept under the key of their request: the service remembers what it has done itself. */
  readonly keepsNoAnswer?: true;
  readonly handle: (call: ServiceCall<Params, Query, Body>) => Promise<ServiceOutcome>;
}

/** An operation whose input only its own schemas know. */
export type ServiceRoute = ServiceOperation<unknown, unknown, unknown>;
