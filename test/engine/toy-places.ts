/**
 * Spots: toy actors on a map, rooted, joined by ways, dependent on each other. What the map and the end of others make
 * due (K2) is tested with them, without a rule of the real city in the way.
 */
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { ActorKind, Image, Way } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import { type Effect, type Message, refusal } from '../../engine/effect.ts';
import { type ActorId, actorId } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { Turns } from './turns-without-city.ts';

export type SpotContext = {
  readonly heard: readonly string[];
  readonly leans: Readonly<Record<string, ActorId>>;
  readonly way: Way | null;
  readonly keys: readonly string[];
  readonly stubborn: boolean;
};

interface SpotMessage extends Message {
  readonly facts: { readonly tick: number };
  readonly effects?: readonly Effect[];
}

type Born = Partial<Pick<SpotContext, 'leans' | 'way' | 'keys'>> & { readonly effects?: readonly Effect[] };

const machine = setup({
  types: { context: {} as SpotContext, events: {} as SpotMessage, emitted: {} as Effect, input: {} as Born },
  guards: { isStubborn: ({ context }) => context.stubborn },
  actions: {
    refuse: emit(() => refusal('invalid_state')),
    refuseStubbornly: emit(() => refusal('will_not')),
    note: assign(({ context, event }) => ({ heard: [...context.heard, `${event.type}@${event.facts.tick}`] })),
    letGo: assign(({ context, event }) => {
      const part = event.type.slice(0, -'.ended'.length);
      return { leans: Object.fromEntries(Object.entries(context.leans).filter(([name]) => name !== part)) };
    }),
    change: assign(({ event }) => (event['change'] ?? {}) as Partial<SpotContext>),
    obey: enqueueActions(({ event, enqueue }) => {
      for (const effect of event.effects ?? []) enqueue.emit(effect);
    }),
    beBorn: enqueueActions(({ event, enqueue }) => {
      const { input } = event as unknown as { readonly input: Born };
      for (const effect of input.effects ?? []) enqueue.emit(effect);
    }),
  },
});

const heard = (type: string, target?: string) =>
  ({
    [type]: [
      { guard: 'isStubborn', actions: 'refuseStubbornly' },
      { ...(target !== undefined && { target }), actions: ['note', 'letGo'] },
    ],
  }) as const;

const common = {
  do: { actions: ['note', 'change', 'obey'] },
  ring: { actions: 'note' },
  end: { target: 'over', actions: 'note' },
  ...heard('left.ended'),
  ...heard('right.ended'),
} as const;

const spotMachine = machine.createMachine({
  id: 'spot',
  context: ({ input: { leans = {}, way = null, keys = [] } }) => ({ heard: [], leans, way, keys, stubborn: false }),
  entry: 'beBorn',
  initial: 'near',
  on: { '*': { actions: 'refuse' } },
  states: {
    near: { on: { ...common, ...heard('cut.off', 'far') } },
    far: { on: { ...common, ...heard('reached', 'near') } },
    over: { on: { revive: { target: 'near' } } },
  },
});

const contextOf = (image: Image) => image.context as SpotContext;

const spotKind: ActorKind = {
  name: 'spot',
  machine: spotMachine,
  events: { do: { command: true }, end: { command: true } },
  wakeOrder: [],
  indexes: { keys: (image) => contextOf(image).keys },
  ended: ({ state }) => state === 'over',
  root: ({ id, state }) => id === spot('root') && state !== 'over',
  dependsOn: (image) => (image.state === 'over' ? {} : contextOf(image).leans),
  way: (image) => contextOf(image).way ?? undefined,
  expects: ({ id, state }) =>
    !id.startsWith('spot:place') ? undefined : state === 'near' ? 'reached' : state === 'far' ? 'cut.off' : undefined,
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const spotKinds: readonly ActorKind[] = [spotKind];
export const spot = (name: string): ActorId => actorId('spot', name);

/** A state of spots; `create` makes one more, `tell` makes one change and ask for effects. */
export class Spots extends Turns {
  constructor() {
    super([], {}, spotKinds);
  }

  create(name: string, input: Born = {}): void {
    must(this.run({ type: 'create', actor: spot(name), input }) === undefined ? true : null, `${name} is born`);
  }

  tell(name: string, change: Partial<SpotContext> = {}, effects: readonly Effect[] = []) {
    return this.hear(spot(name), { type: 'do', change, effects });
  }

  join(name: string, from: string, to: string, bidirectional = true): void {
    this.create(name, { way: { from: spot(from), to: spot(to), bidirectional } });
  }

  heard(name: string): readonly string[] {
    return heardIn(this.state, name);
  }

  leaf(name: string): string {
    return must(this.state.images.get(spot(name)), name).state;
  }

  due(): readonly string[] {
    return [...this.state.due].map((id) => id.slice('spot:'.length)).sort();
  }
}

export const heardIn = (state: CityState, name: string): readonly string[] =>
  contextOf(must(state.images.get(spot(name)), name)).heard;
