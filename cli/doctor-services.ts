/**
 * Of `civitas doctor`: which global services of a running city keep failing. One in a process of its own may be gone while the city is
 * well.
 */
import type { Finding } from './doctor-finding.ts';
import { type City, healthOf } from './running-city.ts';

const name = 'Global services';

/** When the city cannot be asked, the line before says why (`doctor-waiting.ts`). */
export async function checkServices(city: City): Promise<Finding> {
  const told = await healthOf(city);
  if (told.type !== 'told') return { level: 'ok', name, detail: 'a city that runs tells which of them fail' };
  const failing = Object.entries(told.health.failing_services);
  if (failing.length === 0) return { level: 'ok', name, detail: 'none keeps failing' };
  const each = failing.map(
    ([id, { failures, reason, for_ms }]) =>
      `${id}: the last ${failures} calls failed, since ${Math.round(for_ms / 1_000)} s (${reason})`,
  );
  const advice =
    "Look at the server of a service that has one of its own, and at the city's log (`a global service failed`). Its calls are answered 502 or 504 and cost nothing.";
  return { level: 'warn', name, detail: each.join('; '), advice };
}
