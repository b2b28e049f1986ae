/** Sends what a service produces piece by piece, and reports what it has cost. */
import { publishStreamed } from '../diagnostics.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { EventStream } from '../transport/event-stream.ts';
import { type CallRefusal, refusalOf } from './service-call-refusals.ts';
import type { BoundedStream } from './service-calls.ts';
import { StoppableWait } from './stoppable-wait.ts';
import type { Pauses } from './stream-pauses.ts';

/** Bytes of all events of a stream; they are never in memory together. */
const streamBytesMax = 64 * 1024 * 1024;

/** How a stream has ended, before anything is charged. */
export type Streamed = { readonly type: 'whole' | 'cut'; readonly cost: number } | CallRefusal;

/** The operation of a stream, its hold, and where its failures are reported. */
export interface Streaming {
  readonly service: string;
  readonly hold: number;
  readonly pauses: Pauses;
  readonly failed: (cause: unknown) => void;
}

/** The reader of the events. */
export type Reader = Pick<EventStream, 'write' | 'closed'>;

/**
 * Reads at most one event ahead of what the reader has room for, and keeps none. What was produced is charged when the reader leaves, when
 * the deadline passes, and when the stream grows too large. A stream that the city ends, or whose service throws, costs nothing (GS7).
 * Never rejects, and ends when the call ends, whatever hangs.
 */
export async function sendEvents(of: Streaming, stream: BoundedStream, to: Reader): Promise<Streamed> {
  const wait = new StoppableWait(stream.end.reached, to.closed);
  const events = stream.events[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const next = await wait.or(events.next());
      if (next === 'closed') return await costOf(of, stream, 'cut');
      if ('code' in next) return await cutBy(next, bytes > 0, of, stream);
      if (next.done === true) return await costOf(of, stream, 'whole');
      bytes += Buffer.byteLength(next.value);
      if (bytes > streamBytesMax) return await costOf(of, stream, 'cut');
      publishStreamed(of.service, stream.streamed, next.value);
      // What need not be waited for costs no turn of promises: this runs for each word.
      const writing = to.write(next.value);
      const written = typeof writing === 'boolean' ? writing : await wait.or(writing);
      if (typeof written === 'object') return await cutBy(written, true, of, stream);
      if (written !== true) return await costOf(of, stream, 'cut');
      const pause = of.pauses.after(next.value);
      if (pause !== undefined) await pause;
    }
  } catch (cause) {
    of.failed(cause);
    return failed(of, 'it broke off');
  } finally {
    void stop(events);
    stream.end.release();
  }
}

/** What was sent by the deadline is charged; a stream that the closing city ends costs nothing. */
const cutBy = async (end: CallRefusal, isBegun: boolean, of: Streaming, stream: BoundedStream): Promise<Streamed> =>
  end.code === 'timeout' && isBegun ? costOf(of, stream, 'cut') : end;

/** The cost of a stream that nobody reads any more. Never rejects. */
export async function costUnread(of: Streaming, stream: BoundedStream): Promise<Streamed> {
  try {
    void stop(stream.events[Symbol.asyncIterator]());
    return await costOf(of, stream, 'cut');
  } catch (cause) {
    of.failed(cause);
    return failed(of, 'it broke off');
  } finally {
    stream.end.release();
  }
}

/** Stops the producer of the events, without waiting for it. */
async function stop(events: AsyncIterator<string>): Promise<void> {
  try {
    await events.return?.();
  } catch {
    // The result no longer counts.
  }
}

/**
 * The deadline does not bound it, since it may be what has ended the stream. A cost that is not known in time is the most that it can be.
 */
async function costOf(of: Streaming, stream: BoundedStream, type: 'whole' | 'cut'): Promise<Streamed> {
  const { costMsMax } = stream;
  const produced = (await withinMs(stream.cost(), costMsMax)) ?? stream.most?.();
  if (produced === undefined) return refused('timeout', { service: of.service, duration_ms: costMsMax });
  if (typeof produced !== 'number') return refusalOf(of.service, produced);
  const isPossible = Number.isSafeInteger(produced) && produced >= 0;
  return isPossible ? { type, cost: Math.min(produced, of.hold) } : failed(of, 'it asked for a price that is none');
}

/** Undefined when it takes longer. */
function withinMs<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const failed = ({ service }: Streaming, reason: string): CallRefusal => refused('service_failed', { service, reason });
