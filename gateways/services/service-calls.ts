/**
 * Calls of global services, between the turns that the city makes of them (`actors/kinds/service-call`): input and output are
 * kept here, in memory, and nowhere else.
 *
 * Owns: how a handler is run and which of its results count: a failure, and an answer too late, too large or of the wrong shape, cost
 * nothing. Not: who may call and what is charged (the charts), what the call does (the service).
 */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { EffectPerformers, ServiceResult } from '../../actors/effects.ts';
import { type Json, jsonOf } from '../../engine/command.ts';
import { PassingMap, PassingSet } from '../../engine/passing.ts';
import { type Clock, JournalUnavailable, type Log } from '../../engine/ports.ts';
import type {
  AnyOperation,
  Handler,
  Manifest,
  ServiceAnswer,
  ServiceCall,
  ServiceStream,
} from '../../services/contract.ts';
import type { Limited } from '../limits/rate-limit.ts';
import { SlidingLog } from '../limits/sliding-log.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Waiting } from '../route/route.ts';
import { CallEnd } from './call-end.ts';
import { ConcurrencyPerResident, type Place } from './concurrency-per-resident.ts';
import { type FailingService, ServiceFailures } from './failing-services.ts';
import { type CallRefusal, refusalOf } from './service-call-refusals.ts';
import { Pauses } from './stream-pauses.ts';

/** An answer that counts. `json`: its body when nothing is charged. */
export interface SoundAnswer extends ServiceAnswer {
  readonly json: Json<object>;
}

/** A stream, and its early end. Whoever has the stream releases that in the end. */
export interface BoundedStream extends ServiceStream {
  readonly end: CallEnd;
  /** Milliseconds in which it must report its cost after it has ended. */
  readonly costMsMax: number;
  /** The schema of its events, where the operation declares one. */
  readonly streamed?: z.ZodType | undefined;
}

/** The result of a call, before anything is charged. */
export type Handled = SoundAnswer | BoundedStream | CallRefusal;

const busy = refused('busy', { retry_after_seconds: 1 });
const closing = refused('busy', { retry_after_seconds: 5 });

/** Bytes of one answer, as JSON text. */
const answerBytesMax = 4 * 1024 * 1024;

/** Milliseconds beyond its deadline after which a call counts as failed, whatever delays it. */
const graceMs = 30_000;

/** The most milliseconds for the cost of a stream; a shorter deadline counts here too. */
const costMsMax = 25_000;

export interface CallsOptions {
  readonly manifests: readonly Manifest[];
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly log: Log;
  /** Residents whose calls are counted at the same time. */
  readonly rateNamesMax: number;
  /** Bytes of the answer to a priced call: larger ones are not kept under the key of their request. */
  readonly answerKeptBytesMax: number;
}

/** Calls of one resident that run concurrently where the manifest does not say it, and calls that wait. */
const atOnceDefault = 2;
const waitingMax = 60;

interface Mounted {
  readonly manifest: Manifest;
  readonly rate: SlidingLog;
  readonly concurrency: ConcurrencyPerResident;
  handlers: Readonly<Record<string, Handler>> | undefined;
}

/** The operation that a call is for. */
export interface CalledOperation {
  readonly service: string;
  readonly operation: string;
}

/** A call as it came. Its handler also gets a signal that is aborted at its end. */
export interface RawCall extends Omit<ServiceCall, 'signal'> {
  readonly waiting: Waiting;
}

export class ServiceCalls {
  readonly #options: CallsOptions;
  readonly #services: ReadonlyMap<string, Mounted>;
  readonly #failures: ServiceFailures;
  /** Of all streams. */
  readonly pauses = new Pauses();
  /** The early ends of all calls that are under way. */
  readonly #ends = new PassingSet<CallEnd>();
  #isClosing = false;
  /** Priced calls whose turns are under way, by reference. */
  readonly #kept = new PassingMap<string, () => Promise<ServiceResult>>();

  constructor(options: CallsOptions) {
    const { manifests, clock, log, rateNamesMax } = options;
    this.#options = options;
    this.#failures = new ServiceFailures(clock, log);
    const mounted = (manifest: Manifest): Mounted => ({
      manifest,
      rate: new SlidingLog(manifest.callsPerMinute, rateNamesMax, () => clock.elapsed()),
      concurrency: new ConcurrencyPerResident(manifest.callsAtOnce ?? atOnceDefault, waitingMax),
      handlers: undefined,
    });
    this.#services = new Map(manifests.map((manifest) => [manifest.id, mounted(manifest)]));
  }

  get answerKeptBytesMax(): number {
    return this.#options.answerKeptBytesMax;
  }

  couldNotKeep(cause: unknown): void {
    this.#options.log.warn({ cause: String(cause) }, 'the answer of a paid call could not be kept');
  }

  /** The service is open: its handlers may be called. */
  attach(service: string, handlers: Readonly<Record<string, Handler>>): void {
    this.#mounted(service).handlers = handlers;
  }

  /** Keeps what a priced call is to run until its hold is committed. Returns the reference that the turn carries. */
  keep(run: () => Promise<ServiceResult>): string {
    const reference = randomBytes(16).toString('base64url');
    this.#kept.set(reference, run);
    return reference;
  }

  forget(reference: string): void {
    this.#kept.delete(reference);
  }

