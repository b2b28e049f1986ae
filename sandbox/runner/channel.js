/**
 * What the children of the runner share: their channel to it, descriptor 3, which is never stdout or stderr, and the reason that they
 * give when code threw. The runner does not trust the children, and the city does not trust the runner.
 */
import { readSync, writeSync } from 'node:fs';

export const wire = 3;
const newline = 10;
const chunkBytes = 65_536;

/** Waits for the one line that a run gets. */
export function readLineSync() {
  const chunk = Buffer.alloc(chunkBytes);
  /** @type {Buffer[]} */
  const parts = [];
  for (;;) {
    const bytes = readSync(wire, chunk, 0, chunkBytes, null);
    const part = Buffer.from(chunk.subarray(0, bytes));
    const end = part.indexOf(newline);
    parts.push(end < 0 ? part : part.subarray(0, end));
    if (end >= 0 || bytes === 0) return Buffer.concat(parts).toString('utf8');
  }
}

/** Sends a message and waits until it is written: for the last moment of a process. */
export function saySync(/** @type {object} */ message) {
  let rest = Buffer.from(`${JSON.stringify(message)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(wire, rest));
    } catch (error) {
      if (error?.code !== 'EAGAIN') return;
    }
  }
}

/** Code that threw nothing and still has no answer. The message says all that is known. */
export class NoAnswer extends Error {}

/** A thrown value, which may be anything, in words for the author of the code. */
export function reasonOf(/** @type {unknown} */ thrown) {
  try {
    if (thrown instanceof NoAnswer) return thrown.message;
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `threw ${String(thrown)}`;
  } catch {
    return 'threw something that cannot be shown';
  }
}
