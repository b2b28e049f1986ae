/** Views of a city in which each answer to a command is made twice: as it is, with lists that are kept as text, and wholly anew. */
import { views } from '../../actors/index.ts';
import { must } from '../../engine/assert.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { jsonAroundKept } from '../../engine/views/kept-lists.ts';
import { Reader, type ViewTable } from '../../engine/views/views.ts';

/** What came of the comparisons. */
export interface ArrivalsSeen {
  /** Compared with what is kept. */
  compared: number;
  readonly differences: string[];
}

/** The views with such an `arrival`. */
export function checkedArrivals(state: () => CityState, seen: ArrivalsSeen): ViewTable {
  const arrival = (reader: Reader, args: Parameters<typeof views.arrival>[1]) => {
    const value = views.arrival(reader, args);
    // A text that is not at hand is a placeholder here and there.
    if (!reader.hasKept || reader.wanted !== undefined) return value;
    const text: ConstructorParameters<typeof Reader>[1] = (hash) => reader.text(hash) ?? undefined;
    const anew = JSON.stringify(views.arrival(new Reader(state(), text, must(reader.answering, 'a turn')), args));
    seen.compared += 1;
    const kept = jsonAroundKept(value);
    if (kept !== anew) seen.differences.push(`${kept} is answered, it is ${anew}`);
    if (JSON.stringify(value) !== anew) seen.differences.push(`${JSON.stringify(value)} is shown, it is ${anew}`);
    return value;
  };
  return { ...views, arrival };
}
