/** The type of an answer, from its schema: for routes, and for clients. */
import type { z } from 'zod';

export type AnswerOf<Answer extends z.ZodType> = ReadOnly<z.output<Answer>>;

export type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;
