/** The files of a service's folder beside its code, found from the source and from the build alike. */
import { readFileSync } from 'node:fs';
import type { Service } from './contract.ts';

/**
 * `SKILL.md` and `migrations/` beside the file whose address this is. Called as `folderOf(import.meta.url)`, in these words:
 * the build puts the address of the source in their place (`tools/build.js`). Throws where there is no `SKILL.md`.
 */
export function folderOf(address: string): Pick<Service, 'skill' | 'migrations'> {
  return {
    skill: readFileSync(new URL('SKILL.md', address), 'utf8'),
    migrations: new URL('migrations/', address),
  };
}
