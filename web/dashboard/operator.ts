/** Requests of the operator: they carry the token that was typed in, and an invalid one is forgotten. */
import { Api, type Refusal, refusalOf } from '../lib/api.ts';
import { operatorWords } from '../lib/people-words.ts';
import { operatorToken } from './token.ts';

/** The refusal of one part of the page. That the city does not answer at all is shown once, above all parts. */
export const ownRefusal = (thrown: unknown): Refusal | undefined => {
  const refusal = refusalOf(thrown);
  return refusal.code === 'unreachable' ? undefined : refusal;
};

export const operator = new Api({ token: operatorToken, words: operatorWords });
