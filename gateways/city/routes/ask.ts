/** How routes ask the city: an event to the caller's own actor, answered by a view of it. */

import type { ResidentCommand } from '../../../actors/kinds/resident/messages.ts';
import { command } from '../../../actors/registry.ts';
import type { Pricing } from '../../../actors/rules/place/pricing.ts';
import type { OfResident, PageAsked } from '../../../actors/view-args.ts';
import type { Command, ViewRequest } from '../../../engine/command.ts';
import { type ContentHash, contentHash } from '../../../engine/ids.ts';
import type { Resident } from '../../route/auth.ts';
import type { AskedPricing } from '../../schema/place-fields.ts';

/** Submits `event` of the caller; `reply` shows the answer once it is done. Texts that the event names by hash are sent along. */
export function act<Value>(
  caller: Resident,
  event: ResidentCommand,
  reply: ViewRequest<Value>,
  texts?: Texts,
): Command<Value> {
  return command(caller.actor, event, { caller: caller.actor, reply, ...texts?.along() });
}

/** The texts of one request: an event names them by hash (A3). */
export class Texts {
  readonly #texts: string[] = [];

  hash(text: string): ContentHash {
    this.#texts.push(text);
    return contentHash(text);
  }

  /** Null where there is no text. */
  hashOrNull(text: string | undefined): ContentHash | null {
    return text === undefined ? null : this.hash(text);
  }

  along(): Pick<Command, 'contents'> {
    return this.#texts.length === 0 ? {} : { contents: this.#texts };
  }
}

/** The pricing as the city keeps it: with its text by hash. */
export const pricingOf = ({ input, ...rest }: AskedPricing, texts: Texts): Pricing => ({
  ...rest,
  ...(input !== undefined && { input: texts.hash(input) }),
});

/** The name of the caller's own place in paths. */
const here = 'current';

export const placeNamed = (name: string, caller: Resident): string => (name === here ? caller.location : name);

/** A page of what the caller sees where it stands. */
export const seenHere = (
  caller: Resident,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): OfResident & PageAsked => ({ resident: caller.id, limit: page.limit, cursor: page.cursor ?? null });
