/**
 * How a kind of actor is declared: by its name. The compiler holds the declaration to what the registry says that the kind keeps and hears.
 */
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { ActorKind, EventRule, Facts, KindRules } from '../engine/actor-kind.ts';
import type { MessageOf } from './facts.ts';
import type { ContextOf, ImageOf, InboxOf, KindName, StateOf } from './registry.ts';

interface Rule {
  /** True when a caller may send it; such events are named in `invalid_state` answers. */
  readonly command: boolean;
  /** Set for what only the city can say (S3). */
  readonly caller?: 'city';
  /** Set for an event that an actor may miss when it has left the city before (K4). */
  readonly isNotice?: true;
}

interface FindingRule<Kind extends KindName, Type extends keyof InboxOf<Kind>, Found> extends Rule {
  /** What the chart's guards and actions need beyond context and message. */
  readonly facts: (facts: Facts, self: ImageOf<Kind>, message: MessageOf<InboxOf<Kind>, Type>) => Found;
}

/** A rule for each type of message that a kind hears. `Found`: the facts of those messages that need more than the present. */
export type EventRules<Kind extends KindName, Found> = {
  readonly [Type in keyof InboxOf<Kind>]: Type extends keyof Found ? FindingRule<Kind, Type, Found[Type]> : Rule;
};

/** Paths of the leaves of a state's value. */
type LeafOf<Value> = Value extends string
  ? Value
  : { readonly [Key in keyof Value & string]: `${Key}.${LeafOf<Value[Key]>}` }[keyof Value & string];

/** The chart itself, if its leaves are exactly the states that are declared for the kind. */
type ChartOf<Kind extends KindName, Machine extends AnyStateMachine> = [
  LeafOf<SnapshotFrom<Machine>['value']>,
  StateOf<Kind>,
] extends [StateOf<Kind>, LeafOf<SnapshotFrom<Machine>['value']>]
  ? Machine
  : never;

/** The declaration of a kind without its name and its events, with its chart. */
export type RulesOf<Kind extends KindName, Machine extends AnyStateMachine> = KindRules<
  ContextOf<Kind>,
  StateOf<Kind>
> & { readonly machine: ChartOf<Kind, Machine> };

/** A kind of actor, as the engine takes it. */
export function defineKind<Kind extends KindName>(
  name: Kind,
  rules: KindRules<ContextOf<Kind>, StateOf<Kind>>,
  events: ActorKind['events'] & Readonly<Record<keyof InboxOf<Kind>, EventRule>>,
): ActorKind {
  return { name, events, ...rules };
}
