/** URLs of the city's servers, for pages and for printed texts. */
import { isIPv6 } from 'node:net';
import type { BrowserHeaders } from '../visitors/cookie.ts';

/**
 * A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port: nothing with a special meaning in a shell or in Markdown.
 */
const hostForm = /^([a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?|\[([0-9a-f:.]{2,45})\])(:[0-9]{1,5})?$/i;

/** The URL by which a client on the same machine reaches what listens at `host` and `port`. */
export function urlOf(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

/** The URL to which a request came, by its `Host`. That may be any text: it is used only if it is an address. */
export function urlAsked(asked: string, host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  return partsOf(asked) === undefined ? urlOf(host, port) : `${scheme}://${asked}`;
}

/** The same machine as the request came to, at another port. */
export function urlBeside(asked: string, host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${partsOf(asked) ?? nameOf(host)}:${port}`;
}

/** From a request's `Host` and scheme, the URL by which its caller reaches another gateway. */
export type UrlFor = (request: Pick<BrowserHeaders, 'host' | 'isSecure'>) => string;

/** The address that the operator declared; else the one to which the request came, at `port`. */
export function urlFor(declared: string | undefined, host: string, port: number): UrlFor {
  if (declared !== undefined) return () => declared.replace(/\/+$/, '');
  return ({ host: asked, isSecure }) => urlBeside(asked, host, port, isSecure ? 'https' : 'http');
}

/**
 * The address at which a gateway was reached itself: the declared one for whoever asked by its name, since the request of a proxy need not
 * tell the scheme; else the one to which the request came. `port` is known once the server listens.
 */
export function ownUrlFor(declared: string | undefined, host: string, port: () => number): UrlFor {
  const name = declared === undefined ? undefined : new URL(declared).host;
  return ({ host: asked, isSecure }) =>
    declared !== undefined && asked.toLowerCase() === name
      ? declared.replace(/\/+$/, '')
      : urlAsked(asked, host, port(), isSecure ? 'https' : 'http');
}

/** The name in a `Host`, without its port. */
function partsOf(asked: string): string | undefined {
  const [, name, ipv6] = hostForm.exec(asked) ?? [];
  return ipv6 === undefined || isIPv6(ipv6) ? name : undefined;
}

/** A server that listens on all addresses is reached at the loopback address. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
