/**
 * What the goals of a soul are about, by their words. A goal is a sentence that somebody wrote, in any words: what it names that the
 * chronicle tells of is found by lists of words, the same each time. Nothing of it is carried out, and no list can be filled by it.
 *
 * GO1  At most `goalsMax` goals of at most `goalCharsMax` characters are taken of a text, and `textCharsMax` characters of that are read.
 * GO2  What is denied is not wanted: `never to teach` is about nothing.
 */
import type { AnswerOf } from '../answers/answer-type.ts';
import type { Goals } from '../answers/goals.ts';
import type { Life, LifeFact } from './life-facts.ts';

const textCharsMax = 4_000;
const goalsMax = 12;
const goalCharsMax = 200;
const reasonsMax = 4;

export type Subject = AnswerOf<typeof Goals>['items'][number]['reasons'][number]['subject'];

/** What a goal is about, and what counts for it. */
export interface Aim {
  readonly subject: Subject;
  /** So often it must have happened for the goal to be near. */
  readonly near: number;
  /** The facts that count, the newest first, each thing and each other once. */
  counts(life: Life): readonly LifeFact[];
  /** Of what counts something is missing for that it could be near. */
  isBegunOnly?(life: Life): boolean;
}

/** The sentences of a text, as far as they are read (GO1). */
export function goalsIn(text: string): { readonly goals: readonly string[]; readonly isCut: boolean } {
  const read = text.slice(0, textCharsMax);
  const sentences = read
    .split(/[\n\r;•\u2028\u2029]+|(?<=[.!?…])\s+|(?<=[。！？])/u)
    .map((sentence) =>
      sentence
        .replace(/[\p{C}\s]+/gu, ' ')
        .replace(/^[ *–—-]+|^ *[0-9]{1,3}[.)](?= |$)/u, '')
        .trim(),
    )
    .filter((sentence) => /[\p{L}\p{S}]/u.test(sentence));
  const all = [...new Set(sentences)];
  const goals = all.slice(0, goalsMax).map(shortened);
  return { goals, isCut: all.length > goalsMax || text.length > textCharsMax };
}

function shortened(sentence: string): string {
  const characters = [...sentence];
  return characters.length <= goalCharsMax ? sentence : `${characters.slice(0, goalCharsMax - 1).join('')}…`;
}

/** The newest of each key. Of a place that was enlarged is told more than once. */
function newestOfEach(facts: readonly LifeFact[], keyOf: (fact: LifeFact) => string | null): readonly LifeFact[] {
  const found = new Map<string, LifeFact>();
  for (const fact of facts) {
    const key = keyOf(fact);
    if (key !== null && !found.has(key)) found.set(key, fact);
  }
  return [...found.values()];
}

const of =
  (...kinds: readonly LifeFact['kind'][]) =>
  ({ facts }: Life): readonly LifeFact[] =>
    facts.filter(({ kind }) => kinds.includes(kind));

const opened = (life: Life): readonly LifeFact[] => newestOfEach(of('opened')(life), ({ place }) => place);
const broughtUp = (life: Life): readonly LifeFact[] => newestOfEach(of('brought_up')(life), ({ other }) => other);
/** Those with whom it has had to do. */
const others = ({ facts }: Life): readonly LifeFact[] => newestOfEach(facts, ({ other }) => other);

interface Rule extends Aim {
  readonly words: RegExp;
}

const rules: readonly Rule[] = [
  {
    subject: 'place',
    words:
      /\b(build(s|ing|er)?|built|found (a|an|my)|(open|run|own|keep) (a|an|my|up)|shops?|taverns?|workshops?|craft(s|ing)?|invent\w*|make (things|something|tools|a place))\b/iu,
    near: 1,
    counts: opened,
  },
  {
    subject: 'children',
    words:
      /\b(mentor\w*|child(ren)?|daughters?|sons?|family|bring(ing)? up|raise|heirs?|parents?|mother|father|adopt\w*|generations?)\b/iu,
    near: 1,
    counts: broughtUp,
  },
  {
    subject: 'teaching',
    words: /\b(teach(es|ing|er)?|apprentices?|pupils?|lessons?|school|(hand|pass) (it |them )?(on|down))\b/iu,
    near: 1,
    counts: (life) => [...broughtUp(life), ...opened(life).filter(({ name }) => /\bschool\b/iu.test(name))],
  },
  {
    subject: 'work',
    words:
      /\b(work(s|ed|er|ing)?|earn\w*|jobs?|rich(er|es|est)?|wealth\w*|credits?|money|fortune|useful|labou?r|be paid|busy)\b/iu,
    near: 3,
    counts: of('worked'),
  },
  {
    subject: 'help',
    words: /\b(help(s|ed|ing|ful)?|serve|generous|hire|employ|give work|kind(ness)?|support|look after)\b/iu,
    near: 3,
    counts: (life) => of('worked', 'hired')(life).filter(({ other }) => other !== null),
  },
  {
    subject: 'company',
    words:
      /\b(friends?|friendships?|befriend\w*|love|loved|meet|met|company|everyone|everybody|neighbou?rs?|together|lonely|belong|marry|talk(s|ing)? (to|with))\b/iu,
    near: 5,
    counts: others,
  },
  {
    subject: 'visitors',
    words: /\b(visitors?|answer(s|ing)?|questions?|strangers?|outside world|explain\w*|advice|advise)\b/iu,
    near: 3,
    counts: of('answered'),
  },
  {
    subject: 'age',
    words:
      /\b(grow(ing)? old|old age|long life|live (long|for ?ever|as long)|surviv\w*|immortal\w*|(never|not) (to )?die)\b/iu,
    near: 1,
    counts: of('grew_old'),
  },
  {
    subject: 'legacy',
    words:
      /\b(remembered|legacy|outlast\w*|outlive\w*|leave (something|a mark|behind|the city)|after (me|my death|i am gone)|famous|fame|be known|monument)\b/iu,
    near: 1,
    counts: (life) => [...opened(life), ...broughtUp(life)],
    isBegunOnly: ({ isOver }) => !isOver,
  },
];

