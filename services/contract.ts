/**
 * What a global service is to the gateways, and what they give it: types, and the functions that declare it. Gateways know this and
 * no service; services know this and no gateway, no actor and no other service. Amounts are millicredits.
 *
 *   route of the manifest -> checks -> free: handler -> answer
 *                                   -> priced: turn (hold) -> handler -> turn (charge) -> answer
 */
import type postgres from 'postgres';
import type { z } from 'zod';
import type { KeepsEntries, RemembersResidents } from './deceased.ts';

/** The client: bigint columns arrive as numbers. */
export type Sql = postgres.Sql<{ int8: number }>;

/** What has no parameters, no query or no body. */
export type Nothing = Readonly<Record<string, never>>;

/** What an operation refuses with only where it declares when. */
export const ownCodes = ['not_found', 'already_exists', 'mailbox_exists', 'archiving', 'inference_failed'] as const;
export type OwnCode = (typeof ownCodes)[number];

/** One operation, as its service declares it. `Own`: the codes of its refusals. */
export interface Operation<Params = Nothing, Query = Nothing, Body = Nothing, Own extends OwnCode = never> {
  readonly method: 'GET' | 'POST';
  /** Below the service, with `:name` for parameters: `/entries/:resident_id`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Of a success; an answer that it does not take is none, and costs nothing. */
  readonly answer: z.ZodType;
  /** Of a success; 200 when unset. */
  readonly status?: number;
  readonly price: Price<Params, Query, Body>;
  /** What its handler may refuse with besides what every handler may (`ServiceRefusal`): when it does, as a part of a sentence. */
  readonly refusals?: { readonly [Code in Own]?: string };
  /** False for one that is there for other clients and does what a listed one does: the list of services leaves it out. */
  readonly isListed?: false;
  /** Its handler is told what the caller has. */
  readonly needsBalance?: true;
  /** True for an input that is answered with a stream of events; such a call takes no `Idempotency-Key`. */
  streams?(input: Input<Params, Query, Body>): boolean;
}

/** What of a request a price may depend on. */
export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** What one operation costs. */
export type Price<Params, Query, Body> =
  | 'free'
  | {
      /** In a sentence, for the list of services. */
      readonly text: string;
      /** The most that a call with this input may cost: held before the handler runs. */
      hold(input: Input<Params, Query, Body>): number;
      /** Half of it for who is at home, where there is a study. */
      readonly halfInStudy?: true;
    };

/** An operation whose input only its own schemas know. */
export type AnyOperation = Operation<unknown, unknown, unknown, OwnCode>;

/** What a service says of itself. */
export interface Manifest<Operations = Readonly<Record<string, AnyOperation>>> {
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
  /** Of each resident's calls so many run at the same time, the others wait; 2 when unset. */
  readonly callsAtOnce?: number;
  /** Milliseconds that a call may take; after them the caller is told `timeout`, and nothing is taken. */
  readonly deadlineMs: number;
  /** Why its handlers are told which resident calls. Without a reason they are told a pseudonym (`ServiceCaller`). */
  readonly knowsResidentBecause?: string;
  readonly operations: Operations;
}

/** Declares an operation: what its handler gets follows from the schemas, what it may refuse with from `refusals`. */
export const operation = <Params = Nothing, Query = Nothing, Body = Nothing, Own extends OwnCode = never>(
  declared: Operation<Params, Query, Body, Own>,
): Operation<Params, Query, Body, Own> => declared;

/** A method: its operation's own schemas have parsed what it gets, whoever calls it. */
export type Handler<Call = ServiceCall, Own extends OwnCode = OwnCode> = {
  handle(call: Call): Promise<ServiceOutcome<Own>>;
}['handle'];

/** What handles each operation of a manifest. */
export type Handlers<Declared extends { readonly operations: object }> = {
  readonly [Name in keyof Declared['operations']]: Declared['operations'][Name] extends Operation<
    infer Params,
    infer Query,
    infer Body,
    infer Own
  >
    ? Handler<ServiceCall<Params, Query, Body>, Own>
    : never;
};

/** Who calls. */
export interface ServiceCaller {
  /** The same for every call of a resident to this service, and of no use to any other: it tells nothing of who that is. */
  readonly pseudonym: string;
  /** Empty where the manifest does not say why the service must know. */
  readonly resident: string;
}

/** What a handler gets: everything parsed. */
export interface ServiceCall<Params = unknown, Query = unknown, Body = unknown> extends Input<Params, Query, Body> {
  readonly caller: ServiceCaller;
  /** The input as it came, before it was parsed: for who hands the call on to where it is parsed again. */
  readonly given: Input<unknown, unknown, unknown>;
  /**
   * Of a call that came with an `Idempotency-Key`. Free call: the service must act once for each key (`idempotent-calls.ts`). Priced call: the city keeps
   * the answer, and repeats reach the handler only after a failure; what the failed attempt wrote must not be written again.
   */
  readonly key: CallKey | null;
  /** The most that the call may cost; 0 where it is free. */
  readonly hold: number;
  /** What the caller has, where the operation asks for it (`needsBalance`); 0 elsewhere. */
  readonly balance: number;
  /** Aborted when the caller has gone, the deadline has passed or the gateway closes. */
  readonly signal: AbortSignal;
}

