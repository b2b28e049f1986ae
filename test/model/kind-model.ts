/**
 * What a model of a kind is: the actors that its chart can be walked with, everything that can happen to one, and how the
 * real city shows it. A new kind of actor is one file that calls `defineModel`, and one line in `models.ts`.
 */

import type { AnyStateMachine } from 'xstate';
import type { ActorKind } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { Message } from '../../engine/effect.ts';
import type { Refusal, Shown, Stage } from './stage.ts';

/** Where an actor is in its chart. */
export interface Situation<Context = Readonly<Record<string, unknown>>> {
  /** The leaf of the chart, as a path. */
  readonly state: string;
  readonly context: Context;
}

/** Something that can happen to the actor once, and how to make it happen. */
interface Variant<Life, Event, Context> {
  /** In which situations it can happen in a real city; unset: in all. */
  readonly when?: (situation: Situation<Context>) => boolean;
  /** What the actor hears of it, in order, facts included. Usually one event. */
  readonly hears: readonly Event[];
  /**
   * Why nobody can cause it over HTTP in this city, if so: it is then sent through the City interface, and the report
   * says so. For what the gateways refuse first, and for messages that no caller sends yet.
   */
  readonly behind?: string;
  /** Makes it happen: over HTTP where a caller sends it, by ticks where the city does. What comes last in it counts. */
  readonly play: (life: Life) => Promise<Refusal>;
}

export type Variants<Life, Event, Context> = Readonly<Record<string, Variant<Life, Event, Context>>>;

interface Declared<Life extends { readonly name: string }, Event extends { readonly type: string }, Context> {
  readonly kind: ActorKind;
  /** Set where the kind has more than one chart: the chart that is walked, and its name. */
  readonly chart?: { readonly name: string; readonly machine: AnyStateMachine };
  /** Inputs, by name, with which the walks through the chart begin. */
  readonly births: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What of a situation decides about what can happen next; two with the same text are one in the walk. */
  readonly project: (situation: Situation<Context>) => string;
  readonly variants: Variants<Life, Event, Context>;
  /** Brings a real one into the city. `name` is the name of its actor. */
  readonly begin: (stage: Stage, birth: string) => Promise<Life>;
  readonly shown: (life: Life) => Promise<Shown>;
  /** What `shown` must contain in that situation. */
  readonly foretold: (situation: Situation<Context>, life: Life) => Shown;
}

/** A real actor on its walk. */
export interface Walker {
  readonly name: string;
  play(variant: string): Promise<Refusal>;
  shown(): Promise<Shown>;
  foretold(situation: Situation): Shown;
}

export interface KindModel {
  readonly kind: ActorKind;
  /** Of the chart: that of the kind, where it has one. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly births: Declared<Walker, Message, unknown>['births'];
  readonly project: (situation: Situation) => string;
  /** Names of what can happen in the situation. */
  readonly possible: (situation: Situation) => readonly string[];
  readonly hears: (variant: string) => readonly Message[];
  readonly behind: (variant: string) => string | undefined;
  readonly begin: (stage: Stage, birth: string) => Promise<Walker>;
}

export function defineModel<Life extends { readonly name: string }, Event extends { readonly type: string }, Context>(
  declared: Declared<Life, Event, Context>,
): KindModel {
  const { kind, births, variants } = declared;
  const variant = (name: string) => must(variants[name], `variant ${name}`);
  // The engine keeps contexts of every kind as plain records; this kind's chart made it.
  const own = (situation: Situation) => situation as Situation<Context>;
  const { name, machine } = declared.chart ?? kind;
  return {
    kind,
    name,
    machine,
    births,
    project: (situation) => declared.project(own(situation)),
    possible: (situation) => Object.keys(variants).filter((name) => variant(name).when?.(own(situation)) ?? true),
    hears: (name) => variant(name).hears,
    behind: (name) => variant(name).behind,
    begin: async (stage, birth) => {
      const life = await declared.begin(stage, birth);
      return {
        name: life.name,
        play: (name) => variant(name).play(life),
        shown: () => declared.shown(life),
        foretold: (situation) => declared.foretold(own(situation), life),
      };
    },
  };
}
