/** Which errors of the database mean that a statement is to be repeated later, and which are defects or fatal (J5). */

/** Connection, rollback, out of resources, not in the right state, operator's intervention, system error. */
const repeatableClasses = new Set(['08', '40', '53', '55', '57', '58']);

/** Codes of the client and of the operating system for a connection that could not be made or broke. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'EAGAIN',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOENT',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** SQLSTATE of a unique key that is already there. */
export const uniqueViolation = '23505';

/** True when the server gave the statement up and says so: it has had no effect, and its connection can still be used. */
export const isGivenUp = (error: unknown): boolean => codeOf(error) === queryCanceled;

const queryCanceled = '57014';

/** A statement that was not answered within its deadline; whether it took effect is unknown. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

/** SQLSTATE, or the client's or the operating system's code; empty when the error has none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** True when the same statement should be sent again, on a fresh connection. */
export function isRepeatable(error: unknown): boolean {
  if (error instanceof Overdue) return true;
  const code = codeOf(error);
  return connectionCodes.has(code) || (code.length === 5 && repeatableClasses.has(code.slice(0, 2)));
}
