/** Day and night of the city: a day has as many ticks as a real one has hours. */

import { hourOf } from './city-time.ts';

export interface Daylight {
  /** 0 by day to 1 at midnight. */
  readonly night: number;
  /** Where a shadow falls for each unit of height. */
  readonly shadow: readonly [number, number];
  /** How dark shadows are. */
  readonly depth: number;
}

export function daylightAt(tick: number): Daylight {
  const hour = hourOf(tick);
  /** 1 at noon, 0 at six, -1 at midnight. */
  const height = Math.cos(((hour - 12) / 12) * Math.PI);
  const night = Math.max(0, Math.min(1, 0.3 - height * 1.3));
  const aside = Math.max(-1, Math.min(1, (hour - 12) / 6));
  const long = 0.55 + 0.9 * (1 - Math.max(0, height));
  return { night, shadow: [aside * long, -0.28 * long], depth: 0.26 * (1 - 0.75 * night) };
}
