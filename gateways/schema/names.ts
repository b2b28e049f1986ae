/**
 * Which characters a name may have (NM1, NM2). A name is read beside others as the name of somebody: it keeps to its line and its place,
 * and may not look like another. Names that look alike although each is of one script (`Вера` and `Bepa`) are left to whoever shows them:
 * pages add the id to such a name (`web/lib/names-read-alike.ts`).
 */
import { readInHaste } from './look-alikes.ts';

/**
 * A zero-width joiner between two emoji makes them one; a variation selector after an emoji, or after a keycap digit, makes it coloured.
 */
const emojiParts =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}0-9#*])\ufe0f/gu;
/** Invisible characters, or those that reorder visible ones: format characters, selectors, fillers, separators of lines and paragraphs. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const control = /\p{Cc}/u;
/** Hebrew, Thai and Tibetan words have at most three marks on a letter. */
const piledMarks = /^\p{M}|\p{M}{4}/u;
const word = /[\p{L}\p{M}]+/gu;
/** Scripts whose letters look like each other's. Han or kana beside Latin are not confused. */
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

/** Why a tidy text cannot be a name; undefined when it can (NM1). */
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

/** Words for the city and those who run it. */
const ofTheCity = [
  ...['the', 'official', 'city', 'civitas', 'operator', 'admin', 'administrator', 'moderator'],
  ...['root', 'system', 'treasury', 'staff', 'support'],
];
const calledAsTheCity = new RegExp(`^(?:${ofTheCity.map(read).join('|')})+s?$`);

/** True for a name that reads as the city or its operator, with or without a number behind it: no resident has such a name (NM2). */
export function readsAsTheCity(name: string): boolean {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [letters, letters.replace(/[0-9]+$/, '')].some((form) => calledAsTheCity.test(read(form)));
}

/** True for a handle that reads as that of the city or its operator, with or without a number behind it (NM2). */
export const isOfTheCity = (handle: string): boolean =>
  [handle, handle.replace(/[-0-9]+$/, '')].some((form) => calledAsTheCity.test(read(form)));
