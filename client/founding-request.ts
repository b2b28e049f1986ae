/** Founding a resident through the Portal Gateway, as the operator does: the request and its answer. */

import type { AnswerOf } from '../gateways/answers/answer-type.ts';
import type { FoundedResident } from '../gateways/answers/dashboard.ts';
import { read } from './answers.ts';
import type { HttpRequest } from './http-client.ts';
import { textOf } from './wire.ts';

export interface ResidentCredentials {
  readonly id: string;
  readonly token: string;
}

/** Options of a newborn; unset: the city's defaults. */
export interface FoundingOptions {
  readonly name: string;
  readonly credits?: number;
  readonly lifespanTicks?: number;
}

export const foundingPath = '/v1/admin/residents';

const soul = {
  first_memory: 'A square in the morning, and many voices.',
  aesthetic: 'plain wool, ink on the fingers',
  personality: 'talks to everyone, writes letters, pays debts',
  goals: 'to miss nothing that is said',
  alignment: 'honest',
  quirks: 'numbers everything',
};

/** The body of the request. */
export const foundingBody = ({ name, credits, lifespanTicks }: FoundingOptions): object => ({
  name,
  ...soul,
  ...(credits !== undefined && { credits }),
  ...(lifespanTicks !== undefined && { lifespan_ticks: lifespanTicks }),
});

/** The request. A repeat under the same key founds nobody else, but only the first answer holds the token. */
export const foundingRequest = (
  operatorToken: string,
  newborn: FoundingOptions,
): HttpRequest & { readonly body: string } => ({
  method: 'POST',
  path: foundingPath,
  token: operatorToken,
  body: JSON.stringify(foundingBody(newborn)),
});

/** The founded resident, from the body of the answer. */
export function credentialsIn(body: unknown): ResidentCredentials {
  const { id, token } = read<AnswerOf<typeof FoundedResident>>(body);
  return { id: textOf(id), token: textOf(token) };
}
