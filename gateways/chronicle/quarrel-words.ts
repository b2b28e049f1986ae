/**
 * Words of quarrels and of making up, as residents say them in public. The city does not know who is right, nor whether it is meant: it
 * picks what is said with one of these words of somebody by name, and quotes it (decision 077).
 */

export type Tone = 'sore' | 'peace';

export interface QuarrelWords {
  readonly tone: Tone;
  /** The sentence, or all of a short message where the sentence names nobody. */
  readonly quoted: string;
}

/**
 * What is said in so many words, and hardly ever means anything else: a quarrel that is missed is better than thanks that are told as one.
 * Not read as Unicode, which takes forty times as long.
 */
const refused = /\b(?:never|not|cannot|won['’]t|can['’]t) (?:be )?forgive\b|\bunforgivable\b/i;
const peace =
  /\bsorry(?:, [^.:!?]{1,60})?(?:: i| that i)\b|\bnot meant like that\b|\bthat it hurt you\b|\bno excuse\b|\b(?:was|were) (?:sore|angry|cross) (?:at|with) you\b|\b(?:i|we) (?:have )?(?:forgive|forgiven|forgave|apologi[sz]e)\b|\bmy apologies\b|\bnot (?:angry|sore|cross) (?:at you |with you )?any ?more\b|\bno longer (?:angry|sore)\b|\b(?:made|making) (?:it up|peace)\b|\b(?:is|are|have) reconciled\b|\bhave left that behind us\b|\b(?:we|and i) talk again\b/i;
const sore =
  /\b(?:angry|furious|cross) (?:with|at)\b|\bsore at\b|\bbad blood\b|\b(?:have|had|has) (?:fallen out|quarrel(?:l)?ed)\b|\b(?:fell out|quarrel(?:l?ed|l?ing)) with\b|\bnot (?:talking|speaking) to\b|\bhard things to\b|\bdo not get on with\b|\bhurried away from me\b|\bshowed me your back\b|\bwalked off while i\b|\baway without pay\b|\b(?:spoke|speaks|spoken) ill of\b|\bcarried tales about me\b|\blied (?:to|about)\b|\b(?:cheated|betrayed|insulted|wronged|robbed|swindled) (?:me|us)\b|\bshame on\b|\bhow dare\b|\bbears? a grudge\b|\bi (?:hate|despise) you\b|\b(?:is|was) not fair\b|\bfind that not fair\b/i;
/** What stands before such words and turns them round. */
const denied = /\b(?:no|not|never|nobody|nothing|hardly)(?: \S{1,20}){0,2} $|n['’]t(?: \S{1,20}){0,2} $/i;

/** Characters of a message in which such words are looked for, and of what is quoted. */
const readMax = 1_000;
const quotedMax = 240;

/** Of a message, or of an event in JSON; also where it turns out that nothing is meant by them. */
export function hasQuarrelWords(text: string): boolean {
  const read = text.slice(0, readMax);
  return refused.test(read) || peace.test(read) || sore.test(read);
}

/** Undefined where there are none, as nearly always. */
export function quarrelWordsOf(message: string): QuarrelWords | undefined {
  const text = message.slice(0, readMax);
  if (!hasQuarrelWords(text)) return undefined;
  for (const sentence of text.split(/(?<=[.!?])\s+/)) {
    const tone = toneOf(sentence);
    if (tone === undefined) continue;
    const isNaming = nameBeginnings(sentence).some(({ word }) => !common.has(word.toLowerCase()));
    // Whom a long speech names may have nothing to do with it.
    if (!isNaming && [...message].length > quotedMax) continue;
    return { tone, quoted: cut((isNaming ? sentence : message).trim()) };
  }
  return undefined;
}

function toneOf(text: string): Tone | undefined {
  if (refused.test(text)) return 'sore';
  if (peace.test(text)) return 'peace';
  const found = sore.exec(text);
  return found === null || denied.test(text.slice(0, found.index)) ? undefined : 'sore';
}

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= quotedMax ? text : `${characters.slice(0, quotedMax - 1).join('')}…`;
};

/** Words that begin sentences: who is called by one of them alone is not meant by it. */
export const common: ReadonlySet<string> = new Set(
  'a an and as at but for from good how i if in is it my no nobody nothing now of on or so that the then there they this to we what when where who why yes you your listen today yesterday brother sister professor doctor'.split(
    ' ',
  ),
);
const wordsMax = 24;

/** A word that can be the first of a name. */
export interface NameBeginning {
  readonly word: string;
  /** The text up to it, and from it on. */
  readonly before: string;
  readonly rest: string;
  /** Who is called so is spoken to: the name stands between commas, or at an end. */
  readonly isAddressed: boolean;
}

const endsInComma = /(?:^|[,.!?:] )$/;
const nameAndPause = /^[\p{Lu}\p{Lt}\p{Lo}]\S*?(?: [\p{Lu}\p{Lt}\p{Lo}]\S*?)*(?:[,.!?:;]|$)/u;

export function nameBeginnings(text: string): readonly NameBeginning[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}-]*/gu)].slice(
    0,
    wordsMax,
  );
  return found.map(({ 0: word, index }) => {
    const rest = text.slice(index);
    const before = text.slice(0, index);
    return { word, before, rest, isAddressed: endsInComma.test(before) && nameAndPause.test(rest) };
  });
}

/** Who is called by a name of which the first word stands here; undefined where nobody is, or several are. */
export function namedBy<One extends { readonly name: string | null }>(
  { word, rest }: NameBeginning,
  living: readonly One[],
): One | undefined {
  const whole = living.filter(({ name }) => name !== null && name !== word && beginsWith(rest, name));
  const isOthersName = common.has(word.toLowerCase()) || /^ \p{Lu}\p{Ll}/u.test(rest.slice(word.length));
  const alone = isOthersName ? [] : living.filter(({ name }) => name?.split(' ')[0] === word);
  const [one, ...others] = whole.length > 0 ? whole : alone;
  return others.length === 0 ? one : undefined;
}

const beginsWith = (text: string, name: string): boolean =>
  text.startsWith(name) && !/^-?[\p{L}\p{M}\p{N}]/u.test(text.slice(name.length));
