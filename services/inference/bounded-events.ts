/** Events of a provider, each whole and bounded: what says nothing is left out, and others run between many of them. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { isWithin } from '../json-bounds.ts';

/** Characters of one event, with a line that has not ended: readers keep both in memory. */
const eventCharsMax = 256 * 1024;
const eventJson = { valuesMax: 10_000, depthMax: 64 };

/** Passed on without a pause. */
const eventsInARow = 32;
const linesInARow = 1_024;

/** Errors with `outOf` and a reason that goes on after a colon. */
export function eventsWithin(
  bytesMax: number,
  outOf: (reason: string) => Error,
): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const lines = new EventLines();
  let bytes = 0;
  const pass = (controller: TransformStreamDefaultController<Uint8Array>, event: string): void => {
    if (!isWithin(event, eventJson)) throw outOf('the provider sent an event of too many values');
    controller.enqueue(encoder.encode(`${event}\n`));
  };
  return new TransformStream({
    async transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw outOf(`the provider sent more than ${bytesMax} bytes`);
      let row = 0;
      for (const [n, part] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
        const event = n === 0 ? undefined : lines.end();
        lines.add(part);
        if (lines.chars > eventCharsMax) throw outOf(`the provider sent an event of more than ${eventCharsMax} bytes`);
        if (event !== undefined) pass(controller, event);
        row += event === undefined ? 1 : linesInARow / eventsInARow;
        if (row < linesInARow) continue;
        row = 0;
        await letOthersRun();
      }
    },
    flush(controller) {
      lines.end();
      const event = lines.end();
      if (event !== undefined) pass(controller, event);
    },
  });
}

/** Puts lines together to events. */
class EventLines {
  #line = '';
  #event = '';

  get chars(): number {
    return this.#line.length + this.#event.length;
  }

  add(text: string): void {
    this.#line += text;
  }

  /** The line has ended; the event, when it was the empty one that ends it. Comments are none of its lines. */
  end(): string | undefined {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (line === '') return this.#ended();
    if (!line.startsWith(':')) this.#event += `${line}\n`;
    return undefined;
  }

  #ended(): string | undefined {
    const event = this.#event;
    this.#event = '';
    return event === '' ? undefined : event;
  }
}
