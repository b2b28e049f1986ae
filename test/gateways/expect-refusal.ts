/** Asserts that an answer is a refusal, with its status, code, message and request id. */
import type { Test } from 'tap';
import type { Answer } from './started-gateways.ts';

export function expect(t: Test, answer: Answer, status: number, error: string, more: object = {}): void {
  t.match(answer, { status, body: { error, applied: false, ...more } }, `${status} ${error}`);
  t.match(answer.body['message'], /[A-Z].{20,}/, 'says what to do');
  t.ok(answer.headers.get('x-request-id'));
}
