/**
 * A route is one declaration (G1): its plan, checks, validation and the wording of what is invalid, limits and OpenAPI derive from it. It
 * translates a request into a command or a view of the city, and has no rule of the city itself.
 */
import { z } from 'zod';
import type { Availability } from '../../actors/rules/place/availability.ts';
import type { Awaitable } from '../../engine/awaitable.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Command, IdempotencyKey, ViewRequest } from '../../engine/command.ts';
import type { Issue, Refused } from '../../engine/refusal.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import { type RefusalCode, refused } from '../refusals/gateway-refusals.ts';
import type { GatewaySettings, Prices } from '../settings.ts';
import type { Station } from '../stations/station-auth.ts';
import type { EventStream } from '../transport/event-stream.ts';
import type { BrowserHeaders } from '../visitors/cookie.ts';
import type { Visitor } from '../visitors/sessions.ts';
import type { Answered } from './answered.ts';
import type { DeadShown, Looker, Resident, SelfShown } from './auth.ts';
import { asAsked } from './keyed-command.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Who may call. `looker`: the operator, and where charts are public anybody. */
export type CallerKind = 'resident' | 'visitor' | 'station' | 'operator' | 'looker' | 'public';
/** Where the caller must stand, as far as the path alone tells. `workshop`: at the place of the one that `:id` names; `portal`: at any. */
export type Place = 'anywhere' | 'home' | 'workshop' | 'portal' | Reach;

/** Where this global service can be reached. */
export interface Reach {
  readonly service: string;
  readonly availability: Availability;
}

/** Whether the caller still waits for the answer. */
export interface Waiting {
  readonly hasGone: boolean;
  /** Aborted when the caller disconnects. */
  goneSignal(): AbortSignal;
}

/** The connection of a request, for the few routes that answer piece by piece, stop when the caller disconnects, or log in. */
export interface Connection extends Waiting {
  /** The client's network address; empty once it is answered or gone. */
  readonly address: string;
  /** The `Authorization` header, for the route that ends its token. */
  readonly authorization: string;
  readonly browser: BrowserHeaders;
  stream(): EventStream | undefined;
}

/** A body, query or path without fields. */
export const empty: Nothing = {};
/** The type of the caller, by kind; unknown for kinds that are absent. */
interface Callers {
  readonly resident: Resident;
  readonly visitor: Visitor;
  readonly station: Station;
  readonly operator: null;
  readonly looker: Looker;
  readonly public: null;
}

type CallerOf<C extends CallerKind> = Callers[C];

/** Without a schema, a body or query must be empty. */
type Nothing = Readonly<Record<string, never>>;

/** What a route's functions get, all of it parsed. */
export interface Asked<C extends CallerKind, B, Q, P> {
  readonly caller: CallerOf<C>;
  readonly body: B;
  readonly query: Q;
  readonly params: P;
  readonly key: IdempotencyKey | undefined;
  /** The seq of the event to which a resident says that it answers. */
  readonly cause: number | undefined;
  /** The request as it came, before it was parsed. */
  readonly came: Pick<Came, 'params' | 'query' | 'body'>;
}

interface Common<C extends CallerKind, A extends z.ZodType, B, Q, P> {
  readonly method: Method;
  /** With `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly caller: C;
  readonly at?: Place;
  /** Millicredits that the caller must have: 402 comes before the actors' own refusals (G3). */
  readonly price?: (caller: Resident, prices: Prices) => number;
  readonly body?: z.ZodType<B>;
  readonly query?: z.ZodType<Q>;
  readonly params?: z.ZodType<P>;
  /** True for a route with a rate limit of its own: it does not count among the requests of its caller. */
  readonly hasOwnLimit?: true;
  /** True for a public read that may need the database, or is computed each time: such reads are counted by network address. */
  readonly isCounted?: true;
  /** The media type of a body that is not JSON: it is parsed as the bytes that came. */
  readonly bodyType?: string;
  /** The largest body, where it differs from the usual limit. */
  readonly bodyBytesMax?: (settings: GatewaySettings) => number;
  readonly answer: A;
  /** The media type of an answer that is not JSON. */
  readonly answerType?: string;
  /** The schema of each event where the answer may be a stream of server-sent events. */
  readonly streamed?: z.ZodType;
  /** False for a GET that costs something: HEAD would run it, and show nothing of it. */
  readonly hasHead?: false;
  /** True where the answer has an `ETag`: whoever shows it again learns that nothing has changed. */
  readonly isTagged?: true;
  /** False for a list with cursors of its own, which are not signed or checked here. */
  readonly isPaged?: false;
  /** True for a change to the token with which the request comes: with another token it is another request, even under the same key. */
  readonly isOfToken?: true;
  /** The status of a success; 200 when unset. */
  readonly status?: number;
  /** Codes of refusals beyond those that the declaration implies; for the documentation. */
  readonly refusals?: readonly RefusalCode[];
  /** When it is refused with some of them, as part of a sentence; for the documentation. */
  readonly refusedWhen?: Readonly<Partial<Record<RefusalCode, string>>>;
}

