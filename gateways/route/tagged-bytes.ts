/** An answer in bytes, which whoever has it already does not get again (RFC 9110, 13.1.2). */
import type { Served } from '../transport/exchange.ts';
import type { Bytes } from './answered.ts';
import type { Route } from './route.ts';

/** Answers; returns how many bytes were sent. */
export function respondBytes(route: Route, exchange: Served, { bytes, tag, headers }: Bytes): number {
  const all = tag === undefined ? headers : [...headers, ['ETag', tag] as const];
  if (tag !== undefined && isAmong(tag, exchange.knownTags)) {
    exchange.answer(304, '', all, route.answerType);
    return 0;
  }
  exchange.answer(route.status, bytes, all, route.answerType);
  return bytes.length;
}

/** Whether `If-None-Match` names this tag, or any (RFC 9110, 13.1.2). */
const isAmong = (tag: string, known: string): boolean =>
  known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
