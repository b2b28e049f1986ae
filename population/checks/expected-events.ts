/**
 * Expected events: what an acknowledged act must make heard, by whom, and by nobody else. Events come before or after the answer, so
 * everything is judged at the end.
 *
 * V1  Everyone who must hear of an act heard of it, as often as it was done.
 * V2  Nobody else heard of it.
 * V3  Nothing was heard of that no act accounts for: what a refused act did would be.
 */
import type { Findings } from './findings.ts';

interface ExpectedEvent {
  readonly type: string;
  /** Whose doing it is, as the event says; null for the city's own, or while none was heard. */
  actor: string | null;
  /** Acts that were acknowledged. */
  done: number;
  /** No act: it may be heard, as often as it comes. */
  allowed: boolean;
  readonly must: Map<string, number>;
  readonly may: Set<string>;
  readonly heard: Map<string, number>;
}

/** Of the events that acts of builders cause, what tells one from another. */
export const eventKey = (type: string, ...parts: readonly string[]): string => [type, ...parts].join(' ');

export class ExpectedEvents {
  readonly #items = new Map<string, ExpectedEvent>();
  /** Acts whose outcome stayed unknown, by type of event and actor. */
  readonly #doubts = new Map<string, number>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** An act was acknowledged. */
  mustBeHeard(key: string, must: Iterable<string>, may: Iterable<string> = []): void {
    const item = this.#item(key);
    item.done++;
    for (const one of new Set(must)) item.must.set(one, (item.must.get(one) ?? 0) + 1);
    for (const one of may) item.may.add(one);
  }

  /** It may happen, or not; but these alone may hear of it. */
  mayBeHeard(key: string, may: Iterable<string>): void {
    const item = this.#item(key);
    item.allowed = true;
    for (const one of may) item.may.add(one);
  }

  /** `actor` asked for something and never learnt what came of it. */
  noteUnknownOutcome(type: string, actor: string): void {
    const name = eventKey(type, actor);
    this.#doubts.set(name, (this.#doubts.get(name) ?? 0) + 1);
  }

  noteHeard(listener: string, key: string, actor: string | null): void {
    const item = this.#item(key);
    item.actor ??= actor;
    item.heard.set(listener, (item.heard.get(listener) ?? 0) + 1);
  }

  /** The last word. `heardAll` are the residents whose stream is complete. Returns how many hearings were owed. */
  judgeAll(heardAll: ReadonlySet<string>): number {
    let owed = 0;
    for (const [key, item] of this.#items) {
      for (const [listener, times] of item.must) {
        if (!heardAll.has(listener)) continue;
        owed += times;
        const heard = item.heard.get(listener) ?? 0;
        if (heard < times)
          this.#findings.add('unheard', () => `${listener} heard of ${key} ${heard} of ${times} times`);
      }
      this.#judgeHearers(key, item);
    }
    return owed;
  }

  #judgeHearers(key: string, item: ExpectedEvent): void {
    const most = Math.max(0, ...item.heard.values());
    if (!item.allowed && most > item.done && !this.#takeDoubts(item, most - item.done)) {
      this.#findings.add('unasked', () => `${key} was heard ${most} times and acknowledged ${item.done} times`);
      return;
    }
    if (item.done === 0 && !item.allowed) return;
    for (const listener of item.heard.keys())
      if (!item.must.has(listener) && !item.may.has(listener))
        this.#findings.add('overheard', () => `${listener} heard of ${key}`);
  }

  #takeDoubts({ type, actor }: ExpectedEvent, times: number): boolean {
    const name = eventKey(type, actor ?? '');
    const left = (this.#doubts.get(name) ?? 0) - times;
    if (left < 0) return false;
    this.#doubts.set(name, left);
    return true;
  }

  #item(key: string): ExpectedEvent {
    const known = this.#items.get(key);
    if (known !== undefined) return known;
    const type = key.split(' ')[0] ?? '';
    const made = {
      type,
      actor: null,
      done: 0,
      allowed: false,
      must: new Map(),
      may: new Set<string>(),
      heard: new Map(),
    };
    this.#items.set(key, made);
    return made;
  }
}
