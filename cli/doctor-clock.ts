/**
 * Of `civitas doctor`: whether the clock of a running city is stopped. Then no upkeep is paid and nobody grows older, and nothing else
 * says why.
 */
import type { Finding } from './doctor-finding.ts';
import { type City, healthOf } from './running-city.ts';

const name = 'Clock';

/** When the city cannot be asked, the line `Waiting` says why (`doctor-waiting.ts`). */
export async function checkClock(city: City): Promise<Finding> {
  const told = await healthOf(city);
  if (told.type !== 'told') return { level: 'ok', name, detail: 'a city that runs tells whether it is paused' };
  const { tick, paused, manual_ticks, speed } = told.health;
  if (manual_ticks) return { level: 'ok', name, detail: `tick ${tick}; it advances by hand only (TICK_CRON)` };
  const pace = speed === 1 ? '' : `, ${speed} times as fast as TICK_CRON says`;
  if (!paused) return { level: 'ok', name, detail: `tick ${tick}; it advances by itself${pace}` };
  const advice = '`POST /v1/admin/resume` on the Portal Gateway, or "Continue" on its page /dashboard, lets it go on.';
  return { level: 'warn', name, detail: `it is paused at tick ${tick}: residents act, and no tick comes`, advice };
}
