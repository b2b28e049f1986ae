/** The parts of schemas of souls: the keywords that they may use, and how much work their checks take (SS1). */
import type { Issue } from '../../engine/refusal.ts';

/**
 * Of a soul as JSON: six texts of 4,000 characters of four bytes each, and room for their names. With the name of its resident it fits into
 * one environment variable of a core container, for which Linux allows 131,072 bytes.
 */
export const soulBytesMax = 130_048;
/** Fields and items of a soul, at any depth (SS2). */
export const soulValuesMax = 1_000;
/** Steps to check the largest soul, of some hundred nanoseconds each. */
const stepsMax = 250_000;
/** Schemas within a schema: the compiled check grows with their number. */
const schemasMax = 500;

/** The value of a keyword is a schema, several schemas, several by name, or no schema. */
interface Keyword {
  readonly holds: 'schema' | 'schemas' | 'named schemas' | 'value';
  /** Its schema applies to each field or item of a value. */
  readonly isForEach?: true;
  /** Its schemas are tried, and the failures of each are recorded: that multiplies the cost. */
  readonly times?: number;
}

const listed = (names: readonly string[], keyword: Keyword) => names.map((name) => [name, keyword] as const);

/**
 * Keywords of draft 2020-12, without those by which a check could stall or leave the schema: regular expressions, `uniqueItems`, anchors,
 * dynamic references, and `unevaluated...`, for which each branch must record what it has seen. Any other keyword is refused.
 */
const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...listed(['not', 'if', 'then', 'else'], { holds: 'schema' }),
  ...listed(['items', 'contains', 'additionalProperties', 'propertyNames'], { holds: 'schema', isForEach: true }),
  ...listed(['allOf', 'prefixItems'], { holds: 'schemas' }),
  ...listed(['anyOf', 'oneOf'], { holds: 'schemas', times: 5 }),
  ...listed(['properties', 'dependentSchemas', '$defs'], { holds: 'named schemas' }),
  ...listed(['minLength', 'maxLength'], { holds: 'value' }),
  ...listed(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], { holds: 'value' }),
  ...listed(['minItems', 'maxItems', 'minContains', 'maxContains'], { holds: 'value' }),
  ...listed(['minProperties', 'maxProperties', 'required', 'dependentRequired'], { holds: 'value' }),
  ...listed(['type', 'enum', 'const', 'format', '$ref'], { holds: 'value' }),
  ...listed(['title', 'description', 'default', 'examples', 'deprecated', '$comment'], { holds: 'value' }),
  ...listed(['readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType'], { holds: 'value' }),
]);

/** The most steps that a check takes. */
interface Steps {
  /** For one value. */
  readonly one: number;
  /** For all values of a soul: each meets each part at most once, at any depth. */
  readonly all: number;
}

const parts = (count: number): Steps => ({ one: count, all: count * soulValuesMax });
const plus = (a: Steps, b: Steps): Steps => ({ one: a.one + b.one, all: a.all + b.all });

/** Ends the walk. */
class Fault extends Error {
  readonly issue: Issue;

  constructor(path: readonly string[], message: string) {
    super(message);
    this.issue = { path: path.join('.'), message };
  }
}

type Path = readonly string[];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Values and texts in a part of a schema. */
const sizeOf = (value: unknown): number => entriesOf(value).reduce((size, [, inner]) => size + sizeOf(inner), 1);

const reference = /^#\/\$defs\/([A-Za-z0-9_.-]+)$/;

class Walk {
  readonly #definitions: Readonly<Record<string, unknown>>;
  readonly #known = new Map<unknown, Steps>();
  readonly #onTheWay = new Set<unknown>();

  constructor(definitions: unknown) {
    this.#definitions = isRecord(definitions) ? definitions : {};
  }

  /** The steps of the schema, following each reference. */
  schema(schema: unknown, path: Path): Steps {
    if (!isRecord(schema)) return parts(1);
    const before = this.#known.get(schema);
    if (before !== undefined) return before;
    if (this.#onTheWay.has(schema)) throw new Fault(path, 'has a reference that leads back to itself');
    this.#onTheWay.add(schema);
    const steps = Object.entries(schema)
      .map(([name, inner]) => this.#keyword(name, inner, [...path, name]))
      .reduce(plus, parts(1));
    this.#onTheWay.delete(schema);
    this.#known.set(schema, steps);
    if (this.#known.size > schemasMax) throw new Fault([], `has more than ${schemasMax} schemas within it`);
    return steps;
  }

  #keyword(name: string, inner: unknown, path: Path): Steps {
    const keyword = keywords.get(name);
    if (keyword === undefined) throw new Fault(path, `is the keyword "${name}", which schemas of souls may not use`);
    if (name === '$ref') return plus(parts(1), this.schema(this.#target(inner, path), path));
    if (keyword.holds === 'value') return parts(sizeOf(inner));
    const held = keyword.holds === 'schema' ? this.schema(inner, path) : this.#each(inner, path);
    if (name === '$defs') return parts(1);
    const { times = 1 } = keyword;
    const steps = { one: held.one * times, all: held.all * times };
    return keyword.isForEach ? { one: steps.all, all: steps.all } : steps;
  }

  #each(schemas: unknown, path: Path): Steps {
    return entriesOf(schemas)
      .map(([name, schema]) => this.schema(schema, [...path, name]))
      .reduce(plus, parts(1));
  }

  #target(inner: unknown, path: Path): unknown {
    const name = reference.exec(String(inner))?.[1];
    if (name !== undefined && Object.hasOwn(this.#definitions, name)) return this.#definitions[name];
    throw new Fault(path, `is ${JSON.stringify(inner)}: must be "#/$defs/" and a name that stands there`);
  }
}

/** Why the schema, which is valid by the draft, may not be used; undefined if it may (SS1). */
export function faultOfParts(schema: Readonly<Record<string, unknown>>): Issue | undefined {
  try {
    const { one } = new Walk(schema['$defs']).schema(schema, []);
    if (one <= stepsMax) return undefined;
    const message = `takes ${one} steps for the largest soul, each reference followed; at most ${stepsMax}`;
    return { path: '', message };
  } catch (cause) {
    if (cause instanceof Fault) return cause.issue;
    throw cause;
  }
}
