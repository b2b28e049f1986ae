/**
 * The cookie in which a browser keeps the token of its visitor, and which pages may use it. Scripts cannot read it, other sites send it
 * only with a link, and a write that comes with it must come from a page of our own.
 */
import { parse, serialize } from 'cookie';

const name = 'civitas_visitor';
/** With `Lax`, links of other sites send it too: these only read. */
const attributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

/** The headers that browsers add to a request. */
export interface BrowserHeaders {
  /** Empty when there is none, as are the others. */
  readonly cookie: string;
  readonly origin: string;
  readonly host: string;
  /** It came by https, as far as that can be believed (`transport/forwarded.ts`). */
  readonly isSecure: boolean;
}

/** The token in the cookies of a request. */
export const tokenInCookie = ({ cookie }: BrowserHeaders): string | undefined =>
  cookie === '' ? undefined : parse(cookie)[name];

/** The token in the cookies of a request. */
export const keptCookie = (token: string, expires: Date, secure: boolean): string =>
  serialize(name, token, { ...attributes, secure, expires });

/** `Set-Cookie` that deletes it. */
export const forgottenCookie = (secure: boolean): string => serialize(name, '', { ...attributes, secure, maxAge: 0 });

/** The origin of our own pages: as the operator declares, else the address to which the request came. */
export const ownOrigin = ({ host, isSecure }: BrowserHeaders, publicOrigin: string | undefined): string =>
  publicOrigin ?? `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`;

/** True for a request from a page of our own. */
export const isFromOwnPage = (headers: BrowserHeaders, publicOrigin: string | undefined): boolean =>
  headers.origin !== '' && headers.origin === ownOrigin(headers, publicOrigin);
