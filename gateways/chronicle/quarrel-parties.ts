/** Who is in a quarrel that is spoken of: the speaker, whoever is spoken to, or others alone. Words decide, as far as they say it. */
import { common, type NameBeginning, type Tone } from './quarrel-words.ts';

const speaker = /\b(?:i|me|my|mine|myself|we|us|our|you|your|yours)\b/i;
const addressee = /\b(?:you|your|yours|yourself)\b/i;
/** What is said to somebody of somebody else, and takes both to be in it. */
const withAnother =
  /\b(?:you and|and you|between you)\b|\byou (?:are|were) (?:right to be )?(?:angry|sore|cross|furious)\b|\b(?:at|with|to|about|forgive|forgave|forgiven) you\b|\byou sent\b/i;

/** The quarrel is one of who speaks. False of what is only told on. */
export const isOfSpeaker = (quoted: string): boolean => speaker.test(quoted);

/** Whoever is spoken to is in it as well; `others`: how many are named besides. */
export function concernsAddressee(quoted: string, tone: Tone, others: number): boolean {
  if (others === 1) return withAnother.test(quoted);
  return others === 0 && (addressee.test(quoted) || (tone === 'peace' && isOfSpeaker(quoted)));
}

const beforeParty =
  /\b(?:with|between|and|(?:talking|speaking|things) to|(?:sore|angry|cross|furious) at|forg[ai]ven?) $/i;
const afterParty = /^(?: \p{Lu}\S*)* (?:and|is|are|was|were|has|had|have|does) /u;
const withinName = /\p{Lu}\S* $/u;

/** The word stands where one of those in a quarrel is named: also where nobody is known by it. */
export function standsInQuarrel({ word, before, rest, isAddressed }: NameBeginning): boolean {
  if (isAddressed || withinName.test(before) || common.has(word.toLowerCase())) return false;
  return beforeParty.test(before) || afterParty.test(rest.slice(word.length));
}
