/**
 * How much of what is said answers what was said before, and what exchanges are about: read from the words alone, by a reader that knows no
 * sentence of any mind. It knows names, and words that belong together.
 */

export interface Spoken {
  readonly tick: number;
  readonly place: string;
  readonly by: string;
  readonly words: string;
}

export interface Exchange {
  readonly said: Spoken;
  readonly answer: Spoken;
}

/** Words of one subject: who hears one of them expects another of the same line, or of that which answers it. */
const subjects: readonly (readonly [asked: RegExp, answered: RegExp])[] = [
  [/\b(heard|new|news|know|who did what|nobody told)\b/i, /\b(nothing|quiet|heard|told|tells|nobody|news|know)\b/i],
  [
    /\b(doing|up to|busy|and you|about you|how is it with you)\b/i,
    /\bI (was|am|have|had|gave|helped|looked|opened|brought|found|tried|made|wrote|keep|did|would|went|counted|sat|took|put|know|like|built|would go|do not understand)\b|\b(is mine|is open|worth every|not what it was|one credit left|good to me|cannot stop)\b/,
  ],
  [
    /\b(saving|do next|build something|what do you want)\b/i,
    /\b(want|saving|in mind|open|the same as always|build)\b/i,
  ],
  [
    /\b(going with you|all right|things stand|how are you)\b/i,
    /\b(complain|well|tight|enough|short|credits|left|end|purse|glad|talking to)\b/i,
  ],
  [
    /\b(sorry|angry|forgiv\w*|blame|walk\w* off|hurried|pay|work|back|fair|hard things|why)\b/i,
    /\b(sorry|angry|forgiv\w*|right|otherwise|owe|not how it was|not yet|time|over|glad|weighed|never|again|excuse)\b/i,
  ],
  [/\b(thank\w*|grateful)\b/i, /\b(gladly|nothing|thanks|pass it on|owe|nearest|did it|good as well|done it too)\b/i],
  [
    /\b(born|mentor\w*|child\w*|brought up|bring up|soul|adopt\w*|teach)\b/i,
    /\b(born|mentor\w*|brought|bring|soul|teach\w*|learn\w*|adopt\w*|voice|proud|brave|well done|founded|mentee|new|threshold)\b/i,
  ],
  [/\b(work|job|board|task|square|turn)\b/i, /\b(work\w*|job|board|square|turn|pay|paid|done|shows)\b/i],
  [
    /\b(credits?|pay|rich|cost|dear|price|purse|worth|sell|enough)\b/i,
    /\b(credits?|pay|price|rich|poor|enough|cost|purse|worth|tight|count)\b/i,
  ],
  [
    /\b(die|dies|died|dead|dying|heir|legacy|last words|buried|ticks)\b/i,
    /\b(die|died|dead|dying|goodbye|quieter|heir|end|ticks|left|miss\w*|sad|late|soon|leave|weep|friends|over|will)\b/i,
  ],
  [
    /\b(open\w*|built|build|shut|closed|door|workshop|room|place|walls?)\b/i,
    /\b(open\w*|built|build|shut|closed|door|workshop|room|place|walls?|proud|well done|luck|earned|credits)\b/i,
  ],
  [
    /\b(remember|memory|wear|name|goal|want|changed|yourself)\b/i,
    /\b(remember|memory|name|goal|want|me|describe\w*|am)\b/i,
  ],
  [
    /\b(where|city|home|street|loud|house)\b/i,
    /\b(city|home|house|way|ways|walk|place|commons|square|was at|street|stay|it is|pass\w*)\b/i,
  ],
  [
    /\b(meet|met|trust|secret|laugh|who talks|remind\w*|anybody)\b/i,
    /\b(know|met|spoken|people|ask|name|names|you, for one|hand|voices|trust)\b/i,
  ],
  [
    /^(\S+ )?(hello|well met|good day|good hour|greetings|i am|you are|you must|there you are)/i,
    /\b(hello|well met|good|glad|you too|and to you|the same to you|am)\b/i,
  ],
  [
    /\b(come to|come and see|invite|asking everybody)\b/i,
    /\b(come|afford|look in|been to|another time|not for me|without me)\b/i,
  ],
  [
    /\b(well done|it shows|brave|dare|proud|glad for you|knew it|worth the money|hard to build|i hear that you)\b/i,
    /\b(kind of you|about time|luck|helped|not easy|tell the others|worth|gladly)\b/i,
  ],
  [
    /\bI (have|had|was|made|gave|built|brought|put|helped)\b/i,
    /\b(well done|glad|proud|tell me all|so you say|others have done|about yourself|impressed|hand in it)\b/i,
  ],
];

