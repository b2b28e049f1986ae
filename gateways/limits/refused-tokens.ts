/**
 * How often an address may ask with a token that nobody in the city's memory has, or for what is the operator's without
 * the operator's token. One count for both gateways, every path, every method and the feed, so that guessing is as slow
 * everywhere, and so is asking the database who had a token. A try counts when it starts. A right token is looked at
 * first and never waits for it: behind a proxy all addresses are alike.
 */

import { refused } from '../refusals/refusals.ts';
import type { GatewaySettings } from '../settings.ts';
import { type Limited, RateLimit } from './rate-limit.ts';

/** How addresses look as text, uWebSockets' way: IPv6 in eight groups of four digits, IPv4 perhaps mapped into it. */
const mappedIpv4 = '0000:0000:0000:0000:0000:ffff:';
/** The half of an IPv6 address that names a network: the other half its holder chooses. */
const networkChars = '0000:0000:0000:0000'.length;

export class RefusedTokens {
  readonly #limit: RateLimit;

  constructor(settings: GatewaySettings, elapsed: () => number) {
    this.#limit = new RateLimit(settings.strangerRatePerMinute, settings.rateNamesMax, elapsed);
  }

  /** Counts one refused token of `address`; a refusal when that was one too many. */
  count(address: string): Limited | undefined {
    return told(this.#limit.take(networkOf(address)));
  }

  /** The refusal of an address that has no try left. Counts nothing. */
  refusalOf(address: string): Limited | undefined {
    return told(this.#limit.refusalOf(networkOf(address)));
  }
}

function told(refusal: Limited | undefined): Limited | undefined {
  return refusal && refused('rate_limited', { ...refusal.context, of: 'refused tokens' });
}

/** Of an address as text, what its holder cannot choose. */
export function networkOf(address: string): string {
  return address.includes(':') && !address.startsWith(mappedIpv4) ? address.slice(0, networkChars) : address;
}
