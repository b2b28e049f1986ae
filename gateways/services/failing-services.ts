/** Failures of global services, for the operator: a line in the log at intervals, and the list of services that keep failing. */
import type { Clock, Log } from '../../engine/ports.ts';

/** Milliseconds between two lines about one service: a service that fails at every call must not fill the log. */
const lineEveryMs = 60_000;
/** A service keeps failing when so many calls in a row have failed. */
const inARowMin = 3;
/** Characters of a reason: an exception of a service may contain its whole answer. */
const reasonCharsMax = 300;

/** A service that keeps failing. */
export interface FailingService {
  /** Failed calls since the last answered one. */
  readonly failures: number;
  /** The reason of the last failure. */
  readonly reason: string;
  /** Milliseconds since the first of them. */
  readonly for_ms: number;
}

/** Services that keep failing, by name. */
export type FailingServices = () => Readonly<Record<string, FailingService>>;

/** The operation that has failed. */
interface Failed {
  readonly service: string;
  readonly operation: string;
}

interface FailureCount {
  failures: number;
  since: number;
  reason: string;
  /** When it was last logged, and failures since then. */
  loggedAt: number | undefined;
  unlogged: number;
}

export class ServiceFailures {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #log: Log;
  /** By service: as many as are on the list. */
  readonly #records = new Map<string, FailureCount>();

  constructor(clock: Pick<Clock, 'elapsed'>, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** A call has failed. The line says neither who called nor what was asked. */
  failed({ service, operation }: Failed, cause: string): void {
    const reason = cause.slice(0, reasonCharsMax);
    const now = this.#clock.elapsed();
    const record = this.#recordOf(service);
    if (record.failures === 0) record.since = now;
    record.failures += 1;
    record.unlogged += 1;
    record.reason = reason;
    if (record.loggedAt !== undefined && now - record.loggedAt < lineEveryMs) return;
    this.#log.warn({ service, operation, reason, failures: record.unlogged }, 'a global service failed');
    record.loggedAt = now;
    record.unlogged = 0;
  }

  /** A call was answered, or refused because of the caller's input. */
  answered(service: string): void {
    const record = this.#records.get(service);
    if (record !== undefined) record.failures = 0;
  }

  /** Services that keep failing, by name. */
  get failing(): Readonly<Record<string, FailingService>> {
    const now = this.#clock.elapsed();
    const found = [...this.#records].filter(([, { failures }]) => failures >= inARowMin);
    return Object.fromEntries(
      found.map(([service, { failures, reason, since }]) => [service, { failures, reason, for_ms: now - since }]),
    );
  }

  #recordOf(service: string): FailureCount {
    const known = this.#records.get(service);
    if (known !== undefined) return known;
    const made: FailureCount = { failures: 0, since: 0, reason: '', loggedAt: undefined, unlogged: 0 };
    this.#records.set(service, made);
    return made;
  }
}
