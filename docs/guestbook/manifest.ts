/** A guest book that everybody may read and sign: the smallest service that keeps something and costs something. */
import { z } from 'zod';
import { billFields, type Manifest, operation } from '../../services/contract.ts';

const textCharsMax = 280;
const signPrice = 100;

/** Text that Postgres can keep. */
const Text = z
  .string()
  .min(1)
  .max(textCharsMax)
  .refine((text) => !/[\0\p{Cs}]/u.test(text), 'has characters that cannot be kept');

const Entry = z.strictObject({ id: z.number(), text: z.string(), yours: z.boolean() });

export const manifest = {
  id: 'guestbook',
  name: 'Guest book',
  description: 'One book for the whole city. Sign it, and read who was here before you.',
  availability: 'everywhere',
  pricing: 'Reading is free; a signature costs 0.1 credits.',
  callsPerMinute: 30,
  deadlineMs: 5_000,
  operations: {
    read: operation({
      method: 'GET',
      path: '/entries',
      summary: 'The newest entries, newest first',
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
      answer: z.strictObject({ items: z.array(Entry) }),
      price: 'free',
    }),
    sign: operation({
      method: 'POST',
      path: '/entries',
      summary: 'Write an entry',
      body: z.strictObject({ text: Text }),
      answer: z.strictObject({ id: z.number(), ...billFields }),
      price: { text: '0.1 credits', hold: () => signPrice },
    }),
  },
} as const satisfies Manifest<object>;
