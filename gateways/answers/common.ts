/**
 * What many answers have in common. Here stands what the city answers over HTTP, one file a subject: routes, their documentation and whoever
 * reads answers (pages, minds, the population of tests) take shapes and types from here. A schema names every field that is said; a later
 * city may say more, and clients must not break on a new one.
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
