/**
 * A channel is what one speaker says in one voice to one scope: a place (broadcast, shout) or a resident (whisper, letter). Its messages
 * are numbered 1, 2, 3, ... and the number stands in the text (`#<run>:b17 ...`), so a listener who was there throughout knows from the
 * numbers alone what it must have received.
 *
 * C1  A number is under way until its answer comes: acknowledged (2xx, with the event's `seq`), refused (`applied: false`), or it stays
 *   unknown for ever: such a message may have been said, and nothing is concluded from hearing or not hearing it.
 * C2  A speaker awaits each of its answers, so the acknowledged `seq` of a channel rise with the numbers.
 * C3  Whoever hears a number hears it under the `seq` that its answer names.
 */
import type { Findings } from './findings.ts';

export type Voice = 'broadcast' | 'whisper' | 'shout' | 'letter';

const underWay = 0;
const refused = -1;

export class Channel {
  readonly voice: Voice;
  readonly speaker: string;
  readonly scope: string;
  /** Message ids of acknowledged letters by number: the list of letters is checked against them. */
  readonly ids = new Map<number, string>();
  /** The newest acknowledged `seq`. */
  newest = 0;
  /** By number - 1: `underWay` (or unknown), `refused`, or the acknowledged seq. */
  readonly #seqs: number[] = [];
  /** Numbers that were heard before the answer came. */
  readonly #early = new Map<number, number>();
  readonly #findings: Findings;

  constructor(voice: Voice, speaker: string, scope: string, findings: Findings) {
    this.voice = voice;
    this.speaker = speaker;
    this.scope = scope;
    this.#findings = findings;
  }

  /** The number of the next message. */
  begin(): number {
    return this.#seqs.push(underWay);
  }

  acknowledge(number: number, seq: number): void {
    if (!(seq > this.newest)) {
      this.#findings.add(
        'answer_differs',
        () => `${this.name(number)} was answered with seq ${seq} after ${this.newest}`,
      );
    }
    const early = this.#early.get(number);
    if (early !== undefined && early !== seq) {
      this.#findings.add(
        'answer_differs',
        () => `${this.name(number)} was answered with seq ${seq} and heard with ${early}`,
      );
    }
    this.#early.delete(number);
    this.#seqs[number - 1] = seq;
    this.newest = Math.max(this.newest, seq);
  }

  refuse(number: number): void {
    if (this.#early.delete(number))
      this.#findings.add('refused_but_happened', () => `${this.name(number)} was refused and heard`);
    this.#seqs[number - 1] = refused;
  }

  /** A listener hears a number under `seq`. */
  hear(number: number, seq: number): void {
    const known = this.#seqs[number - 1];
    if (known === seq) return;
    if (known === undefined) this.#findings.add('unasked', () => `${this.name(number)} was heard but never said`);
    else if (known === refused)
      this.#findings.add('refused_but_happened', () => `${this.name(number)} was refused and heard`);
    else if (known !== underWay) {
      this.#findings.add(
        'answer_differs',
        () => `${this.name(number)} was answered with seq ${known} and heard with ${seq}`,
      );
    } else if ((this.#early.get(number) ?? seq) !== seq) {
      this.#findings.add(
        'doubled',
        () => `${this.name(number)} was heard with seq ${seq} and with ${this.#early.get(number)}`,
      );
    } else this.#early.set(number, seq);
  }

  acknowledged(number: number): boolean {
    return (this.#seqs[number - 1] ?? underWay) > 0;
  }

  refused(number: number): boolean {
    return this.#seqs[number - 1] === refused;
  }

  /** The lowest and highest acknowledged number with `from < seq < to`; null when there is none. */
  rangeOf(from: number, to: number): { readonly low: number; readonly high: number } | null {
    if (this.newest <= from) return null;
    const low = this.#firstAbove(from);
    let high = this.#firstAbove(to - 1) - 1;
    while (high >= low && !this.acknowledged(high)) high--;
    return high >= low ? { low, high } : null;
  }

  /** How many numbers from `low` to `high` were acknowledged, and the first of them. */
  count(low: number, high: number): { readonly count: number; readonly first: number } {
    let count = 0;
    let first = 0;
    for (let number = low; number <= high; number++) {
      if (!this.acknowledged(number)) continue;
      if (count++ === 0) first = number;
    }
    return { count, first };
  }

  get size(): number {
    return this.#seqs.length;
  }

  name(number: number): string {
    return `${this.voice} ${number} of ${this.speaker} to ${this.scope}`;
  }

  /**
   * The first acknowledged number whose seq is above `seq`; one past the end when there is none. A binary search over acknowledged
   * numbers (C2).
   */
  #firstAbove(seq: number): number {
    let low = 0;
    let high = this.#seqs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      let probe = middle;
      while (probe < high && (this.#seqs[probe] ?? underWay) <= 0) probe++;
      if (probe === high || (this.#seqs[probe] ?? 0) > seq) high = middle;
      else low = probe + 1;
    }
    while (low < this.#seqs.length && (this.#seqs[low] ?? underWay) <= 0) low++;
    return low + 1;
  }
}
