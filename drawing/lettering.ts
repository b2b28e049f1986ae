/**
 * Words as outlines of letters, from the files of the pages' typeface.
 *
 * OL1  What somebody has written comes into a picture as outlines alone: no character of it is ever part of the SVG.
 * OL2  Of a text, at most `charactersMax` characters are looked at, however long it is, and it takes the lines that it is given.
 * OL3  Characters that the typeface does not have are left out, those that turn the direction of others among them; a text that has lost
 *      half of its letters is not legible, and its place is taken by words of our own.
 */
import opentype, { type Font, type Glyph } from 'opentype.js';
import { rounded } from './svg.ts';

export type Weight = 'plain' | 'bold';

/** Files in WOFF, TTF or OTF; a character is taken from the first that has it. */
export type FontFiles = Readonly<Record<Weight, readonly ArrayBuffer[]>>;

export interface Style {
  readonly weight: Weight;
  /** Pixels. */
  readonly size: number;
  /** Pixels between letters, beside what the typeface says. */
  readonly spacing?: number;
}

interface Letter {
  readonly font: Font;
  readonly glyph: Glyph;
  /** Pixels from the beginning of the text. */
  readonly x: number;
}

const charactersMax = 600;
const ellipsis = '…';

export class Lettering {
  readonly #fonts: Readonly<Record<Weight, readonly Font[]>>;

  /** Throws an error for a file that is no font. */
  constructor({ plain, bold }: FontFiles) {
    this.#fonts = { plain: plain.map((file) => opentype.parse(file)), bold: bold.map((file) => opentype.parse(file)) };
  }

  /** The text as it can be drawn: on one line, without what the typeface does not have (OL2, OL3). Empty when it is not legible. */
  legible(text: string): string {
    const begun = [...text.slice(0, 4 * charactersMax).normalize('NFC')].slice(0, charactersMax);
    const spaced = begun.map((character) => (/[\s\p{Cc}]/u.test(character) ? ' ' : character));
    const kept = spaced.filter((character) => character === ' ' || this.#has(character));
    const letters = (of: readonly string[]) => of.filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
    if (letters(kept) * 2 <= letters(spaced)) return '';
    return kept.join('').replace(/ +/g, ' ').trim();
  }

  width(text: string, style: Style): number {
    return this.#set(text, style).width;
  }

  /** At most so many lines of this width; what is left ends in an ellipsis. */
  lines(text: string, style: Style, width: number, linesMax: number): readonly string[] {
    const lines: string[] = [];
    let rest = this.legible(text);
    while (rest !== '' && lines.length < linesMax) {
      const line = this.#lineOf(rest, style, width);
      lines.push(line);
      rest = rest.slice(line.length).trimStart();
    }
    if (rest === '') return lines;
    return [...lines.slice(0, -1), this.#shortened(lines.at(-1) ?? '', style, width)];
  }

  /** Its outlines, with the left end of its base line at this point. */
  outlines(text: string, x: number, y: number, style: Style, fill: string): string {
    const paths = this.#set(text, style).letters.map(({ glyph, x: at }) =>
      glyph.getPath(rounded(x + at), rounded(y), style.size).toPathData(2),
    );
    return `<path fill="${fill}" d="${paths.join('')}"/>`;
  }

  /** As many words as have room, or as many characters of the first one. */
  #lineOf(text: string, style: Style, width: number): string {
    const fits = (line: string) => this.width(line, style) <= width;
    let end = 0;
    for (const { index, 0: word } of text.matchAll(/\S+/g)) {
      if (!fits(text.slice(0, index + word.length))) break;
      end = index + word.length;
    }
    if (end > 0) return text.slice(0, end);
    let line = '';
    for (const character of text) {
      if (line !== '' && !fits(line + character)) break;
      line += character;
    }
    return line;
  }

  /** A line after which something is left out: without its last words, or characters of its one word, when that needs the room. */
  #shortened(line: string, style: Style, width: number): string {
    const parts = line.includes(' ') ? line.split(/(?= )/) : [...line];
    const text = () => `${parts.join('').replace(/[\s,.;:]+$/, '')}${ellipsis}`;
    while (parts.length > 1 && this.width(text(), style) > width) parts.pop();
    return text();
  }

  #has(character: string): boolean {
    return this.#fonts.bold.some((font) => font.charToGlyphIndex(character) > 0);
  }

  #set(text: string, { weight, size, spacing = 0 }: Style) {
    const letters: Letter[] = [];
    let width = 0;
    for (const character of text) {
      const font = this.#fonts[weight].find((one) => one.charToGlyphIndex(character) > 0);
      if (font === undefined) continue;
      const glyph = font.charToGlyph(character);
      const before = letters.at(-1);
      const scale = size / font.unitsPerEm;
      if (before?.font === font) width += font.getKerningValue(before.glyph, glyph) * scale;
      letters.push({ font, glyph, x: width });
      width += (glyph.advanceWidth ?? 0) * scale + spacing;
    }
    return { letters, width: Math.max(0, width - spacing) };
  }
}
