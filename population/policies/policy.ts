/** A policy: how a resident lives. Pure: the same perception and the same dice give the same acts. */

import type { Dice } from '../seeded-random.ts';
import type { Act } from './act.ts';
import { everyLook, type Look, type Perception, type Self } from './perception.ts';

type Looks = (self: Self) => readonly Look[];

export interface Policy {
  (seen: Perception, dice: Dice): readonly Act[];
  /** What it looks at before it decides; unset: everything. What it does not look at is empty in its perception. */
  readonly looks?: Looks;
}

/** The policy that looks at nothing else. */
export const looking = (looks: Looks, policy: Policy): Policy & { readonly looks: Looks } =>
  Object.assign(policy, { looks });

export const looksOf = (policy: Policy, self: Self): readonly Look[] => policy.looks?.(self) ?? everyLook;

/** Does what each of them does, in this order. */
export function all(...policies: readonly Policy[]): Policy {
  const looks: Looks = (self) => policies.flatMap((policy) => looksOf(policy, self));
  return looking(looks, (seen, dice) => policies.flatMap((policy) => policy(seen, dice)));
}
