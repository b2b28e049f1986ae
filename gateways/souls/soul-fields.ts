/** A soul in a request: a name, and the fields that its framework asks for, each text in NFC and bounded (SS2). */
import { z } from 'zod';
import { NewFrameworkId, ResidentName, refuseText, textCharsMax } from '../schema/fields.ts';
import { soulBytesMax, soulValuesMax } from './schema-parts.ts';

const keyCharsMax = 200;

/** Fields of a request for a soul that are not the soul's. */
export const soulFields = {
  framework: NewFrameworkId.optional().meta({ description: 'Id of a framework; `default` when unset' }),
  name: ResidentName,
};

/** The value with its texts in NFC. Records an issue, with its path, for each text that cannot be kept. */
function normalised(
  value: unknown,
  path: readonly string[],
  fault: (path: readonly string[], why: string) => void,
): unknown {
  if (typeof value === 'string') {
    const text = value.normalize('NFC');
    const why = refuseText(text, textCharsMax);
    if (why !== undefined) fault(path, why);
    return text;
  }
  if (Array.isArray(value)) return value.map((item, n) => normalised(item, [...path, String(n)], fault));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const why = refuseText(key, keyCharsMax);
      if (why !== undefined) fault(path, `the name of a field ${why}`);
      return [key, normalised(inner, [...path, key], fault)];
    }),
  );
}

/** Fields and items, at any depth. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((count, inner) => count + valuesOf(inner), 1);
}

/** Splits a body: these fields are the request's, all others the soul's. */
export function soulBody<Fields extends z.ZodRawShape>(fields: Fields) {
  const known = new Set(Object.keys(fields));
  return z.looseObject(fields).transform((body, context) => {
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !known.has(name)));
    const fault = (path: readonly string[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    const soul = asRecord(normalised(rest, [], fault));
    // The name counts, too.
    if (valuesOf(soul) + 1 > soulValuesMax)
      fault([], `a soul has at most ${soulValuesMax} values, itself and its name among them`);
    if (Buffer.byteLength(JSON.stringify(soul)) > soulBytesMax)
      fault([], `the fields of a soul have at most ${soulBytesMax} bytes together`);
    return { ...body, soul };
  });
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });
