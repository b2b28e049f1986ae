/** A clock that stands still until it is moved on, and chance by a seed, in the place of the interpreter's own: for simulations. */

/** Replaces `Date`, `performance` and `Math.random`. `at`: milliseconds since 1970. */
export function fixedTime(at, seed) {
  let ms = at;
  const now = () => ms;
  const Real = globalThis.Date;
  Real.now = now;
  const Fixed = new Proxy(Real, {
    construct: (_real, parts, made) => Reflect.construct(Real, parts.length === 0 ? [ms] : parts, made),
    // Called without `new`, `Date` gives a text.
    apply: () => new Real(ms).toString(),
  });
  Real.prototype.constructor = Fixed;
  const define = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, configurable: true });
  define(globalThis, 'Date', Fixed);
  define(Math, 'random', randomOf(seed));
  define(globalThis, 'performance', { timeOrigin: at, now: () => ms - at });
  return {
    now,
    passTime: (passed) => {
      ms += passed;
    },
  };
}

/** Mulberry32 (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c): numbers from 0 up to 1. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