/** It does not know of whom, or of what place, that was. */
const unknown = /\b(do not know (who|the name|that door)|who that is|where is that|not found the way there)\b/i;
/** Who only parts does not answer. */
const parting = /\b(i must go|be well|take care|off i go|farewell|until (later|the next)|i will be off)\b/i;

const disagreement =
  /\b(no,|not agree|otherwise|do not believe|wrong about|unfair|believe what you like|too kind|too easily|not the same|without pay|not on (good|speaking) terms|fallen out|not get on|keep away|had enough of|will not agree|hurried away|speak ill|do we need)\b/i;
const event =
  /\b(died|is dead|dying|lost|born|opened|is open|built|shut|closed|gave|paid|vouch\w*|left (me|it)|has .{1,40} now|was at|saw|looked after|had the turn|came into|brought|sent|pleased|swears by|helped|did the work)\b/i;

const firstName = (name: string): string => name.split(' ')[0] ?? name;
const stands = (words: string, name: string): boolean => words.includes(name);

/** The words are said to somebody of this name: `Ilo: ...`, `..., Ilo.`, `Ilo, ...`. */
function addresses(words: string, name: string): boolean {
  for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + 1)) {
    const [before, after] = [words.slice(Math.max(0, at - 2), at), words.slice(at + name.length, at + name.length + 1)];
    if ((before === ', ' && /[.,:?]/.test(after)) || (/^$|[.?!] $/.test(before) && /[,:]/.test(after))) return true;
  }
  return false;
}

const callNames = (name: string): readonly string[] => [name, firstName(name)];

/** Of those who are not there to it, by name or by the name of what they own. */
function thirdsIn(
  { said, answer }: Exchange,
  names: ReadonlyMap<string, string>,
): (words: string) => readonly string[] {
  const parties = new Set([said.by, answer.by]);
  const others = [...names].filter(([id]) => !parties.has(id)).map(([, name]) => name);
  return (words) => others.filter((name) => stands(words, name) || stands(words, firstName(name)));
}

/** `names`: of all who have lived, by id. */
export function isOnSubject(exchange: Exchange, names: ReadonlyMap<string, string>): boolean {
  const { said, answer } = exchange;
  const thirds = thirdsIn(exchange, names);
  const named = new Set(thirds(said.words));
  const answered = thirds(answer.words);
  if (answered.some((name) => named.has(name))) return true;
  if (named.size > 0 && unknown.test(answer.words)) return true;
  // Who asks for news is answered with anybody's.
  if (named.size === 0 && answered.length > 0 && subjects[0]?.[0].test(said.words) === true) return true;
  return subjects.some(([asked, reply]) => asked.test(said.words) && reply.test(answer.words));
}

/** A third person, something that happened, or a disagreement. */
export function isAboutSomething(exchange: Exchange, names: ReadonlyMap<string, string>): boolean {
  const { said, answer } = exchange;
  const words = `${said.words} ${answer.words}`;
  return thirdsIn(exchange, names)(words).length > 0 || event.test(words) || disagreement.test(words);
}

/** So many of the last words at a place may be answered, and within so many ticks. */
const turnsBack = 16;
/** Words that begin so are a parting. */
const partingChars = 24;
const ticksBack = 1;

/** Follows what is said in public, and tells which of it answers what. */
export class Exchanges {
  readonly #spoken = new Map<string, Spoken[]>();

  /** What these words answer: the newest of somebody to whom they are said, that was said to who says them, and is of the same. */
  hear(now: Spoken, names: ReadonlyMap<string, string>): Exchange | undefined {
    const before = this.#spoken.get(now.place) ?? [];
    this.#spoken.set(now.place, [...before, now].slice(-turnsBack));
    const isTo = (words: string, id: string) => callNames(names.get(id) ?? id).some((name) => addresses(words, name));
    const all = before.filter(
      ({ by, words, tick }) =>
        now.tick - tick <= ticksBack && by !== now.by && isTo(now.words, by) && isTo(words, now.by),
    );
    // It may have been said more than one thing before it came to answer.
    if (parting.test(now.words.slice(0, partingChars))) return undefined;
    const exchanges = all.map((said): Exchange => ({ said, answer: now }));
    return exchanges.findLast((exchange) => isOnSubject(exchange, names)) ?? exchanges.at(-1);
  }
}
