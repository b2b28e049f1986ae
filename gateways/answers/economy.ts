/** Answers to the operator about ticks, of each of which a row is kept. */
import { z } from 'zod';
import { listOf, Timestamp } from './common.ts';

const Group = z.strictObject({
  count: z.int(),
  balance: z.number().meta({ description: 'Credits' }),
  gini: z.number().nullable().meta({ description: 'Gini coefficient: how unevenly it is held' }),
});
const Paid = z.strictObject({ count: z.int(), average: z.number().nullable().meta({ description: 'Credits' }) });

/** The contents of a row. */
export const TickRecord = z.strictObject({
  tick: z.int(),
  at: Timestamp,
  population: z.int(),
  accounts: z.record(z.string(), Group),
  prices: z.strictObject({ services: Paid, tolls: Paid }),
  births: z.int(),
  deaths: z.record(z.string(), z.int()),
  events: z.record(z.string(), z.int()),
});

export const EconomyOfTick = TickRecord.omit({ events: true }).meta({ id: 'EconomyOfTick' });
export const ActivityOfTick = TickRecord.pick({ tick: true, at: true, events: true }).meta({ id: 'ActivityOfTick' });

export const EconomyOfTicks = listOf(EconomyOfTick);
export const ActivityOfTicks = listOf(ActivityOfTick);
