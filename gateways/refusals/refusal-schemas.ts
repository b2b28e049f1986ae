/**
 * The schema of each refusal as it is answered: strict, and of one mind with its declaration. A code whose fields differ from its context
 * (`gateway-refusals.ts`) does not compile.
 */
import { z } from 'zod';
import type { AnswerOf } from '../answers/answer-type.ts';
import { inEveryRefusal } from '../answers/refusal.ts';
import { refusalFields } from '../answers/refusal-fields.ts';
import type { RefusalCode, Refusals } from './gateway-refusals.ts';
import { type OnlyInMessage, refusalTable } from './table.ts';

type NamesIn<Value> = Value extends unknown ? (string extends keyof Value ? never : keyof Value) : never;
type Without<Value, Names> = Value extends unknown ? Omit<Value, Names & keyof Value> : never;

/** What of a context the answer shows, in credits where it has millicredits. */
type Shown<Code extends RefusalCode> = Without<Refusals[Code], OnlyInMessage<Code>>;

/** A schema that takes the context and has a name for each of its fields, and for no other. */
type FieldsOf<Code extends RefusalCode, Schema extends z.ZodType> = [Shown<Code>] extends [AnswerOf<Schema>]
  ? [NamesIn<AnswerOf<Schema>>, NamesIn<Shown<Code>>] extends [NamesIn<Shown<Code>>, NamesIn<AnswerOf<Schema>>]
    ? z.ZodType
    : { readonly otherFieldsThan: Shown<Code> }
  : { readonly refuses: Shown<Code> };

const fieldsOf = refusalFields satisfies {
  readonly [Code in RefusalCode]: FieldsOf<Code, (typeof refusalFields)[Code]>;
};

const schemas = new Map<RefusalCode, z.ZodType>();

/** The schema of answers with this code. Made when it is first asked for: most cities show none of them. */
export function refusalSchemaOf(code: RefusalCode): z.ZodType {
  const known = schemas.get(code);
  if (known !== undefined) return known;
  const fields: z.ZodObject | z.ZodUnion<readonly z.ZodObject[]> = fieldsOf[code];
  const schema =
    fields instanceof z.ZodUnion
      ? z.union(fields.options.map((form) => answerWith(code, form)))
      : answerWith(code, fields);
  const made = schema.meta({ id: `refusal.${code}` });
  schemas.set(code, made);
  return made;
}

const answerWith = (code: RefusalCode, { shape }: z.ZodObject): z.ZodObject =>
  z.strictObject({ ...inEveryRefusal, error: z.literal(refusalTable[code].error ?? code), ...shape });
