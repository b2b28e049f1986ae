/**
 * How much of what is said answers what was said before, what exchanges are about, and how much of it only introduces who speaks: read from
 * the words alone, by a reader that knows no sentence of any mind (`talk-subjects.ts`). It knows names, and words that belong together.
 */
import { type Exchange, firstName, isOnSubject, type Spoken, thirdsIn } from './talk-subjects.ts';

/** Who only parts does not answer. */
const parting = /\b(i must go|be well|take care|off i go|farewell|until (later|the next)|i will be off)\b/i;

const disagreement =
  /\b(no,|not agree|otherwise|do not believe|wrong about|unfair|believe what you like|too kind|too easily|not the same|without pay|not on (good|speaking) terms|fallen out|not get on|keep away|had enough of|will not agree|hurried away|speak ill|do we need)\b/i;
const event =
  /\b(died|is dead|dying|lost|born|opened|is open|built|shut|closed|gave|paid|vouch\w*|left (me|it)|has .{1,40} now|was at|saw|looked after|had the turn|came into|brought|sent|pleased|swears by|helped|did the work)\b/i;

/** The words are said to somebody of this name: `Ilo: ...`, `..., Ilo.`, `Ilo, ...`. */
function addresses(words: string, name: string): boolean {
  for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + 1)) {
    const [before, after] = [words.slice(Math.max(0, at - 2), at), words.slice(at + name.length, at + name.length + 1)];
    if ((before === ', ' && /[.,:?]/.test(after)) || (/^$|[.?!] $/.test(before) && /[,:]/.test(after))) return true;
  }
  return false;
}

const callNames = (name: string): readonly string[] => [name, firstName(name)];

/** A third person, something that happened, or a disagreement. */
export function isAboutSomething(exchange: Exchange, names: ReadonlyMap<string, string>): boolean {
  const { said, answer } = exchange;
  const words = `${said.words} ${answer.words}`;
  return thirdsIn(exchange, names, words).length > 0 || event.test(words) || disagreement.test(words);
}

/** Says who one is, or how one is: its description, its first memory, what it keeps, how long it lives. */
const ofOneself =
  /\b(they (wrote|write|say) of me|so I am described|first (thing )?(that I remember|memory)|know me( again)? by|you see most of it|the first thing was|that is me\b|I keep (my|a|the) [A-Z]|is the name\b|I have [\w-]+ (ticks|hours|days) left|I am (easier|the one)|you may have seen me|been here from the first day|brought me up, and I am|so you are warned|I want this, if you can)/i;

/** `name`: of who says it. */
export const isSelfIntroduction = (words: string, name: string): boolean =>
  ofOneself.test(words) ||
  [name, firstName(name)].some((own) =>
    new RegExp(`\\b(I am|I’m|my name is|call me) ${own}\\b|(^|[.!?] )${own}\\.`, 'i').test(words),
  );

/** So many of the last words at a place may be answered, and within so many ticks; of one who speaks the newest. */
const turnsBack = 16;
const ofOneBack = 2;
const ticksBack = 1;
/** Words that begin so are a parting. */
const partingChars = 24;

const isParting = (words: string): boolean => parting.test(words.slice(0, partingChars));

/** Follows what is said in public, and tells which of it answers what. */
export class Exchanges {
  readonly #spoken = new Map<string, Spoken[]>();

  /**
   * What these words answer: the newest but one, or the newest, that somebody to whom they are said has said to who says them. Words that
   * call nobody are said to who spoke last, if that was to who says them.
   */
  hear(now: Spoken, names: ReadonlyMap<string, string>): Exchange | undefined {
    const all = this.#spoken.get(now.place) ?? [];
    this.#spoken.set(now.place, [...all, now].slice(-turnsBack));
    const isTo = (words: string, id: string) => callNames(names.get(id) ?? id).some((name) => addresses(words, name));
    const before = all.filter(({ by, tick }) => now.tick - tick <= ticksBack && by !== now.by);
    // It may have been said more than one thing before it came to answer.
    if (isParting(now.words)) return undefined;
    const called = before.filter(({ by }) => isTo(now.words, by));
    const last = all.at(-1);
    const [newest] = last !== undefined && before.includes(last) && isTo(last.words, now.by) ? [last] : [];
    // Who was left may say something to everybody.
    const isToNobody =
      called.length === 0 && !parting.test(last?.words ?? '') && !callsAnybody(now.words, now.by, names);
    const said = called.length > 0 ? called.filter(({ words }) => isTo(words, now.by)).slice(-ofOneBack) : [];
    const pairs = (isToNobody && newest !== undefined ? [newest] : said).map(
      (one): Exchange => ({ said: one, answer: now }),
    );
    return pairs.findLast((pair) => isOnSubject(pair, names)) ?? pairs.at(-1);
  }
}

const callsAnybody = (words: string, by: string, names: ReadonlyMap<string, string>): boolean =>
  [...names].some(([id, name]) => id !== by && callNames(name).some((one) => addresses(words, one)));
