/** Lines of a stream of bytes, each of at most `lineBytesMax`. A longer line ends the stream: its sender is broken or hostile. */

const newline = 10;

/**
 * Calls `hear` with each line, and `gone` once when no more will come.
 *
 * @param {import('node:stream').Readable} stream
 * @param {number} lineBytesMax
 * @param {(line: string) => void} hear
 * @param {() => void} gone
 */
export function eachLine(stream, lineBytesMax, hear, gone) {
  /** @type {Buffer[]} */
  let parts = [];
  let bytes = 0;
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    gone();
  };
  const take = (/** @type {Buffer} */ part) => {
    bytes += part.length;
    parts.push(part);
    if (bytes <= lineBytesMax) return;
    stream.destroy();
    end();
  };
  stream.on('data', (/** @type {Buffer} */ chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0 && !over; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      const line = Buffer.concat(parts).toString('utf8');
      parts = [];
      bytes = 0;
      if (!over) hear(line);
    }
    if (!over && from < chunk.length) take(chunk.subarray(from));
  });
  stream.on('end', end);
  stream.on('error', end);
  stream.on('close', end);
}

/**
 * The object in a line, or `undefined` when the line holds none.
 *
 * @param {string} line
 * @returns {Record<string, unknown> | undefined}
 */
export function objectOf(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
