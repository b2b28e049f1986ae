/**
 * Parts of many answers. This folder declares what the city answers over HTTP, one file for each subject. Routes, their documentation and
 * clients (pages, minds, the population of tests) take shapes and types from here. A schema names every field of an answer. A later city
 * may add fields, and clients must not break on new ones.
 */
import { z } from 'zod';

export const Timestamp = z.iso.datetime().meta({ description: 'UTC' });
export const Amount = z.number().meta({ description: 'Credits, at most three decimals' });

/** An account from which upkeep is paid at each tick. */
export const account = {
  balance: Amount,
  burn_per_tick: Amount.meta({ description: 'Upkeep each tick' }),
  runway_ticks: z.int().nullable().meta({ description: 'How many ticks the balance lasts; null: for ever' }),
};

/** Of a pod: the first word of the state of its chart. */
export const PodStatus = z.enum(['workshop', 'deployed', 'orphaned', 'shut_down']);

/** Something that upkeep is paid for. */
export const UpkeepItem = z.strictObject({ item: z.string(), per_tick: Amount });

/** A page of a list. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() });

/** What `listOf` lets be said. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
