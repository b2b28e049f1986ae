/**
 * The contract between gateways and global services: types, and the functions that declare a service. Gateways know this and no service;
 * services know this and no gateway, no actor and no other service. Amounts are millicredits.
 *
 *   route of the manifest -> checks -> free: handler -> answer
 *                                   -> priced: turn (hold) -> handler -> turn (charge) -> answer
 */
import type postgres from 'postgres';
import { z } from 'zod';
import type { KeepsEntries, RemembersResidents } from './deceased.ts';
import type { Hearing } from './hearing.ts';

/** The client: bigint columns arrive as numbers. */
export type Sql = postgres.Sql<{ int8: number }>;

/** For an operation without parameters, without a query or without a body. */
export type Nothing = Readonly<Record<string, never>>;

/** Codes that an operation refuses with only where it declares when. */
export const ownCodes = ['not_found', 'already_exists', 'mailbox_exists', 'archiving', 'inference_failed'] as const;
export type OwnCode = (typeof ownCodes)[number];

/** One operation, as its service declares it. `Own`: the codes of its refusals; `Answer`: a success. */
export interface Operation<
  Params = Nothing,
  Query = Nothing,
  Body = Nothing,
  Own extends OwnCode = never,
  Answer extends object = object,
> {
  readonly method: 'GET' | 'POST';
  /** Below the path of the service, with `:name` for parameters: `/entries/:resident_id`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** The schema of a success, with the bill where it is paid. An answer that does not fit it is a failure, and costs nothing. */
  readonly answer: z.ZodType<Answer>;
  /** The status of a success; 200 when unset. */
  readonly status?: number;
  readonly price: Price<Params, Query, Body>;
  /**
   * The codes that its handler may refuse with besides those of every handler (`ServiceRefusal`), each with its condition, as a part of a
   * sentence.
   */
  readonly refusals?: { readonly [Code in Own]?: string };
  /** False for an operation that does the same as a listed one, for other clients: the list of services leaves it out. */
  readonly isListed?: false;
  /** Its handler gets the caller's balance. */
  readonly needsBalance?: true;
  /** True for an input that is answered by a stream of events. Such a call takes no `Idempotency-Key`. */
  streams?(input: Input<Params, Query, Body>): boolean;
  /** The schema of each event of such a stream: JSON, but for OpenAI's closing `[DONE]`. */
  readonly streamed?: z.ZodType;
}

/** The parts of a request that a price may depend on. */
export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** The price of one operation. */
export type Price<Params, Query, Body> =
  | 'free'
  | {
      /** The price as a sentence, for the list of services. */
      readonly text: string;
      /** The most that a call with this input may cost: held before the handler runs. */
      hold(input: Input<Params, Query, Body>): number;
      /** Half the price for a caller who is at home, where there is a study. */
      readonly halfInStudy?: true;
    };

/** An operation whose input and answer only its own schemas know. */
export type AnyOperation = Operation<unknown, unknown, unknown, OwnCode>;

/** What a success of this operation says: `AnswerTo<MemoryManifest['operations']['search']>`, for handlers and for clients. */
export type AnswerTo<Declared extends Pick<AnyOperation, 'answer'>> = z.output<Declared['answer']>;

/** What a service declares of itself. */
export interface Manifest<Operations = Readonly<Record<string, AnyOperation>>> {
  /** Lower-case letters, digits and hyphens; its routes lie below `/v1/global-services/<id>`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Where a caller must be: anywhere, or in a pod that has this feature or a container of it. */
  readonly availability: 'everywhere' | 'library_terminal';
  /** Its prices as a sentence, for residents who choose. */
  readonly pricing: string;
  /** Calls of one resident in any span of a minute. */
  readonly callsPerMinute: number;
  /** Calls of each resident that run at the same time; the others wait. 2 when unset. */
  readonly callsAtOnce?: number;
  /** Milliseconds that a call may take. After them the caller is answered `timeout`, and nothing is taken. */
  readonly deadlineMs: number;
  /** Why its handlers learn which resident calls. Unset: they get a pseudonym (`ServiceCaller`). */
  readonly knowsResidentBecause?: string;
  readonly operations: Operations;
}

/** Declares an operation: what its handler gets and answers follows from the schemas, with what it refuses from `refusals`. */
export const operation = <
  Params = Nothing,
  Query = Nothing,
  Body = Nothing,
  Own extends OwnCode = never,
  Answer extends object = object,
>(
  declared: Operation<Params, Query, Body, Own, Answer>,
): Operation<Params, Query, Body, Own, Answer> => declared;

/** Declared as a method: the schemas of its operation have parsed its input, whoever calls it. */
export type Handler<Call = ServiceCall, Own extends OwnCode = OwnCode, Answer extends object = object> = {
  handle(call: Call): Promise<ServiceOutcome<Own, Answer>>;
}['handle'];

/** The handler of each operation of a manifest. */
export type Handlers<Declared extends { readonly operations: object }> = {
  readonly [Name in keyof Declared['operations']]: Declared['operations'][Name] extends Operation<
    infer Params,
    infer Query,
    infer Body,
    infer Own,
    infer Answer
  >
    ? Handler<ServiceCall<Params, Query, Body>, Own, Answer>
    : never;
};

/** The caller of an operation. */
export interface ServiceCaller {
  /** The same for every call of a resident to this service, and of no use to any other service: it does not show who the resident is. */
  readonly pseudonym: string;
  /** Empty where the manifest does not say why the service must know it. */
  readonly resident: string;
}

