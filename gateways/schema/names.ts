/**
 * What a name may be made of (NM1, NM2). A name is read beside others and taken for somebody: it stays on its line and in its place, and is
 * not written so that it reads like another. What one script alone cannot tell apart (`Вера` and `Bepa`) is left to who shows names: pages
 * put the id beside such a one (`web/lib/names.ts`).
 */
import { readInHaste } from './look-alikes.ts';

/** Between two emoji the zero-width joiner makes one of them; behind one, or a digit in its key, a selector makes it coloured. */
const emojiParts =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}0-9#*])\ufe0f/gu;
/** What is not seen, or turns what is seen around: format characters, selectors, fillers, separators of lines and paragraphs. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const control = /\p{Cc}/u;
/** Hebrew, Thai and Tibetan words put three marks on a letter at most. */
const piledMarks = /^\p{M}|\p{M}{4}/u;
const word = /[\p{L}\p{M}]+/gu;
/** Scripts whose letters are taken for each other's. What is written with Han or kana beside Latin is not. */
const lookAlikes = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];
const plain = /^[A-Za-z0-9]$/;

/** A name as it is kept: NFC, with single spaces between its words and none around them. */
export const tidyName = (raw: string): string =>
  raw
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/^ | $/g, '');

/** Why a tidy text cannot be the name of anything; nothing when it can (NM1). */
export function refuseName(name: string): string | undefined {
  if (control.test(name)) return 'must be one line, without control characters';
  if (unseen.test(name.replace(emojiParts, '')))
    return 'must not contain characters that are not seen or change the direction of others';
  if (piledMarks.test(name)) return 'must not begin with a combining mark, or have more than three on a letter';
  if ([...name].some((character) => !plain.test(character) && plain.test(character.normalize('NFKC'))))
    return 'must be written in plain letters and digits';
  if ((name.match(word) ?? []).some((letters) => lookAlikes.filter((script) => script.test(letters)).length > 1))
    return 'must not mix letters of several scripts in one word';
  return undefined;
}

const read = (handle: string): string => readInHaste(handle.replace(/-/g, ''));

/** Words of which the city and those who run it are called. */
const ofTheCity = [
  ...['the', 'official', 'city', 'civitas', 'operator', 'admin', 'administrator', 'moderator'],
  ...['root', 'system', 'treasury', 'staff', 'support'],
];
const calledAsTheCity = new RegExp(`^(?:${ofTheCity.map(read).join('|')})+s?$`);

/** True of a name that reads as the city or its operator, with a number behind it or not: no resident is called so (NM2). */
export function readsAsTheCity(name: string): boolean {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [letters, letters.replace(/[0-9]+$/, '')].some((form) => calledAsTheCity.test(read(form)));
}

/** True of a handle that reads as that of the city or its operator, with a number behind it or not (NM2). */
export const isOfTheCity = (handle: string): boolean =>
  [handle, handle.replace(/[-0-9]+$/, '')].some((form) => calledAsTheCity.test(read(form)));
