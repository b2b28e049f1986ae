/** What the sessions are called that are visits of a resident. */
const prefix = 'visit-';
/** As many digits in each, so that their order is that of their names. */
const digits = 12;
/** The session that a visit is. */
export const visitName = (from: number): string => `${prefix}${String(from).padStart(digits, '0')}`;

/** The number of the last visit whose name does not come after this name; undefined: every visit's name comes before it. */
export function lastVisitUpTo(name: string): number | undefined {
  if (!name.startsWith(prefix)) return name < prefix ? 0 : undefined;
  const [number = ''] = /^\d{0,12}/.exec(name.slice(prefix.length)) ?? [];
  const isAfterAll = name.slice(prefix.length + number.length) > ':';
  if (number.length === digits) return Number(number);
  return isAfterAll ? Number(number.padEnd(digits, '9')) : Math.max(0, Number(number.padEnd(digits, '0')) - 1);
}
