/** What a resident may set about to do in a tick. What the city refuses of it has not happened. Amounts are credits. */
import { z } from 'zod';

const Id = z.string().min(1);
const Amount = z.number().min(0);

const ofJob = <Type extends string>(type: Type) => z.strictObject({ type: z.literal(type), job: Id });

const actSchema = z.discriminatedUnion('type', [
  ofJob('claim'),
  ofJob('submit'),
  ofJob('accept'),
  ofJob('release'),
  /** Posts a job where it stands. */
  z.strictObject({ type: z.literal('hire'), reward: Amount }),
  z.strictObject({ type: z.literal('adopt') }),
  z.strictObject({ type: z.literal('speak'), text: z.string().min(1).optional() }),
  z.strictObject({ type: z.literal('give'), to: Id, amount: Amount }),
  /** Opens a shop: a workshop at home, code in it, and a tiny pod of it with a way from the Commons. */
  z.strictObject({ type: z.literal('build'), price: Amount }),
  /** Goes through the exit, looks what is offered there, calls it if that costs at most `priceMax`, and comes back. */
  z.strictObject({ type: z.literal('buy'), exit: Id, priceMax: Amount }),
  /** Pays into the pool of a pod. */
  z.strictObject({ type: z.literal('fund'), pod: Id, amount: Amount }),
  /** Sets what a call of its pod costs. */
  z.strictObject({ type: z.literal('price'), pod: Id, price: Amount }),
]);

export type Act = z.infer<typeof actSchema>;

export const actsSchema = z.array(actSchema);
