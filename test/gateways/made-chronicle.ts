/** Chronicles of any length, in which residents are born and die and places open and close. */
import type { Entry, SubjectId } from '../../gateways/chronicle/chronicle-rows.ts';

/** In an order that follows from `salt`; and who is there at the end. The seq of an entry is its number, from 1 on. */
export function chronicleOf(
  length: number,
  salt: number,
): { entries: readonly Entry[]; standing: readonly SubjectId[] } {
  const standing: SubjectId[] = [];
  const entries: Entry[] = [];
  for (let seq = 1; seq <= length; seq++) {
    const ends = standing.length > 6 && (seq * salt) % 3 === 0 ? standing.splice((seq * salt) % 6, 1)[0] : undefined;
    const key = ends ?? (seq % 2 === 0 ? (`place:pod-${seq}` as const) : (`resident:r-${seq}` as const));
    // A city is not as full as its chronicle is long.
    const isFull = ends === undefined && standing.length >= 300;
    const goes = isFull ? standing.shift() : undefined;
    if (goes === undefined && ends === undefined) standing.push(key);
    entries.push(entryOf(seq, goes ?? key, goes !== undefined || ends !== undefined));
  }
  return { entries, standing };
}

/** That somebody was born or has died, or that a place was opened or has closed. */
export function entryOf(seq: number, key: SubjectId, hasEnded: boolean): Entry {
  const isPlace = key.startsWith('place:');
  const id = key.slice(key.indexOf(':') + 1);
  const pod = hasEnded ? { id } : { id, name: id, tier: 'tiny', owner: null };
  const resident = hasEnded ? { name: id, mentor: null, cause: 'natural', mentees: [] } : { name: id, mentor: null };
  const data = isPlace ? pod : resident;
  const type = isPlace ? (hasEnded ? 'pod.shut_down' : 'pod.deployed') : hasEnded ? 'resident.died' : 'resident.born';
  const event = { seq, type, at: '2030-01-01T00:00:00.000Z', tick: seq, location: null, subject: isPlace ? null : id };
  return { seq, tick: seq, about: [key], body: JSON.stringify({ ...event, data }) };
}
