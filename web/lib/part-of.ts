/**
 * The parts of an answer that a page reads, checked against the schema of that answer: it does not compile if the city may answer something
 * that the page would refuse. Only types come from the city: none of its schemas is built into a page.
 */
import type { ZodType } from 'zod';
import type * as z from 'zod/mini';
import type { AnswerOf, ReadOnly } from '../../gateways/answers/answer-type.ts';

/** `unknown` when the schema accepts every `Value`. */
type Takes<Schema extends z.ZodMiniType, Value> = [Value] extends [ReadOnly<z.input<Schema>>]
  ? unknown
  : { readonly refuses: Value };

/** `partOf<typeof Answer>()(schema)`: the schema, which must accept whatever `Answer` allows. */
export const partOf =
  <Answer extends ZodType>() =>
  <Schema extends z.ZodMiniType>(schema: Schema & Takes<Schema, AnswerOf<Answer>>): Schema =>
    schema;
