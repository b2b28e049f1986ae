/**
 * How an outside effect can end, and which message its actor hears of that (S2). The type of that message is composed here and parsed
 * nowhere.
 */
import type { PendingEffect } from '../actor-kind.ts';
import type { Message } from '../effect.ts';

export type EffectEnd =
  | { readonly type: 'done'; readonly result: Readonly<Record<string, unknown>> }
  /** The effect was not carried out. */
  | { readonly type: 'failed' }
  /** What came of the effect is not known, or its actor could not take it. */
  | { readonly type: 'lost' };

export function messageOf({ effect }: PendingEffect, end: EffectEnd): Message {
  const type = `${effect}.${end.type}`;
  return end.type === 'done' ? { type, result: end.result } : { type };
}
