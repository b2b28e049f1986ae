/** Sends what a service produces piece by piece, and says what that has cost. */
import { refused } from '../refusals.ts';
import type { EventStream } from '../transport/event-stream.ts';
import { type CallRefusal, refusalOf } from './call-refusals.ts';
import type { BoundedStream } from './calls.ts';

/** Bytes of all events of a stream; never in memory together. */
const streamBytesMax = 64 * 1024 * 1024;

/** How a stream has ended, before anything is taken. */
export type Streamed = { readonly type: 'whole' | 'left'; readonly cost: number } | CallRefusal;

/** Whose stream it is, what it may cost, and who is told when it fails. */
export interface Streaming {
  readonly service: string;
  readonly hold: number;
  readonly failed: (cause: unknown) => void;
}

/** Who reads the events. */
export type Reader = Pick<EventStream, 'write' | 'closed'>;

/**
 * Reads one event ahead of its reader, never more. Who leaves pays for what was produced; one that breaks off, grows too large,
 * takes too long or is ended by the city costs nothing (GS7). Never rejects, and ends with what ends the call, whatever hangs.
 */
export async function sendEvents(of: Streaming, stream: BoundedStream, to: Reader): Promise<Streamed> {
  const ended = stream.end.reached;
  const events = stream.events[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const next = await Promise.race([ended, to.closed, events.next()]);
      if (next === 'closed') return await costOf(of, stream, 'left');
      if ('code' in next) return next;
      if (next.done === true) return await costOf(of, stream, 'whole');
      bytes += Buffer.byteLength(next.value);
      if (bytes > streamBytesMax) return failed(of, `its answer was larger than ${streamBytesMax} bytes`);
      const written = await Promise.race([ended, to.write(next.value)]);
      if (typeof written !== 'boolean') return written;
      if (!written) return await costOf(of, stream, 'left');
    }
  } catch (cause) {
    of.failed(cause);
    return failed(of, 'it broke off');
  } finally {
    void stop(events);
    stream.end.release();
  }
}

/** Nobody is there to read it. */
export function dropStream({ events, end }: BoundedStream): void {
  void stop(events[Symbol.asyncIterator]());
  end.release();
}

/** Stops what produces the events; one that does not stop is not waited for. */
async function stop(events: AsyncIterator<string>): Promise<void> {
  try {
    await events.return?.();
  } catch {
    // Nothing of it counts any more.
  }
}

async function costOf(of: Streaming, { cost, end }: BoundedStream, type: 'whole' | 'left'): Promise<Streamed> {
  const produced = await Promise.race([end.reached, cost()]);
  if (typeof produced !== 'number') return 'context' in produced ? produced : refusalOf(of.service, produced);
  const isPossible = Number.isSafeInteger(produced) && produced >= 0 && produced <= of.hold;
  return isPossible ? { type, cost: produced } : failed(of, 'it asked for another price than it may');
}

const failed = ({ service }: Streaming, reason: string): CallRefusal => refused('service_failed', { service, reason });