/** What a route asks of the city: a command, a view, or steps of its own. A well-formed request that cannot become a command is refused. */
type Asking<C extends CallerKind, Value, B, Q, P> =
  | { readonly command: (asked: Asked<C, B, Q, P>) => Command<Value> | Refused }
  | { readonly view: (asked: Asked<C, B, Q, P>) => ViewRequest<Value> }
  /** A view in which the caller shows itself: in one look-up it answers, and says whether the caller lives. */
  | { readonly self: (id: string) => ViewRequest<(SelfShown & Value) | DeadShown> }
  | {
      readonly perform: (asked: Asked<C, B, Q, P>, city: City, connection: Connection) => Awaitable<Answered<Value>>;
    };

/** How the answer is made of the city's outcome, where it is not the outcome itself. */
type Answering<C extends CallerKind, A extends z.ZodType, Value, B, Q, P> =
  | (Asking<C, AnswerOf<A>, B, Q, P> & { readonly reshape?: never })
  | (Asking<C, Value, B, Q, P> & { readonly reshape: (value: Value) => AnswerOf<A> });

/** A request as it came, with its caller known. */
export interface Came {
  readonly caller: Callers[CallerKind];
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
  readonly key: IdempotencyKey | undefined;
  readonly cause: number | undefined;
}

/** What the path names and nobody has: the code of the answer, and the kind that it would have been. */
export type Unknown = { readonly code: 'exit_not_found' } | { readonly code: 'not_found'; readonly kind: string };

/** Why a request cannot become a plan. */
export type Unplanned =
  | { readonly type: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly type: 'unknown' }
  | Refused;

/** What to ask of the city. */
export type Plan =
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'view'; readonly request: ViewRequest }
  | { readonly type: 'perform'; readonly run: (city: City, connection: Connection) => Awaitable<Answered> };

/** A declaration in the form that the gateway uses. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly caller: CallerKind;
  readonly at: Place;
  readonly status: number;
  readonly price: ((caller: Resident, prices: Prices) => number) | undefined;
  readonly body: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly params: z.ZodType | undefined;
  readonly hasOwnLimit: boolean;
  readonly isCounted: boolean;
  readonly isTagged: boolean;
  readonly hasHead: boolean;
  readonly bodyType: string | undefined;
  readonly bodyBytesMax: ((settings: GatewaySettings) => number) | undefined;
  readonly answer: z.ZodType;
  readonly answerType: string | undefined;
  readonly streamed: z.ZodType | undefined;
  /** Its argument has the declared type: the city's answer is typed by the same declaration. */
  reshape?(value: unknown): unknown;
  readonly refusals: readonly RefusalCode[];
  readonly refusedWhen: Readonly<Partial<Record<RefusalCode, string>>>;
  /** The view that both checks the caller and answers. */
  readonly self: ((id: string) => ViewRequest<SelfShown>) | undefined;
  /** True for a list whose pages give out the cursor of the next one. */
  readonly isPaged: boolean;
  readonly isOfToken: boolean;
  readonly plan: (came: Came) => Plan | Unplanned;
}

export function defineRoute<
  const C extends CallerKind,
  A extends z.ZodType,
  Value = AnswerOf<A>,
  B = Nothing,
  Q = Nothing,
  P = Nothing,
>(declared: Common<C, A, B, Q, P> & Answering<C, A, Value, B, Q, P>): Route {
  return {
    method: declared.method,
    path: declared.path,
    summary: declared.summary,
    caller: declared.caller,
    at: declared.at ?? 'anywhere',
    status: declared.status ?? 200,
    price: declared.price,
    body: declared.body,
    query: declared.query,
    params: declared.params,
    hasOwnLimit: declared.hasOwnLimit ?? false,
    isCounted: declared.isCounted ?? false,
    isTagged: declared.isTagged ?? false,
    hasHead: declared.method === 'GET' && (declared.hasHead ?? true),
    bodyType: declared.bodyType,
    bodyBytesMax: declared.bodyBytesMax,
    answer: declared.answer,
    answerType: declared.answerType,
    streamed: declared.streamed,
    refusals: declared.refusals ?? [],
    refusedWhen: declared.refusedWhen ?? {},
    self: 'self' in declared ? declared.self : undefined,
    isOfToken: declared.isOfToken ?? false,
    isPaged: declared.isPaged ?? (declared.query instanceof z.ZodObject && 'cursor' in declared.query.shape),
    plan: plannerOf(declared),
    ...(declared.reshape !== undefined && { reshape: declared.reshape }),
  };
}

