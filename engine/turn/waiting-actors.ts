/**
 * Which actors wait for somebody, and since when: for the operator, never for a rule. Derived from images as an index is. Waits begin in
 * the order of turns, in which time does not run backwards (OP9), so the first is the oldest. Only after recovery, which reads images in
 * no order, must they be sorted once.
 */
import type { Image, KindRules } from '../actor-kind.ts';
import type { ActorId } from '../ids.ts';

interface Line {
  since: Map<ActorId, number>;
  newest: number;
  isSorted: boolean;
}

export class Waiting {
  readonly #lines = new Map<string, Line>();

  /** Called when image `is` takes the place of image `was`. */
  move({ waits }: KindRules, id: ActorId, was: Image | undefined, is: Image | undefined): void {
    if (waits === undefined) return;
    const [before, after] = [was && waits(was), is && waits(is)];
    if (before?.for === after?.for) return;
    if (before !== undefined) this.#lines.get(before.for)?.since.delete(id);
    if (after === undefined) return;
    const line = this.#lines.get(after.for) ?? { since: new Map<ActorId, number>(), newest: 0, isSorted: true };
    line.since.set(id, after.since);
    if (after.since < line.newest) line.isSorted = false;
    line.newest = Math.max(line.newest, after.since);
    this.#lines.set(after.for, line);
  }

  /** The beginning of the oldest wait, in milliseconds since 1970, by what is waited for. */
  oldest(): ReadonlyMap<string, number> {
    const oldest = new Map<string, number>();
    for (const [what, line] of this.#lines) {
      if (!line.isSorted) {
        line.since = new Map([...line.since].toSorted(([, one], [, other]) => one - other));
        line.isSorted = true;
      }
      const { value: first } = line.since.values().next();
      if (first !== undefined) oldest.set(what, first);
    }
    return oldest;
  }
}
