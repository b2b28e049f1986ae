/**
 * How the city proves to a service in a process of its own that a call comes from it, and when: HMAC-SHA256 under the key that both
 * have, over what the call is (RFC 2104; the headers are ours).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What is signed. */
export interface SignedCall {
  readonly method: string;
  /** With its query, as it stands in the request line. */
  readonly path: string;
  /** The same for a repeat of a call whose outcome nobody learnt. */
  readonly call: string;
  /** Who calls: the same for every call of a resident to this service, and of no use to any other. */
  readonly resident: string;
  /** The most that the call may cost, in millicredits. */
  readonly hold: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly body: string;
}

export const headerNames = {
  call: 'x-city-call',
  resident: 'x-city-resident',
  hold: 'x-city-hold',
  time: 'x-city-time',
  signature: 'x-city-signature',
  /** Of the answer: what it costs, in millicredits; nothing when it is missing. */
  cost: 'x-city-cost',
} as const;

/** Milliseconds by which a call may be old, or the clocks differ. */
export const skewMsMax = 60_000;

/** base64url. */
export function signatureOf(key: string, { method, path, call, resident, hold, time, body }: SignedCall): string {
  const bodyHash = createHash('sha256').update(body).digest('base64url');
  return createHmac('sha256', key)
    .update([method, path, call, resident, hold, time, bodyHash].join('\n'))
    .digest('base64url');
}

/** True when the city has signed it, not longer ago than `skewMsMax`. */
export function isSigned(key: string, signed: SignedCall, signature: string, now: number): boolean {
  const expected = Buffer.from(signatureOf(key, signed));
  const given = Buffer.from(signature);
  const isTheirs = given.length === expected.length && timingSafeEqual(given, expected);
  return isTheirs && Math.abs(now - signed.time) <= skewMsMax;
}
