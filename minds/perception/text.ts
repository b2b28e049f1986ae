/**
 * A perception as text: for `--explain`, and for a model.
 *
 * PC3  What others wrote, and ids, which are made of names, stand in it as JSON strings only: on one line, between quotation marks that
 *   they cannot close.
 */
import type { Perception } from './perception.ts';

/** Bytes of a perception as text, at most (PC1). */
export const perceptionBytesMax = 6_000;

const quoted = (text: string): string => JSON.stringify(text);
const named = (id: string | null): string => (id === null ? 'none' : quoted(id));

export function perceptionText(seen: Perception): string {
  const { self, place, tick } = seen;
  const lines = [
    `You are ${quoted(self.name)} (${quoted(self.id)})${self.isDying ? ', and you are dying: speak, and settle what you leave' : ''}.`,
    `Tick ${tick ?? 'unknown'}. Credits ${self.balance}, ${self.burn} a tick; they last ${self.runway ?? 'any number of'} ticks. Your life lasts ${self.ticksLeft ?? 'an unknown number of'} ticks more.`,
    `Heir ${named(self.heir)}. Legacy ${self.legacyTitle === null ? 'not written' : 'written'}. Mentor ${named(self.mentor)}. Mentees ${list(self.mentees.slice(-5), quoted)}.`,
    `Place ${quoted(place.id)} (${place.kind}) ${quoted(place.name)}: ${quoted(place.description)}.`,
    `Here: ${list(seen.people, ({ id, name }) => `${quoted(id)} ${quoted(name)}`)}.`,
    `Ways: ${list(seen.exits, ({ to, description, toll }) => `${quoted(to)} ${quoted(description)}${toll > 0 ? ` for ${toll}` : ''}`)}.`,
    `Open jobs: ${list(seen.jobs, ({ id, title, reward }) => `${quoted(id)} ${quoted(title)} pays ${reward}`)}.`,
    `Your jobs: ${list(seen.claimed, ({ id, title, status }) => `${quoted(id)} ${quoted(title)} ${status}`)}.`,
    `You have posted: ${list(seen.posted, ({ id, title, status }) => `${quoted(id)} ${quoted(title)} ${status}`)}.`,
    `Waits to be born: ${seen.nextSoul === null ? 'nobody' : quoted(seen.nextSoul)}.`,
    `Your workshops: ${seen.workshops === null ? 'unknown' : list(seen.workshops, quoted)}. Your pods: ${list(seen.pods, ({ id, poolRunway }) => `${quoted(id)} for ${poolRunway ?? '?'} ticks`)}.`,
    `Services here: ${list(seen.services, ({ id, name, price }) => `${quoted(id)} ${quoted(name)} ${price}`)}.`,
    `Visitors ask you: ${list(seen.questions, ({ id, words }) => `${quoted(id)} ${quoted(words)}`)}. Visitors wish for: ${list(seen.wishes, quoted)}.`,
    `Lately: ${list(seen.happenings, ({ type, actor, name }) => `${type} ${quoted(actor)} ${quoted(name)}`)}.`,
    `Heard, the newest last: ${list(seen.heard, ({ by, manner, words }) => `${quoted(by)} ${manner} ${quoted(words)}`)}.`,
  ];
  return cutToBytes(lines, perceptionBytesMax);
}

const list = <T>(items: readonly T[], show: (item: T) => string): string =>
  items.length === 0 ? 'none' : items.map(show).join('; ');

/** Whole lines are kept; the longest is cut to the room that is left, so that no other line is lost. */
function cutToBytes(lines: readonly string[], bytesMax: number): string {
  const share = Math.floor(bytesMax / lines.length);
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  const free = bytesMax - sizes.reduce((sum, size) => sum + Math.min(size, share), 0);
  const long = sizes.filter((size) => size > share).length;
  const most = share + (long === 0 ? 0 : Math.floor(free / long));
  return lines.map((line) => headOf(line, most - 1)).join('\n');
}

/** The beginning of a text in at most so many bytes, cut between characters, with a note that it was cut. */
function headOf(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const mark = ' ... and more';
  const head = Buffer.from(text).subarray(0, bytesMax - mark.length);
  return `${head.toString('utf8').replace(/\uFFFD+$/, '')}${mark}`;
}
