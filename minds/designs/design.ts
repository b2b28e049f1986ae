/**
 * A place that minds which decide by rules can build: what it sells, and the code that does it. The code is JavaScript for the city's
 * sandbox, as anybody could have written it; what it knows between two calls is in its store.
 */

/** What a mind wants from time to time and nothing at home gives it. */
export const needs = ['hunger', 'wonder', 'skill', 'comfort', 'play', 'remembrance'] as const;
export type PlaceNeed = (typeof needs)[number];

export interface Design {
  /** The room at home in which it is made. */
  readonly room: string;
  readonly title: string;
  readonly description: string;
  /** The text at its entrance. */
  readonly entrance: string;
  readonly input: string;
  /** The need that it meets. */
  readonly need: PlaceNeed;
  /** Credits for a call. */
  readonly price: number;
  /** Words of a soul that is made for this trade. */
  readonly trade: RegExp;
  /** What was done there, as a deed without its subject. */
  readonly deed: string;
  /** Inputs with which it is called; slots as in what minds say. */
  readonly questions: readonly [string, ...string[]];
  readonly code: string;
}

/** Before the code of each design: `vera-7` is read as `Vera`, `vera-iii-8` as `Vera III`. Lists in the store are bounded by `latest`. */
const prelude = `const numeral = /^x{0,3}(i[xv]|v?i{0,3})$/;
const cased = (part, nth) =>
  nth > 0 && numeral.test(part) ? part.toUpperCase() : part.slice(0, 1).toUpperCase() + part.slice(1);
const nameOf = (id) => String(id).split('-').filter((part) => !/^[0-9]+$/.test(part)).map(cased).join(' ');
const textOf = (input, most = 160) => String(typeof input === 'string' ? input : JSON.stringify(input) ?? '').slice(0, most);
const latest = (list, most) => list.slice(-most);
const times = (key) => { const n = (store.get(key) ?? 0) + 1; store.set(key, n); return n; };
const of = (caller) => 'of ' + String(caller).slice(0, 80);
/** Of those who have come, so many are remembered. */
const known = (caller) => {
  const guests = store.get('guests') ?? [];
  const at = guests.indexOf(caller);
  if (at === -1 && guests.length >= 100) store.delete(of(guests[0]));
  store.set('guests', latest([...guests.filter((one) => one !== caller), caller], 100));
  return store.get(of(caller)) ?? null;
};
const visitOf = (caller) => { const n = (known(caller) ?? 0) + 1; store.set(of(caller), n); return n; };
const own = (record, key, otherwise) => (Object.hasOwn(record, key) ? record[key] : otherwise);
`;

export const codeOf = (body: string): string => `${prelude}${body}`;
