/**
 * Tokens of residents and portal stations: made here, and given out once. Only their hashes enter the city (J7), so a repeat of a request
 * cannot show one again.
 */
import { randomBytes } from 'node:crypto';
import { type Command, type IdempotencyKey, jsonOf, type Outcome, readJson } from '../../engine/command.ts';

const tokenBytes = 32;

export const newToken = (prefix: 'res' | 'sta' = 'res'): string =>
  `${prefix}_${randomBytes(tokenBytes).toString('base64url')}`;

/** The key of a request whose answer contains a secret: the answer is not kept, and a repeat learns only that it has happened. */
export const unkept = (key: IdempotencyKey | undefined): Pick<Command, 'key'> =>
  key === undefined ? {} : { key: { ...key, keepAnswer: false } };

/** The answer with the token in it if the city has taken it as that (`is_given`), else null. */
export const handedOutIfGiven = <Value extends { readonly is_given: boolean }>(
  outcome: Outcome<Value>,
  token: string,
): Outcome<Omit<Value, 'is_given'> & { readonly token: string | null }> => {
  if (outcome.type === 'refused') return outcome;
  const { is_given, ...shown } = readJson(outcome.json);
  return { ...outcome, json: jsonOf({ ...shown, token: is_given ? token : null }) };
};

/** The answer with the token in it, and the fields that go with it; a refusal as it is. */
export const handedOut = <Value extends object, Given extends { readonly token: string }>(
  outcome: Outcome<Value>,
  given: Given,
): Outcome<Value & Given> =>
  outcome.type === 'refused' ? outcome : { ...outcome, json: jsonOf({ ...readJson(outcome.json), ...given }) };