export interface CallKey {
  readonly key: string;
  /** Of the request: the same key with another one is a mistake of the caller. */
  readonly fingerprint: string;
}

/** What was taken, and what is left, in credits. */
export interface Bill {
  readonly charged: number;
  readonly balance: number;
}

/** How a call ends. */
export type ServiceOutcome<Own extends OwnCode = OwnCode> = ServiceAnswer | ServiceStream<Own> | ServiceRefusal<Own>;

export interface ServiceAnswer {
  readonly type: 'answer';
  /** At most the hold; 0 of a free one. */
  readonly cost: number;
  /** Made when the cost is taken, so that it can say so. */
  readonly body: (bill: Bill) => object;
}

/** Server-sent events, sent as fast as the caller takes them. */
export interface ServiceStream<Own extends OwnCode = OwnCode> {
  readonly type: 'stream';
  /** The data of each event. Returns early when it is not read on: the caller has gone. */
  readonly events: AsyncIterable<string>;
  /** What was produced has cost, at most the hold, or why it counts for nothing; asked when the events have ended or are not read on: the caller has left, or the deadline has passed. */
  readonly cost: () => Promise<number | ServiceRefusal<Own>>;
  /** What it has cost at most, known at once: taken where `cost` says nothing in time. Unset: nothing is taken then. */
  readonly most?: () => number;
  /** Events that follow when it is taken. */
  readonly last: (bill: Bill) => readonly string[];
}

/** Why a call comes to nothing: nothing is taken. Of any operation the first three, of each what it declares. */
export type ServiceRefusal<Own extends OwnCode = OwnCode> = { readonly type: 'refused' } & (
  | { readonly code: 'idempotency_mismatch' }
  | {
      readonly code: 'invalid_request';
      readonly issues: readonly { readonly path: string; readonly message: string }[];
    }
  /** What stands behind the service could not do it: a database, another server. */
  | { readonly code: 'service_failed'; readonly reason: string }
  | OwnRefusals[Own]
);

interface OwnRefusals {
  readonly not_found: {
    readonly code: 'not_found';
    /** What there is none of: one word. */
    readonly kind: string;
    /** What to do about it, in a sentence; unset: to look again where the name came from. */
    readonly advice?: string;
  };
  readonly already_exists: { readonly code: 'already_exists'; readonly kind: string };
  readonly mailbox_exists: { readonly code: 'mailbox_exists' };
  /** An entry of the dead is on its way: who asks again finds it. */
  readonly archiving: { readonly code: 'archiving'; readonly retry_after_seconds: number };
  /** The provider of a model could not answer. */
  readonly inference_failed: { readonly code: 'inference_failed'; readonly reason: string };
}

/** A free answer. */
export const answer = (body: object): ServiceAnswer => ({ type: 'answer', cost: 0, body: () => body });

/** An answer that costs so much, in millicredits; the bill stands in it beside the rest. */
export const paidAnswer = (cost: number, body: object): ServiceAnswer => ({
  type: 'answer',
  cost,
  body: (bill) => ({ ...body, ...bill }),
});

/** A service, as the list of services names it. */
export interface Service {
  readonly manifest: Manifest;
  /** `SKILL.md` of its folder: how a resident uses it, and when it is worth its price. */
  readonly skill: string;
  /** The folder of its migrations; unset: it has no tables. */
  readonly migrations?: URL;
  /** Makes it ready to be called; once, before the city opens. Rejects when it cannot work. */
  open(parts: ServiceParts): Promise<OpenService>;
}

/** What a service is given to work with. */
export interface ServiceParts {
  /** Its own tables, and no others; every statement fails where it has none. */
  readonly storage: Storage;
  /** Its own: the same at every start, and known to nobody else. */
  readonly secret: string;
}

/** A schema of Postgres. Each statement is a transaction of its own. */
export interface Storage {
  /** Throws `JournalUnavailable` when the database does not answer: what a statement did is then unknown. */
  run<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T>;
}

/** A service that can be called. */
export interface OpenService {
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Of one that remembers for residents: until they die, when what it remembers is handed on. */
  readonly memories?: RemembersResidents;
  /** Of one that keeps what the dead have left. */
  readonly entries?: KeepsEntries;
  /** Nothing of it is under way any more when this resolves. */
  close(): Promise<void>;
}

/** Joins what a service says of itself and what it does: what a handler takes is what the schemas of its operation parse. */
export const service = <const Declared extends Manifest<object>>(
  manifest: Declared & Manifest,
  parts: Pick<Service, 'skill' | 'migrations'> & {
    open(parts: ServiceParts): Promise<Omit<OpenService, 'handlers'> & { readonly handlers: Handlers<Declared> }>;
  },
): Service => ({ manifest, ...parts });
