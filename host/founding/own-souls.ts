/**
 * The souls that the city itself puts into the queue while minds live in it (SO9): those of `souls.json`, over and over, each time of
 * another family of `families.json` and in another order. Once all families have been, names are numbered, as those of kings are: nobody is
 * taken for somebody who lived before.
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

const Families = z.array(text).min(1);

export interface OwnSoul {
  readonly name: string;
  /** The fields of the soul beside its name. */
  readonly soul: Readonly<Record<string, string>>;
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

/** The soul that comes after `nth` others. */
export function ownSoul(nth: number): OwnSoul {
  const souls = Souls.parse(read('souls.json'));
  const round = Math.floor(nth / souls.length);
  const place = ((strides[round % strides.length] ?? 1) * (nth % souls.length)) % souls.length;
  const found = souls[place];
  if (found === undefined) throw new Error(`there is no soul number ${nth}`);
  const { name, ...soul } = found;
  return { name: nameOf(name, place, round), soul };
}

/** Steps through the list, one for each round: without a common factor with its length, so that each soul comes once. */
const strides = [1, 23, 37, 11, 47, 29];

/** `before`: how many have had the given name. Neighbours in the list are of different families. */
function nameOf(name: string, place: number, before: number): string {
  const families = Families.parse(read('families.json'));
  const round = Math.floor(before / (families.length + 1));
  const left = before % (families.length + 1);
  const whole = left === 0 ? name : `${givenOf(name)} ${families[(place + left - 1) % families.length]}`;
  return round === 0 ? whole : `${whole} ${roman(round + 1)}`;
}

/** A name without that of a family; a title belongs to it. */
function givenOf(name: string): string {
  const words = name.split(' ');
  return words.slice(0, titles.has(words[0] ?? '') ? 2 : 1).join(' ');
}

const titles: ReadonlySet<string> = new Set(['Brother', 'Professor']);

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
