/** The city as its operator: what is asked carries the token that was typed in, and one that opens nothing is forgotten. */
import { Api, type Refusal, refusalOf } from '../lib/api.ts';
import { operatorWords } from '../lib/people-words.ts';
import { operatorToken } from './token.ts';

/** Why one part of the page could not be looked at. That the city does not answer at all is said once, above. */
export const ownRefusal = (thrown: unknown): Refusal | undefined => {
  const refusal = refusalOf(thrown);
  return refusal.code === 'unreachable' ? undefined : refusal;
};

export const operator = new Api({ token: operatorToken, words: operatorWords });
