/** Typed helpers with which the charts of all kinds write their guards and actions. */
import { assign, emit, type MachineContext } from 'xstate';
import { type Effect, each, type Message, type Refusal } from '../engine/effect.ts';
import { refusing } from '../engine/refusing-actions.ts';
import type { With } from './facts.ts';
import { type RefuseParams, refusalNamed } from './refusals.ts';

/** What a guard or an action sees. */
export interface Scene<Context, Event> {
  readonly context: Context;
  readonly event: Event;
}

/** The same, of events of one type. */
export type SceneOf<Context, Event extends Message, Type extends Event['type']> = Scene<
  Context,
  Extract<Event, { readonly type: Type }>
>;

/** An extra argument, which makes the call fail to compile, for an action that can make nothing but a refusal. */
type UnlessRefused<Made extends Effect> = [Made] extends [Refusal] ? [isMadeBy: 'refuses'] : [];

/** The helpers for charts that keep this context, hear these events, and begin with this birth. */
export function wordsFor<Context extends MachineContext, Event extends Message & With, Birth>() {
  type Hearing<Type extends Event['type']> = SceneOf<Context, Event, Type>;

  const isHearing = <Type extends Event['type']>(
    scene: Scene<Context, Event>,
    types: ReadonlySet<string>,
  ): scene is Hearing<Type> => types.has(scene.event.type);

  return {
    /** A rule for events of these types. It throws on any other event: a chart that lets one come here is wrong. */
    on: <Type extends Event['type'], Result>(types: Type | readonly Type[], rule: (scene: Hearing<Type>) => Result) => {
      const meant = new Set<string>(typeof types === 'string' ? [types] : types);
      return (scene: Scene<Context, Event>): Result => {
        if (!isHearing<Type>(scene, meant)) throw new Error(`${scene.event.type} is not ${types}`);
        return rule(scene);
      };
    },
    /** An action that asks the city for something; one that could only refuse does not compile. */
    effect: <Made extends Effect>(make: (scene: Scene<Context, Event>) => Made, ..._: UnlessRefused<Made>) =>
      emit<Context, Event, undefined, Event, Effect>(make),
    /**
     * An action that refuses, or does nothing where nothing is wrong. A state that answers an event only by such actions does not take it
     * (T5).
     */
    refuses: (make: (scene: Scene<Context, Event>) => Refusal | undefined) =>
      refusing(emit<Context, Event, undefined, Event, Effect>((scene) => orNothing(make(scene)))),
    /** An action that changes what the actor keeps. */
    change: (make: (scene: Scene<Context, Event>) => Partial<Context>) =>
      assign<Context, Event, undefined, Event, never>(make),
    /** The refusal whose code and context a transition names. */
    refuse: refusing(emit<Context, Event, RefuseParams, Event, Effect>((_, named) => refusalNamed(named))),
    /** What the actor begins with. At its birth the event is XState's own, whose `input` this is. */
    birth: ({ event }: { readonly event: object }): Birth => (event as { readonly input: Birth }).input,
  };
}

/** The refusal that a rule found; no effect when it found nothing wrong. */
export const orNothing = (effect: Effect | undefined): Effect => effect ?? each([]);
