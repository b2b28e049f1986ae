/**
 * The rate limit of refused tokens by address: tokens that nobody in the city's memory has, and tokens other than the operator's where that
 * is needed. One count for both gateways, every path, every method and the feed, so that guessing is equally slow everywhere, and so is
 * making the city search the database for a token. An attempt counts when it starts. A valid token is checked first and is never delayed by
 * it: behind a proxy all addresses are alike.
 */

import { refused } from '../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../settings.ts';
import { type Limited, RateLimit } from './rate-limit.ts';

/** Addresses as uWebSockets writes them: IPv6 in eight groups of four digits, IPv4 possibly mapped into it. */
const mappedIpv4 = '0000:0000:0000:0000:0000:ffff:';
/** The network half of an IPv6 address; its holder chooses the other half. */
const networkChars = '0000:0000:0000:0000'.length;

export class RefusedTokens {
  readonly #limit: RateLimit;

  constructor(settings: GatewaySettings, elapsed: () => number) {
    this.#limit = new RateLimit(settings.strangerRatePerMinute, settings.rateNamesMax, elapsed);
  }

  /** Counts one refused token of `address`; refuses beyond the limit. */
  count(address: string): Limited | undefined {
    return ofRefusedTokens(this.#limit.take(networkOf(address)));
  }

  /** The refusal of an address that has no attempt left. Counts nothing. */
  refusalOf(address: string): Limited | undefined {
    return ofRefusedTokens(this.#limit.refusalOf(networkOf(address)));
  }
}

function ofRefusedTokens(refusal: Limited | undefined): Limited | undefined {
  return refusal && refused('rate_limited', { ...refusal.context, of: 'refused tokens' });
}

/** The part of an address, as text, that its holder cannot choose. */
export function networkOf(address: string): string {
  return address.includes(':') && !address.startsWith(mappedIpv4) ? address.slice(0, networkChars) : address;
}
