/** What a resident knows of itself, and the words in which its chart's rules are written. */
import { emit, setup } from 'xstate';
import { type Effect, refusal } from '../../engine/effect.ts';
import type { ContentHash } from '../../engine/ids.ts';
import type { DataOf, EventType, Happened } from '../events.ts';
import { residentActor } from '../place/names.ts';
import { standsAt } from './errands.ts';
import type { ResidentEvent, ResidentInput } from './messages.ts';

export interface ResidentContext {
  readonly id: string;
  readonly name: string;
  readonly framework: string;
  /** The soul's texts, by hash (A3). */
  readonly soul: ContentHash;
  /** SHA-256 of the API token. */
  readonly token: string;
  readonly mentor: string | null;
  readonly generation: number;
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  readonly diesTick: number;
  readonly home: string;
  readonly location: string;
  readonly knownLocations: readonly string[];
  readonly knownExits: readonly string[];
  /** Its will: whom it names while it lives. */
  readonly heir: string | null;
  /** Who took its estate when it died: its heir, if that lived then. What comes later follows this, never a will (L8). */
  readonly estateTo: string | null;
  readonly library: { readonly title: string; readonly content: string } | null;
  /** As they were when it left the city; until then they are looked up. */
  readonly mentees?: readonly string[];
  readonly cause: 'natural' | 'credit' | 'crash' | 'voluntary' | null;
  readonly diedAt: number | null;
}

export interface Scene {
  readonly context: ResidentContext;
  readonly event: ResidentEvent;
}

export const own = (context: ResidentContext) => residentActor(context.id);

/** In one's own house, or a room of it. */
export const isAtHome = ({ location, home }: ResidentContext): boolean => standsAt(location, home);

/** Something this resident did or went through, here. */
export const happening = <Type extends EventType>(
  { id, location }: ResidentContext,
  type: Type,
  data: DataOf<Type>,
): Happened<Type> => ({ type, location, actor: id, subject: null, data });

/** Something the city did to this resident. */
export const notice = <Type extends EventType>(
  { id, location }: ResidentContext,
  type: Type,
  data: DataOf<Type>,
): Happened<Type> => ({ type, location, actor: null, subject: id, data });

/** The input of a newborn, from XState's own first event. */
export function birth(event: unknown): ResidentInput {
  return (event as { readonly input: ResidentInput }).input;
}

export const base = setup({
  types: {
    context: {} as ResidentContext,
    events: {} as ResidentEvent,
    emitted: {} as Effect,
    input: {} as ResidentInput,
  },
  actions: {
    refuse: emit((_, { code, ...context }: { readonly code: string; readonly [field: string]: unknown }) =>
      refusal(code, context),
    ),
  },
});
