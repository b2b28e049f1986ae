/**
 * The parts of an answer that a page reads, checked against the schema of that answer: it does not compile if the city may answer something
 * that the page would refuse, nor if the page reads a field that no form of the answer has. Only types come from the city: none of its
 * schemas is built into a page.
 */
import type { ZodType } from 'zod';
import type * as z from 'zod/mini';
import type { AnswerOf, ReadOnly } from '../../gateways/answers/answer-type.ts';

type NamesIn<Value> = Value extends unknown ? keyof Value : never;
type FieldIn<Value, Name> = Value extends unknown ? (Name extends keyof Value ? Value[Name] : never) : never;

/** The declared names of an object that may have others. */
type Declared<Fields> = keyof { [Name in keyof Fields as string extends Name ? never : Name]: unknown };

/** Names of the fields, at any depth, that are read where no form of `Value` has one: optional ones too, which are never missed. */
type Unsaid<Reading, Value> = unknown extends Value
  ? never
  : Reading extends readonly (infer Item)[]
    ? Unsaid<Item, FieldIn<NonNullable<Value>, number>>
    : Reading extends object
      ? { [Name in Declared<Reading>]-?: UnsaidAs<Name, FieldIn<Reading, Name>, NonNullable<Value>> }[Declared<Reading>]
      : never;
type UnsaidAs<Name, Reading, Value> =
  Name extends NamesIn<Value> ? Unsaid<NonNullable<Reading>, FieldIn<Value, Name>> : Name;

/** `unknown` when the schema accepts every `Value`, and reads nothing that none has. */
type Takes<Schema extends z.ZodMiniType, Value> = [Value] extends [ReadOnly<z.input<Schema>>]
  ? [Unsaid<z.input<Schema>, Value>] extends [never]
    ? unknown
    : { readonly unsaid: Unsaid<z.input<Schema>, Value> }
  : { readonly refuses: Value };

/** `partOf<typeof Answer>()(schema)`: the schema, which must accept whatever `Answer` allows, and name only what it has. */
export const partOf =
  <Answer extends ZodType>() =>
  <Schema extends z.ZodMiniType>(schema: Schema & Takes<Schema, AnswerOf<Answer>>): Schema =>
    schema;
