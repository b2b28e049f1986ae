/** What pictures use of opentype.js 2.0.0, which brings no types; those of others take the types of browsers into the whole city. */
declare module 'opentype.js' {
  export interface Glyph {
    readonly index: number;
    readonly advanceWidth?: number;
    getPath(x: number, y: number, size: number): { toPathData(decimals: number): string };
  }

  export interface Font {
    readonly unitsPerEm: number;
    /** 0 for what it does not have. */
    charToGlyphIndex(character: string): number;
    charToGlyph(character: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
  }

  const opentype: {
    /** Throws an error for what is no font. */
    parse(file: ArrayBuffer): Font;
  };
  export default opentype;
}
