/** Settings that are numbers, with the units in which they are given and shown. */
import { z } from 'zod';

/** Credits with at most three decimals become whole millicredits. `per`: what costs so much, where the name does not say it. */
export const credits = (fallback: number, per = '') =>
  z.coerce
    .number()
    .min(0)
    .max(1e9)
    .default(fallback)
    .transform((amount) => Math.round(amount * 1000))
    .meta({ unit: `credits${per}`, isAmount: true });
/** A whole number from `min` to `max`. `unit`: of which it is so many; none of a switch, a port or a number of its own. */
export const whole = (fallback: number, min: number, max: number, unit?: string) =>
  z.coerce
    .number()
    .int()
    .min(min)
    .max(max)
    .default(fallback)
    .meta(unit === undefined ? {} : { unit });
