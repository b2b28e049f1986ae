/**
 * Counts and latencies of a run. A latency is that of one exchange over HTTP, from sending to the last byte, without the waits between
 * repeats.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

export interface RequestStatistics {
  /** Requests of the residents, each of one or several exchanges. */
  begun: number;
  done: number;
  refused: number;
  /** Requests that were given up without an answer. */
  unknown: number;
  /** HTTP exchanges, repeats included. */
  exchanges: number;
  /** Microseconds of every 2xx exchange. */
  readonly latency: RecordableHistogram;
}

export class ClientStatistics {
  readonly requests = new Map<string, RequestStatistics>();
  /** By `<status> <code>`, and `lost <reason>` for exchanges without an answer. */
  readonly errors = new Map<string, number>();
  readonly events = new Map<string, number>();
  eventCount = 0;
  begun = 0;
  connected = 0;
  droppedOnPurpose = 0;
  connectionsLost = 0;
  resumed = 0;
  /** Repeats of an acknowledged request under its own key, which check that the answer is the same. */
  repeatsCompared = 0;

  ofRequest(name: string): RequestStatistics {
    const known = this.requests.get(name);
    if (known !== undefined) return known;
    const made = { begun: 0, done: 0, refused: 0, unknown: 0, exchanges: 0, latency: createHistogram() };
    this.requests.set(name, made);
    return made;
  }

  countError(name: string): void {
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1);
  }

  countEvent(type: string): void {
    this.eventCount++;
    this.events.set(type, (this.events.get(type) ?? 0) + 1);
  }
}
