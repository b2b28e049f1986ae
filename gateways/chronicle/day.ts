/** Days of the city: a day has as many ticks as one of ours has hours, the first is that of the first tick. */

const ticksPerDay = 24;

/** A day that no city reaches. */
export const dayMax = 9_999_999;

export const dayOf = (tick: number): number => Math.floor(tick / ticksPerDay) + 1;

export const ticksOf = (day: number): { readonly first: number; readonly last: number } => ({
  first: (day - 1) * ticksPerDay,
  last: day * ticksPerDay - 1,
});

/** A number of ticks, as people say it. */
export function durationText(ticks: number): string {
  const days = Math.floor(ticks / ticksPerDay);
  if (days === 0) return ticks === 1 ? '1 tick' : `${ticks} ticks`;
  return days === 1 ? '1 day' : `${days} days`;
}
