/** Words of others on a terminal: what would move its cursor, colour it, or turn the direction of a line around, is written out. */

/** Control characters, from both of their ranges, line separators, and what Unicode has to turn directions. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what it is for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** As JSON writes them, so that JSON stays the same value. */
const written = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line. */
export const printable = (line: string): string => line.replace(unprintable, written);

/** Several lines, of which each ends with a line break. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
