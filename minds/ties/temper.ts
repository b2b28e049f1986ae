/** How somebody is made, from the texts of its soul, and where these say nothing from its id: the same in its whole life. */
import type { Soul } from '../perception/perception.ts';

/** Each from 0 to 1. */
export interface Temper {
  /** How soon it is kind. */
  readonly warm: number;
  /** How gladly it speaks of itself. */
  readonly proud: number;
  /** How soon it says what it holds against somebody. */
  readonly sharp: number;
  /** How gladly it passes on what it has heard. */
  readonly gossipy: number;
  /** How much it believes. */
  readonly trusting: number;
}

const signs: Readonly<Record<keyof Temper, { readonly more: RegExp; readonly less: RegExp }>> = {
  warm: {
    more: /\b(kind|warm|gentle|patient|generous|friend\w*|listen\w*|care\w*|soft|cheer\w*)\b/i,
    less: /\b(cold|aloof|gruff|blunt|alone|distant|stern|strict)\b/i,
  },
  proud: {
    more: /\b(proud|boast\w*|famous|best|great\w*|loud|vain|grand|ambitio\w*|win\w*|first)\b/i,
    less: /\b(modest|humble|quiet|shy|plain|silent)\b/i,
  },
  sharp: {
    more: /\b(sharp|blunt|quick|argu\w*|exact|contrar\w*|stubborn|strict|fair|honest|suspicious|grudge\w*)\b/i,
    less: /\b(patient|gentle|forgiv\w*|mild|slow|calm|peace\w*)\b/i,
  },
  gossipy: {
    more: /\b(curious|talk\w*|news|gossip|stor(y|ies)|ask\w*|letters?|rumou?rs?|everybody|names?)\b/i,
    less: /\b(secret\w*|discreet|silent|shy|quiet|reserved)\b/i,
  },
  trusting: {
    more: /\b(trust\w*|open|naive|cheer\w*|hope\w*|dream\w*|believ\w*)\b/i,
    less: /\b(suspicious|doubt\w*|careful|wary|count\w*|exact|skeptic\w*|sceptic\w*|proof)\b/i,
  },
};

/** From 0 to 1, of an id and a word: the same always. */
export function made(id: string, word: string): number {
  let sum = 7;
  for (const char of `${word} ${id}`) sum = (Math.imul(sum, 33) + (char.codePointAt(0) ?? 0)) | 0;
  return ((sum ^ (sum >>> 15)) >>> 8) / 2 ** 24;
}

export function temperOf({ id, soul }: { readonly id: string; readonly soul: Soul }): Temper {
  const text = `${soul.personality} ${soul.quirks} ${soul.goals}`;
  const of = (trait: keyof Temper): number => {
    const { more, less } = signs[trait];
    const told = (more.test(text) ? 0.3 : 0) - (less.test(text) ? 0.3 : 0);
    return Math.max(0, Math.min(1, 0.2 + 0.6 * made(id, trait) + told));
  };
  return { warm: of('warm'), proud: of('proud'), sharp: of('sharp'), gossipy: of('gossipy'), trusting: of('trusting') };
}
