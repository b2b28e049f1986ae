/**
 * The client's address and scheme behind proxies: which parts of `X-Forwarded-For` and `X-Forwarded-Proto` are believed. Each proxy appends
 * an entry at the right end, for the peer that it heard from; a client can write anything to the left of that. So as many entries from the
 * right are believed as there are proxies of our own; none without proxies.
 */
import ipaddr from 'ipaddr.js';
import type { BrowserHeaders } from '../visitors/cookie.ts';

/** The headers of a request, each line separately: proxies may add a line of their own to an existing header. */
export interface HeaderLines {
  forEach(hear: (name: string, value: string) => void): void;
}

/** A request's headers, by name in lower case; empty for an absent one. */
interface Headers extends HeaderLines {
  getHeader(name: string): string;
}

/** The headers that browsers add to a request. */
export const browserHeaders = (request: Headers, trustedProxies: number): BrowserHeaders => ({
  cookie: request.getHeader('cookie'),
  origin: request.getHeader('origin'),
  host: request.getHeader('host'),
  isSecure: cameByHttps(request, trustedProxies),
});

/** Longer than any list of our own proxies. */
const entriesMax = 64;

/**
 * The address of the program that the city itself runs for its `n`th resident, from 1 to 65,534. It is on this machine, and not a proxy's:
 * its headers about a client behind it are not believed, however many proxies are trusted.
 */
export const insideAddress = (n: number): string => `${insidePrefix}${n >> 8}.${n & 255}`;

const insidePrefix = '127.77.';

/** The address of the client, or of the connection where the proxies name none. `trusted`: how many proxies are our own. */
export function clientAddress(connection: string, headers: HeaderLines, trusted: number): string {
  if (connection.startsWith(insidePrefix)) return connection;
  const entry = believed(headers, 'x-forwarded-for', trusted);
  return entry === undefined ? connection : (normalized(entry) ?? connection);
}

/** True when the client spoke https with the first of our own proxies. */
export const cameByHttps = (headers: HeaderLines, trusted: number): boolean =>
  believed(headers, 'x-forwarded-proto', trusted)?.toLowerCase() === 'https';

/** The entry of the farthest of our own proxies; the leftmost when there are fewer. */
function believed(headers: HeaderLines, header: string, trusted: number): string | undefined {
  if (trusted === 0) return undefined;
  const lines: string[] = [];
  headers.forEach((name, value) => {
    if (name === header) lines.push(value);
  });
  const entries = lines
    .join(',')
    .split(',')
    .slice(-entriesMax)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries[Math.max(0, entries.length - trusted)];
}

/** In uWebSockets' form: IPv6 in eight groups of four digits. Undefined for what is no address. */
function normalized(entry: string): string | undefined {
  const bare = withoutPort(entry);
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? entry.replace(/^([0-9.]+):[0-9]{1,5}$/, '$1');
}
