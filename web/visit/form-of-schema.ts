/**
 * A form made from a JSON Schema: a field for each property of a soul. A property that has no kind of field is written as JSON. Only the
 * city checks a soul fully; here is only checked what it needs to be sent at all: that required fields are filled, and that each can be
 * parsed.
 */

interface Common {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly isNeeded: boolean;
  /** Its initial contents, as typed. */
  readonly first: string;
}

/** A field as a form shows it. `lines`: each line is an item of a list. */
export type FormField = Common &
  (
    | { readonly kind: 'line' | 'text' | 'lines' | 'json' | 'yes or no' }
    | { readonly kind: 'number'; readonly isWhole: boolean }
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
  );

type Schema = Readonly<Record<string, unknown>>;

/** What was typed into each field. For a checkbox: `yes` or nothing. */
export type Typed = Readonly<Record<string, string>>;

/** A text of more characters gets a larger field. */
const lineCharsMax = 120;
const referencesMax = 16;

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** The fields of a soul of this schema, in its order. The name comes first, whatever the schema says of it: each soul has one. */
export function fieldsOf(schema: Schema): readonly FormField[] {
  const properties = recordOf(schema['properties']);
  const needed = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const names = Object.keys(properties).filter((name) => name !== 'name');
  const name: FormField = {
    ...common('name', followed(properties['name'], schema), true),
    kind: 'line',
  };
  return [name, ...names.map((key) => fieldOf(key, followed(properties[key], schema), needed.has(key)))];
}

/** The schema itself, or the one to which it refers. */
function followed(given: unknown, root: Schema): Schema {
  let schema = recordOf(given);
  for (let n = 0; n < referencesMax; n++) {
    const [, name] = /^#\/\$defs\/(.+)$/.exec(textOf(schema['$ref']) ?? '') ?? [];
    const target = name === undefined ? undefined : recordOf(root['$defs'])[name];
    if (!isRecord(target)) return schema;
    const { $ref: _, ...beside } = schema;
    schema = { ...target, ...beside };
  }
  return schema;
}

function common(name: string, schema: Schema, isNeeded: boolean): Common {
  const label = textOf(schema['title']) ?? readable(name);
  return { name, label, help: helpOf(schema), isNeeded, first: typedOf(schema['default']) };
}

function readable(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function helpOf(schema: Schema): string {
  const description = textOf(schema['description']);
  const sentence = description === undefined ? '' : description.charAt(0).toUpperCase() + description.slice(1);
  const ended = sentence === '' || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  const most = typeof schema['maxLength'] === 'number' ? `At most ${schema['maxLength']} characters.` : '';
  return [ended, rangeOf(schema), most].filter((one) => one !== '').join(' ');
}

function rangeOf({ minimum, maximum }: Schema): string {
  const [least, most] = [minimum, maximum].map((bound) => (typeof bound === 'number' ? bound : undefined));
  if (least !== undefined && most !== undefined) return `From ${least} to ${most}.`;
  if (least !== undefined) return `${least} or more.`;
  return most === undefined ? '' : `${most} or less.`;
}

function fieldOf(name: string, schema: Schema, isNeeded: boolean): FormField {
  const base = common(name, schema, isNeeded);
  const choices = 'const' in schema ? [schema['const']] : schema['enum'];
  if (Array.isArray(choices) && choices.every(isScalar))
    return { ...base, kind: 'choice', choices: choices.map(String) };
  switch (typeOf(schema)) {
    case 'string':
      return {
        ...base,
        kind: Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY) <= lineCharsMax ? 'line' : 'text',
      };
    case 'integer':
      return { ...base, kind: 'number', isWhole: true };
    case 'number':
      return { ...base, kind: 'number', isWhole: false };
    case 'boolean':
      return { ...base, kind: 'yes or no' };
    case 'array':
      return { ...base, kind: typeOf(recordOf(schema['items'])) === 'string' ? 'lines' : 'json' };
    default:
      return { ...base, kind: 'json' };
  }
}

/** The type; of several the one besides `null`, if there is but one. */
function typeOf({ type }: Schema): unknown {
  if (!Array.isArray(type)) return type;
  const types = type.filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** A value as it is typed into a field of its kind. */
export function typedOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (value === true) return 'yes';
  if (value === false) return '';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes('\n')))
    return value.join('\n');
  return JSON.stringify(value, null, 2);
}

/** The soul to be sent, or the mistakes in what was typed, by the names of the fields. */
export interface Read {
  readonly soul: Readonly<Record<string, unknown>>;
  readonly wrong: Readonly<Record<string, string>>;
}

/** What was typed, as values of the schema. An optional field that is empty is left out. */
export function read(fields: readonly FormField[], schema: Schema, typed: Typed): Read {
  const values: [string, unknown][] = [];
  const wrong: [string, string][] = [];
  for (const field of fields) {
    const text = typed[field.name] ?? '';
    if (text.trim() === '' && field.kind !== 'yes or no') {
      if (field.isNeeded) wrong.push([field.name, 'This is needed.']);
      continue;
    }
    const value = valueIn(field, recordOf(recordOf(schema['properties'])[field.name]), text, schema);
    if (value instanceof Error) wrong.push([field.name, value.message]);
    else values.push([field.name, value]);
  }
  return { soul: Object.fromEntries(values), wrong: Object.fromEntries(wrong) };
}

function valueIn(field: FormField, given: Schema, text: string, root: Schema): unknown {
  switch (field.kind) {
    case 'number': {
      const number = Number(text.trim().replace(',', '.'));
      if (!Number.isFinite(number)) return new Error('This must be a number.');
      return field.isWhole && !Number.isInteger(number) ? new Error('This must be a whole number.') : number;
    }
    case 'yes or no':
      return text === 'yes';
    case 'lines':
      return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    case 'choice':
      return chosen(followed(given, root), text);
    case 'json':
      return jsonOf(text);
    default:
      return text;
  }
}

/** A choice is typed as text, and may be a number. */
function chosen(schema: Schema, text: string): unknown {
  const choices = 'const' in schema ? [schema['const']] : schema['enum'];
  return Array.isArray(choices) ? (choices.find((one) => String(one) === text) ?? text) : text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new Error('This must be JSON, such as {"key": "value"} or ["one", "two"].');
  }
}
