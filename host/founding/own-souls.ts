/**
 * The souls that the city itself puts into the queue while minds live in it (SO9): those of `host/founding/souls.json` in order, over and
 * over.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const text = z.string().min(1);
const Souls = z
  .array(
    z.strictObject({
      name: text,
      first_memory: text,
      aesthetic: text,
      personality: text,
      goals: text,
      alignment: text,
      quirks: text,
    }),
  )
  .min(1);

export interface OwnSoul {
  readonly name: string;
  /** The fields of the soul beside its name. */
  readonly soul: Readonly<Record<string, string>>;
}

/** The soul that comes after `nth` others. */
export function ownSoul(nth: number): OwnSoul {
  const souls = Souls.parse(JSON.parse(readFileSync(new URL('souls.json', import.meta.url), 'utf8')));
  const found = souls[nth % souls.length];
  if (found === undefined) throw new Error(`there is no soul number ${nth}`);
  const { name, ...soul } = found;
  return { name, soul };
}
