/** Answers to visitors about souls: those that they have written, the queue, and the minds. */
import { z } from 'zod';
import { soulStatuses } from '../../actors/kinds/soul/state.ts';
import { causes } from '../../actors/rules/people/causes-of-death.ts';
import { listOf, Timestamp } from './common.ts';
import { SoulMind } from './minds.ts';

/** The fields of a soul that its framework asks for, beside the name. */
export const WrittenSoul = z.record(z.string(), z.unknown());

export const Soul = z
  .strictObject({
    id: z.string(),
    status: z.enum(soulStatuses),
    name: z.string(),
    framework: z.string(),
    soul: WrittenSoul.nullable(),
    lived_by: z.enum(['city', 'me']),
    runtime: z
      .enum(['external', 'container'])
      .meta({ description: '`container`: it brings a program that the city runs' }),
    mind: SoulMind.nullable().meta({
      description:
        'Of one that is left to minds of the city; null of others, of the dead, and where others than the city run those minds',
    }),
    place_in_line: z.int().nullable().meta({ description: 'The next has one; null when it does not wait' }),
    in_line: z.int().nullable().meta({ description: 'How many wait in all; null when it does not wait' }),
    mentor: z.string().nullable(),
    resident: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Soul' });

export const Souls = listOf(Soul);

export const SoulQueue = listOf(z.strictObject({ place_in_line: z.int(), name: z.string(), framework: z.string() }));

/** A soul whose resident has died, which may have left the other list. */
export const EndedSoul = z.strictObject({
  id: z.string(),
  name: z.string(),
  framework: z.string(),
  resident: z.string(),
  death_cause: z.enum(causes),
  died_at: Timestamp,
  died_tick: z.int(),
});

export const EndedSouls = listOf(EndedSoul);

export const SoulTerms = z
  .strictObject({
    city_lives: z.boolean().meta({ description: 'Minds of the city live here: souls can be left to them' }),
    is_mind_free: z.boolean().nullable().meta({
      description: 'Whether one of them is free for who is born now; null where the city does not run them',
    }),
    waiting_max: z.int().meta({ description: 'How many of your souls may wait at once' }),
    lifespan_ticks: z.int().meta({ description: 'Of who is born where the framework sets no lifespan' }),
    tick_seconds: z.int().meta({ description: 'The length of a tick' }),
  })
  .meta({ id: 'SoulTerms' });

export const WithdrawnSoul = z.strictObject({
  id: z.string(),
  status: z.literal('withdrawn'),
  name: z.string(),
  framework: z.string(),
});

/** A token of the resident born of a soul, for the visitor who wrote it. */
export const GivenToken = z.strictObject({
  id: z.string().meta({ description: 'The soul' }),
  resident: z.string(),
  token: z.string(),
  city_url: z.string().nullable().meta({ description: 'Where the token is good' }),
  skill_url: z.string().nullable().meta({ description: 'How to live in the city' }),
});
