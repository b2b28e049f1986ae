/**
 * What is said just now, in the order in which its bubbles are placed: those that are seen keep their place, the others wait until there is
 * room. The time of a bubble begins when it is first seen, so what neighbours say at once is read one after the other.
 */
import { type Figure, figureHeight } from './figures.ts';
import type { Label } from './labels.ts';

/** More are not kept; the oldest goes. */
const bubblesMax = 5;
/** Seconds for which words are seen, at least, and for each character. */
const bubbleSeconds = 5;
const bubbleSecondsEach = 0.05;
/** Nobody remembers what was said longer ago, in seconds. */
const waitSecondsMax = 20;

const secondsFor = (words: string): number => bubbleSeconds + bubbleSecondsEach * Math.min(200, words.length);

interface Said {
  readonly words: string;
  readonly at: number;
  /** Undefined while it waits. */
  readonly until: number | undefined;
}

export class Speech {
  readonly #said = new Map<string, Said>();

  /** In place of what the resident said before. */
  say(resident: string, words: string, now: number): void {
    this.#said.delete(resident);
    this.#said.set(resident, { words, at: now, until: undefined });
    const [oldest] = this.#said.keys();
    if (this.#said.size > bubblesMax && oldest !== undefined) this.#said.delete(oldest);
  }

  /** Forgets what is over; the rest by who speaks, in the order in which it is to be placed. */
  current(now: number): ReadonlyMap<string, string> {
    for (const [id, { at, until }] of this.#said)
      if (until === undefined ? now - at > waitSecondsMax : until <= now) this.#said.delete(id);
    const all = [...this.#said];
    const [seen, waiting] = [all.filter(([, { until }]) => until !== undefined), all.filter(([, one]) => !one.until)];
    return new Map([...seen, ...waiting].map(([id, { words }]) => [id, words]));
  }

  /** It is seen now. Returns for how many seconds more, when that begins; undefined when it was seen before. */
  seen(resident: string, now: number): number | undefined {
    const said = this.#said.get(resident);
    if (said === undefined || said.until !== undefined) return undefined;
    const seconds = secondsFor(said.words);
    this.#said.set(resident, { ...said, until: now + seconds });
    return seconds;
  }

  setBack(seconds: number): void {
    for (const [id, said] of this.#said)
      this.#said.set(id, { ...said, at: said.at - seconds, until: said.until && said.until - seconds });
  }
}

/** Sideways, and up from the head; where there is no room above, below the name. In CSS pixels. */
const asides = [0, 60, -60, 110, -110, 160, -160];
const ups = [0, 20, 42, 70, 110];
const downs = [22, 44, 80];

export function speechLabel({ x, y }: Pick<Figure, 'x' | 'y'>, words: string, scale: number): Label {
  const mouth = { x, y: y - figureHeight(scale) };
  const feet = { x, y: y + 1 };
  const above = ups.flatMap((up) => asides.map((aside) => ({ x: x + aside, y: mouth.y - 10 - up })));
  const below = downs.flatMap((down) => asides.map((aside) => ({ x: x + aside, y: y + down, isTop: true })));
  return { text: words, kind: 'speech', spots: [...above, ...below], speaker: { mouth, feet } };
}
