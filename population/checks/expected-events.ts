/**
 * Expected events: the events that an acknowledged act must cause, and who must and may hear them. Events come before or after the
 * answer, so everything is judged at the end.
 *
 * V1  Everyone who must hear of an act heard of it, as often as it was done.
 * V2  Nobody else heard of it.
 * V3  Every event that was heard belongs to an act: an effect of a refused act would belong to none.
 */
import type { Findings } from './findings.ts';

interface ExpectedEvent {
  readonly type: string;
  /** The actor that the event names; null for the city itself, or while no event was heard. */
  actor: string | null;
  /** Acknowledged acts. */
  done: number;
  /** No act is needed: such events may be heard any number of times. */
  allowed: boolean;
  readonly must: Map<string, number>;
  readonly may: Set<string>;
  readonly heard: Map<string, number>;
}

/** The key that tells events of builders' acts apart. */
export const eventKey = (type: string, ...parts: readonly string[]): string => [type, ...parts].join(' ');

export class ExpectedEvents {
  readonly #items = new Map<string, ExpectedEvent>();
  /** Acts whose outcome stayed unknown, by type of event and actor. */
  readonly #doubts = new Map<string, number>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** An act was acknowledged: `must` must hear of it, `may` may. */
  mustBeHeard(key: string, must: Iterable<string>, may: Iterable<string> = []): void {
    const item = this.#item(key);
    item.done++;
    for (const one of new Set(must)) item.must.set(one, (item.must.get(one) ?? 0) + 1);
    for (const one of may) item.may.add(one);
  }

  /** An event that may come or not; only these may hear it. */
  mayBeHeard(key: string, may: Iterable<string>): void {
    const item = this.#item(key);
    item.allowed = true;
    for (const one of may) item.may.add(one);
  }

  /** An act of `actor` without a known outcome. */
  noteUnknownOutcome(type: string, actor: string): void {
    const name = eventKey(type, actor);
    this.#doubts.set(name, (this.#doubts.get(name) ?? 0) + 1);
  }

  noteHeard(listener: string, key: string, actor: string | null): void {
    const item = this.#item(key);
    item.actor ??= actor;
    item.heard.set(listener, (item.heard.get(listener) ?? 0) + 1);
  }

  /** The final check. `heardAll`: residents whose stream is complete. The result: how many times an event had to be heard. */
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
