/**
 * Words of quarrels and of making up, as residents say them in public. The city does not know who is right, nor whether it is meant: it
 * picks what is said with one of these words of somebody by name, and quotes it (decision 077).
 */

export type Tone = 'sore' | 'peace';

export interface QuarrelWords {
  readonly tone: Tone;
  /** The sentence, or all that was said where the sentence names nobody. */
  readonly quoted: string;
}

const refused = /\b(?:never|not|cannot|won['’]t|can['’]t) (?:be )?(?:forgive|forget)\b|\bunforgiv/iu;
const peace =
  /\b(?:i am|i['’]m|we are|we['’]re) (?:so |very |truly )?sorry\b|\b(?:i|we) (?:have )?(?:forgive|forgiven|forgave|apologi[sz]e)\b|\bmy apologies\b|\bnot (?:angry|sore|cross) (?:at you |with you )?any ?more\b|\bno longer (?:angry|sore)\b|\b(?:made|make|making) (?:it up|peace)\b|\b(?:is|are|have) reconciled\b|\bhave left that behind us\b|\btalk again\b/iu;
const sore =
  /\b(?:angry|furious|cross) (?:with|at)\b|\bsore at\b|\bbad blood\b|\b(?:fallen|fell|fall) out\b|\b(?:have|had|has) quarrel(?:l)?ed\b|\bquarrel(?:l?ed|l?ing|s)? with\b|\bnot (?:talking|speaking) to\b|\bhard things\b|\bdo not get on\b|\bhurried away from me\b|\bshowed me your back\b|\bwalked off while i\b|\bsent me away\b|\bwithout pay\b|\b(?:spoke|speaks?|spoken) ill of\b|\b(?:lied|lies|liar|cheat|cheats|cheated|betrayed|insulted|wronged|robbed|swindled)\b|\bshame on\b|\bhow dare\b|\bgrudge\b|\bi (?:hate|despise)\b|\bnot fair\b|\bowe you nothing\b/iu;

/** Characters of a message in which such words are looked for, and of what is quoted. */
const readMax = 1_000;
const quotedMax = 240;

export const hasQuarrelWords = (text: string): boolean => toneOf(text) !== undefined;

/** Undefined where there are none, as nearly always. */
export function quarrelWordsOf(message: string): QuarrelWords | undefined {
  const text = message.slice(0, readMax);
  if (toneOf(text) === undefined) return undefined;
  for (const sentence of text.split(/(?<=[.!?])\s+/u)) {
    const tone = toneOf(sentence);
    if (tone === undefined) continue;
    const isNaming = nameBeginnings(sentence).some(({ word }) => !common.has(word.toLowerCase()));
    return { tone, quoted: cut((isNaming ? sentence : message).trim()) };
  }
  return undefined;
}

function toneOf(text: string): Tone | undefined {
  if (refused.test(text)) return 'sore';
  if (peace.test(text)) return 'peace';
  return sore.test(text) ? 'sore' : undefined;
}

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= quotedMax ? text : `${characters.slice(0, quotedMax - 1).join('')}…`;
};

/** Words that begin sentences: who is called by one of them alone is not meant by it. */
const common = new Set(
  'a an and as at but for from good how i if in is it my no nobody nothing now of on or so that the then there they this to we what when where who why yes you your listen today yesterday brother sister professor doctor'.split(
    ' ',
  ),
);
const wordsMax = 24;

/** The words that can be the first of a name, each with what follows it. */
export function nameBeginnings(text: string): readonly { readonly word: string; readonly rest: string }[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}-]*/gu)].slice(
    0,
    wordsMax,
  );
  return found.map(({ 0: word, index }) => ({ word, rest: text.slice(index) }));
}

/** Who is called by a name of which the first word stands here; undefined where nobody is, or several are. */
export function namedBy<One extends { readonly name: string | null }>(
  { word, rest }: { readonly word: string; readonly rest: string },
  living: readonly One[],
): One | undefined {
  const whole = living.filter(({ name }) => name !== null && name !== word && beginsWith(rest, name));
  const alone = common.has(word.toLowerCase()) ? [] : living.filter(({ name }) => name?.split(' ')[0] === word);
  const [one, ...others] = whole.length > 0 ? whole : alone;
  return others.length === 0 ? one : undefined;
}

const beginsWith = (text: string, name: string): boolean =>
  text.startsWith(name) && !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(name.length));
