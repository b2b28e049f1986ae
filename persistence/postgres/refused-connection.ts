/**
 * Why the operator's own database does not let the city in, in words for the operator: which variable names it, what is wrong with it,
 * what to do. The password is never part of that.
 */
import { userInfo } from 'node:os';
import { codeOf } from './database-errors.ts';

/** What a URL names; the client takes the rest from libpq's variables and its defaults. */
interface Named {
  readonly server: string;
  readonly role: string;
  readonly database: string;
}

/** The parts of `DATABASE_URL` that may be shown. */
export function namedBy(url: string): Named {
  const { hostname, port, username, pathname } = new URL(url);
  const role = decodeURIComponent(username) || process.env.PGUSER || userInfo().username;
  const server = `${hostname || process.env.PGHOST || 'localhost'}:${port || process.env.PGPORT || '5432'}`;
  return { server, role, database: decodeURIComponent(pathname.slice(1)) || process.env.PGDATABASE || role };
}

interface Reason {
  /** What the server, or the network, answered. */
  readonly reason: string;
  /** What to do about it. */
  readonly advice: string;
}

/**
 * Why the server behind `url`, which is well-formed, could not be used. `cause`: what the client threw; `setting`: what
 * gave the URL.
 */
export function refusedConnection(url: string, cause: unknown, setting = 'DATABASE_URL'): Reason {
  const { server, role, database } = namedBy(url);
  const advice =
    setting === 'DATABASE_URL'
      ? 'Correct DATABASE_URL, or unset it to use the embedded Postgres.'
      : `Correct the URL of ${setting}.`;
  switch (codeOf(cause)) {
    case '3D000':
      return {
        reason: `the server at ${server} has no database "${database}"`,
        advice: `Create it (createdb ${database}), or correct the end of ${setting}.`,
      };
    case '28000':
      return { reason: `the server at ${server} does not let in a role "${role}": ${messageOf(cause)}`, advice };
    case '28P01':
      return { reason: `the server at ${server} refuses this password, or has no role "${role}"`, advice };
    case '42501':
      return { reason: `the role "${role}" may not make tables in "${database}": ${messageOf(cause)}`, advice };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { reason: `no server is known by the name in ${server}`, advice };
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'CONNECT_TIMEOUT':
      return { reason: `nothing answers at ${server} (${codeOf(cause)})`, advice: `Start that server. ${advice}` };
    default:
      return { reason: `${server}, database "${database}": ${messageOf(cause)}`, advice };
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
