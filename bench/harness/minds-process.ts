/** The process of the minds of a running city, which the city has started. */
import { readdirSync, readFileSync } from 'node:fs';

/** The pid of the minds of the city whose process this is; undefined while there is none. */
export function mindsOf(cityPid: number): number | undefined {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const isChild = new RegExp(`^PPid:\\s+${cityPid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
      if (isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--hosted')) return Number(name);
    } catch {
      // It ended between the list and the look.
    }
  }
  return undefined;
}
