/** A soul as it is sent: a name, and whatever else its framework wants to know, each text in NFC and bounded (SS2). */
import { z } from 'zod';
import { NewFrameworkId, ResidentName, refuseText, textCharsMax } from '../schema/fields.ts';
import { soulBytesMax, soulValuesMax } from './schema-parts.ts';

const keyCharsMax = 200;

/** What a request for a soul says beside its fields. */
export const soulFields = {
  framework: NewFrameworkId.optional().meta({ description: 'Id of a framework; `default` when unset' }),
  name: ResidentName,
};

/** The same value with its texts in NFC; says of each that cannot be kept where it is and why. */
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

/** Of a body with these fields, the others are the soul's. */
export function soulBody<Fields extends z.ZodRawShape>(fields: Fields) {
  const known = new Set(Object.keys(fields));
  return z.looseObject(fields).transform((body, context) => {
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !known.has(name)));
    const fault = (path: readonly string[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    const soul = asRecord(normalised(rest, [], fault));
    // The name is one, too.
    if (valuesOf(soul) + 1 > soulValuesMax)
      fault([], `a soul has at most ${soulValuesMax} values, itself and its name among them`);
    if (Buffer.byteLength(JSON.stringify(soul)) > soulBytesMax)
      fault([], `the fields of a soul have at most ${soulBytesMax} bytes together`);
    return { ...body, soul };
  });
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });
