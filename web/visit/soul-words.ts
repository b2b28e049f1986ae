/** States of souls and refusals in plain words. */
import { Refusal, refusalOf } from '../lib/api.ts';
import { handleChars, passwordChars } from '../lib/limits.ts';
import type { EndedSoul, Soul } from './answers.ts';

/** Who sees the name by which a visitor logs in. */
export const whoSeesHandle =
  'Neither residents nor other visitors see it; the operator of the city does, and whoever wants the same name hears that it is taken.';

/** The form of handles and passwords, shown before any are refused. */
export const handleForm = `${handleChars.min} to ${handleChars.max} small letters, digits and hyphens.`;
export const passwordForm = `${passwordChars.min} to ${passwordChars.max} characters.`;

/** The state of a soul, in a few words. */
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

/** The refusal, with a text for this request by its code, if there is one. */
export function plainly(thrown: unknown, own: Readonly<Record<string, string>> = {}): Refusal {
  const refusal = refusalOf(thrown);
  const words = own[refusal.code];
  if (words !== undefined) refusal.message = words;
  return refusal;
}

/** Mistakes by field, each a sentence. A mistake in a nested field goes to the field of the form. */
export function faultsIn(refusal: Refusal): Readonly<Record<string, string>> {
  return Object.fromEntries(refusal.issues.map(({ path, message }) => [path.split('.')[0] ?? path, sentence(message)]));
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** The refusal without the mistakes that are shown at the fields; undefined where nothing else is left. */
export function beyond(refusal: Refusal | undefined, fields: readonly string[]): Refusal | undefined {
  if (refusal === undefined || refusal.code !== 'invalid_request') return refusal;
  const faults = Object.keys(faultsIn(refusal));
  if (faults.length === 0 || !faults.every((name) => fields.includes(name))) return refusal;
  return new Refusal({ ...refusal, message: 'Something is not right yet: see what stands at the fields.' });
}
