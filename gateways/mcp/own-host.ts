/**
 * Which requests may reach `/mcp`. A page of another site could make a browser on this machine ask a city that nobody else can reach, by a
 * name of its own that leads here (DNS rebinding): so the name must be an address, this machine, or one that the operator declares, and a
 * page must come from that very name.
 */
import { isIP } from 'node:net';

/** Why the request is none of our own callers'; undefined for one of them. `declared`: names by which the city is reached. */
export function foreignTo(host: string, origin: string, declared: readonly string[]): 'host' | 'origin' | undefined {
  const own = hostnameOf(`http://${host}`);
  if (own === undefined || !isOwn(own, declared)) return 'host';
  if (origin === '') return undefined;
  const from = hostnameOf(origin);
  return from !== undefined && (from === own || declared.includes(from)) ? undefined : 'origin';
}

const isOwn = (name: string, declared: readonly string[]): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 ||
  declared.includes(name);

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);
