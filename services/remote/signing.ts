/**
 * How the city proves to a service in a process of its own that a call comes from it, and when: HMAC-SHA256 under the key that both
 * have, over what the call is (RFC 2104; the headers are ours).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The signed fields of a call. */
export interface SignedCall {
  readonly method: string;
  /** With its query, as it stands in the request line. */
  readonly path: string;
  /** The same for a repeat of a call whose outcome is not known. */
  readonly call: string;
  /** A name for the caller's `Idempotency-Key`, by which the service recognises a repeat; empty without a key. */
  readonly key: string;
  /** The caller: the same for every call of a resident to this service, and of no use to any other. */
  readonly resident: string;
  /** The id of the caller; empty unless the manifest says why the service must know it. */
  readonly residentId: string;
  /** The most that the call may cost, in millicredits. */
  readonly hold: number;
  /** The caller's balance, in millicredits; 0 unless the operation asks for it. */
  readonly balance: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly body: string;
}

export const headerNames = {
  call: 'x-city-call',
  key: 'x-city-key',
  resident: 'x-city-resident',
  residentId: 'x-city-resident-id',
  hold: 'x-city-hold',
  balance: 'x-city-balance',
  time: 'x-city-time',
  signature: 'x-city-signature',
  /** The header of an answer with its cost, in millicredits; absent: it costs nothing. */
  cost: 'x-city-cost',
} as const;

/** Milliseconds by which a call may be old, or the two clocks may differ. */
export const skewMsMax = 60_000;

/** base64url. `secret`: what the city and the service share. */
export function signatureOf(secret: string, signed: SignedCall): string {
  const { method, path, call, key, resident, residentId, hold, balance, time, body } = signed;
  const bodyHash = createHash('sha256').update(body).digest('base64url');
  return createHmac('sha256', secret)
    .update([method, path, call, key, resident, residentId, hold, balance, time, bodyHash].join('\n'))
    .digest('base64url');
}

/** True when the city has signed the call, at most `skewMsMax` ago. */
export function isSigned(secret: string, signed: SignedCall, signature: string, now: number): boolean {
  const expected = Buffer.from(signatureOf(secret, signed));
  const given = Buffer.from(signature);
  const isTheirs = given.length === expected.length && timingSafeEqual(given, expected);
  return isTheirs && Math.abs(now - signed.time) <= skewMsMax;
}
