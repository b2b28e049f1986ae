/** What a mind holds of others, and what it knows to have happened, as it is written down: by itself, since it is as long as the rest. */
import { z } from 'zod';
import { FactText, factsMax } from '../hearsay/fact.ts';
import { TieText } from '../ties/tie.ts';
import { bounded } from '../ties/ties.ts';
import { deadMax } from './deaths.ts';
import type { MemoryState } from './memory.ts';

/** Of those to whom a fact was told so many are written down. */
const toldKept = 8;

export const HearsayText = z.object({
  v: z.literal(1),
  ties: z.record(z.string().max(200), TieText),
  facts: z.array(FactText).max(factsMax),
  names: z.record(z.string().max(200), z.string().max(80)),
  dead: z.array(z.string().max(200)).max(deadMax).default([]),
  foundDead: z.array(z.string().max(200)).max(deadMax).default([]),
});

/** What fits into so many characters, written as JSON: of ties the strongest, of facts the newest, and the names in them. */
export function hearsayText({ ties, facts, names, dead, foundDead }: MemoryState, charsMax: number): string {
  for (let most = factsMax; most >= 1; most = Math.floor((most * 3) / 4)) {
    const kept = facts.slice(-most).map((fact) => ({ ...fact, told: fact.told.slice(-toldKept) }));
    const used = new Set(kept.flatMap(({ who, whom, place }) => [who, whom, place]));
    const named = Object.fromEntries(Object.entries(names).filter(([id]) => used.has(id)));
    const text = JSON.stringify({
      v: 1,
      ties: bounded(ties, most),
      facts: kept,
      names: named,
      dead: dead.slice(-most),
      foundDead: foundDead.slice(-most),
    });
    if (text.length <= charsMax) return text;
  }
  return JSON.stringify({ v: 1, ties: {}, facts: [], names: {} });
}
