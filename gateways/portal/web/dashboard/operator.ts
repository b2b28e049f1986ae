/** The city as its operator: what is asked carries the token that was typed in, and one that opens nothing is forgotten. */
import { Api } from '../lib/api.ts';
import { operatorToken } from './token.ts';

export const operator = new Api({ token: operatorToken });
