/**
 * Residents as the map draws them: for each the start and end point of its walk, the times of its start and end, and when it spoke last, in
 * one array whose rows go to the graphics card as they are. The card computes where each is at any moment.
 *
 * Times are seconds on the map's clock, which is set back before 32-bit numbers become coarse.
 */
import type { Point } from './camera.ts';

/**
 * Numbers for each resident: x and y of the start, x and y of the end, start and end time of the walk, time of its last speech, and whether
 * it appears on this walk (1), disappears on it (-1) or is visible throughout (0).
 */
export const numbersEach = 8;
const capacity = 6_000;
/** How long a walk takes, and how long speech is shown. */
export const walkSeconds = 1.4;
export const wordSeconds = 1.8;
const longAgo = -1_000;

export class Walkers {
  readonly numbers = new Float32Array(capacity * numbersEach);
  readonly #ids: string[] = [];
  readonly #indexes = new Map<string, number>();
  /** Residents who disappear, and when they have. */
  readonly #leaving = new Map<string, number>();
  readonly #copy = new Float32Array(capacity * numbersEach);
  /** The time until which something moves. */
  #movingUntil = longAgo;
  #changes = 0;

  get count(): number {
    return this.#ids.length;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** Rises with each resident who walks, speaks or goes. */
  get changes(): number {
    return this.#changes;
  }

  isMoving(now: number): boolean {
    return now < this.#movingUntil;
  }

  /** The rows of those who have stood without a word since this time, or of all others; valid until the next call. */
  rows(who: 'standing' | 'others', since: number): Float32Array {
    const { numbers } = this;
    let filled = 0;
    for (let row = 0; row < this.count * numbersEach; row += numbersEach) {
      const until = Math.max(numbers[row + 5] ?? longAgo, (numbers[row + 6] ?? longAgo) + wordSeconds);
      if (until <= since !== (who === 'standing')) continue;
      for (let field = 0; field < numbersEach; field++) this.#copy[filled++] = numbers[row + field] ?? 0;
    }
    return this.#copy.subarray(0, filled);
  }

  /**
   * Walks from where it is to `to`, or is there at once when `seconds` is 0. A resident who was not drawn appears on its way from `unseen`;
   * without that, at once.
   */
  walk(id: string, to: Point, now: number, seconds: number, unseen?: Point): void {
    const known = this.#indexes.get(id);
    const from = known === undefined ? unseen : this.at(known, now);
    const index = known ?? this.#add(id);
    if (index === undefined) return;
    this.#leaving.delete(id);
    const spoke = known === undefined ? longAgo : (this.numbers[index * numbersEach + 6] ?? longAgo);
    const [begin, end] = from === undefined || seconds === 0 ? [to, now] : [from, now + seconds];
    const sight = known === undefined && begin !== to ? 1 : 0;
    this.numbers.set([begin.x, begin.y, to.x, to.y, now, end, spoke, sight], index * numbersEach);
    this.#changed(end);
  }

  /** Walks from where it is to `to`, and disappears on the way. */
  leave(id: string, to: Point, now: number, seconds: number): void {
    if (!this.#indexes.has(id)) return;
    this.walk(id, to, now, seconds);
    this.numbers[(this.#indexes.get(id) ?? 0) * numbersEach + 7] = -1;
    this.#leaving.set(id, now + seconds);
  }

  /** Removes the residents who have disappeared; true if there were any. */
  removeGone(now: number): boolean {
    const gone = [...this.#leaving].filter(([, until]) => until <= now);
    for (const [id] of gone) this.remove(id);
    return gone.length > 0;
  }

  speak(id: string, now: number): void {
    const index = this.#indexes.get(id);
    if (index === undefined) return;
    this.numbers[index * numbersEach + 6] = now;
    this.#changed(now + wordSeconds);
  }

  /** The last resident takes its row. */
  remove(id: string): void {
    const index = this.#indexes.get(id);
    if (index === undefined) return;
    const last = this.#ids.pop();
    this.#indexes.delete(id);
    this.#leaving.delete(id);
    this.#changed();
    if (last === undefined || last === id) return;
    const row = this.#ids.length * numbersEach;
    this.#ids[index] = last;
    this.#indexes.set(last, index);
    this.numbers.copyWithin(index * numbersEach, row, row + numbersEach);
  }

  /** Where the resident in this row is at this moment, as the card computes it. */
  at(index: number, now: number): Point {
    const row = index * numbersEach;
    const number = (field: number) => this.numbers[row + field] ?? 0;
    const [begin, end] = [number(4), number(5)];
    const share = now >= end ? 1 : Math.max(0, (now - begin) / (end - begin));
    const between = (from: number, to: number) => from + (to - from) * share;
    return { x: between(number(0), number(2)), y: between(number(1), number(3)) };
  }

  pointOf(id: string, now: number): Point | undefined {
    const index = this.#indexes.get(id);
    return index === undefined ? undefined : this.at(index, now);
  }

  /** The resident nearest to a point, no farther than `reach`. */
  nearest(point: Point, reach: number, now: number): string | undefined {
    let found: string | undefined;
    let least = reach;
    this.#ids.forEach((id, index) => {
      const { x, y } = this.at(index, now);
      const distance = Math.hypot(x - point.x, y - point.y);
      if (distance < least) [found, least] = [id, distance];
    });
    return found;
  }

  /** Sets the clock back by this many seconds. */
  setBack(seconds: number): void {
    for (let row = 0; row < this.count * numbersEach; row += numbersEach)
      for (const field of [4, 5, 6]) this.numbers[row + field] = (this.numbers[row + field] ?? 0) - seconds;
    for (const [id, until] of this.#leaving) this.#leaving.set(id, until - seconds);
    this.#movingUntil -= seconds;
  }

  #add(id: string): number | undefined {
    if (this.count >= capacity) return undefined;
    const index = this.#ids.push(id) - 1;
    this.#indexes.set(id, index);
    return index;
  }

  #changed(until = longAgo): void {
    this.#changes += 1;
    this.#movingUntil = Math.max(this.#movingUntil, until);
  }
}
