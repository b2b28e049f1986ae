/** Fields of contexts and messages that nobody is shown, the operator neither: by them somebody would be taken for another (J7). */

/** The SHA-256 of tokens, and the keyed hash of a visitor's network. */
const secretFields: ReadonlySet<string> = new Set(['token', 'nextToken', 'oldToken', 'network']);

type Fields = Readonly<Record<string, unknown>>;

/** The same, with the word `hidden` for each secret that is there. */
export const withoutSecrets = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretFields.has(name) && value != null ? 'hidden' : inner(value),
    ]),
  );

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value;
}
