/**
 * Parts of many answers. This folder declares what the city answers over HTTP, one file for each subject. Routes, their documentation and
 * clients (pages, minds, the population of tests) take shapes and types from here. A schema names every field of an answer. A later city
 * may add fields, and clients must not break on new ones.
 */
import { z } from 'zod';

export const Timestamp = z.iso.datetime().meta({ description: 'UTC' });
export const Amount = z.number().meta({ description: 'Credits, at most three decimals' });

/** A page of a list. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() });

/** What `listOf` lets be said. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
