/** How the city is, in numbers that cost no walk: for whoever asks whether it can be used, and for metrics. */
import type { Health } from './city-interface.ts';
import type { Committer } from './commit/committer.ts';
import type { Performers } from './effects/performers.ts';
import type { CityState } from './state/city-state.ts';

/** `now`: milliseconds since 1970. `ready`: commands are admitted, and are made durable in time. */
export function healthOf(
  { counters, images, quarantined, waiting, publishedSeq }: CityState,
  { committedTurn, oldestMs }: Committer,
  performers: Performers,
  ready: boolean,
  now: number,
): Health {
  const waits = [...waiting.oldest()].map(([what, since]) => [what, Math.max(0, now - since)] as const);
  return {
    ready,
    tick: counters.tick,
    turn: counters.turn,
    committedTurn,
    seq: publishedSeq,
    actors: images.size,
    oldestUncommittedMs: Math.round(oldestMs),
    oldestWaitingMs: Object.fromEntries([...performers.oldestMs, ...waits].map(([of, ms]) => [of, Math.round(ms)])),
    quarantined: [...quarantined],
  };
}
