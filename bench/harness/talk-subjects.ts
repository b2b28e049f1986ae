/**
 * Whether words answer words, by the words alone, as strict as a person who reads both: whom and which place they name, and what kind of
 * question was asked last. It knows no sentence of any mind. Who asks is answered on what was asked: what else stood before the question
 * does not count. "And you?" asks the same of the other: the answer is of the kind of what stood before it.
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

interface Kind {
  /** Of a question. */
  readonly asks: RegExp;
  /** Of words that tell it of oneself: an answer, and what stands before an "And you?". */
  readonly tells: RegExp;
}

/** Questions about the listener: the first that fits counts. */
const ofListener: readonly Kind[] = [
  {
    asks: /\b(been doing|doing here|up to|keeps? you busy|what did you do|where have you been)\b/i,
    tells:
      /\bI (was at|went|have been|had|built|opened|made|helped|gave|looked|brought|found|tried|bought|wrote|keep|did(?! not)|took|put|got|paid|learned|left|worked|swept|sat|played|asked|vouched|spend|looked around|went about|listening|begun)\b|\bI have (opened|built|brought|vouched|lost|had)\b|\b(looking for|saving for)\b/i,
  },
  {
    asks: /\b(saving for|do next|(will|would) you build (something|anything|here)|build something|what do you want|are you after|do you mean to)\b/i,
    tells:
      /\b(I want|what I (always )?want\w*|saving|missing|in mind|the same as always|if I can|ask me in|I am after)\b/i,
  },
  {
    asks: /\b(going with you|all right|things stand|how are you|how is it with you)\b/i,
    tells:
      /\b(complain|well|tight|enough|short|badly|credits? (left|for)|(ticks|hours|days) left|the end|purse|better than|all right|not talking|forgotten what|glad that we have)\b/i,
  },
  {
    asks: /\b(have you heard|anything new|who did what|do not know|any news)\b/i,
    tells: /\b(nothing|quiet|nobody tells)\b/i,
  },
  {
    asks: /\b(told you|have that from|how do you know|see it yourself|says so)\b/i,
    tells: /\b(have it from|told me|was there|saw it|says|comes from|seen it)\b/i,
  },
];
const back = /\b(and you|what about you|not said how it is with you)\b/i;
const asksPlainly = new RegExp(`${back.source}|^tell me (something|more|what)`, 'i');
const isNews = (kind: Kind): boolean => kind.asks.test('any news');

/** Words of one subject, for what was said of nobody and asks nothing of the kinds above: both are of it. */
const subjects: readonly (readonly [said: RegExp, answered: RegExp])[] = [
  [
    /\b(sorry|angry|forg[ie]v\w*|forgotten|blame|walk\w* off|hurried|sore at|fair|hard things|time, then|behind us|hurt)\b/i,
    /\b(sorry|angry|forg[ie]v\w*|otherwise|owe|not how it was|not yet|time|over|glad|weighed|again|excuse|missed|sore)\b/i,
  ],
  [
    /\b(not how it was|see it otherwise|owe you nothing|showed me your back|contradict|do not believe)\b/i,
    /\b(hear you|angry|not yet|sorry|otherwise|not how it was|same again|time)\b/i,
  ],
  [/\b(thank\w*|grateful)\b/i, /\b(gladly|nothing much|thanks|pass it on|owe|nearest|did me good|done it too)\b/i],
  [
    /\b(well done|it shows|brave|dare|proud|glad for you|stubborn|did not know that you do|where you were|worth the (trouble|money))\b/i,
    /\b(kind of you|about time|luck|helped|not easy|tell the others|saw it|seen it|glad|it was|credits back)\b/i,
  ],
  [
    /\b(sorry about|am here|hold on|do anything|that is hard|not stay so)\b/i,
    /\b(helps?|first who asks|sleep|thank|missed?)\b/i,
  ],
  [
    /\b(hello|good (hour|day)|well met|there you are)\b/i,
    /\b(hello|well met|good|you too|and to you|the same to you)\b/i,
  ],
  [/\b(board|job|work|line over)\b/i, /\b(board|jobs?|work|a line|turn at the square|looked after)\b/i],
  [/\b(credits?|purse|price|cost|dear|rich)\b/i, /\b(credits?|purse|price|cost|enough|count|rich|poor)\b/i],
  [
    /\b(soul|newborn|mentor|mentees?|bring up|brought up|born|threshold|adopted)\b/i,
    /\b(soul|newborn|mentor|mentees?|bring up|brought|born|threshold|founded|learn|teach)\b/i,
  ],
  [
    /\b(heir|legacy|last words|dead|die|dying|died|(ticks|hours) that you have)\b/i,
    /\b(heir|legacy|will|die|dead|ticks|hours|remembered|missed|end|goodbye|quieter|gone|early|late)\b/i,
  ],
  [
    /\b(workshop|build|walls?|door|room|tools)\b/i,
    /\b(workshop|build|built|walls?|door|room|tools|two of us|the code|have you told|two could do it|stubborn)\b/i,
  ],
  [
    /\b(first thing|remember|your name|about you|wear|goal|want)\b/i,
    /\b(first thing|remember|name|wrote of me|of me|want|described|see most|stubborn|there when it happens|have you told)\b/i,
  ],
  [
    /\b(I (was|found|went|looked|bought|tried|have been))\b/,
    /\b(where you were|worth the trouble|did not know that you)\b/i,
  ],
  [/\b(meet|trust|secret|laugh|who talks|reminds?)\b/i, /\b(spoken|trust|count them|people|voices|you, for one)\b/i],
  [/\b(city|home|street|where|way out|loud)\b/i, /\b(city|home|street|ways?|house|geography|commons|walk)\b/i],
];

