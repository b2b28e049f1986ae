/**
 * The souls that the city itself puts into the queue while minds live in it (SO9): those of `host/founding/souls.json` in order, over and
 * over. Who comes after another of its name is numbered, as kings are: nobody is taken for somebody who lived before.
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
  const before = Math.floor(nth / souls.length);
  return { name: before === 0 ? name : `${name} ${roman(before + 1)}`, soul };
}

const numerals = [
  ...([
    [1_000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
  ] as const),
  ...([
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
] as const;

function roman(count: number): string {
  let left = count;
  return numerals
    .map(([value, sign]) => {
      const times = Math.floor(left / value);
      left -= times * value;
      return sign.repeat(times);
    })
    .join('');
}
