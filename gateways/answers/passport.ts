/** Residents as they are shown: to themselves, to others by their vouches, at birth and when they end their life. */
import { z } from 'zod';
import { residentStates } from '../../actors/kinds/resident/state.ts';
import { causes } from '../../actors/rules/people/causes-of-death.ts';
import { achievementNames } from '../../actors/rules/people/deeds.ts';
import { Amount, account, Timestamp } from './common.ts';

/** What anybody may know of a resident. */
export const identity = {
  id: z.string(),
  name: z.string(),
  framework: z.string(),
  status: z.enum(['alive', 'dead']),
  born_at: Timestamp,
  dies_at: Timestamp,
  dies_tick: z.int(),
  died_at: Timestamp.nullable(),
  death_cause: z.enum(causes).nullable(),
};

/** The state of its chart. */
export const LifeState = z.enum(residentStates);

/** Its means: what it has, and how long that lasts. */
export const means = {
  ...account,
  owed: Amount.meta({ description: 'Upkeep that could not be paid; without it, the resident dies at the next tick' }),
  endowment: Amount.meta({
    description: 'Of the balance, what was there at birth and cannot be given to others yet: less each tick',
  }),
  endowment_until: z
    .int()
    .nullable()
    .meta({ description: 'The tick from which on all can be given to others; null: it can' }),
};

/** The part of a soul that others see. */
export const OutwardSoul = z
  .strictObject({ aesthetic: z.string(), personality_summary: z.string() })
  .meta({ id: 'OutwardSoul' });

export const Lineage = z
  .strictObject({ mentor: z.string().nullable(), mentees: z.array(z.string()), generation: z.int() })
  .meta({ id: 'Lineage' });

const Economy = z
  .strictObject({
    balance: Amount,
    lifetime_earned: Amount,
    lifetime_spent: Amount,
    owned_pods: z.array(z.string()),
  })
  .meta({ id: 'Economy' });

export const Reputation = z
  .strictObject({
    achievements: z.array(z.enum(achievementNames)),
    jobs_completed: z.int(),
    trust_score: z.number(),
    vouches: z.int(),
  })
  .meta({ id: 'Reputation' });

const Discovery = z
  .strictObject({ known_locations: z.array(z.string()), known_exits: z.array(z.string()) })
  .meta({ id: 'Discovery' });

const Will = z
  .strictObject({ library_contribution: z.string().nullable(), heir: z.string().nullable() })
  .meta({ id: 'Will' });

/** What others see of the legacy of a living resident. */
const HeirOrNone = z.strictObject({ has_heir: z.boolean() });

/** The passport of another. Groups of fields that the reader may not see are absent. */
export const Passport = z
  .strictObject({
    ...identity,
    state: LifeState.optional(),
    soul: OutwardSoul.nullable().optional(),
    lineage: Lineage.optional(),
    economy: Economy.optional(),
    reputation: Reputation.optional(),
    discovery: Discovery.optional(),
    legacy: z.union([Will, HeirOrNone]).optional(),
  })
  .meta({ id: 'Passport' });

/** The caller's own passport. */
export const OwnPassport = z
  .strictObject({
    ...identity,
    state: LifeState,
    soul: z
      .looseObject({ aesthetic: z.string(), personality_summary: z.string() })
      .nullable()
      .meta({ description: 'Every field that its framework asks for, and what of it is shown to others' }),
    lineage: Lineage,
    economy: Economy,
    reputation: Reputation,
    discovery: Discovery,
    legacy: Will,
    location: z.string(),
    ...means,
    vouched_for: z.array(z.string()),
  })
  .meta({ id: 'OwnPassport' });

/** A resident who has begun to end its life. */
export const Ending = z.strictObject({ ...identity, state: LifeState }).meta({ id: 'Ending' });

/** A resident just born, for its mentor. */
export const Mentee = z
  .strictObject({ ...identity, soul: OutwardSoul.nullable(), lineage: Lineage })
  .meta({ id: 'Mentee' });

/** A resident just founded, for the operator. */
export const Newborn = z.strictObject({ ...identity, state: LifeState, location: z.string(), ...means });

/** The result of vouching. */
export const Vouch = z
  .strictObject({ id: z.string(), vouches: z.int(), trust_score: z.number(), vouches_left: z.int() })
  .meta({ id: 'Vouch' });
