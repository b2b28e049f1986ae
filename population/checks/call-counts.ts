/**
 * A service that counts its calls in the store and answers with the count. The city runs the calls of one place one at a time and
 * keeps the store with the answer, so:
 *
 * N1  No two acknowledged calls get the same count.
 * N2  A call that began after another was answered gets a higher count.
 * N3  The counts have no gaps but for calls whose outcome stayed unknown: a call that was refused or failed counted nothing.
 */
import type { Findings } from './findings.ts';

export class CallCounts {
  /** Calls whose outcome is not known, those of strangers among them. */
  unknown = 0;
  readonly #name: string;
  readonly #findings: Findings;
  readonly #seen = new Set<number>();
  #highest = 0;

  constructor(name: string, findings: Findings) {
    this.#name = name;
    this.#findings = findings;
  }

  /** Acknowledged calls. */
  get size(): number {
    return this.#seen.size;
  }

  /** A call begins. Its answer must be above the result. */
  begin(): number {
    return this.#highest;
  }

  done(after: number, count: number): void {
    if (this.#seen.has(count)) this.#wrong(() => `counted ${count} twice`);
    else if (!(count > after)) this.#wrong(() => `counted ${count} in a call that began after ${after} was answered`);
    this.#seen.add(count);
    this.#highest = Math.max(this.#highest, count);
  }

  close(): void {
    const gaps = this.#highest - this.#seen.size;
    if (gaps > this.unknown)
      this.#wrong(() => `counted to ${this.#highest} in ${this.#seen.size} answered and ${this.unknown} unknown calls`);
  }

  #wrong(what: () => string): void {
    this.#findings.add('miscounted', () => `${this.#name} ${what()}`);
  }
}
