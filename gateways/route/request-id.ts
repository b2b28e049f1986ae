/** Identifiers of requests, for questions to the operator. A counter would tell each caller how many others there were between. */
import { randomUUID } from 'node:crypto';

export const newRequestId = (): string => randomUUID();