/** The input of a handler, parsed. */
export interface ServiceCall<Params = unknown, Query = unknown, Body = unknown> extends Input<Params, Query, Body> {
  readonly caller: ServiceCaller;
  /** The input as it came, before it was parsed: for a handler that passes the call on to where it is parsed again. */
  readonly given: Input<unknown, unknown, unknown>;
  /**
   * Set for a call that came with an `Idempotency-Key`. A free call: the service must act once for each key (`idempotent-calls.ts`). A
   * priced call: the city keeps the answer, and repeats reach the handler only after a failure; what the failed attempt wrote must not be
   * written again.
   */
  readonly key: CallKey | null;
  /** The most that the call may cost; 0 where it is free. */
  readonly hold: number;
  /** The caller's balance, where the operation asks for it (`needsBalance`); 0 elsewhere. */
  readonly balance: number;
  /** Aborted when the caller has gone, the deadline has passed or the gateway closes. */
  readonly signal: AbortSignal;
}

export interface CallKey {
  readonly key: string;
  /** Of the request: the same key with another fingerprint is a mistake of the caller. */
  readonly fingerprint: string;
}

/** The fields with which a bill joins an answer: part of the schema of whatever is answered by `paidAnswer`. */
export const billFields = {
  charged: z.number().meta({ description: 'Credits that were taken' }),
  balance: z.number().meta({ description: 'Credits that are left' }),
} as const;

/** What was taken, and the balance after that, in credits. */
export type Bill = { readonly [Field in keyof typeof billFields]: number };

/** How a call ends. */
export type ServiceOutcome<Own extends OwnCode = OwnCode, Answer extends object = object> =
  | ServiceAnswer<Answer>
  | ServiceStream<Own>
  | ServiceRefusal<Own>;

export interface ServiceAnswer<Answer extends object = object> {
  readonly type: 'answer';
  /** At most the hold; 0 of a free one. */
  readonly cost: number;
  /** Called when the cost is taken, so that the answer can hold the bill. */
  readonly body: (bill: Bill) => Answer;
}

/** Server-sent events, sent as fast as the caller reads them. */
export interface ServiceStream<Own extends OwnCode = OwnCode> {
  readonly type: 'stream';
  /** The data of each event. Its reader stops early when the caller has gone. */
  readonly events: AsyncIterable<string>;
  /**
   * The cost of what was produced, at most the hold, or why it counts for nothing. Called when the events have ended or are not read any
   * more, because the caller has left or the deadline has passed.
   */
  readonly cost: () => Promise<number | ServiceRefusal<Own>>;
  /** The most that it may have cost, known at once; taken where `cost` does not answer in time. Unset: nothing is taken then. */
  readonly most?: () => number;
  /** Events that follow when the cost is taken. */
  readonly last: (bill: Bill) => readonly string[];
}

/** Why a call fails; nothing is taken. The first three codes belong to every operation, the others to those that declare them. */
export type ServiceRefusal<Own extends OwnCode = OwnCode> = { readonly type: 'refused' } & (
  | { readonly code: 'idempotency_mismatch' }
  | {
      readonly code: 'invalid_request';
      readonly issues: readonly { readonly path: string; readonly message: string }[];
    }
  /** Something that the service needs failed: a database, another server. */
  | { readonly code: 'service_failed'; readonly reason: string }
  | OwnRefusals[Own]
);

interface OwnRefusals {
  readonly not_found: {
    readonly code: 'not_found';
    /** The kind of thing that was not found: one word. */
    readonly kind: string;
    /** What to do about it, in a sentence; unset: to look up the name again where it came from. */
    readonly advice?: string;
  };
  readonly already_exists: { readonly code: 'already_exists'; readonly kind: string };
  readonly mailbox_exists: { readonly code: 'mailbox_exists' };
  /** The entry of a dead resident is on its way: a later request finds it. */
  readonly archiving: { readonly code: 'archiving'; readonly retry_after_seconds: number };
  /** The provider of a model could not answer. */
  readonly inference_failed: { readonly code: 'inference_failed'; readonly reason: string };
}

/** A free answer. */
export const answer = <Answer extends object>(body: Answer): ServiceAnswer<Answer> => ({
  type: 'answer',
  cost: 0,
  body: () => body,
});

/** An answer that costs so many millicredits; the bill stands in it beside the rest (`billFields`). */
export const paidAnswer = <Rest extends object>(cost: number, body: Rest): ServiceAnswer<Rest & Bill> => ({
  type: 'answer',
  cost,
  body: (bill) => ({ ...body, ...bill }),
});

/** A service, as the list of services holds it. */
export interface Service {
  readonly manifest: Manifest;
  /** `SKILL.md` of its folder: how a resident uses it, and when it is worth its price. */
  readonly skill: string;
  /** The folder of its migrations; unset: it has no tables. */
  readonly migrations?: URL;
  /** Prepares it for calls; once, before the city opens. Rejects when it cannot work. */
  open(parts: ServiceParts): Promise<OpenService>;
}

/** What a service is given to work with. */
export interface ServiceParts {
  /** The service's own tables, and no others; every statement fails where it has none. */
  readonly storage: Storage;
  /** What residents were there to hear; unset: nobody knows. */
  readonly hearing?: Hearing;
  /** The service's own secret: the same at every start, and known to nobody else. */
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
  /** Set for a service that remembers for residents: until they die, when their memories are handed on. */
  readonly memories?: RemembersResidents;
  /** Set for a service that keeps what the dead have left. */
  readonly entries?: KeepsEntries;
  /** No call is under way any more when this resolves. */
  close(): Promise<void>;
}

/** Joins a manifest and its handlers: a handler gets what the schemas of its operation parse. */
export const service = <const Declared extends Manifest<object>>(
  manifest: Declared & Manifest,
  parts: Pick<Service, 'skill' | 'migrations'> & {
    open(parts: ServiceParts): Promise<Omit<OpenService, 'handlers'> & { readonly handlers: Handlers<Declared> }>;
  },
): Service => ({ manifest, ...parts });
