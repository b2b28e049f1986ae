/**
 * The founders beyond those of `founders.json`, made of the parts in `townspeople.json`: a trade each in turn, with a plan of its own in
 * that trade, and whatever else a soul says drawn by dice of one seed. Whoever is the fortieth is so in every city, however many there are.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { must } from '../../engine/assert.ts';
import { type Dice, SeededRandom } from '../../population/seeded-random.ts';

const text = z.string().min(1);
const texts = z.array(text).min(1);
const Parts = z.strictObject({
  given: texts,
  trades: z.array(z.strictObject({ plans: texts, things: texts })).min(1),
  also: texts,
  memories: texts,
  garments: texts,
  personalities: texts,
  alignments: texts,
  quirks: texts,
});

export interface Townsperson {
  readonly name: string;
  /** The fields of the soul beside its name. */
  readonly soul: Readonly<Record<string, string>>;
}

const seed = 12;
/** Families are passed over in such steps, so that neighbours are of different ones. */
const familyStep = 7;

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

/** The first `count`; throws when there are not so many different ones. */
export function townspeople(count: number): readonly Townsperson[] {
  if (count === 0) return [];
  const parts = Parts.parse(read('townspeople.json'));
  const dice = new SeededRandom(seed);
  const [trade, garment] = [deck(parts.trades, dice), deck(parts.garments, dice)];
  const [memory, personality] = [deck(parts.memories, dice), deck(parts.personalities, dice)];
  const [alignment, quirk] = [deck(parts.alignments, dice), deck(parts.quirks, dice)];
  return townNames(count).map((name, nth) => {
    // Each trade comes once in a round.
    const round = Math.floor(nth / parts.trades.length);
    const { plans, things } = trade();
    const soul = {
      first_memory: memory(),
      aesthetic: `${garment()}, ${cyclic(things, round)}.`,
      personality: personality(),
      goals: `${planOf(plans, parts.also, round)}.`,
      alignment: alignment(),
      quirks: quirk(),
    };
    return { name, soul };
  });
}

/** The names of the first `count`. */
export function townNames(count: number): readonly string[] {
  if (count === 0) return [];
  const { given } = Parts.parse(read('townspeople.json'));
  const families = texts.parse(read('families.json'));
  if (count > given.length * families.length) throw new Error(`there are no names for ${count} townspeople`);
  return Array.from({ length: count }, (_, nth) => {
    const family = familyStep * (nth % given.length) + Math.floor(nth / given.length);
    return `${cyclic(given, nth)} ${cyclic(families, family)}`;
  });
}

/** The plan of whoever takes up a trade after `round` others: first each as it is written, then each with every addition. */
function planOf(plans: readonly string[], also: readonly string[], round: number): string {
  const plan = cyclic(plans, round);
  const again = Math.floor(round / plans.length);
  return again === 0 ? plan : `${plan}, ${must(also[again - 1], 'a plan that nobody has')}`;
}

/** Draws from the list until it is empty, and then from all of it again. */
function deck<T>(list: readonly T[], dice: Dice): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...list];
    return must(left.splice(dice.integerBelow(left.length), 1)[0], 'a card');
  };
}

const cyclic = <T>(list: readonly T[], nth: number): T => must(list[nth % list.length], 'an entry');
