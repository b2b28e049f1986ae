/** Where two cities part: the first event in which they differ, and their figures at each tick from there on. */
import type { FeedEvent } from '../../engine/command.ts';

/** An event with those who hear it, as far as it can be compared. */
export type ComparedEvent = Pick<FeedEvent, 'seq' | 'audience' | 'json'>;

/** The first difference; an event is undefined where one of the two has ended. */
export interface Parting {
  readonly seq: number;
  readonly one: ComparedEvent | undefined;
  readonly other: ComparedEvent | undefined;
  /** The paths of the fields that differ, for example `data.price`; `audience` for those who heard it. */
  readonly fields: readonly string[];
}

/** Undefined where all events are the same. Both are read no further than is needed. */
export async function partingOf(
  one: AsyncIterable<ComparedEvent>,
  other: AsyncIterable<ComparedEvent>,
): Promise<Parting | undefined> {
  const [left, right] = [one[Symbol.asyncIterator](), other[Symbol.asyncIterator]()];
  try {
    for (;;) {
      const [a, b] = [await left.next(), await right.next()];
      if (a.done === true && b.done === true) return undefined;
      const [mine, theirs] = [a.done === true ? undefined : a.value, b.done === true ? undefined : b.value];
      const fields = mine === undefined || theirs === undefined ? [] : differingFields(mine, theirs);
      if (mine !== undefined && theirs !== undefined && fields.length === 0) continue;
      return { seq: mine?.seq ?? theirs?.seq ?? 0, one: mine, other: theirs, fields };
    }
  } finally {
    await Promise.all([left.return?.(), right.return?.()]);
  }
}

function differingFields(one: ComparedEvent, other: ComparedEvent): readonly string[] {
  const audience = one.audience.join(' ') === other.audience.join(' ') ? [] : ['audience'];
  if (one.json === other.json) return audience;
  return [...audience, ...differences(JSON.parse(one.json), JSON.parse(other.json), '')];
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths at which two values differ. */
export function differences(one: unknown, other: unknown, path: string): readonly string[] {
  if (!isRecord(one) || !isRecord(other)) return JSON.stringify(one) === JSON.stringify(other) ? [] : [path];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => differences(own(one, name), own(other, name), path === '' ? name : `${path}.${name}`));
}

/** Also `__proto__` is a name like any other. */
const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** What is counted, by tick and by name. */
export type FiguresByTick = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** Of `ticks.csv`: its first column is the tick. */
export function figuresOf(csv: string): FiguresByTick {
  const [head = '', ...lines] = csv.split('\n').filter((line) => line !== '');
  const names = head.split(',').slice(1);
  return new Map(
    lines.map((line) => {
      const [tick, ...cells] = line.split(',');
      return [Number(tick), new Map(names.map((name, i) => [name, cells[i] ?? '']))];
    }),
  );
}

/** How many events of each type there were, by tick. */
export async function eventsByTick(events: AsyncIterable<ComparedEvent>): Promise<FiguresByTick> {
  const counts = new Map<number, Map<string, number>>();
  for await (const { json } of events) {
    const event: unknown = JSON.parse(json);
    const [tick, type] = isRecord(event) ? [Number(event['tick']), String(event['type'])] : [0, ''];
    const row = counts.get(tick) ?? new Map<string, number>();
    counts.set(tick, row.set(type, (row.get(type) ?? 0) + 1));
  }
  return new Map([...counts].map(([tick, row]) => [tick, new Map([...row].map(([type, n]) => [type, String(n)]))]));
}

/** A line for each tick that both have and at which figures differ, in their order: `tick 7: population 12|11`. */
export function differingFigures(one: FiguresByTick, other: FiguresByTick): readonly string[] {
  return [...one].flatMap(([tick, mine]) => {
    const theirs = other.get(tick);
    if (theirs === undefined) return [];
    const names = [...new Set([...mine.keys(), ...theirs.keys()])].sort();
    const differing = names.flatMap((name) => {
      const [a, b] = [mine.get(name) ?? '0', theirs.get(name) ?? '0'];
      return a === b ? [] : [`${name} ${a}|${b}`];
    });
    return differing.length === 0 ? [] : [`tick ${tick}: ${differing.join(', ')}`];
  });
}
