/**
 * From where a request came, when proxies stand between: what of `X-Forwarded-For` and `X-Forwarded-Proto` is believed. Each
 * proxy adds an entry at the right end, for whom it heard from; whoever calls can write anything to the left of that. So as many
 * entries from the right are believed as there are proxies of our own, and none without.
 */
import ipaddr from 'ipaddr.js';
import type { BrowserHeaders } from '../visitors/cookie.ts';

/** The headers of a request, each line by itself: proxies may add a line of their own to one that is there. */
export interface HeaderLines {
  forEach(hear: (name: string, value: string) => void): void;
}

/** A request's headers, by name in lower case; empty for one that did not come. */
interface Headers extends HeaderLines {
  getHeader(name: string): string;
}

/** What browsers add to a request. */
export const browserHeaders = (request: Headers, trustedProxies: number): BrowserHeaders => ({
  cookie: request.getHeader('cookie'),
  origin: request.getHeader('origin'),
  host: request.getHeader('host'),
  isSecure: cameByHttps(request, trustedProxies),
});

/** Longer than any list that proxies of our own make. */
const entriesMax = 64;

/**
 * The address from which the `n`th resident speaks whose program the city itself runs, from 1 to 65,534. Of this machine, and no proxy's: what is
 * said there of who stands behind it is not believed, however many proxies are trusted.
 */
export const insideAddress = (n: number): string => `${insidePrefix}${n >> 8}.${n & 255}`;

const insidePrefix = '127.77.';

/** The address of the client, or that of the connection where the proxies have not said. `trusted`: how many are our own. */
export function clientAddress(connection: string, headers: HeaderLines, trusted: number): string {
  if (connection.startsWith(insidePrefix)) return connection;
  const entry = believed(headers, 'x-forwarded-for', trusted);
  return entry === undefined ? connection : (normalized(entry) ?? connection);
}

/** True when the client spoke https with the first of our own proxies. */
export const cameByHttps = (headers: HeaderLines, trusted: number): boolean =>
  believed(headers, 'x-forwarded-proto', trusted)?.toLowerCase() === 'https';

/** The entry that the farthest of our own proxies has made, or the leftmost when there are fewer. */
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

/** As uWebSockets writes addresses: IPv6 in eight groups of four digits. Nothing for what is no address. */
function normalized(entry: string): string | undefined {
  const bare = withoutPort(entry);
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
}

/** Some proxies name the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? entry.replace(/^([0-9.]+):[0-9]{1,5}$/, '$1');
}
