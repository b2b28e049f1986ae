/** What a pod knows of itself, and the words in which its chart's rules are written. */
import { emit, setup } from 'xstate';
import type { Image, Settings } from '../../engine/actor-kind.ts';
import { type Effect, refusal } from '../../engine/effect.ts';
import type { AccountId, ContentHash } from '../../engine/ids.ts';
import type { Allowance, Tier } from '../building/tiers.ts';
import { setting, sizeOf } from '../building/tiers.ts';
import type { Code } from '../code/code.ts';
import type { DataOf, EventType, Happened } from '../events.ts';
import type { Access } from '../place/access.ts';
import { at, podActor, residentActor } from '../place/names.ts';
import type { PodInput, Pricing } from './input.ts';
import type { PodEvent } from './messages.ts';

export interface PodContext extends Code {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly owner: string | null;
  readonly representative: string | null;
  readonly collaborators: readonly string[];
  /** Named with its funding; absent in pods from before they were kept. */
  readonly contributors?: readonly string[];
  /** Of a ruin: it was hidden when it ended. */
  readonly wasHidden?: boolean;
  /** What it costs its pool each tick, containers aside, in millicredits: as it was when that began. */
  readonly upkeep: number;
  /** While it is a workshop: where it was created, and the door from there. */
  readonly birthplace: string | null;
  readonly door: string | null;
  readonly exit: string | null;
  readonly description: ContentHash | null;
  readonly access: Access;
  readonly pricing: Pricing;
  readonly features: readonly string[];
}

export type Birth = PodInput & { readonly facts: PodEvent['facts'] };

export interface Scene {
  readonly context: PodContext;
  readonly event: PodEvent;
}

/** The input of a newborn, from XState's own first event. */
export const birth = (event: unknown): Birth => (event as { readonly input: Birth }).input;

export const pool = (context: PodContext): AccountId => podActor(context.id);

/** Who works on its code. */
export const worksHere = ({ owner, representative, collaborators }: PodContext, resident: string): boolean =>
  resident === representative || resident === owner || collaborators.includes(resident);

/** The same, as a list. */
export const workers = ({ owner, representative, collaborators }: PodContext): readonly string[] =>
  [...new Set([owner, representative, ...collaborators])].filter((one) => one !== null);

export function allowanceOf({ tier }: PodContext): Allowance {
  const { cpuMillis, memoryMib, stores } = sizeOf(tier);
  return { cpuMillis, memoryMib, stores };
}

/** Millicredits that a stranger pays to enter a deployed pod; `gated`: by a gated connection. */
export const gateToll = ({ access, pricing }: PodContext, gated: boolean, settings: Settings): number =>
  gated || access.type === 'gated' ? (pricing.perEntry ?? setting(settings, 'TOLL_DEFAULT')) : 0;

/** Millicredits that a call of the place's service costs: nothing in an orphan, which earns nothing, or in a container. */
export const callPrice = ({ state, context }: Pick<Image, 'state' | 'context'>): number =>
  state === 'deployed' ? (context as unknown as PodContext).pricing.perQuery : 0;

/** Something that happened to this pod. */
export const news = <Type extends EventType>(
  { id }: PodContext,
  type: Type,
  data: DataOf<Type>,
  by: string | null = null,
): Happened<Type> => ({ type, location: id, actor: by, subject: id, data });

/** Who owns it or speaks for it, and who acted. */
export const concerned = ({ owner, representative }: PodContext, by: string | null = null) =>
  [...new Set([owner, representative, by])].filter((one) => one !== null).map(residentActor);

/** Everyone if it is seen; those inside, and, wherever they are, who owns it, speaks for it and acted. */
export const everyone = (context: PodContext, isSeen: boolean, by: string | null = null) => ({
  topics: [at(context.id)],
  actors: concerned(context, by),
  public: isSeen,
});

export const base = setup({
  types: {
    context: {} as PodContext,
    events: {} as PodEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  actions: {
    refuse: emit((_, { code, ...context }: { readonly code: string; readonly [field: string]: unknown }) =>
      refusal(code, context),
    ),
    refuseStranger: emit(({ context }) => refusal('not_representative', { representative: context.representative })),
  },
});
