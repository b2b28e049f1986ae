/** What a mind that decides by rules understands of words: whom they address, whether they ask, and their topic. No more than that. */
import { callName } from './naming.ts';

export const topics = ['work', 'building', 'children', 'credits', 'death', 'self', 'people', 'place'] as const;
export type Topic = (typeof topics)[number];

export type Intent = 'greeting' | 'question' | 'farewell' | 'thanks' | 'statement';

export interface Understood {
  readonly intent: Intent;
  readonly topic: Topic | null;
  /** Whom the words name: this mind, somebody else, or nobody. */
  readonly to: 'me' | 'other' | 'nobody';
}

/** The first that matches counts: a rarer topic comes before a commoner one. */
const subjects: readonly (readonly [Topic, RegExp])[] = [
  [
    'death',
    /\b(hours\b.*\bleft|die|dies|dying|died|death|dead|heirs?|inherit\w*|legacy|buried|hours left|last words?|the end)\b/i,
  ],
  ['children', /\b(child|children|souls?|adopt\w*|born|birth|mentor\w*|mentees?|bring up|threshold)\b/i],
  ['building', /\b(build\w*|built|workshop|rooms?|pods?|doors?|walls?|roof|code|deploy\w*|bindery|tools?)\b/i],
  ['work', /\b(work\w*|jobs?|board|task|reward|wages?|sweep|swept|swe+ping|looked after|look after)\b/i],
  ['credits', /\b(credits?|purse|money|rich|poor|afford|cost|costs|price|pay|paid|runway|upkeep)\b/i],
  ['people', /\b(seen|met|meet|knows?|anybody|somebody|everyone|neighbou?rs?|who)\b/i],
  ['self', /\b(remember|memory|want|goal|wish|name|yourself|about you|are you|who are|wear|coat)\b/i],
  ['place', /\b(where|place|here|square|commons|house|home|street|way|walk|city|quiet|crowd\w*)\b/i],
];

const greetings =
  /^(\W*\p{Lu}[\p{L}-]*[,!]? *)?(good (morning|day|evening|hour)|hello|hail|greetings|well met|there you are|welcome)\b/iu;
const farewells =
  /\b(farewell|until (then|later|next|we|the)|goodbye|be well|i must go|i will be off|off i go|take care)\b/i;
const thanks = /\b(thank you|thanks|i am grateful|kind of you)\b/i;

export function understand(words: string, myName: string, otherNames: readonly string[]): Understood {
  const lower = words.toLowerCase();
  const isToOther = otherNames.some((name) => lower.includes(firstWordOf(name)) && calls(words, name));
  // A name that is only spoken of calls nobody; who hears its own where nobody is called may take it so.
  const to = calls(words, myName) ? 'me' : isToOther ? 'other' : isNamed(words, myName) ? 'me' : 'nobody';
  // The topic of a question is that of the sentence that asks.
  const asked = words.split(/(?<=[.!?])\s+/).findLast((sentence) => sentence.includes('?')) ?? words;
  const topic = subjects.find(([, pattern]) => pattern.test(asked))?.[0] ?? null;
  return { intent: intentOf(words), topic, to };
}

function intentOf(words: string): Intent {
  if (farewells.test(words)) return 'farewell';
  if (words.includes('?')) return 'question';
  if (thanks.test(words)) return 'thanks';
  return greetings.test(words) ? 'greeting' : 'statement';
}

/** Somebody is spoken to by name: `Ilo: ...`, `Ilo, ...`, `..., Ilo.`, `You are Ilo, ...`, and not `I like Ilo.` */
export const calls = (words: string, name: string): boolean =>
  callsSo(words.toLowerCase(), name.toLowerCase()) || callsSo(words.toLowerCase(), callName(name).toLowerCase());

function callsSo(words: string, name: string): boolean {
  if (name === '') return false;
  for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + 1)) {
    const [before, after] = [words.slice(Math.max(0, at - 2), at), words.charAt(at + name.length)];
    const isFirst = at === 0 || /[.?!] /.test(before);
    const isAsked = words.slice(Math.max(0, at - 8), at) === 'you are ';
    if ((isFirst || isAsked || before === ', ') && (/[.,:?!]/.test(after) || (at === 0 && after === ''))) return true;
  }
  return false;
}

const isNamed = (words: string, name: string): boolean => mentions(words, name) || mentions(words, callName(name));

/** In lower case; who does not say it does not say the name. */
const firstWordOf = (name: string): string => /[\p{L}\p{N}]+/u.exec(name)?.[0].toLowerCase() ?? '';

/** True when the name stands in the words as a word of its own, whatever its letters. */
function mentions(words: string, name: string): boolean {
  if (name === '') return false;
  const said = ` ${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const called = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const at = said.indexOf(` ${called} `);
  // `Wren II` is not Wren.
  return at !== -1 && !/^(ii|iii|iv|v|vi{1,3}|ix|x) /.test(said.slice(at + called.length + 2));
}
