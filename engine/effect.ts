/**
 * What a machine may ask for, as data (messages, postings, events and who hears them). Machines emit effects; the turn interprets them
 * (`turn.ts`); nothing else does. An effect names what shall happen, never how: no effect carries a promise, a callback or a clock.
 */
import type { AccountId, ActorId } from './ids.ts';

/** A message to an actor: a type and its data. Serialisable. */
export interface Message {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A message to oneself at a later tick; part of the actor's image (K2). */
export interface Wake {
  readonly tick: number;
  readonly event: Message;
  /** The turn that asked for it; unset in images of earlier versions. */
  readonly turn?: number;
}

/** Who hears of an event, fixed when it is drafted: everyone named by any of these. */
export interface Audience {
  /** Those whose feed follows one of these topics at that moment, for example `at:city-commons`. */
  readonly topics?: readonly string[];
  /** These actors, wherever they are. */
  readonly actors?: readonly ActorId[];
  /** These of the actors find it among their letters for as long as events are kept. */
  readonly letters?: readonly ActorId[];
  /** Registers of the city in which the event is kept for as long. Nobody hears of it by that. See `registerActor` in `engine/ids.ts`. */
  readonly registers?: readonly string[];
  /** Actors whose watchers hear it, wherever they are. Their kind says who watches them (`watchers`). */
  readonly watchersOf?: readonly ActorId[];
  /** Every resident. */
  readonly everyone?: boolean;
  /** Anyone: the Portal's feed. `where strangers walk`: as long as the event's `location` is such a place (PF1). */
  readonly public?: boolean | 'where strangers walk';
}

/** An event before the city adds `seq`, `at` and `tick`. */
export interface CityEvent {
  readonly type: string;
  readonly category: 'infrastructure' | 'emergent' | 'visitor';
  readonly location: string | null;
  readonly actor: string | null;
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Effect =
  | { readonly type: 'send'; readonly to: ActorId; readonly event: Message }
  | { readonly type: 'spawn'; readonly id: ActorId; readonly input: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'post';
      readonly from: AccountId;
      readonly to: AccountId;
      readonly amount: number;
      readonly reason: string;
      /** True when `to` had paid the amount in: then it has neither spent nor earned it. */
      readonly isRefund?: true;
    }
  | { readonly type: 'burn'; readonly account: AccountId; readonly delta: number }
  | { readonly type: 'repay'; readonly account: AccountId }
  | { readonly type: 'resume'; readonly account: AccountId }
  | { readonly type: 'stop'; readonly account: AccountId }
  | { readonly type: 'tell'; readonly event: CityEvent; readonly audience: Audience }
  | { readonly type: 'refuse'; readonly code: string; readonly context: Readonly<Record<string, unknown>> }
  | { readonly type: 'wake'; readonly tick: number; readonly event: Message }
  | { readonly type: 'sleep' }
  | { readonly type: 'perform'; readonly effect: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly type: 'conclude'; readonly end: Conclusion }
  | { readonly type: 'retire' }
  | { readonly type: 'each'; readonly effects: readonly Effect[] };

/** Drops the turn. */
export type Refusal = Extract<Effect, { readonly type: 'refuse' }>;

/** The answer to a caller who waits for an outside effect: a value, or why nothing came of it. */
export type Conclusion =
  | { readonly type: 'answer'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly type: 'refusal'; readonly code: string; readonly context: Readonly<Record<string, unknown>> };

/** Deliver `event` to another actor in this turn. */
export const send = (to: ActorId, event: Message): Effect => ({ type: 'send', to, event });

/** Bring an actor into being in this turn; its machine's entry actions run at once. */
export const spawn = (id: ActorId, input: Readonly<Record<string, unknown>>): Effect => ({ type: 'spawn', id, input });

/** Move `amount` millicredits (L1). Refuses the turn with `insufficient_credits` when `from` lacks them (L2). */
export const post = (from: AccountId, to: AccountId, amount: number, reason: string): Effect => ({
  type: 'post',
  from,
  to,
  amount,
  reason,
});

/** Moves credits out of escrow back to `payer` (PA3), or to whoever takes its place, for whom they are income. */
export const giveBack = (payer: AccountId, to: AccountId, amount: number, reason: string): Effect => {
  const posting = { type: 'post', from: 'escrow', to, amount, reason } as const;
  return payer === to ? { isRefund: true, ...posting } : posting;
};

/** Change what the account pays each tick by `delta` millicredits; opens the account when it has none (L3). */
export const burn = (account: AccountId, delta: number): Effect => ({ type: 'burn', account, delta });

/** Pay the treasury what the account's dry ticks left unpaid (L4). Refuses the turn when it lacks that (L2). */
export const repay = (account: AccountId): Effect => ({ type: 'repay', account });

/** Let a suspended burn run again from this tick on; nothing may be owed (L4). */
export const resume = (account: AccountId): Effect => ({ type: 'resume', account });

/** Take away burn and suspended burn for good, and what is owed: the owner has ended (L4). */
export const stopBurn = (account: AccountId): Effect => ({ type: 'stop', account });

/** Publish an event once the turn is committed (T3). */
export const tell = (event: CityEvent, audience: Audience): Effect => ({ type: 'tell', event, audience });

/** Drop the turn: nothing of it happened (T2). `code` and `context` are the caller's answer. */
export const refusal = (code: string, context: Readonly<Record<string, unknown>> = {}): Refusal => ({
  type: 'refuse',
  code,
  context,
});

/** Hear `event` at `tick`, or in this very tick when that has come (K2). One wake-up of a type at a time: a new one replaces it. */
export const wake = (tick: number, event: Message): Effect => ({ type: 'wake', tick, event });

/** Forget every wake-up. */
export const sleep: Effect = { type: 'sleep' };

/** Ask the outside world for something after the commit; its result comes back as a command (S2). */
export const perform = (effect: string, input: Readonly<Record<string, unknown>>): Effect => ({
  type: 'perform',
  effect,
  input,
});

/** Answer the caller who waits for this actor (`Command.awaits`), once this turn is committed. Parts of one turn are joined. */
export const conclude = (value: Readonly<Record<string, unknown>>): Effect => ({
  type: 'conclude',
  end: { type: 'answer', value },
});

/** Refuse the request of the caller who waits for this actor. The turn itself happens: it records why. */
export const concludeRefused = (code: string, context: Readonly<Record<string, unknown>> = {}): Effect => ({
  type: 'conclude',
  end: { type: 'refusal', code, context },
});

/** Leave the city: the actor's work is done, and nobody will ask for it again. Its account must be empty. */
export const retire: Effect = { type: 'retire' };

/** Several effects, in order. */
export const each = (effects: readonly Effect[]): Effect => ({ type: 'each', effects });
