/** Words that all pages share: amounts, spans of time, deaths, and what places are called. */
import { wordsOf } from '../../actors/rules/people/causes-of-death.ts';
import { nameOf } from './names.ts';

/** A number of credits, with no more decimals than it has. */
export const credits = (amount: number): string =>
  `${Number(amount.toFixed(3))} ${amount === 1 ? 'credit' : 'credits'}`;

export const ticks = (count: number): string => `${count} ${count === 1 ? 'tick' : 'ticks'}`;

/** Of what somebody has died, to follow "died"; nothing for a cause that is not told. */
export const causeOf = (cause: string | null): string => (cause === null ? '' : (wordsOf(cause) ?? `of ${cause}`));

/** About how long so many ticks take. */
export function duration(count: number, tickSeconds: number): string {
  const minutes = (count * tickSeconds) / 60;
  if (minutes < 1.5) return `${Math.max(1, Math.round(minutes * 60))} seconds`;
  if (minutes < 90) return `${Math.round(minutes)} minutes`;
  return minutes < 60 * 36 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 60 / 24)} days`;
}

/** Whose house a place is, or a room of it; strangers do not see those. Undefined for other places. */
export function houseOf(place: string): string | undefined {
  const [, owner, room] = /^city-housing\/([^/]+)(?:\/(.+))?$/.exec(place) ?? [];
  if (owner === undefined) return undefined;
  return room === undefined ? `the house of ${nameOf(owner)}` : `the room ${room} of ${nameOf(owner)}`;
}

export const placeName = (place: string): string => houseOf(place) ?? nameOf(place);
