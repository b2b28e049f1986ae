/** Reads the events of a provider, each whole and bounded. Empty events are left out, and others get their turn between many of them. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { isWithin } from '../json-bounds.ts';
import { OutOfBounds } from './bounded-fetch.ts';

/** Characters of one event, and of a line that has not ended: readers keep both in memory. */
const eventCharsMax = 256 * 1024;
const eventJson = { valuesMax: 10_000, depthMax: 64 };

/** Events that are passed on without a pause. */
const eventsInARow = 32;
const linesInARow = 1_024;

/** The data of each event. Throws `OutOfBounds`. */
export async function* eventsIn(body: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const lines = new EventLines();
  let bytes = 0;
  let row = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new OutOfBounds(`the provider sent more than ${bytesMax} bytes`);
    for (const [n, part] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
      const data = n === 0 ? undefined : lines.end();
      lines.add(part);
      if (lines.chars > eventCharsMax)
        throw new OutOfBounds(`the provider sent an event of more than ${eventCharsMax} bytes`);
      if (data !== undefined) yield sparse(data);
      row += data === undefined ? 1 : linesInARow / eventsInARow;
      if (row < linesInARow) continue;
      row = 0;
      await letOthersRun();
    }
  }
  lines.end();
  const data = lines.end();
  if (data !== undefined) yield sparse(data);
}

function sparse(data: string): string {
  if (!isWithin(data, eventJson)) throw new OutOfBounds('the provider sent an event of too many values');
  return data;
}

/** Joins lines to events. Of their fields only `data` counts. */
class EventLines {
  #line = '';
  #data: string | undefined;
  #charsBefore = 0;

  get chars(): number {
    return this.#charsBefore + this.#line.length;
  }

  add(text: string): void {
    this.#line += text;
  }

  /** Takes a whole line. The result: the data of the event, when the line is the empty one that ends it. Comments are ignored. */
  end(): string | undefined {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (line === '') return this.#ended();
    if (!line.startsWith(':')) this.#charsBefore += line.length + 1;
    if (line.startsWith('data:')) {
      const said = line.slice(line[5] === ' ' ? 6 : 5);
      this.#data = this.#data === undefined ? said : `${this.#data}\n${said}`;
    }
    return undefined;
  }

  #ended(): string | undefined {
    const data = this.#data;
    this.#data = undefined;
    this.#charsBefore = 0;
    return data;
  }
}
