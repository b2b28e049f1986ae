/** What two headers of a request say: `Idempotency-Key`, under which it acts once (J4), and `X-Cause-Seq`, to what it answers. */
import { createHash } from 'node:crypto';
import type { IdempotencyKey } from '../../engine/command.ts';
import type { Refused } from '../../engine/refusal.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Served } from '../transport/exchange.ts';
import { bearerToken } from './auth.ts';
import type { Route } from './route.ts';

const keyForm = /^[\x20-\x7e]{1,64}$/;

/** The key of a request that has one, or why it cannot be one. */
export function keyOf(route: Pick<Route, 'method' | 'path' | 'isOfToken'>, exchange: Served): IdempotencyKey | Refused {
  if (!keyForm.test(exchange.key)) {
    const issue = { path: 'Idempotency-Key', message: 'must have 1 to 64 printable ASCII characters' };
    return refused('invalid_request', { issues: [issue] });
  }
  const hash = createHash('sha256').update(`${route.method} ${route.path}\n`);
  for (const param of Object.values(exchange.params)) hash.update(`${param}\n`);
  if (route.isOfToken) hash.update(`${bearerToken(exchange.authorization)}\n`);
  const fingerprint = hash.update(exchange.bytes ?? exchange.body ?? '').digest('base64url');
  return { key: exchange.key, fingerprint, keepAnswer: true };
}

/** Whole numbers of so few digits are exact. */
const causeForm = /^[1-9][0-9]{0,14}$/;

/** What the caller says; whether there is such an event is not asked (WY2). */
export function causeOf(text: string): number | Refused {
  if (causeForm.test(text)) return Number(text);
  const issue = { path: 'X-Cause-Seq', message: 'must be the seq of an event, a whole number from 1 on' };
  return refused('invalid_request', { issues: [issue] });
}
