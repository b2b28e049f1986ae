/**
 * The cookie in which a browser keeps the token of its visitor, and whose pages may use it. Scripts do not see it, other sites do
 * not send it along but by a link, and a write that comes with it must come from a page of our own.
 */
import { parse, serialize } from 'cookie';

const name = 'civitas_visitor';
/** `Lax` is sent along by links of other sites too: these only read. */
const attributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

/** Of a request, what browsers add. */
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

/** `Set-Cookie` that keeps the token until the session ends. */
export const keptCookie = (token: string, expires: Date, secure: boolean): string =>
  serialize(name, token, { ...attributes, secure, expires });

/** `Set-Cookie` that forgets it. */
export const forgottenCookie = (secure: boolean): string => serialize(name, '', { ...attributes, secure, maxAge: 0 });

/** Where pages of our own come from: as the operator says, else the address that the request came to. */
export const ownOrigin = ({ host, isSecure }: BrowserHeaders, publicOrigin: string | undefined): string =>
  publicOrigin ?? `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`;

/** True for a request that a page of our own has sent. */
export const isFromOwnPage = (headers: BrowserHeaders, publicOrigin: string | undefined): boolean =>
  headers.origin !== '' && headers.origin === ownOrigin(headers, publicOrigin);
