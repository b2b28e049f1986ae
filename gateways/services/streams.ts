/** Sends what a service produces piece by piece, and says what that has cost. */
import type { ServiceStream } from '../../services/contract.ts';
import { refused } from '../refusals.ts';
import type { EventStream } from '../transport/event-stream.ts';
import type { BoundedStream, CallRefusal } from './calls.ts';

/** How a stream has ended, before anything is taken. */
export type Streamed = { readonly type: 'whole' | 'left'; readonly cost: number } | CallRefusal;

/**
 * Reads one event ahead of its reader, never more. Who leaves pays for what was produced; one that breaks off, takes too long or is
 * ended by the city costs nothing.
 */
export async function sendEvents(
  service: string,
  stream: BoundedStream,
  to: EventStream,
  hold: number,
): Promise<Streamed> {
  const events = stream.events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([events.next(), stream.end.reached]);
      if ('code' in next) return next;
      if (next.done === true) return costOf(service, stream, hold, 'whole');
      if (!(await to.write(next.value))) return costOf(service, stream, hold, 'left');
    }
  } catch {
    return refused('service_failed', { service, reason: 'it broke off' });
  } finally {
    stream.end.release();
    // Stops what produces them; one that does not stop is not waited for.
    void Promise.resolve(events.return?.()).catch(() => undefined);
  }
}

function costOf(service: string, { cost }: ServiceStream, hold: number, type: 'whole' | 'left'): Streamed {
  const produced = cost();
  return Number.isSafeInteger(produced) && produced >= 0 && produced <= hold
    ? { type, cost: produced }
    : refused('service_failed', { service, reason: 'it asked for another price than it may' });
}