/** It does not know of whom, or of what place, that was. */
const unknownPerson = /\b(do not know (who|the name)|who that is)\b/i;
const unknownPlace = /\b(do not know that door|where is that|not found the way there)\b/i;
/** Said by one who was itself spoken of. */
const ofMyself =
  /\b(kind of you|about time|more luck than|others helped|not easy|tell the others|somebody saw|seen it before|as you see|that is me|about myself|is mine|I built|I keep|I would pay|it helps|first who asks|not do that|brought me|meant it|I did|otherwise|would do the same|not how it was)\b/i;

/** Said to one who has told of itself. */
const ofTeller =
  /\b(where you were|worth the trouble|do such things|stubborn|when it happens|two could do it|get about|know more than you|find something|well done|glad for you|proud)\b/i;

export const firstName = (name: string): string => name.split(' ')[0] ?? name;
const stands = (words: string, name: string): boolean => words.includes(name);

/** Places, as they are called: `Odo’s Tea Room`, `my Tea Room` and `your Tea Room` are a `Tea Room`. */
function placesIn(words: string): readonly string[] {
  const named = words.matchAll(/(?:’s|\b[Mm]y|\b[Yy]our|\b[Aa]n?|\bThe) ((?:[A-Z][a-z]+ ?(?:of (?:the )?)?)+)/g);
  return [...named].map(([, title = '']) => title.trim()).filter((title) => title.length > 3);
}

const share = (one: readonly string[], other: readonly string[]): boolean => one.some((name) => other.includes(name));

type Names = ReadonlyMap<string, string>;

/** Of those who are not there to it, by name; who only owns a place that is named is not meant. */
export function thirdsIn({ said, answer }: Exchange, names: Names, words: string): readonly string[] {
  const parties = [said.by, answer.by].map((id) => names.get(id) ?? id);
  const bare = words.replaceAll(/[\p{L}-]+(?: \p{Lu}[\p{L}-]*)*’s (?=\p{Lu})/gu, '');
  const others = [...new Set(names.values())].filter((name) => !parties.includes(name));
  // Of another with the first name of one of them all of the name is said; who has no other name cannot be told from that one.
  const isNamed = (name: string) => {
    const first = firstName(name);
    return parties.some((party) => firstName(party) === first)
      ? name !== first && stands(bare, name)
      : stands(bare, first);
  };
  return others.filter(isNamed).map(firstName);
}

/** The last question in the words, with what stood before it. */
function questionIn(
  words: string,
): { readonly question: string; readonly before: string; readonly isLast: boolean } | undefined {
  const sentences = words.split(/(?<=[.!?])\s+/);
  const at = sentences.findLastIndex((sentence) => sentence.includes('?') || asksPlainly.test(sentence));
  if (at === -1) return undefined;
  const isLast = at === sentences.length - 1;
  return { question: sentences[at] ?? '', before: sentences.slice(0, at).join(' '), isLast };
}

/** `names`: of all who have lived, by id. */
export function isOnSubject(exchange: Exchange, names: Names): boolean {
  const { said, answer } = exchange;
  const asked = questionIn(said.words);
  if (asked === undefined) return isOfTheSame(exchange, names, said.words);
  const { question, before, isLast } = asked;
  // What is said after a question counts as much.
  if (!isLast && isOfTheSame(exchange, names, said.words)) return true;
  if (thirdsIn(exchange, names, question).length > 0 || placesIn(question).length > 0)
    return isOfTheSame(exchange, names, question);
  if (back.test(question) && !ofListener.some(({ asks }) => asks.test(question)))
    return answersBack(exchange, names, before);
  const kind = ofListener.find(({ asks }) => asks.test(question));
  if (kind === undefined) return isOfTheSame(exchange, names, question) || isOfTheSame(exchange, names, said.words);
  return kind.tells.test(answer.words) || (isNews(kind) && thirdsIn(exchange, names, answer.words).length > 0);
}

/** It tells of itself what the other has told of itself. */
function answersBack(exchange: Exchange, names: Names, before: string): boolean {
  const kinds = ofListener.filter(({ tells }) => tells.test(before));
  if (kinds.some(({ tells }) => tells.test(exchange.answer.words))) return true;
  return isOfTheSame(exchange, names, before);
}

/** Of the same third person or place; of the one who answers, which is what it speaks of; or of one subject. */
function isOfTheSame(exchange: Exchange, names: Names, words: string): boolean {
  const { answer } = exchange;
  const thirds = thirdsIn(exchange, names, words);
  if (share(thirds, thirdsIn(exchange, names, answer.words))) return true;
  if (share(placesIn(words), placesIn(answer.words))) return true;
  if (thirds.length > 0 && unknownPerson.test(answer.words)) return true;
  if (placesIn(words).length > 0 && unknownPlace.test(answer.words)) return true;
  if (isAbout(words, names.get(answer.by) ?? answer.by) && ofMyself.test(answer.words)) return true;
  if (ofTeller.test(answer.words) && ofListener.some(({ tells }) => tells.test(words))) return true;
  const hasNames = thirds.length > 0 || placesIn(words).length > 0;
  return !hasNames && subjects.some(([said, answered]) => said.test(words) && answered.test(answer.words));
}

const ofYou = /(?<!here )\b(you (have|are|were|did|said|sent|gave|helped|built|opened|will|and [A-Z])|your)\b/i;

/** Somebody is spoken of, not to: `Odo has`, `your Tea Room`, `You have`. */
function isAbout(words: string, name: string): boolean {
  const first = firstName(name);
  return ofYou.test(words) || words.replaceAll(new RegExp(`, ${first}\\b|^${first}[:,]`, 'g'), '').includes(first);
}
