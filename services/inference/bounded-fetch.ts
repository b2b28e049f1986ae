/**
 * `fetch` for a server that may do anything: it is not followed elsewhere, what it sends is of the type that was asked for, and ends
 * within so many bytes and lines.
 */

/** What is taken of an answer. */
export interface FetchBounds {
  /** Media type of a success. */
  readonly type: string;
  readonly bytesMax: number;
  /** Of one line: readers of events keep a line in memory until it ends. */
  readonly lineBytesMax: number;
}

/** The provider did not keep to a bound; the message goes on after a colon. */
export class OutOfBounds extends Error {}

const lineFeed = 10;

/** Throws `OutOfBounds`, also while the body is read. */
export const boundedFetch =
  (bounds: FetchBounds): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers, body } = response;
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    const refusal =
      status >= 300 && status < 400
        ? 'the provider sent us elsewhere, and we do not follow'
        : response.ok && type !== bounds.type
          ? `the provider answered with ${type === undefined ? 'no media type' : 'another media type'} in the place of ${bounds.type}`
          : undefined;
    if (refusal !== undefined) {
      await body?.cancel();
      throw new OutOfBounds(refusal);
    }
    return new Response(body === null ? null : body.pipeThrough(within(bounds)), { status, headers });
  };

function within({ bytesMax, lineBytesMax }: FetchBounds): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let lineBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      const end = chunk.lastIndexOf(lineFeed);
      lineBytes = end < 0 ? lineBytes + chunk.byteLength : chunk.byteLength - end - 1;
      if (bytes > bytesMax || lineBytes > lineBytesMax)
        controller.error(
          new OutOfBounds(`the provider sent more than ${bytesMax} bytes, or lines of more than ${lineBytesMax}`),
        );
      else controller.enqueue(chunk);
    },
  });
}
