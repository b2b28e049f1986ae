/** What a page reads of an answer is held to the schema of that answer by the compiler (`npm run check:types`). */
import t from 'tap';
import { z as city } from 'zod';
import * as z from 'zod/mini';
import { partOf } from '../../web/lib/part-of.ts';

const Answer = city.strictObject({
  id: city.string(),
  title: city.string().optional(),
  mind: city.strictObject({ ahead: city.number().nullable() }).nullable(),
  items: city.array(
    city.union([city.strictObject({ pod: city.string() }), city.strictObject({ room: city.string() })]),
  ),
  states: city.record(city.string(), city.number()),
  data: city.unknown(),
});
const read = partOf<typeof Answer>();

t.test('a page reads parts of an answer, whatever form it has', async (t) => {
  const schemas = [
    read(z.object({ id: z.string(), title: z.optional(z.string()) })),
    read(z.looseObject({ mind: z.nullish(z.object({ ahead: z.nullable(z.number()) })) })),
    read(z.object({ items: z.array(z.object({ pod: z.optional(z.string()), room: z.optional(z.string()) })) })),
    read(z.object({ states: z.object({ alive: z.optional(z.number()) }), data: z.unknown() })),
  ];
  t.equal(schemas.length, 4);
});

t.test('it reads nothing that the city never says, nor refuses what it may say', async (t) => {
  const schemas = [
    // @ts-expect-error misspelt, and optional: it would never be missed
    read(z.object({ id: z.string(), tilte: z.optional(z.string()) })),
    // @ts-expect-error the same further inside
    read(z.object({ mind: z.nullable(z.object({ ahed: z.nullish(z.number()) })) })),
    // @ts-expect-error the same in a list
    read(z.object({ items: z.array(z.object({ pods: z.optional(z.string()) })) })),
    // @ts-expect-error it may be left out
    read(z.object({ title: z.string() })),
    // @ts-expect-error it may be null
    read(z.object({ mind: z.object({}) })),
  ];
  t.equal(schemas.length, 5);
});