  /** Performs the effect of a priced call. One for which nobody waits any more ends as `forgotten`. */
  performer(): EffectPerformers['service'] {
    const deadlines = [...this.#services.values()].map(({ manifest }) => manifest.deadlineMs);
    return {
      after: 'lost',
      failsAfterMs: Math.max(0, ...deadlines) + graceMs,
      perform: async (_id, { reference }) => {
        const run = this.#kept.take(reference);
        return { result: run === undefined ? { type: 'forgotten' } : await run() };
      },
    };
  }

  /** The refusal of the resident's next call by the rate limit, if any. */
  limited(service: string, resident: string): Limited | undefined {
    return this.#mounted(service).rate.refusalOf(resident);
  }

  /**
   * Takes a place in the resident's queue (GS10), or answers `busy`; then counts against the service's rate limit (GS4); and runs the
   * handler when its place comes, within its deadline. Never rejects.
   */
  async handle(to: CalledOperation, resident: string, call: RawCall): Promise<Handled> {
    const { service, operation } = to;
    const { manifest, handlers, rate, concurrency } = this.#mounted(service);
    const handle = handlers?.[operation];
    const declared = manifest.operations[operation];
    if (handle === undefined || declared === undefined) return busy;
    if (this.#isClosing) return closing;
    const place = concurrency.enter(resident);
    if (place === undefined) return rate.refusalOf(resident) ?? busy;
    const limited = rate.take(resident);
    if (limited !== undefined) {
      place.leave();
      return limited;
    }
    const tooLate = refused('timeout', { service, duration_ms: manifest.deadlineMs });
    const end = new CallEnd(manifest.deadlineMs, tooLate, call.waiting, (over) => {
      if (this.#ends.delete(over)) place.leave();
    });
    this.#ends.add(end);
    const begun = this.#inQueue(place, end, () => this.#run(handle, declared, to, call, end));
    const handled = await Promise.race([begun, end.reached]);
    if (handled.type !== 'stream') end.release();
    // A call that waited in the queue did not have all of its time: the resident's other calls are no failure of the service.
    if (handled === tooLate && place.begins === undefined)
      this.failed(to, `no answer within ${manifest.deadlineMs} ms`);
    return handled;
  }

  /** A call does not begin when nobody waits for it any more. */
  async #inQueue({ begins }: Place, end: CallEnd, run: () => Promise<Handled>): Promise<Handled> {
    if (begins === undefined) return run();
    await begins;
    return end.isOver ? busy : run();
  }

  async #run(
    handle: Handler,
    declared: AnyOperation,
    to: CalledOperation,
    call: RawCall,
    end: CallEnd,
  ): Promise<Handled> {
    try {
      if (end.isOver) throw new Error('nobody waits for it');
      const outcome = await handle(new BoundedCall(end, call));
      if (outcome.type === 'stream') {
        const { deadlineMs } = this.#mounted(to.service).manifest;
        return { streamed: declared.streamed, ...outcome, end, costMsMax: Math.min(costMsMax, deadlineMs) };
      }
      const handled =
        outcome.type === 'answer' ? sound(to.service, declared, outcome, call.hold) : refusalOf(to.service, outcome);
      if (!end.isOver) this.#ended(to, handled);
      return handled;
    } catch (cause) {
      if (cause instanceof JournalUnavailable)
        return declared.method === 'GET' ? busy : { ...busy, applied: 'unknown' };
      // The caller has disconnected, which is no failure.
      if (!end.isOver) this.failed(to, cause);
      return refused('service_failed', { service: to.service, reason: 'it broke down' });
    }
  }

  #ended(to: CalledOperation, handled: SoundAnswer | CallRefusal): void {
    const hasFailed = handled.type === 'refused' && handled.code === 'service_failed' && 'reason' in handled.context;
    if (hasFailed) this.failed(to, handled.context.reason);
    else this.answered(to.service);
  }

  /** The operator learns it from the log and from `failing`. */
  failed(to: CalledOperation, cause: unknown): void {
    this.#failures.failed(to, String(cause));
  }

  /** A call has ended as it should. */
  answered(service: string): void {
    this.#failures.answered(service);
  }

  /** Services that keep failing, by name. */
  get failing(): Readonly<Record<string, FailingService>> {
    return this.#failures.failing;
  }

  /** Refuses all calls that still wait for a service: the city closes. */
  close(): void {
    this.#isClosing = true;
    for (const end of this.#ends) end.end(closing);
  }

  #mounted(service: string): Mounted {
    const mounted = this.#services.get(service);
    if (mounted === undefined) throw new Error(`no service ${service}`);
    return mounted;
  }
}

/**
 * The call, as its handler gets it. A class: an object literal with a getter is a shape of its own for each call, which keeps the call, its
 * answer and its caller alive until all of memory is collected.
 */
class BoundedCall implements ServiceCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly given: ServiceCall['given'];
  readonly caller: ServiceCall['caller'];
  readonly key: ServiceCall['key'];
  readonly hold: number;
  readonly balance: number;
  readonly #end: CallEnd;

  constructor(end: CallEnd, { params, query, body, given, caller, key, hold, balance }: RawCall) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.given = given;
    this.caller = caller;
    this.key = key;
    this.hold = hold;
    this.balance = balance;
    this.#end = end;
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }
}

/** The answer, if its cost is within the hold, its shape is as declared, and it is not too large (GS3). */
function sound(
  service: string,
  { answer }: AnyOperation,
  outcome: ServiceAnswer,
  hold: number,
): SoundAnswer | CallRefusal {
  const { cost } = outcome;
  if (!Number.isSafeInteger(cost) || cost < 0 || cost > hold)
    return refused('service_failed', { service, reason: 'it asked for another price than it may' });
  const body = outcome.body({ charged: 0, balance: 0 });
  if (!answer.safeParse(body).success)
    return refused('service_failed', { service, reason: 'its answer was not as it says' });
  const json = jsonOf(body);
  if (Buffer.byteLength(json) > answerBytesMax)
    return refused('service_failed', { service, reason: `its answer was larger than ${answerBytesMax} bytes` });
  return { type: outcome.type, cost, body: outcome.body, json };
}
