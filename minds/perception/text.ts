/**
 * A perception as text: for `--explain`, and for a model.
 *
 * PC3  What others wrote stands in it as JSON strings only: on one line, between quotation marks that it cannot close.
 */
import type { Perception } from './perception.ts';

/** Bytes of a perception as text, at most (PC1). */
export const perceptionBytesMax = 6_000;

const quoted = (text: string): string => JSON.stringify(text);

export function perceptionText(seen: Perception): string {
  const { self, place, tick } = seen;
  const lines = [
    `You are ${quoted(self.name)} (${self.id})${self.isDying ? ', and you are dying: speak, and settle what you leave' : ''}.`,
    `Tick ${tick ?? 'unknown'}. Credits ${self.balance}, ${self.burn} a tick; they last ${self.runway ?? 'any number of'} ticks. Your life lasts ${self.ticksLeft ?? 'an unknown number of'} ticks more.`,
    `Heir ${self.heir ?? 'none'}. Legacy ${self.legacyTitle === null ? 'not written' : 'written'}. Mentor ${self.mentor ?? 'none'}. Mentees ${list(self.mentees.slice(-5), (id) => id)}.`,
    `Place ${place.id} (${place.kind}) ${quoted(place.name)}: ${quoted(place.description)}.`,
    `Here: ${list(seen.people, ({ id, name }) => `${id} ${quoted(name)}`)}.`,
    `Ways: ${list(seen.exits, ({ to, description, toll }) => `${to} ${quoted(description)}${toll > 0 ? ` for ${toll}` : ''}`)}.`,
    `Open jobs: ${list(seen.jobs, ({ id, title, reward }) => `${id} ${quoted(title)} pays ${reward}`)}.`,
    `Your jobs: ${list(seen.claimed, ({ id, title, status }) => `${id} ${quoted(title)} ${status}`)}.`,
    `You have posted: ${list(seen.posted, ({ id, title, status }) => `${id} ${quoted(title)} ${status}`)}.`,
    `Waits to be born: ${seen.nextSoul === null ? 'nobody' : quoted(seen.nextSoul)}.`,
    `Your workshops: ${seen.workshops === null ? 'unknown' : list(seen.workshops, (name) => name)}. Your pods: ${list(seen.pods, ({ id, poolRunway }) => `${id} for ${poolRunway ?? '?'} ticks`)}.`,
    `Services here: ${list(seen.services, ({ id, name, price }) => `${id} ${quoted(name)} ${price}`)}.`,
    `Lately: ${list(seen.happenings, ({ type, actor, name }) => `${type} ${actor} ${quoted(name)}`)}.`,
    `Heard, the newest last: ${list(seen.heard, ({ by, manner, words }) => `${by} ${manner} ${quoted(words)}`)}.`,
  ];
  return cutToBytes(lines, perceptionBytesMax);
}

const list = <T>(items: readonly T[], show: (item: T) => string): string =>
  items.length === 0 ? 'none' : items.map(show).join('; ');

/** Whole lines first; of the longest so much as there is room for, so that no other line is lost. */
function cutToBytes(lines: readonly string[], bytesMax: number): string {
  const share = Math.floor(bytesMax / lines.length);
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  const free = bytesMax - sizes.reduce((sum, size) => sum + Math.min(size, share), 0);
  const long = sizes.filter((size) => size > share).length;
  const most = share + (long === 0 ? 0 : Math.floor(free / long));
  return lines.map((line) => headOf(line, most - 1)).join('\n');
}

/** The beginning of a text that has at most so many bytes, ending at a character; what was cut is said. */
function headOf(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const mark = ' ... and more';
  const head = Buffer.from(text).subarray(0, bytesMax - mark.length);
  return `${head.toString('utf8').replace(/\uFFFD+$/, '')}${mark}`;
}
