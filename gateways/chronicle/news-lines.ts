/** The sentences of a day's news: which there are, in which order, and of which events each is made. */
import { z } from 'zod';
import { spanText } from '../../drawing/city-time.ts';
import type { Subject, Top } from './chronicle-rows.ts';
import { creditsText } from './credits-text.ts';
import { type Draft, eachMax, moreLines, oldestPlace, type Section, times } from './news-draft.ts';
import { birthLines, deathLines, type Lived } from './news-of-lives.ts';
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
  readonly lived: Lived;
  readonly residents: Ages;
  readonly places: Ages;
  /** Its last tick, or the newest. */
  readonly last: number;
}

export function linesOf(day: Day): readonly Draft[] {
  const { tellings, tops } = day;
  const of = (...types: readonly string[]) => tellings.filter(({ type }) => types.includes(type));
  const said = (tone: Tone) => tellings.filter((one) => toneOf(one) === tone);
  return [
    ...birthLines(of('resident.born')),
    ...deathLines(of('resident.died'), day.lived),
    ...eachTold('places', of('pod.deployed'), 'was opened', 'were opened'),
    ...eachTold('places', of('pod.owner_changed'), 'changed hands'),
    ...eachTold('places', of('pod.shut_down'), 'was closed', 'were closed'),
    ...eachTold('places', of('pod.orphaned', 'pod.reconnected'), 'was cut off or reached', 'were cut off or reached'),
    ...workLines(tellings),
    ...tops.filter(({ what }) => what === 'served').map(servedLine),
    ...eachTold('quarrels', of('job.rejected'), 'job was sent back', 'jobs were sent back'),
    ...eachTold('quarrels', said('sore'), 'quarrel was told of', 'quarrels were told of'),
    ...eachTold('peace', said('peace'), 'word of peace was said', 'words of peace were said'),
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

/** The sentences themselves, the last of them; `was`: what happened to one of the others. */
function eachTold(section: Section, tellings: readonly Telling[], was: string, were = was): readonly Draft[] {
  const shown = tellings.slice(-eachMax).map(({ seq, sentence }) => ({ section, events: [seq], parts: sentence }));
  const more = tellings.length - shown.length;
  return [...moreLines(section, more, was, were), ...shown];
}

/** A house of one guest is not called the busiest, nor is another said to come after it. */
function servedLine(top: Top, n: number, [first]: readonly Top[]): Draft {
  const { subject, count, others, other, seq } = top;
  const at: Part = { place: subject };
  const isRanked = (first?.others ?? 0) > 1;
  const lead: readonly Part[] = isRanked
    ? [n === 0 ? 'The busiest house was ' : 'After that came ', at, ': ']
    : ['At '];
  const where: readonly Part[] = isRanked ? [] : [at, ' '];
  const there = isRanked ? ' there' : '';
  if (others === 1) {
    const who: Part = other === '' ? 'one guest' : { resident: other };
    const parts = [...lead, ...where, who, ` was served${there} ${times(count)}${paidText(top)}.`];
    return { section: 'trade', events: [seq], parts };
  }
  const often = count === others ? ', each once' : ` ${times(count)}`;
  const served = `${others} guests were served${there}${often}${paidText(top)}`;
  return { section: 'trade', events: [seq], parts: [...lead, ...where, served, ...bestGuest(top)] };
}

const paidText = ({ amount }: Top): string => (amount === 0 ? '' : `, for ${creditsText(amount)} in all`);

const bestGuest = ({ other, otherCount }: Top): readonly Part[] =>
  other === '' || otherCount === 1 ? ['.'] : ['. Its best guest was ', { resident: other }, `, ${times(otherCount)}.`];

function spokenLine(top: Top): Draft {
  const { subject, count, seq } = top;
  const at: Part = { place: subject };
  const said: readonly Part[] =
    count === 1
      ? ['Something was said aloud at ', at, ' once']
      : ['Most was said at ', at, `: something was said aloud ${times(count)}`];
  return { section: 'words', events: [seq], parts: [...said, ...speakers(top)] };
}

function speakers({ count, others, other, otherCount }: Top): readonly Part[] {
  if (other === '') return ['.'];
  const who: Part = { resident: other };
  if (others === 1) return [count === 1 ? ', by ' : ', all by ', who, '.'];
  const by = `, by ${others} residents.`;
  return otherCount === 1 ? [by] : [`${by} `, who, ` spoke oftenest, ${times(otherCount)}.`];
}

/** Strangers do not see from whom, nor of gifts to whom. */
function moneyLines(tops: readonly Top[]): readonly Draft[] {
  return tops.flatMap(({ what, subject, count, amount, seq }, n): readonly Draft[] => {
    if (what === 'gave') {
      const text = `Credits were given from one to another ${times(count)}, ${creditsText(amount)} in all. Who gave to whom is not public.`;
      return [{ section: 'work', events: [seq], parts: [text] }];
    }
    if (what !== 'funded' || tops[n - 1]?.what === 'funded') return [];
    const isOnly = tops[n + 1]?.what !== 'funded';
    const credits = creditsText(amount);
    const into: Part = { place: subject };
    const parts: readonly Part[] = isOnly
      ? [`${credits} ${amount === 1 ? 'was' : 'were'} put into the funds of `, into, '.']
      : ['Most was put into the funds of ', into, `: ${credits}.`];
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
