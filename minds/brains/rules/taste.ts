/** Whether a mind likes a place where it has been served. */
import type { Fact } from '../../hearsay/fact.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Perception } from '../../perception/perception.ts';
import { made } from '../../ties/temper.ts';
import { liking } from '../../ties/tie.ts';

/** A place to somebody's taste: by how it is made, and the more so if it likes whose it is. */
export function tasteOf({ place, self }: Perception, memory: Memory): Fact['kind'] {
  const owner = place.owner === null ? 0 : liking(memory.tie(place.owner));
  return made(self.id, `likes ${place.id}`) + 0.5 * owner >= disliked ? 'liked' : 'disliked';
}
const disliked = 0.35;
