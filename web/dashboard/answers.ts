/** The gateway's answers to the operator, as far as this page shows them. */
import * as z from 'zod/mini';
import type * as answers from '../../gateways/answers/dashboard.ts';
import type * as economy from '../../gateways/answers/economy.ts';
import type * as upkeep from '../../gateways/answers/maintenance.ts';
import type * as visitors from '../../gateways/answers/visitors.ts';
import { pageOf } from '../lib/lists.ts';
import { partOf } from '../lib/part-of.ts';

export const Health = partOf<typeof upkeep.Health>()(
  z.object({
    ready: z.boolean(),
    tick: z.int(),
    committed_turn: z.int(),
    seq: z.int(),
    actors: z.int(),
    oldest_uncommitted_ms: z.number(),
    oldest_waiting_ms: z.record(z.string(), z.number()),
    waiting_too_long: z.array(z.string()),
    quarantined: z.array(z.string()),
    failing_services: z.record(z.string(), z.object({ failures: z.int(), reason: z.string(), for_ms: z.number() })),
    /** By gateway. */
    failed_answers: z.object({ city: z._default(z.int(), 0), portal: z._default(z.int(), 0) }),
    minds: z.nullable(z.object({ is_running: z.boolean(), waiting: z.int() })),
    paused: z.boolean(),
    manual_ticks: z.boolean(),
    speed: z.number(),
  }),
);
export type Health = z.infer<typeof Health>;

export const Machines = partOf<typeof answers.Machines>()(
  z.object({
    items: z.array(z.object({ kind: z.string(), actors: z.int(), states: z.record(z.string(), z.int()) })),
  }),
);
export type Machines = z.infer<typeof Machines>;

const Group = z.object({ count: z.int(), balance: z.number(), gini: z.nullable(z.number()) });
const EconomyRow = partOf<typeof economy.EconomyOfTick>()(
  z.object({
    tick: z.int(),
    at: z.string(),
    population: z.int(),
    accounts: z.record(z.string(), Group),
    births: z.int(),
    deaths: z.record(z.string(), z.int()),
  }),
);
export type EconomyRow = z.infer<typeof EconomyRow>;

export const EconomyPage = pageOf(EconomyRow);

const ResidentRow = partOf<typeof answers.LivingResident>()(
  z.object({
    id: z.string(),
    name: z.string(),
    location: z.string(),
    balance: z.number(),
    runway_ticks: z.nullable(z.int()),
    generation: z.int(),
  }),
);
export type ResidentRow = z.infer<typeof ResidentRow>;
export const ResidentPage = pageOf(ResidentRow);

const DeathRow = partOf<typeof answers.DeadResident>()(
  z.object({
    id: z.string(),
    name: z.string(),
    death_cause: z.nullable(z.string()),
    died_at: z.string(),
    died_tick: z.int(),
  }),
);
export const DeathPage = pageOf(DeathRow);

export const FounderPage = partOf<typeof answers.Lineages>()(pageOf(z.object({ id: z.string(), name: z.string() })));

const LineageMember = partOf<typeof answers.LineageMember>()(
  z.object({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    mentor: z.nullable(z.string()),
    mentees: z.array(z.string()),
  }),
);
export type LineageMember = z.infer<typeof LineageMember>;
export const Lineage = partOf<typeof answers.LineageOfResident>()(
  z.object({
    resident: LineageMember,
    ancestors: z.array(LineageMember),
    descendants: z.array(LineageMember),
    truncated: z.boolean(),
  }),
);
export type Lineage = z.infer<typeof Lineage>;

export const Ticked = partOf<typeof upkeep.Ticked>()(z.object({ tick: z.int() }));
export const Speed = partOf<typeof upkeep.Speed>()(z.object({ speed: z.number() }));
export const Paused = partOf<typeof upkeep.Paused>()(z.object({ paused: z.boolean() }));
export const Granted = partOf<typeof visitors.Visitor>()(z.object({ handle: z.string(), balance: z.number() }));
export const Released = partOf<typeof upkeep.Released>()(z.looseObject({}));
