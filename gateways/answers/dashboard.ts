/** Answers to the operator about residents, lineages, charts and events, and about founded residents. */
import { z } from 'zod';
import { account, listOf, Timestamp } from './common.ts';
import { JournalEvent, withDataOfItsType } from './journal-event.ts';
import { identity, LifeState, Newborn } from './passport.ts';

export const LivingResident = z.strictObject({
  ...identity,
  state: LifeState,
  location: z.string(),
  mentor: z.string().nullable(),
  generation: z.int(),
  ...account,
});

export const DeadResident = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.literal('dead'),
  death_cause: identity.death_cause,
  died_at: Timestamp,
  died_tick: z.int(),
  location: z.string().nullable(),
  seq: z.int(),
});

export const DeadResidents = listOf(DeadResident);

/** The living or the dead, as the query asks. */
export const Residents = listOf(z.union([LivingResident, DeadResident]));

/** Residents without a mentor. */
export const Lineages = listOf(
  z.strictObject({ id: z.string(), name: z.string(), born_at: Timestamp, born_tick: z.int(), seq: z.int() }),
);

const { id, name, status, born_at, died_at, death_cause } = identity;
export const LineageMember = z.strictObject({
  ...{ id, name, status, born_at, died_at, death_cause },
  mentor: z.string().nullable(),
  generation: z.int(),
  mentees: z.array(z.string()),
});

export const LineageOfResident = z.strictObject({
  resident: LineageMember,
  ancestors: z.array(LineageMember),
  descendants: z.array(LineageMember),
  truncated: z.boolean().meta({ description: 'There are more than are shown' }),
});

export const Machines = z.strictObject({
  items: z.array(
    z.strictObject({
      kind: z.string(),
      actors: z.int(),
      states: z.record(z.string(), z.int()).meta({ description: 'Those that somebody is in' }),
    }),
  ),
});

export const PublicEvents = z.strictObject({
  items: z.array(withDataOfItsType(JournalEvent)),
  since: z.int(),
  gap: z.strictObject({ from: z.int(), to: z.int() }).nullable(),
});

export const FoundedResident = Newborn.extend({ token: z.string() });

export const ReplacedToken = z.strictObject({ id: z.string(), resident: z.string(), token: z.string() });
