/** How an outside effect can end, and what its actor hears of that (S2). The type of a message is made of both here, and taken apart nowhere. */
import type { PendingEffect } from '../actor-kind.ts';
import type { Message } from '../effect.ts';

export type EffectEnd =
  | { readonly type: 'done'; readonly result: Readonly<Record<string, unknown>> }
  /** Nothing came of it. */
  | { readonly type: 'failed' }
  /** Nobody knows what came of it, or its actor could not take that. */
  | { readonly type: 'lost' };

export function messageOf({ effect }: PendingEffect, end: EffectEnd): Message {
  const type = `${effect}.${end.type}`;
  return end.type === 'done' ? { type, result: end.result } : { type };
}
