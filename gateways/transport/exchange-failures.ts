/** What an exchange answers when nobody can say what has happened, whatever transport it came by. */
import { JournalUnavailable, type Log } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import { type ErrorAnswer, errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';

interface Failing {
  readonly id: string;
  /** `Idempotency-Key`; empty when there is none. */
  readonly key: string;
  readonly mayHaveHappened: boolean;
}

/**
 * A refusal from before the look-up of the request's key. An earlier attempt under that key may have happened, so `busy` does not say
 * that nothing has.
 */
export const unsureOf = ({ key }: Pick<Failing, 'key'>, refusal: Refused): Refused =>
  key !== '' && refusal.code === 'busy' ? { ...refusal, applied: 'unknown' } : refusal;

/** The answer to an exception (H5); one that is a defect is logged. */
export function answerToException(exchange: Failing, cause: unknown, log: Log): ErrorAnswer {
  // Only reads reject with it: a write gets an outcome.
  if (cause instanceof JournalUnavailable)
    return errorAnswer(unsureOf(exchange, refused('busy', { retry_after_seconds: 1 })));
  const stack = cause instanceof Error ? cause.stack : String(cause);
  log.error({ incident: exchange.id, cause: stack }, 'a request failed');
  const refusal = refused('internal_error', { incident: exchange.id });
  return errorAnswer(exchange.mayHaveHappened ? { ...refusal, applied: 'unknown' } : refusal);
}
