/** What a visitor is told, as lines: as all pages tell it, and beside that what becomes of the visitor's own souls. */
import type { CityEvent } from '../lib/events.ts';
import { gapAt, type Happening, happeningOf, isToldByArrival, lineOf } from '../lib/happening.ts';
import { causeOf } from '../lib/words.ts';

/** For the visitor `me`; undefined for what nobody needs to see, and for what is told of the soul already. */
export function toldOf(event: CityEvent, me: string): Happening | undefined {
  switch (event.type) {
    case 'soul.queued':
      return lineOf(event, { kind: 'life', does: `${event.data.name} waits in line` });
    case 'soul.withdrawn':
      return lineOf(event, { kind: 'life', does: `You took ${event.data.name} back` });
    case 'soul.returned':
      return lineOf(event, {
        kind: 'life',
        does:
          event.data.reason === undefined
            ? `Nobody adopted ${event.data.name} in time: it left the line. You may write it again`
            : `${event.data.name} is ${event.data.reason}: it left the line. You may write it again, shorter`,
      });
    case 'soul.adopted':
      return lineOf(event, { kind: 'life', who: event.data.mentor, does: `adopts ${event.data.name}` });
    case 'soul.born':
      return lineOf(event, { kind: 'life', who: event.data.resident, does: 'is born' });
    case 'soul.died':
      return lineOf(event, { kind: 'life', who: event.data.resident, does: `has died ${causeOf(event.data.cause)}` });
    case 'resident.born':
    case 'resident.died':
      return undefined;
    default:
      return isToldByArrival(event) ? undefined : happeningOf(event, me);
  }
}

/** Those that can be told, as lines. */
export const linesOf = (events: readonly CityEvent[], me: string): readonly Happening[] =>
  events.flatMap((event) => toldOf(event, me) ?? []);

/** `lines` and those that say that something is missing, behind what has these numbers; of some with nothing between them one. */
export function withGaps(lines: readonly Happening[], gaps: readonly number[]): readonly Happening[] {
  const all = [...gaps.map(gapAt), ...lines].sort((a, b) => b.seq - a.seq);
  return all.filter(({ kind }, place) => kind !== 'gap' || all[place + 1]?.kind !== 'gap');
}
