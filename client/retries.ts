/**
 * A request carried through until its outcome is known, by the rules that the city gives its callers:
 *
 * - Every POST has an Idempotency-Key of its own, and every repeat of it the same key and body.
 * - Repeated are only: a lost connection, 503, 504, `request_in_progress`, and 429 after its Retry-After. Anything else is final, and
 *   so are `sandbox_unavailable` and `timeout` where nothing happened: about the code of residents, not about the city.
 * - The back-off doubles up to `backOffMaxMs`; Retry-After is honoured when it is longer.
 * - An error says `applied: false`, or (500, 503, 504, `request_in_progress`) `applied: "unknown"`; one that says neither is a finding.
 * - 401 and 410 come before the look-up of the key: after a lost answer they leave the outcome unknown. Any other refusal settles it.
 */
import { type ClientClock, wallClock } from './client-clock.ts';
import type { ClientFindings } from './findings.ts';
import type { Exchanges, HttpExchange, HttpRequest } from './http-client.ts';
import type { ClientStatistics } from './statistics.ts';
import { fieldsOf, textOf } from './wire.ts';

/**
 * How a request ended. `unsure`: how often it was sent before without a known outcome. Under its key it has not been carried out twice;
 * but a refusal is not kept under a key, and code that failed at each attempt was called each time.
 */
export type RequestOutcome =
  | { readonly type: 'done'; readonly status: number; readonly body: unknown; readonly unsure: number }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly code: string;
      readonly body: unknown;
      readonly unsure: number;
    }
  | { readonly type: 'unknown'; readonly reason: string };

export interface RequestContext {
  readonly client: Exchanges;
  readonly statistics: ClientStatistics;
  readonly findings: ClientFindings;
  /** Milliseconds for which one request is repeated before it is given up. */
  readonly giveUpMs: number;
  /** Aborted when the run must end: nothing is repeated any more. */
  readonly closing: AbortSignal;
  /** That of the wall unless set. */
  readonly clock?: ClientClock;
}

const backOffMinMs = 25;
const backOffMaxMs = 1_000;

export async function sendWithRetries(kind: string, call: HttpRequest, at: RequestContext): Promise<RequestOutcome> {
  const { clock = wallClock } = at;
  const counts = at.statistics.ofRequest(kind);
  counts.begun++;
  at.statistics.begun++;
  const giveUpAt = clock.now() + at.giveUpMs;
  let unsure = 0;
  for (let backOffMs = backOffMinMs; ; backOffMs = Math.min(backOffMs * 2, backOffMaxMs)) {
    const sentAt = clock.now();
    const exchange = await at.client.exchange(call);
    counts.exchanges++;
    if (exchange.type === 'answered' && exchange.status < 300) {
      counts.latency.record(Math.max(1, Math.round((clock.now() - sentAt) * 1000)));
      counts.done++;
      return { type: 'done', status: exchange.status, body: exchange.body, unsure };
    }
    const code = codeOf(exchange);
    at.statistics.countError(code);
    const says = appliedOf(exchange, call, at.findings);
    const again = isPassing(exchange);
    if (
      !again &&
      exchange.type === 'answered' &&
      !(unsure > 0 && (exchange.status === 401 || exchange.status === 410))
    ) {
      counts.refused++;
      return {
        type: 'refused',
        status: exchange.status,
        code: textOf(fieldsOf(exchange.body)['error']),
        body: exchange.body,
        unsure,
      };
    }
    // An answer of this exchange speaks for this exchange alone: after an unknown outcome only a final answer under the key settles the
    // request.
    if (says === 'unknown') unsure++;
    const waitMs = Math.max(backOffMs, exchange.type === 'answered' ? (exchange.retryAfterMs ?? 0) : 0);
    if (!again || at.closing.aborted || clock.now() + waitMs > giveUpAt) {
      if (unsure === 0 && exchange.type === 'answered') {
        counts.refused++;
        return { type: 'refused', status: exchange.status, code, body: exchange.body, unsure };
      }
      counts.unknown++;
      return { type: 'unknown', reason: code };
    }
    await clock.sleep(waitMs, at.closing);
  }
}

function codeOf(exchange: HttpExchange): string {
  if (exchange.type === 'lost') return `lost ${exchange.reason}`;
  return `${exchange.status} ${textOf(fieldsOf(exchange.body)['error']) || '(no code)'}`;
}

function isPassing(exchange: HttpExchange): boolean {
  if (exchange.type === 'lost') return true;
  const { status, body } = exchange;
  if (isAboutCode(body)) return false;
  return (
    status === 503 ||
    status === 504 ||
    status === 429 ||
    (status === 409 && fieldsOf(body)['error'] === 'request_in_progress')
  );
}

/** Codes of 502, 503 and 504 that concern the code that was run, and not the city. */
const codeFailures: ReadonlySet<unknown> = new Set(['service_failed', 'sandbox_unavailable', 'timeout']);

function isAboutCode(body: unknown): boolean {
  const { error, applied } = fieldsOf(body);
  return applied === false && codeFailures.has(error);
}

function appliedOf(
  exchange: HttpExchange,
  call: HttpRequest,
  findings: RequestContext['findings'],
): 'nothing' | 'unknown' {
  if (exchange.type === 'lost') return exchange.reason === 'ECONNREFUSED' ? 'nothing' : 'unknown';
  const applied = fieldsOf(exchange.body)['applied'];
  const name = () => `${call.method} ${call.path} answered ${exchange.status} ${JSON.stringify(exchange.body)}`;
  if (exchange.status === 500 || (exchange.status === 502 && !isAboutCode(exchange.body)))
    findings.add('internal_error', name);
  if (applied === false) return 'nothing';
  const mayBeUnknown = exchange.status === 500 || (isPassing(exchange) && exchange.status !== 429);
  if (applied !== 'unknown' || !mayBeUnknown) findings.add('applied_unsaid', name);
  return 'unknown';
}
