/** Paged lists of the gateway. */
import * as z from 'zod/mini';
import type { Api } from './api.ts';

/** The schema of a page of a list. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });

export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null at the end. */
  readonly next_cursor: string | null;
}

/** The path of a page of the list; of the first page without a cursor. */
export const pagePath = (list: string, limit: number, cursor: string | null): string =>
  `${list}?limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;

export interface Whole<Item> {
  readonly items: readonly Item[];
  /** How many requests it took. */
  readonly pages: number;
  /** False where there is more than a page for people can show. */
  readonly isWhole: boolean;
}

const pageItems = 100;
const pagesMax = 20;

/** The list from its beginning, as far as it is shown. */
export async function wholeList<Item extends z.ZodMiniType>(
  api: Pick<Api, 'get'>,
  list: string,
  item: Item,
): Promise<Whole<z.output<Item>>> {
  const items: z.output<Item>[] = [];
  let cursor: string | null = null;
  for (let pages = 1; pages <= pagesMax; pages++) {
    const answer: PageOf<z.output<Item>> = await api.get(pagePath(list, pageItems, cursor), pageOf(item));
    items.push(...answer.items);
    cursor = answer.next_cursor;
    if (cursor === null) return { items, pages, isWhole: true };
  }
  return { items, pages: pagesMax, isWhole: false };
}
