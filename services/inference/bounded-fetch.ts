/**
 * `fetch` for an untrusted server: redirects are not followed, the answer must have the type that was asked for and at most so many
 * bytes, and none of it takes long to parse.
 */
import { isWithin } from '../json-bounds.ts';

/** Bounds of a success; events are bounded where they are read (`bounded-events.ts`). */
export type FetchBounds =
  | { readonly type: 'application/json'; readonly bytesMax: number }
  | { readonly type: 'text/event-stream' };

/** The provider did not keep to a bound; the message goes on after a colon. */
export class OutOfBounds extends Error {}

/** Bytes that are read of an answer that is no success: its status says enough. */
const errorBytesMax = 64 * 1024;
const wholeJson = { valuesMax: 100_000, depthMax: 64 };

/** Throws `OutOfBounds`. */
export const boundedFetch =
  (bounds: FetchBounds): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers, body } = response;
    const refusal = refusalOf(response, bounds);
    if (refusal !== undefined) {
      await body?.cancel();
      throw new OutOfBounds(refusal);
    }
    if (body === null) return new Response(null, { status, headers });
    if (!response.ok) return new Response(await beginningOf(body, errorBytesMax), { status, headers });
    if (bounds.type === 'text/event-stream') return response;
    const whole = await beginningOf(body, bounds.bytesMax + 1);
    if (whole.byteLength > bounds.bytesMax)
      throw new OutOfBounds(`the provider sent more than ${bounds.bytesMax} bytes`);
    if (!isWithin(whole.toString('utf8'), wholeJson)) throw new OutOfBounds('the provider sent too many values');
    return new Response(new Uint8Array(whole), { status, headers });
  };

function refusalOf(response: Response, bounds: FetchBounds): string | undefined {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (response.status >= 300 && response.status < 400) return 'the provider sent us elsewhere, and we do not follow';
  if (!response.ok || type === bounds.type) return undefined;
  return `the provider answered with ${type === undefined ? 'no media type' : 'another media type'} in the place of ${bounds.type}`;
}

/** Its first bytes, without waiting for the rest. */
async function beginningOf(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}
