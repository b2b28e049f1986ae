/** Texts that all pages share: amounts, spans of time, causes of death, and names of kinds of places. */

import { wordsOf } from '../../actors/rules/people/causes-of-death.ts';
import { spanText } from '../../drawing/city-time.ts';
import { nameOf } from './names-read-alike.ts';

/** A number of credits, with as many decimals as it has. */
export const credits = (amount: number): string =>
  `${Number(amount.toFixed(3))} ${amount === 1 ? 'credit' : 'credits'}`;

/** For the operator, who counts in ticks; people read hours. */
export const ticks = (count: number): string => `${count} ${count === 1 ? 'tick' : 'ticks'}`;

/** A span of the city's time, for people: a tick is an hour. */
export const hours = spanText;

/** The cause of a death, to follow "died"; empty for a cause that is not given. */
export const causeOf = (cause: string | null): string => (cause === null ? '' : (wordsOf(cause) ?? `of ${cause}`));

/** About how long so many ticks take. */
export function duration(count: number, tickSeconds: number): string {
  const minutes = (count * tickSeconds) / 60;
  if (minutes < 1.5) return `${Math.max(1, Math.round(minutes * 60))} seconds`;
  if (minutes < 90) return `${Math.round(minutes)} minutes`;
  return minutes < 60 * 36 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 60 / 24)} days`;
}

/** The owner of the house that a place is, or is a room of; strangers do not see those. Undefined for other places. */
export function houseOf(place: string): string | undefined {
  const [, owner, room] = /^city-housing\/([^/]+)(?:\/(.+))?$/.exec(place) ?? [];
  if (owner === undefined) return undefined;
  return room === undefined ? `the house of ${nameOf(owner)}` : `the room ${room} of ${nameOf(owner)}`;
}

export const placeName = (place: string): string => houseOf(place) ?? nameOf(place);
