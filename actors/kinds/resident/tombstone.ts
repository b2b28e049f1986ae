/** What the city keeps in memory of the dead: cause and time of death, and who took the estate. No rule needs more. */

import { type ActorId, nameOf } from '../../../engine/ids.ts';
import type { ImageOf } from '../../registry.ts';
import { causeOfLetter, letterOf } from '../../rules/people/causes-of-death.ts';
import { countedTo } from '../../rules/people/deeds.ts';
import { homeOf } from '../../rules/place/names.ts';
import type { ResidentContext } from './messages.ts';
import type { ResidentState } from './state.ts';

/** A letter for the cause, milliseconds since 1970 in base 36, a space, who took the estate. */
export function summary({ context }: ImageOf<'resident'>): string {
  const { cause, diedAt, estateTo } = context;
  return `${letterOf(cause ?? 'natural')}${(diedAt ?? 0).toString(36)} ${estateTo ?? ''}`;
}

/** What the tombstone and the name hold: a part of the former context. */
type Restored = Pick<ResidentContext, 'id' | 'cause' | 'diedAt' | 'estateTo' | 'home' | 'location' | 'deeds'>;

export function restore(
  actor: ActorId,
  summary: string,
): { readonly state: ResidentState; readonly context: Restored } {
  const id = nameOf(actor);
  const [death = '', estateTo = ''] = summary.split(' ');
  const cause = causeOfLetter(death[0]) ?? null;
  const home = homeOf(id);
  const context: Restored = {
    id,
    cause,
    diedAt: Number.parseInt(death.slice(1), 36),
    estateTo: estateTo === '' ? null : estateTo,
    home,
    location: home,
    // The counts of its deeds are in its last image; nothing more is counted.
    deeds: countedTo,
  };
  return { state: 'dead', context };
}
