/** What settings are made of: numbers with the units in which they are given and shown, addresses, names. */
import { z } from 'zod';

/** Credits with at most three decimals become whole millicredits. `per`: what costs that much, where the name does not say it. */
export const credits = (fallback: number, per = '') =>
  z.coerce
    .number('not a number')
    .min(0)
    .max(1e9)
    .default(fallback)
    .transform((amount) => Math.round(amount * 1000))
    .meta({ unit: `credits${per}`, isAmount: true });
/** A whole number from `min` to `max`. `unit`: its unit; unset for a switch, a port or another plain number. */
export const whole = (fallback: number, min: number, max: number, unit?: string) =>
  z.coerce
    .number('not a number')
    .int()
    .min(min)
    .max(max)
    .default(fallback)
    .meta(unit === undefined ? {} : { unit });
/** The same without a default of its own: its default follows from other settings. */
export const perhapsWhole = (min: number, max: number, unit?: string) =>
  z.coerce
    .number('not a number')
    .int()
    .min(min)
    .max(max)
    .optional()
    .meta(unit === undefined ? {} : { unit });

export const notPostgresUrl = 'not the URL of a Postgres: postgres://user:password@host:port/database';

export function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}` === '';
}

/** The address of a server. */
export const httpUrl = z
  .string()
  .refine(isHttpUrl, 'not the address of a server: http://host:port/v1, without user, password or query');

/** A provider's name of a model. */
export const modelName = z.string().min(1).max(200).optional();
