/** The sentences of a day's news: which there are, in which order, and of which events each is made. */
import { z } from 'zod';
import { spanText } from '../../drawing/city-time.ts';
import type { Subject, Top } from './chronicle-rows.ts';
import { creditsText } from './credits-text.ts';
import { listed } from './listed.ts';
import { type Draft, oldestPlace, type Section, times } from './news-draft.ts';
import { workLines } from './news-of-work.ts';
import type { Part, Telling } from './noteworthy.ts';
import { quarrelWordsOf, type Tone } from './quarrel-words.ts';
import { speechTypes } from './quarrels.ts';

interface Ages {
  /** Who had ended before the day, or by its end, and lived or stood for longest. */
  readonly before: Subject | undefined;
  readonly after: Subject | undefined;
  /** Of those that live or stand at its end; of places on the day that is not over alone. */
  readonly oldest: Subject | undefined;
}

export interface Day {
  /** In the order in which they happened. */
  readonly tellings: readonly Telling[];
  readonly tops: readonly Top[];
  readonly residents: Ages;
  readonly places: Ages;
  /** Its last tick, or the newest. */
  readonly last: number;
}

/** So many of a kind are told one by one, or named in one sentence; of the others it is said how many they are. */
const eachMax = 12;

export function linesOf(day: Day): readonly Draft[] {
  const { tellings, tops } = day;
  const of = (...types: readonly string[]) => tellings.filter(({ type }) => types.includes(type));
  const said = (tone: Tone) => tellings.filter((one) => toneOf(one) === tone);
  return [
    ...named('lives', of('resident.born'), 'came into the city'),
    ...eachTold('lives', of('resident.died')),
    ...eachTold('places', of('pod.deployed')),
    ...eachTold('places', of('pod.owner_changed')),
    ...eachTold('places', of('pod.shut_down')),
    ...eachTold('places', of('pod.orphaned', 'pod.reconnected')),
    ...workLines(tellings),
    ...tops.filter(({ what }) => what === 'served').map(servedLine),
    ...eachTold('quarrels', of('job.rejected')),
    ...eachTold('quarrels', said('sore')),
    ...eachTold('peace', said('peace')),
    ...tops
      .filter(({ what }) => what === 'spoke')
      .slice(0, 1)
      .map(spokenLine),
    ...moneyLines(tops),
    ...recordLines(day),
  ];
}

const Words = z.object({ message: z.string() });

function toneOf({ type, data }: Telling): Tone | undefined {
  if (!speechTypes.has(type)) return undefined;
  const { data: words } = Words.safeParse(data);
  return words && quarrelWordsOf(words.message)?.tone;
}

/** The sentences themselves, the last of them. */
function eachTold(section: Section, tellings: readonly Telling[]): readonly Draft[] {
  const shown = tellings.slice(-eachMax).map(({ seq, sentence }) => ({ section, events: [seq], parts: sentence }));
  const more = tellings.length - shown.length;
  return more === 0 ? shown : [{ section, events: [], parts: [`${more} more came before these.`] }, ...shown];
}

/** All of them in one sentence, by their names. */
function named(section: Section, tellings: readonly Telling[], does: string): readonly Draft[] {
  if (tellings.length === 0) return [];
  if (tellings.length === 1) return eachTold(section, tellings);
  const shown = tellings.slice(0, eachMax);
  const more = tellings.length - shown.length;
  const names = shown.flatMap(({ sentence }) => sentence.slice(0, 1));
  const parts = [...listed([...names, ...(more === 0 ? [] : [`${more} more`])]), ` ${does}.`];
  return [{ section, events: shown.map(({ seq }) => seq), parts }];
}

function servedLine({ subject, count, amount, others, other, otherCount, seq }: Top, n: number): Draft {
  const at: Part = { place: subject };
  const paid = amount === 0 ? '' : `, for ${creditsText(amount)} in all`;
  const who: readonly Part[] = other === '' ? [] : [{ resident: other }];
  const guests: readonly Part[] =
    others === 1 && other !== '' ? [...who, ` was served there ${times(count)}${paid}.`] : [];
  if (guests.length > 0) {
    const lead: readonly Part[] = n === 0 ? ['The busiest house was ', at, ': '] : ['After that came ', at, ': '];
    return { section: 'trade', events: [seq], parts: [...lead, ...guests] };
  }
  const best: readonly Part[] =
    who.length === 0 || otherCount === 1 ? ['.'] : ['. Its best guest was ', ...who, `, ${times(otherCount)}.`];
  const lead = n === 0 ? 'The busiest house was ' : 'After that came ';
  const often = count === others ? ', each once' : ` ${times(count)}`;
  const served = `: ${others} guests were served there${often}${paid}`;
  return { section: 'trade', events: [seq], parts: [lead, at, served, ...best] };
}

function spokenLine({ subject, count, others, other, otherCount, seq }: Top): Draft {
  const who: readonly Part[] =
    other === ''
      ? ['.']
      : others === 1
        ? [', all by ', { resident: other }, '.']
        : [`, by ${others} residents. `, { resident: other }, ` spoke oftenest, ${times(otherCount)}.`];
  return {
    section: 'words',
    events: [seq],
    parts: ['Most was said at ', { place: subject }, `: something was said aloud ${times(count)}`, ...who],
  };
}

/** Strangers do not see from whom, nor of gifts to whom. */
function moneyLines(tops: readonly Top[]): readonly Draft[] {
  return tops.flatMap(({ what, subject, count, amount, seq }, n): readonly Draft[] => {
    if (what === 'gave') {
      const text = `Credits were given from one to another ${times(count)}, ${creditsText(amount)} in all. Who gave to whom is not public.`;
      return [{ section: 'work', events: [seq], parts: [text] }];
    }
    if (what !== 'funded' || tops[n - 1]?.what === 'funded') return [];
    const parts: readonly Part[] = ['Most was put into the funds of ', { place: subject }, `: ${creditsText(amount)}.`];
    return [{ section: 'work', events: [seq], parts }];
  });
}

function recordLines({ residents, places, last }: Day): readonly Draft[] {
  return [
    ...recordOf(residents, (part, age) => [part, ` lived for ${age}: longer than anybody before who has died.`]),
    ...recordOf(places, (part, age) => [part, ` stood for ${age}: longer than any place before that has closed.`]),
    ...oldestOf(residents.oldest, last, 'Nobody had lived longer than '),
    ...oldestOf(places.oldest, last, oldestPlace),
  ];
}

const partOf = ({ id }: Subject): Part =>
  id.startsWith('place:') ? { place: id.slice('place:'.length) } : { resident: id.slice('resident:'.length) };
const spanOf = ({ since, until }: Subject): number => (until ?? 0) - (since ?? 0);

/** The first who ends holds no record. */
function recordOf({ before, after }: Ages, say: (who: Part, age: string) => readonly Part[]): readonly Draft[] {
  if (before === undefined || after === undefined || spanOf(after) <= spanOf(before)) return [];
  return [{ section: 'records', events: [], parts: say(partOf(after), spanText(spanOf(after))) }];
}

function oldestOf(subject: Subject | undefined, last: number, words: string): readonly Draft[] {
  if (subject?.since == null || subject.since === last) return [];
  const parts: readonly Part[] = [words, partOf(subject), `, ${spanText(last - subject.since)} old.`];
  return [{ section: 'records', events: [], parts }];
}
