/** Whether anybody still reads what a command prints: `civitas turns | head` reads ten lines, and a city has millions. */
import type { Writable } from 'node:stream';

/** Asked after each line: false once the pipe was closed. Any other fault of the output is thrown. */
export function readerOf(output: Pick<Writable, 'on'>): () => boolean {
  let isThere = true;
  output.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') throw cause;
    isThere = false;
  });
  return () => isThere;
}
