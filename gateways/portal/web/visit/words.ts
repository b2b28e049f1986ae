/** States of souls and refusals in plain words. */
import { Refusal, refusalOf } from '../lib/api.ts';
import type { EndedSoul, Soul } from './answers.ts';

/** How it stands with a soul, in a few words. */
export function standing(soul: Soul | EndedSoul): string {
  if ('death_cause' in soul) return 'has died';
  switch (soul.status) {
    case 'queued':
      return soul.place_in_line === null
        ? 'waits'
        : `waits: ${soul.place_in_line} of ${soul.in_line ?? soul.place_in_line}`;
    case 'adopted':
      return 'is being born';
    case 'born':
      return 'lives';
    default:
      return 'has died';
  }
}

/** What to do, where the words of the city are for programs. */
const forPeople: Readonly<Record<string, string>> = {
  unauthorized: 'You are not logged in any more. Log in again.',
  insufficient_credits: 'Your wallet does not hold so much.',
  rate_limited: 'That was too much at once. Wait a minute, then try again.',
  resident_dead: 'It has died, and nothing more can be done for it.',
};

/** The refusal with words for a person, where there are any. `own`: by codes, of what was asked for. */
export function plainly(thrown: unknown, own: Readonly<Record<string, string>> = {}): Refusal {
  const refusal = refusalOf(thrown);
  const words = own[refusal.code] ?? forPeople[refusal.code];
  if (words !== undefined) refusal.message = words;
  return refusal;
}

/** What is wrong with fields, by their names, each a sentence. Of a field within another that which is in the form. */
export function faultsIn(refusal: Refusal): Readonly<Record<string, string>> {
  return Object.fromEntries(refusal.issues.map(({ path, message }) => [path.split('.')[0] ?? path, sentence(message)]));
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** The refusal without what stands at the fields already; nothing where it says no more than that. */
export function beyond(refusal: Refusal | undefined, fields: readonly string[]): Refusal | undefined {
  if (refusal === undefined || refusal.code !== 'invalid_request') return refusal;
  const faults = Object.keys(faultsIn(refusal));
  if (faults.length === 0 || !faults.every((name) => fields.includes(name))) return refusal;
  return new Refusal({ ...refusal, message: 'Something is not right yet: see what stands at the fields.' });
}
