/**
 * Schemas of souls: JSON Schema, draft 2020-12. The operator writes them; souls of visitors are checked against them.
 *
 * SS1  A schema is small, uses only keywords of a list, refers to nothing outside itself, and its check cannot be slow: its parts,
 *      each as often as it may meet a value of a soul and each reference followed, are few (`schema-parts.ts`).
 * SS2  Souls are bounded too: characters of a text, values, bytes and depth of the whole.
 */
import Ajv2020, { type ErrorObject, str, type ValidateFunction } from 'ajv/dist/2020.js';
import type { KeywordErrorCxt } from 'ajv/dist/types/index.js';
import { LRUCache } from 'lru-cache';
import type { Issue } from '../../engine/refusal.ts';
import { faultOfParts, isRecord } from './schema-parts.ts';

const schemaBytesMax = 16_384;
/** Compiled schemas that are cached. */
const compiledMax = 100;

/** Fields of a request for a soul that are not the soul's: no schema may have a field of that name. */
const takenFields = ['framework', 'lived_by', 'credits', 'lifespan_ticks'];

const { default: Ajv } = Ajv2020;
const draft = 'https://json-schema.org/draft/2020-12/schema';
/** Checks schemas by the schema of schemas. */
const metaSchema = new Ajv({ strict: false, logger: false });

type Schema = Readonly<Record<string, unknown>>;

/** What is wrong with the schema, if anything: the first mistake. */
export function faultsOfSchema(schema: Schema): readonly Issue[] {
  const made = madeOf(schema);
  return typeof made === 'function' ? [] : [issueAt(made)];
}

const issueAt = ({ path, message }: Issue): Issue => ({
  path: path === '' ? 'soul_schema' : `soul_schema.${path}`,
  message,
});

/** The check of souls by the schema, or why the schema cannot be used. */
function madeOf(schema: Schema): ValidateFunction | Issue {
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > schemaBytesMax) return { path: '', message: `has ${bytes} bytes; at most ${schemaBytesMax}` };
  const { $schema: dialect = draft, ...rest } = schema;
  if (dialect !== draft) return { path: '$schema', message: `must be ${draft}, or not there` };
  const fault = faultOfParts(rest);
  if (fault !== undefined) return fault;
  if (metaSchema.validateSchema(rest) !== true) return firstOf(metaSchema.errors);
  const taken = takenFields.find((field) => Object.hasOwn(asRecord(schema['properties']), field));
  if (taken !== undefined)
    return { path: `properties.${taken}`, message: 'has a name that requests use for something else' };
  try {
    return compile(rest);
  } catch (cause) {
    return { path: '', message: cause instanceof Error ? cause.message : String(cause) };
  }
}

const firstOf = (errors: readonly ErrorObject[] | null | undefined): Issue => {
  const error = errors?.[0];
  return error === undefined ? { path: '', message: 'is wrong' } : { path: pathOf(error), message: messageOf(error) };
};

/** Where the mistake is, as names joined by dots. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params['missingProperty'];
  const extra: unknown = params['additionalProperty'];
  const names = instancePath.split('/').slice(1).map(unescaped);
  return [...names, ...[missing, extra].filter((name) => typeof name === 'string')].join('.');
}

const messageOf = ({ message = 'is wrong', params }: ErrorObject): string =>
  'missingProperty' in params ? 'must be there' : message;

/** A name out of a JSON pointer (RFC 6901). */
const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The length of each text of the soul that is being checked: many parts of a schema may ask for the length of the same text. */
const characters = new Map<string, number>();

function charactersOf(text: string): number {
  const known = characters.get(text);
  if (known !== undefined) return known;
  const count = [...text].length;
  characters.set(text, count);
  return count;
}

const holdsLength = {
  minLength: (least: number, text: string) => charactersOf(text) >= least,
  maxLength: (most: number, text: string) => charactersOf(text) <= most,
} as const;
const lengthMessages = {
  minLength: ({ schemaCode }: KeywordErrorCxt) => str`must have at least ${schemaCode} characters`,
  maxLength: ({ schemaCode }: KeywordErrorCxt) => str`must have at most ${schemaCode} characters`,
} as const;

/** Unknown keywords are mistakes. */
function compile(schema: Schema): ValidateFunction {
  const ajv = new Ajv({
    meta: false,
    validateSchema: false,
    // Only the first mistake is reported: a list of them can be as long as the schema times the soul.
    allErrors: false,
    // The compiled check is as long as the schema, not as everything to which its references lead.
    inlineRefs: false,
    code: { optimize: false },
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    validateFormats: false,
    logger: false,
  });
  // Not needed (`unevaluated...` is refused), and recording what each branch has seen costs more than the branch.
  ajv.opts.unevaluated = false;
  for (const keyword of ['minLength', 'maxLength'] as const) {
    const [validate, message] = [holdsLength[keyword], lengthMessages[keyword]];
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, type: 'string', schemaType: 'number', validate, error: { message } });
  }
  return ajv.compile(schema);
}

const asRecord = (value: unknown): Schema => (isRecord(value) ? value : {});

/** By hash: a schema never changes. */
const compiled = new LRUCache<string, ValidateFunction | Issue>({ max: compiledMax });

function madeOnce(hash: string, schema: string): ValidateFunction | Issue {
  const kept = compiled.get(hash);
  if (kept !== undefined) return kept;
  const made = madeOf(asRecord(JSON.parse(schema)));
  compiled.set(hash, made);
  return made;
}

/**
 * What the schema with this hash does not allow in the soul: the first mistake. A schema that was accepted once and would not be today
 * allows nothing.
 */
export function faultsOfSoul(hash: string, schema: string, soul: Readonly<Record<string, unknown>>): readonly Issue[] {
  const validate = madeOnce(hash, schema);
  if (typeof validate !== 'function') {
    const message = `the schema of this framework cannot be used (${validate.message}): its operator must change it`;
    return [{ path: 'framework', message }];
  }
  // Only `true` accepts a soul, whatever else a check might return.
  const isGood: unknown = validate(soul);
  characters.clear();
  return isGood === true ? [] : [firstOf(validate.errors)];
}