/** Words of one trade: in a goal, and in the name of a place. */
const trades: readonly RegExp[] = [
  /\b(bak(e|es|ed|er|ery|ing)|bread|loa(f|ves)|oven|cook\w*|soup|kitchen|meals?|supper|hungry|feed)\b/iu,
  /\b(tea|inn|tavern|guests?|lodging|hotel)\b/iu,
  /\b(gardens?|gardening|seeds?|plants?|flowers?|orchard|trees?)\b/iu,
  /\b(lamps?|lanterns?|candles?|lights|lighthouse)\b/iu,
  /\b(mend(s|ing)?|repair\w*|tools?|clocks?|machines?|smith\w*|carpent\w*)\b/iu,
  /\b(portraits?|paint\w*|draw(s|ing)?|pictures?|studio)\b/iu,
  /\b(maps?|compass|atlas)\b/iu,
  /\b(count(s|ing)?|ledgers?|numbers?|measur\w*|weigh\w*)\b/iu,
  /\b(games?|wagers?|dice|bets?|cards?|riddles?|puzzles?)\b/iu,
  /\b(danc\w*|feast)\b/iu,
  /\b(books?|library)\b/iu,
  /\b(vaults?|guard\w*|bank)\b/iu,
  /\b(the dead|graves?|mourn\w*|memorial)\b/iu,
  /\b(stor(y|ies)|tales?|theatre)\b/iu,
  /\b(news\w*|papers?|print\w*|reports?)\b/iu,
  /\b(songs?|sing(s|ing|er)?|music\w*|choir|tunes?)\b/iu,
  /\b(letters?|writ(e|es|er|ing)|ink|post)\b/iu,
  /\b(sayings?|proverbs?|wisdom|oracle)\b/iu,
];

/** What a goal is about; nothing where its words name nothing that is told. */
export function aimsOf(goal: string): readonly Aim[] {
  const named = rules.filter(({ words }) => isWanted(goal, words));
  const isToBuild = named.some(({ subject }) => subject === 'place');
  const wanted = trades.filter((words) => isWanted(goal, words));
  const ofTrade = wanted.length === 0 ? [] : [tradeOf(wanted, isToBuild)];
  // Whose goal names a trade wants no place but of that.
  const others = named.filter(({ subject }) => subject !== 'place' || wanted.length === 0);
  return [...ofTrade, ...others].slice(0, reasonsMax);
}

function tradeOf(wanted: readonly RegExp[], isToBuild: boolean): Aim {
  const ofTrade = (life: Life) => opened(life).filter(({ name }) => wanted.some((words) => words.test(name)));
  return {
    subject: 'trade',
    near: 1,
    // A place of another trade is a beginning for who wants to build.
    counts: (life) => (ofTrade(life).length === 0 && isToBuild ? opened(life) : ofTrade(life)),
    isBegunOnly: (life) => ofTrade(life).length === 0,
  };
}

const denial =
  /\b(never|not(?! only)|no|nobody|nothing|without|avoid\w*|refus\w*|hate\w*|stop\w*|quit|don['’]?t|won['’]?t|cannot|can['’]?t)\b/iu;
const deniedAfter = /^\W{0,3}(nobody|no one|nothing|none)\b/iu;

/** The words stand in the goal, at least once where nothing denies them (GO2). */
function isWanted(goal: string, words: RegExp): boolean {
  for (const found of goal.matchAll(new RegExp(words, 'giu'))) {
    const clause =
      goal
        .slice(0, found.index)
        .split(/[,:()–—]|\bbut\b/iu)
        .at(-1) ?? '';
    if (!denial.test(clause) && !deniedAfter.test(goal.slice(found.index + found[0].length))) return true;
  }
  return false;
}
