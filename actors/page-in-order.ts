/**
 * Pages of actors in an order of their own, for kinds with random ids: jobs and prints. Each page reads all of them, so it suits some
 * hundreds at most.
 */

/** A position in the order: by the number, then by the name. */
export type Place = readonly [number, string];

const inOrder = ([a, one]: Place, [b, other]: Place): number => a - b || (one < other ? -1 : one > other ? 1 : 0);

/** At most `limit` of those behind the cursor, and the cursor of the next page; null for the last page. */
export function pageInOrder<One>(
  all: readonly One[],
  placeOf: (one: One) => Place,
  limit: number,
  cursor: string | null,
): { readonly page: readonly One[]; readonly next_cursor: string | null } {
  const after = cursor === null ? undefined : placeNamed(cursor);
  const placed = all.map((one) => ({ one, place: placeOf(one) }));
  const rest = placed.filter(({ place }) => after === undefined || inOrder(place, after) > 0);
  const page = rest.sort((a, b) => inOrder(a.place, b.place)).slice(0, limit);
  const last = rest.length > limit ? page.at(-1)?.place : undefined;
  return { page: page.map(({ one }) => one), next_cursor: last === undefined ? null : last.join(' ') };
}

/** A cursor is a position, so it remains valid when the actor there has gone. */
function placeNamed(cursor: string): Place {
  const [number = '', name = ''] = cursor.split(' ');
  return [Number(number), name];
}
