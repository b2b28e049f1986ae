/** Names of requests, for who asks the operator about one. A counter would tell each caller how many others there were between. */
import { randomUUID } from 'node:crypto';

export const newRequestId = (): string => randomUUID();
