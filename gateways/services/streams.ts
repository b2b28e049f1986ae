/** Sends what a service produces piece by piece, and says what that has cost. */
import { refused } from '../refusals/refusals.ts';
import type { EventStream } from '../transport/event-stream.ts';
import { type CallRefusal, refusalOf } from './call-refusals.ts';
import type { BoundedStream } from './calls.ts';
import type { Pauses } from './pauses.ts';
import { Stopped } from './stopped.ts';

/** Bytes of all events of a stream; never in memory together. */
const streamBytesMax = 64 * 1024 * 1024;

/** How a stream has ended, before anything is taken. */
export type Streamed = { readonly type: 'whole' | 'cut'; readonly cost: number } | CallRefusal;

/** Whose stream it is, what it may cost, and who is told when it fails. */
export interface Streaming {
  readonly service: string;
  readonly hold: number;
  readonly pauses: Pauses;
  readonly failed: (cause: unknown) => void;
}

/** Who reads the events. */
export type Reader = Pick<EventStream, 'write' | 'closed'>;

/**
 * Reads one event ahead of what there is room for, never more, and keeps none. What was produced is paid: by who leaves, by who has read
 * until the deadline, and where it grows too large; what the city ends, or a service that throws, costs nothing (GS7). Never rejects, and
 * ends with what ends the call, whatever hangs.
 */
export async function sendEvents(of: Streaming, stream: BoundedStream, to: Reader): Promise<Streamed> {
  const stopped = new Stopped(stream.end.reached, to.closed);
  const events = stream.events[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const next = await stopped.or(events.next());
      if (next === 'closed') return await costOf(of, stream, 'cut');
      if ('code' in next) return await cutBy(next, bytes > 0, of, stream);
      if (next.done === true) return await costOf(of, stream, 'whole');
      bytes += Buffer.byteLength(next.value);
      if (bytes > streamBytesMax) return await costOf(of, stream, 'cut');
      const written = await stopped.or(to.write(next.value));
      if (typeof written === 'object') return await cutBy(written, true, of, stream);
      if (written !== true) return await costOf(of, stream, 'cut');
      await of.pauses.after(next.value);
    }
  } catch (cause) {
    of.failed(cause);
    return failed(of, 'it broke off');
  } finally {
    void stop(events);
    stream.end.release();
  }
}

/** What was sent by the deadline is paid; to whom the city closes, nothing is owed. */
const cutBy = async (end: CallRefusal, isBegun: boolean, of: Streaming, stream: BoundedStream): Promise<Streamed> =>
  end.code === 'timeout' && isBegun ? costOf(of, stream, 'cut') : end;

/** What nobody is there to read any more has cost. Never rejects. */
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

/** Stops what produces the events; one that does not stop is not waited for. */
async function stop(events: AsyncIterator<string>): Promise<void> {
  try {
    await events.return?.();
  } catch {
    // Nothing of it counts any more.
  }
}

/** The deadline is no bound of it, for it may be what has ended the stream. What is not known in time costs the most that it can. */
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