/** Parses in the order path, query, body: a malformed identifier is unknown, anything else malformed is invalid. */
function plannerOf<C extends CallerKind, A extends z.ZodType, Value, B, Q, P>(
  declared: Common<C, A, B, Q, P> & Answering<C, A, Value, B, Q, P>,
): (came: Came) => Plan | Unplanned {
  const ask = askOf(declared);
  return (came) => {
    const params = parse(declared.params, came.params);
    if (params.type === 'invalid') return { type: 'unknown' };
    if (params.type === 'refused') return params;
    const query = parse(declared.query, came.query, issuesInQuery);
    if (query.type !== 'valid') return query;
    const body = parse(declared.body, came.body);
    if (body.type !== 'valid') return body;
    // The check of the caller has run: its kind is the declared one.
    const caller = came.caller as CallerOf<C>;
    const { key, cause } = came;
    return ask({ caller, params: params.value, query: query.value, body: body.value, key, cause, came });
  };
}

function askOf<C extends CallerKind, A extends z.ZodType, Value, B, Q, P>(
  asking: Answering<C, A, Value, B, Q, P>,
): (asked: Asked<C, B, Q, P>) => Plan | Unplanned {
  if ('command' in asking) {
    return (asked) => {
      const command = asking.command(asked);
      return 'code' in command ? command : { type: 'command', command: asAsked<unknown>(command, asked) };
    };
  }
  if ('self' in asking) return () => ({ type: 'unknown' });
  if ('view' in asking) return (asked) => ({ type: 'view', request: asking.view(asked) });
  return (asked) => ({ type: 'perform', run: (city, connection) => asking.perform(asked, city, connection) });
}

type ParsedPart<T> =
  | { readonly type: 'valid'; readonly value: T }
  | { readonly type: 'invalid'; readonly issues: readonly Issue[] }
  | Refused;

/** Without a schema the part must be empty; its type parameter is `Nothing` then. */
function parse<T>(
  schema: z.ZodType<T> | undefined,
  came: unknown,
  issuesOf: (issue: z.core.$ZodIssue) => readonly Issue[] = issuesInBody,
): ParsedPart<T> {
  if (schema === undefined) return nothing(came) as ParsedPart<T>;
  const parsed = schema.safeParse(came);
  if (parsed.success) return { type: 'valid', value: parsed.data };
  const { issues } = parsed.error;
  const [unknown] = issues.flatMap(unknownIn);
  if (unknown !== undefined && issues.every((issue) => unknownIn(issue).length > 0)) return unknown;
  return { type: 'invalid', issues: issues.slice(0, issuesMax).flatMap(issuesOf).slice(0, issuesMax) };
}

const issuesInBody = ({ path, message }: z.core.$ZodIssue): readonly Issue[] => [
  { path: path.join('.').slice(0, issueCharsMax), message: message.slice(0, issueCharsMax) },
];

/** An unknown parameter is named by its own path: an issue without a path is about the body. */
const issuesInQuery = (issue: z.core.$ZodIssue): readonly Issue[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((name) => ({ path: name.slice(0, issueCharsMax), message: 'is not a parameter of this query' }))
    : issuesInBody(issue);

/** The refusal for a malformed identifier: the same as for one that nobody has (`schema/fields.ts`). */
function unknownIn(issue: z.core.$ZodIssue): readonly Refused[] {
  const unknown: Unknown | undefined = issue.code === 'custom' ? issue.params?.['unknown'] : undefined;
  if (unknown === undefined) return [];
  return [unknown.code === 'not_found' ? refused(unknown.code, { kind: unknown.kind }) : refused(unknown.code)];
}

/** Issues in one answer: a caller that corrects these can ask again. */
const issuesMax = 20;
const issueCharsMax = 500;

const valid: ParsedPart<Nothing> = { type: 'valid', value: empty };

function nothing(came: unknown): ParsedPart<Nothing> {
  if (came === empty || came === undefined) return valid;
  if (typeof came === 'object' && came !== null && !Array.isArray(came)) {
    const names = Object.keys(came);
    if (names.length === 0) return valid;
    const message = 'is not a field of this request';
    return { type: 'invalid', issues: names.slice(0, issuesMax).map((path) => ({ path, message })) };
  }
  return { type: 'invalid', issues: [{ path: '', message: 'must be an object without fields, or nothing' }] };
}
