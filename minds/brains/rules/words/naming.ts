/** What residents, places and times are called when one speaks of them, and who or what is meant by such a name. */
import { dayOf, ticksOf } from '../../../../drawing/city-time.ts';

/** `The Mending Bench of Vera`: who speaks of it calls it by whose it is. */
const ofOwner = /^(?:The )?(.+) of (.+)$/;

interface Between {
  /** The names of who speaks and of who listens. */
  readonly me: string;
  readonly you: string;
}

export function placeText(name: string, { me, you }: Between): string {
  if (name === 'The Commons') return 'the Commons';
  const [, title, owner] = ofOwner.exec(name) ?? [];
  if (title === undefined || owner === undefined) return name;
  return owner === me ? `my ${title}` : owner === you ? `your ${title}` : `${owner}’s ${title}`;
}

/** A deed as one says it of oneself to somebody: a place of either of them is `my Story Room`, `your Story Room`. */
export function deedText(deed: string, { me, you }: Between): string {
  const owned = (text: string, name: string, whose: string) => {
    const pattern = new RegExp(
      `\\bThe ((?:(?! of ).)+(?: of the (?:(?! of ).)+)?) of ${escaped(name)}(?! [IVXLC]+\\b|[\\p{L}])`,
      'gu',
    );
    return name === '' ? text : text.replaceAll(pattern, (_, title: string) => `${whose} ${title}`);
  };
  return owned(owned(deed, me, 'my'), you, 'your');
}

/** The kind of a place that does not stand yet: `The Map Room` is `a Map Room`. */
export function kindText(title: string): string {
  const bare = title.replace(/^The /, '');
  return `${/^[aeiou]/i.test(bare) ? 'an' : 'a'} ${bare}`;
}

const numerals = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
];
export const numeral = (count: number): string => numerals[count] ?? String(count);

/** A tick is an hour to those who live by it. */
const dayTicks = 24;
/** From so many on one counts days. */
const manyHours = 2 * dayTicks;

/** So many ticks, as one says it. */
export function hoursText(ticks: number): string {
  if (ticks < 1) return 'less than an hour';
  if (ticks >= manyHours) return `${numeral(Math.floor(ticks / dayTicks))} days`;
  return ticks === 1 ? 'an hour' : `${numeral(ticks)} hours`;
}

/** Hours ago are counted also past midnight up to so many. */
const nightTicks = 6;
const hoursAgo = Array.from({ length: dayTicks }, (_, hours) => (hours === 0 ? 'just now' : `${hoursText(hours)} ago`));
const daysAgo = ['yesterday', ...[2, 3, 4, 5, 6].map((days) => `${numeral(days)} days ago`), 'long ago'];
/** All that `agoText` says. */
export const agoTexts: readonly string[] = [...hoursAgo, ...daysAgo];

/** Ticks from the middle of a day to its last. */
const afterNoon = 11;

/** When something was, as one says it: of today by its hour, else by its day, so that whoever tells it on tells the same. */
export function agoText(tick: number, now: number): string {
  const [hours, days] = [Math.max(0, now - tick), dayOf(now) - dayOf(tick)];
  if (days <= 0 || hours <= nightTicks) return hoursAgo[hours] ?? '';
  return daysAgo[Math.min(days, daysAgo.length) - 1] ?? '';
}

/** When that was; undefined where it is not said. */
export function tickOf(ago: string, now: number): number | undefined {
  const said = agoTexts.findIndex((text) => same(text, ago));
  if (said === -1) return undefined;
  const days = said - hoursAgo.length + 1;
  return Math.max(0, days < 1 ? now - said : ticksOf(dayOf(now) - days).last - afterNoon);
}

/** Words before a name by which nobody is called alone. */
const titles =
  /^(Brother|Sister|Professor|Doctor|Captain|Father|Mother|Old|Little|The|Saint|Aunt|Uncle|Mister|Miss|Lady|Lord)$/i;

const numbered = / [IVXLC]+$/;

/** How somebody is called to the face: by the first name, where there is more than one. */
export function callName(name: string): string {
  const end = name.indexOf(' ');
  // A namesake is called by all of its name: the first part is that of another.
  if (end === -1 || numbered.test(name)) return name;
  const first = name.slice(0, end);
  return titles.test(first) || [...first].length < 3 ? name : first;
}

/** What is said at once names whom it is for once, and calls a third by its whole name once. */
export function tidied(words: string, you: string, thirds: readonly string[]): string {
  const once = you === '' ? words : afterFirst(words, you, (rest) => rest.replaceAll(`, ${you}`, ''));
  return thirds.reduce((said, name) => {
    const short = callName(name);
    return short === name
      ? said
      : afterFirst(said, name, (rest) => rest.replaceAll(new RegExp(`${escaped(name)}(?!’s)`, 'gu'), short));
  }, once);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function afterFirst(words: string, name: string, change: (rest: string) => string): string {
  const at = words.indexOf(name);
  if (at === -1) return words;
  const end = at + name.length;
  return words.slice(0, end) + change(words.slice(end));
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Ids with names; of names that are alike the first counts. */
export type Names = readonly (readonly [id: string, name: string])[];

/**
 * The id of whoever has the name, of those that are known; '' where nobody has. A first name alone means somebody only where one has it, or
 * one whose whole name stands in `words` too.
 */
export function whoIs(name: string, known: Names, words = ''): string {
  const asked = name.toLowerCase();
  // Only a name that begins so is worth a closer look.
  const alike = known.filter(([, one]) => one.toLowerCase().startsWith(asked));
  const whole = alike.find(([, one]) => same(one, name));
  if (whole !== undefined || name === '') return whole?.[0] ?? '';
  const called = alike.filter(([, one]) => same(callName(one), name));
  const ids = new Set(called.map(([id]) => id));
  const named = new Set(called.filter(([, one]) => words.includes(one)).map(([id]) => id));
  const [only = ''] = ids.size === 1 ? ids : named.size === 1 ? named : [];
  return only;
}

/** The id of the place that is called so by `me`. */
export function whereIs(text: string, known: Names, between: Between): string {
  const asked = text.toLowerCase();
  const is = (one: string) => one.toLowerCase() === asked;
  return known.find(([, name]) => is(placeText(name, between)) || is(kindText(name)))?.[0] ?? '';
}
