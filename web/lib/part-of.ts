/**
 * What pages read of an answer, held to the schema of that answer: where the city may say what a page would refuse, its types are wrong. Types
 * alone come from the city: none of its schemas is built into a page.
 */
import type { ZodType } from 'zod';
import type * as z from 'zod/mini';
import type { ReadOnly, Said } from '../../gateways/answers/said.ts';

/** Nothing more of the schema, where it takes every `Value`. */
type Takes<Schema extends z.ZodMiniType, Value> = [Value] extends [ReadOnly<z.input<Schema>>]
  ? unknown
  : { readonly refuses: Value };

/** `partOf<typeof Answer>()(schema)`: the schema, which takes whatever `Answer` lets be said. */
export const partOf =
  <Answer extends ZodType>() =>
  <Schema extends z.ZodMiniType>(schema: Schema & Takes<Schema, Said<Answer>>): Schema =>
    schema;
