/** How a server is called in the pages that it shows and in what is printed about it. */
import { isIPv6 } from 'node:net';
import type { BrowserHeaders } from '../visitors/cookie.ts';

/** A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port: nothing that means more to a shell or in Markdown. */
const hostForm = /^([a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?|\[([0-9a-f:.]{2,45})\])(:[0-9]{1,5})?$/i;

/** `http://` and where one on the same machine reaches what listens at `host` and `port`. */
export function urlOf(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

/** The address that a request came to by its `Host`, any text, which is not repeated unless it is one. */
export function urlAsked(asked: string, host: string, port: number): string {
  return partsOf(asked) === undefined ? urlOf(host, port) : `http://${asked}`;
}

/** The same machine as the request came to, at another port. */
export function urlBeside(asked: string, host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${partsOf(asked) ?? nameOf(host)}:${port}`;
}

/** By what a request says how this machine is called and whether it came by https, how its caller reaches another gateway. */
export type UrlFor = (request: Pick<BrowserHeaders, 'host' | 'isSecure'>) => string;

/** Where the operator says that it is, else beside the address that was asked, at `port`. */
export function urlFor(declared: string | undefined, host: string, port: number): UrlFor {
  if (declared !== undefined) return () => declared.replace(/\/+$/, '');
  return ({ host: asked, isSecure }) => urlBeside(asked, host, port, isSecure ? 'https' : 'http');
}

/** The name in a `Host` without its port. */
function partsOf(asked: string): string | undefined {
  const [, name, ipv6] = hostForm.exec(asked) ?? [];
  return ipv6 === undefined || isIPv6(ipv6) ? name : undefined;
}

/** What listens everywhere is reached at home. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
