/** The hash of a city between two turns: a line for each part, so that no text of everything is ever made. */
import { createHash } from 'node:crypto';
import type { CityState } from '../../engine/state/city-state.ts';

/** SHA-256 over counters, images, accounts, tombstones, what is due and who is quarantined, each in the order of ids. */
export function stateHash({ counters, images, accounts, tombs, due, quarantined }: CityState): string {
  const hash = createHash('sha256');
  const add = (part: unknown) => void hash.update(`${JSON.stringify(part)}\n`);
  add(counters);
  for (const id of [...images.keys()].sort()) add(images.get(id));
  for (const id of [...accounts.keys()].sort()) add([id, accounts.get(id)]);
  for (const tomb of [...tombs.entries()].sort(([a], [b]) => (a < b ? -1 : 1))) add(tomb);
  add([...due].sort());
  add([...quarantined].sort());
  return hash.digest('hex');
}
