/**
 * Who wrote which text of an answer, read from the schema of the answer: texts that are declared so (`actors/city-text.ts`), choices of a
 * list, constants and times are the city's. Of anything else the schema does not say it, and it counts as words of others.
 */
import { z } from 'zod';
import { isCityText } from '../../actors/city-text.ts';

export interface Authorship {
  /** Of a text in this place; `none`: there is no text, by the schema. */
  readonly text: 'city' | 'others' | 'none';
  readonly fields: ReadonlyMap<string, Authorship>;
  /** Of fields that the schema does not name; undefined where there are none. */
  readonly rest: Authorship | undefined;
  /** Of what stands in a list; undefined where there is no list. */
  readonly items: Authorship | undefined;
  /** The forms of a value, by what this field of it says. */
  readonly forms: { readonly field: string; readonly byTag: ReadonlyMap<unknown, Authorship> } | undefined;
}

const nowhere: Authorship = { text: 'none', fields: new Map(), rest: undefined, items: undefined, forms: undefined };
const ofCity: Authorship = { ...nowhere, text: 'city' };

/** Of whatever has no schema, or one that does not say who wrote it. */
export const ofOthers: Authorship = { ...nowhere, text: 'others' };

const known = new WeakMap<z.core.$ZodType, Authorship>();

/** Made once for each schema. */
export function authorshipIn(schema: z.core.$ZodType): Authorship {
  const found = known.get(schema) ?? made(schema);
  known.set(schema, found);
  return found;
}

/** Of the form that this object has. */
export function formOf(whole: Authorship, value: Readonly<Record<string, unknown>>): Authorship {
  const { forms } = whole;
  return forms === undefined ? whole : (forms.byTag.get(value[forms.field]) ?? whole);
}

/** Of the field of this name. */
export const fieldOf = ({ fields, rest }: Authorship, name: string): Authorship => fields.get(name) ?? rest ?? ofOthers;

/** Of each item of a list. */
export const itemsOf = ({ items }: Authorship): Authorship => items ?? ofOthers;

function made(schema: z.core.$ZodType): Authorship {
  if (isOfCity(schema)) return ofCity;
  if (hasNoText(schema)) return nowhere;
  if (schema instanceof z.core.$ZodUnion) return ofUnion(schema);
  if (schema instanceof z.core.$ZodObject) return ofObject(schema);
  if (schema instanceof z.core.$ZodArray) return { ...nowhere, items: authorshipIn(schema._zod.def.element) };
  if (schema instanceof z.core.$ZodRecord) return { ...nowhere, rest: authorshipIn(schema._zod.def.valueType) };
  const inner = innerOf(schema);
  return inner === undefined ? ofOthers : authorshipIn(inner);
}

const isOfCity = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.core.$ZodISODateTime ||
  schema instanceof z.core.$ZodEnum ||
  schema instanceof z.core.$ZodLiteral ||
  (schema instanceof z.core.$ZodString && isCityText(schema));

const hasNoText = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.core.$ZodNumber || schema instanceof z.core.$ZodBoolean || schema instanceof z.core.$ZodNull;

/** What stands in a schema that only says whether, or how, it may be left out. */
const innerOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined =>
  schema instanceof z.core.$ZodOptional ||
  schema instanceof z.core.$ZodNullable ||
  schema instanceof z.core.$ZodReadonly
    ? schema._zod.def.innerType
    : undefined;

function ofObject(schema: z.core.$ZodObject): Authorship {
  const { shape, catchall } = schema._zod.def;
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, authorshipIn(field)]));
  const isStrict = catchall instanceof z.core.$ZodNever;
  return { ...nowhere, fields, rest: isStrict ? undefined : ofOthers };
}

function ofUnion(schema: z.core.$ZodUnion): Authorship {
  const { options } = schema._zod.def;
  const whole = options.map(authorshipIn).reduce(either, nowhere);
  if (!(schema instanceof z.core.$ZodDiscriminatedUnion)) return whole;
  const field = schema._zod.def.discriminator;
  const byTag = options.flatMap((option) => {
    const tags = [...(option._zod.propValues?.[field] ?? [])];
    return tags.map((tag): [unknown, Authorship] => [tag, authorshipIn(option)]);
  });
  return { ...whole, forms: { field, byTag: new Map(byTag) } };
}

/** Of a value that has one of two forms, nobody knows which: the city's is what is the city's in both. */
function either(a: Authorship, b: Authorship): Authorship {
  if (a === ofOthers || b === ofOthers) return ofOthers;
  const names = new Set([...a.fields.keys(), ...b.fields.keys()]);
  const fields = [...names].map((name): [string, Authorship] => [
    name,
    eitherThere(a.fields.get(name) ?? a.rest, b.fields.get(name) ?? b.rest) ?? ofOthers,
  ]);
  return {
    text: a.text === 'none' ? b.text : b.text === 'none' ? a.text : a.text === b.text ? a.text : 'others',
    fields: new Map(fields),
    rest: eitherThere(a.rest, b.rest),
    items: eitherThere(a.items, b.items),
    forms: undefined,
  };
}

const eitherThere = (a: Authorship | undefined, b: Authorship | undefined): Authorship | undefined =>
  a === undefined || b === undefined ? (a ?? b) : either(a, b);
