/** A priced service that answers at once, so that the cost of its calls is the city's own work. */
import { z } from 'zod';
import { billFields, type Manifest, operation, paidAnswer, service } from '../../services/contract.ts';

/** Millicredits: less is taken than is held, so that both turns move credits and some are refunded. */
export const price = { held: 10, taken: 4 } as const;

const manifest = {
  id: 'at-once',
  name: 'At once',
  description: 'Answers without a thought.',
  availability: 'everywhere',
  pricing: '0.004 credits an answer',
  // A rate limit that no bench reaches.
  callsPerMinute: 1_000_000_000,
  deadlineMs: 10_000,
  operations: {
    ask: operation({
      method: 'POST',
      path: '/answers',
      summary: 'An answer',
      body: z.strictObject({ question: z.string() }),
      answer: z.strictObject({ answer: z.string(), ...billFields }),
      price: { text: '0.004 credits', hold: () => price.held },
    }),
  },
} as const satisfies Manifest<object>;

export const instantServicePath = '/v1/global-services/at-once/answers';

export const instantService = service(manifest, {
  skill: '# At once\n',
  open: async () => ({
    handlers: { ask: async ({ body }) => paidAnswer(price.taken, { answer: body.question }) },
    close: () => Promise.resolve(),
  }),
});
