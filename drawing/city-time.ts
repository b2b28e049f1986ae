/**
 * The city's time, as people read it: a tick is an hour, a day has 24 of them and begins at midnight, and the city began in the morning of
 * its first day. It imports nothing: pages have it in their build, and minds speak of days by it.
 */

const hoursPerDay = 24;
/** That of the first tick. */
const firstHour = 8;

export const dayOf = (tick: number): number => Math.floor((tick + firstHour) / hoursPerDay) + 1;

/** 0 to 23. */
export const hourOf = (tick: number): number => (tick + firstHour) % hoursPerDay;

/** The ticks of a day, both included. */
export const ticksOf = (day: number): { readonly first: number; readonly last: number } => ({
  first: Math.max(0, (day - 1) * hoursPerDay - firstHour),
  last: day * hoursPerDay - firstHour - 1,
});

/** `14:00` */
export const hourText = (tick: number): string => `${String(hourOf(tick)).padStart(2, '0')}:00`;

/** `day 3, 14:00` */
export const momentText = (tick: number): string => `day ${dayOf(tick)}, ${hourText(tick)}`;

/** A number of ticks: whole days from the first on, hours before it. */
export function durationText(ticks: number): string {
  const days = Math.floor(ticks / hoursPerDay);
  if (days === 0) return ticks === 1 ? '1 hour' : `${ticks} hours`;
  return days === 1 ? '1 day' : `${days} days`;
}

/** A number of ticks to the hour: `2 days and 3 hours`. */
export function spanText(ticks: number): string {
  const rest = ticks % hoursPerDay;
  return ticks < hoursPerDay || rest === 0
    ? durationText(ticks)
    : `${durationText(ticks - rest)} and ${durationText(rest)}`;
}
