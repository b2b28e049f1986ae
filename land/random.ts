/**
 * Chance of the land: numbers that follow from a text, the same in every program and browser. Only sums, products and shifts of 32-bit
 * numbers: no sine or cosine, of which the last digits are each engine's own.
 */

/** 32 bits of a text (FNV-1a, then the finalizer of MurmurHash3, so that texts that differ in one character have nothing in common). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** At least 0, less than 1. */
export type Chance = () => number;

/** The numbers that follow from a text (Mulberry32). */
export function chanceOf(text: string): Chance {
  let state = hashOf(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
