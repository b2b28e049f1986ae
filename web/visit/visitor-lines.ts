/** Events in lines for a visitor: as on all pages, and in addition those of the visitor's own souls. */
import type { CityEvent } from '../lib/events.ts';
import { gapAt, type Happening, happeningOf, isShownByArrival, lineOf } from '../lib/happening.ts';
import { causeOf } from '../lib/shared-words.ts';

/** The line for the visitor `me`; undefined for an event that needs none, or whose soul shows it already. */
export function visitorLine(event: CityEvent, me: string): Happening | undefined {
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
    case 'question.lapsed':
      return lineOf(event, { kind: 'word', does: 'Your question was not answered in time by', whom: event.data.to });
    case 'job.expired':
      return event.data.poster === me
        ? lineOf(event, { kind: 'work', does: 'Nobody did your job in time', words: event.data.title })
        : undefined;
    case 'resident.born':
    case 'resident.died':
      return undefined;
    default:
      return isShownByArrival(event) ? undefined : happeningOf(event, me);
  }
}

/** The events that have a line. */
export const linesOf = (events: readonly CityEvent[], me: string): readonly Happening[] =>
  events.flatMap((event) => visitorLine(event, me) ?? []);

/** `lines` with lines for gaps after these numbers; gaps with nothing between them are one. */
export function withGaps(lines: readonly Happening[], gaps: readonly number[]): readonly Happening[] {
  const all = [...gaps.map(gapAt), ...lines].sort((a, b) => b.seq - a.seq);
  return all.filter(({ kind }, place) => kind !== 'gap' || all[place + 1]?.kind !== 'gap');
}
