/** What enters the city and what comes out of it. Plain data throughout: it may cross a process boundary. */
import type { Message } from './effect.ts';
import { type ActorId, type ContentHash, contentHash } from './ids.ts';
import type { Refused } from './refusal.ts';

/** What a view is asked with. */
export type ViewArgs = Readonly<Record<string, string | number | boolean | null>>;

/** Exists for the compiler alone: no value has it. */
declare const shows: unique symbol;

/** Names the view that makes an answer, and what it is to show. `Value` is what that will be; only `viewRequest` makes one. */
export interface ViewRequest<Value = unknown> {
  readonly view: string;
  readonly args: ViewArgs;
  readonly [shows]: Value;
}

/** Whoever calls it says what the view shows: the registry of views does (`actors/views.ts`). */
export function viewRequest<Value>(view: string, args: ViewArgs): ViewRequest<Value>;
export function viewRequest(view: string, args: ViewArgs): Pick<ViewRequest, 'view' | 'args'> {
  return { view, args };
}

/** JSON text of a `Value`; `{}` where a reply could not be shown. Only `jsonOf` makes one. */
export type Json<Value = unknown> = string & { readonly [shows]: Value };

export function jsonOf<Value>(value: Value): Json<Value>;
export function jsonOf(value: unknown): string {
  return JSON.stringify(value);
}

/** Throws where the reply could not be shown: the turn has happened, and nobody may be told that nothing has. */
export function shownJson<Value>(json: Json<Value>): Json<Value> {
  if (json === '{}') throw new Error('what was done has no answer: its view failed');
  return json;
}

/** Throws where the reply could not be shown. */
export function readJson<Value>(json: Json<Value>): Value;
export function readJson(json: Json): unknown {
  return JSON.parse(shownJson(json));
}

/** Who asks: an actor, the operator, or the city itself. */
export type Caller = ActorId | 'operator' | 'city';

/** Makes a repeated request act once (J4). */
export interface IdempotencyKey {
  /** 1 to 64 characters, chosen by the caller; unique for that caller for 24 hours. */
  readonly key: string;
  /** A hash of the request; the same key with another is refused. */
  readonly fingerprint: string;
  /** False when the answer gives out a secret: a repeat then hears only that the request was carried out. */
  readonly keepAnswer: boolean;
}

/** A request to change something: an event for one actor. `Value` is what its `reply` shows. */
export interface Command<Value = unknown> {
  readonly to: ActorId;
  readonly event: Message;
  readonly caller: Caller;
  readonly reply?: ViewRequest<Value>;
  readonly key?: IdempotencyKey;
  /** Texts that the event names by hash; written with the commit (A3). */
  readonly contents?: readonly string[];
  /** The answer waits until the outside effect that the turn asks for is settled, and is what its actor then concludes (S2). */
  readonly awaits?: boolean;
  /** The seq of the event to which the caller says that it answers. Nobody has checked it, and no rule sees it. */
  readonly cause?: number;
}

/** Asked right before the turn, when all waiting is over: why a check that was made at the door holds no longer. */
export type Lapsed = () => Refused | undefined;

/** The end of a command. `json` is the reply view's value as JSON text. */
export type Outcome<Value = unknown> =
  | {
      readonly type: 'applied';
      readonly turn: number;
      readonly json: Json<Value>;
      readonly repeated: boolean;
      /** Bytes of the texts that came with the result of the outside effect for which the command waited. */
      readonly broughtBytes?: number;
    }
  | Refused;

/** The end of a view. The same `value` object is returned as long as nothing that it shows has changed. */
export type Viewed<Value = unknown> = { readonly type: 'shown'; readonly value: Value } | Refused;

/** What the journal keeps of a turn: enough to run it again (T1). */
export type JournalCommand = {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Only in a fork: whoever made it has added the command. No rule sees it. */
  readonly intervention?: true;
} & (
  | {
      readonly type: 'event';
      readonly caller: Caller;
      readonly to: ActorId;
      readonly event: Message;
      /** What the caller said of its cause (`Command.cause`); unset: nothing. */
      readonly cause?: number;
    }
  | { readonly type: 'tick'; readonly tick: number }
  | { readonly type: 'tick.completed'; readonly tick: number }
  | { readonly type: 'wake'; readonly actor: ActorId }
  /** The end of an outside effect of the actor; `call`: the id of the effect (S2). */
  | { readonly type: 'performed'; readonly actor: ActorId; readonly call: string; readonly event: Message }
  /** A wake-up that was refused is dropped; one that threw waits for the next tick (K5). */
  | { readonly type: 'wake.dropped' | 'wake.deferred'; readonly actor: ActorId }
  | { readonly type: 'settings.changed'; readonly settings: Readonly<Record<string, number>> }
  | { readonly type: 'quarantine'; readonly actor: ActorId; readonly on: boolean }
  | { readonly type: 'create'; readonly actor: ActorId; readonly input: Readonly<Record<string, unknown>> }
);

/** What the journal keeps of a command; nothing is copied where the caller has named no cause, as hardly any does. */
export function journaledOf(command: Command, { turn, at }: Pick<JournalCommand, 'turn' | 'at'>): JournalCommand {
  const { caller, to, event, cause } = command;
  if (cause === undefined) return { turn, at, type: 'event', caller, to, event };
  return { turn, at, type: 'event', caller, to, event, cause };
}

/** A turn of the city's own, before it has its number and time. */
export type UnnumberedCommand = JournalCommand extends infer One
  ? One extends unknown
    ? Omit<One, 'turn' | 'at'>
    : never
  : never;

export const numbered = (command: UnnumberedCommand, stamp: Pick<JournalCommand, 'turn' | 'at'>): JournalCommand =>
  ({ ...command, ...stamp }) as JournalCommand;

/** A committed event as subscribers and the event table have it. */
export interface FeedEvent {
  readonly seq: number;
  readonly type: string;
  /** Topics, `to:<actor id>` for each actor addressed, `all` for every resident, `public` for the Portal: made in `prepare.ts`. */
  readonly audience: readonly string[];
  /** Actors among whose letters the event is kept. Not read back. */
  readonly letters?: readonly ActorId[];
  /** The envelope, `{v, seq, type, at, tick, category, location, actor, subject, data}`, as JSON text. */
  readonly json: string;
}

/** From the event `seq` on, `actor` follows `topic` and no other. */
export interface Following {
  readonly actor: ActorId;
  readonly seq: number;
  readonly topic: string | null;
}

/** A text on its way into table `content`. */
export interface Content {
  readonly hash: ContentHash;
  readonly text: string;
}

/** The texts, each with the hash by which it is named. */
export const contentsOf = (texts: readonly string[] = []): readonly Content[] =>
  texts.map((text) => ({ hash: contentHash(text), text }));
