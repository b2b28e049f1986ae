/** Assertions that stay on in production: a broken invariant stops the turn that broke it, before it is sealed. */

/** A bug in the city, never an expected outcome: it crosses one boundary (`attempts.ts`), once, as `internal_error`. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Throws `InvariantBroken` with `what` unless `holds`. */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new InvariantBroken(what);
}

/**
 * The value, or `InvariantBroken` unless it is a whole number of at least `min`. NaN and fractions would pass comparisons that are meant
 * to bound.
 */
export function assertWhole(value: number, min: number, what: string): number {
  if (!Number.isSafeInteger(value) || value < min) throw new InvariantBroken(`${what}: ${value}`);
  return value;
}

/** The value, or `InvariantBroken` when it is missing: for what a previous line has already made sure of. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new InvariantBroken(`missing: ${what}`);
  return value;
}

/** Ends an expression whose other branch a previous line has excluded. Costs no message where the assertion holds. */
export function missing(what: string): never {
  throw new InvariantBroken(`missing: ${what}`);
}

/** Ends a switch over a union: the compiler refuses a forgotten variant, the running city a foreign one. */
export function unreachable(value: never): never {
  throw new InvariantBroken(`unreachable: ${JSON.stringify(value)}`);
}
