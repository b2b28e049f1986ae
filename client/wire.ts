/**
 * Parses answers and events without trust and without casts. The load generator reads by hand: a schema library would cost more than the
 * request.
 */

export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one when `value` is anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The number, or NaN: a missing number fails every comparison that follows. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Credits as the city shows them (at most three decimals) in whole millicredits. */
export function milli(value: unknown): number {
  return Math.round(numberOf(value) * 1000);
}

/** Parses JSON; undefined for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many objects and lists of a JSON text stand within each other at most; of a text that is none, no fewer than it is parsed to. */
export function nestingOf(text: string): number {
  let [depth, deepest, isString] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (isString && character === '\\') i += 1;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

export const commons = 'city-commons';

export function houseOf(resident: string): string {
  return `city-housing/${resident}`;
}

/** A house, or a room of one. */
export function isHouse(place: string): boolean {
  return place.startsWith('city-housing/');
}
