/**
 * A toy: an actor whose chart does whatever the message says. Engine tests use it to ask for any sequence of effects,
 * for exceptions and for refusals, without a rule of the real city in the way.
 */
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { ActorKind, Image, Settings } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { CityEngine } from '../../engine/city.ts';
import type { Caller, Command, Outcome } from '../../engine/command.ts';
import { type Effect, type Message, refusal } from '../../engine/effect.ts';
import { type ActorId, actorId, indexName } from '../../engine/ids.ts';
import { refused } from '../../engine/refusal.ts';
import { type View, ViewRefused } from '../../engine/views/views.ts';
import { openWorld, type World, type WorldOptions } from '../world.ts';

/** What a toy has heard, newest last, each as `<label>@<tick>`; where it is; anything else that a message made it keep. */
export type ToyContext = {
  readonly heard: readonly string[];
  readonly place: string | null;
  readonly kept: unknown;
};

interface ToyMessage {
  readonly type: string;
  readonly label?: string;
  readonly effects?: readonly Effect[];
  readonly place?: string;
  readonly keep?: unknown;
  readonly throws?: 'guard' | 'action';
  /** The result of an outside effect: the effects to ask for then. */
  readonly result?: { readonly effects?: readonly Effect[] };
  readonly facts: { readonly tick: number };
}

const heardMax = 200;

const machine = setup({
  types: {
    context: {} as ToyContext,
    events: {} as ToyMessage,
    emitted: {} as Effect,
    input: {} as { readonly effects?: readonly Effect[]; readonly place?: string },
  },
  guards: {
    sound: ({ event }) => {
      if (event.throws === 'guard') throw new Error('a guard that throws');
      return true;
    },
  },
  actions: {
    refuse: emit(() => refusal('invalid_state')),
    note: assign(({ context, event }) => ({
      heard: [...context.heard, `${event.label ?? event.type}@${event.facts.tick}`].slice(-heardMax),
      place: event.place ?? context.place,
      kept: event.keep ?? context.kept,
    })),
    obey: enqueueActions(({ event, enqueue }) => {
      for (const effect of event.effects ?? event.result?.effects ?? []) enqueue.emit(effect);
    }),
    /** Does what an earlier event asked it to do at this moment. */
    tryAgain: enqueueActions(({ context, enqueue }) => {
      for (const effect of (context.kept ?? []) as readonly Effect[]) enqueue.emit(effect);
    }),
    fail: ({ event }) => {
      if (event.throws === 'action') throw new Error('an action that throws');
    },
    beBorn: enqueueActions(({ event, enqueue }) => {
      const { input } = event as unknown as { readonly input: { readonly effects?: readonly Effect[] } };
      for (const effect of input.effects ?? []) enqueue.emit(effect);
    }),
  },
});

const obedience = { guard: 'sound', actions: ['note', 'obey'] } as const;

const toyMachine = machine.createMachine({
  id: 'toy',
  context: ({ input }) => ({ heard: [], place: input.place ?? null, kept: null }),
  entry: 'beBorn',
  initial: 'awake',
  on: { '*': { actions: 'refuse' } },
  states: {
    awake: {
      on: {
        do: obedience,
        ring: obedience,
        chime: obedience,
        'account.low': obedience,
        'account.dry': obedience,
        'errand.done': obedience,
        'errand.failed': obedience,
        'errand.lost': { actions: ['note', 'tryAgain'] },
        act: { actions: 'fail' },
        retire: { target: 'retired', actions: 'obey' },
      },
    },
    retired: { on: { recall: { target: 'awake' } } },
  },
});

const toyOf = (image: Image) => image.context as ToyContext;

function toyKind(name: string, essential: boolean): ActorKind {
  const commands = ['do', 'act', 'retire', 'recall', 'fail'];
  return {
    name,
    machine: toyMachine,
    events: Object.fromEntries(commands.map((type) => [type, { command: true }])),
    wakeOrder: ['ring'],
    indexes: { [`${name}s at`]: (image) => toyOf(image).place ?? undefined },
    follows: (image) => (toyOf(image).place === null ? undefined : `at:${toyOf(image).place}`),
    runwayAlert: (settings) => settings['ALERT'] ?? -1,
    supervision: { failuresMax: 3, withinTicks: 6, essential: () => essential },
  };
}

export const toyKinds: readonly ActorKind[] = [toyKind('toy', false), toyKind('core', true)];
export const toySettings: Settings = { ALERT: 2 };

function notThere(): never {
  throw new ViewRefused(refused('not_found', { kind: 'toy' }));
}

const toyViews: Readonly<Record<string, View>> = {
  toy: (reader, { id }) => {
    const image = reader.image(actorId('toy', String(id))) ?? notThere();
    return { heard: toyOf(image).heard, state: image.state };
  },
  means: (reader, { id }) => ({ balance: reader.balance(actorId('toy', String(id))), tick: reader.tick }),
  crowd: (reader, { place }) => ({ count: reader.count(indexName('toys at'), String(place)) }),
  everyone: (reader) => ({ total: reader.total(indexName('toys at')) }),
  text: (reader, { hash }) => ({ text: reader.text(String(hash) as Parameters<typeof reader.text>[0]) }),
  feed: (reader) => ({ seq: reader.feedSeq }),
  told: (reader) => ({ told: reader.answering?.events.map(({ seq, event }) => [seq, event.type]) ?? [] }),
  broken: () => {
    throw new Error('a view that throws');
  },
};

export const toy = (name: string): ActorId => actorId('toy', name);

/** A world of toys with these names, and `core:hub`. */
export async function openToys(names: readonly string[], options: WorldOptions = {}): Promise<World> {
  const genesis = [actorId('core', 'hub'), ...names.map(toy)].map((actor) => ({ actor, input: {} }));
  return openWorld({ kinds: toyKinds, views: toyViews, settings: toySettings, genesis, ...options });
}

/** A command that makes the toy ask for `effects`. */
export function order(
  to: ActorId,
  effects: readonly Effect[],
  rest: Partial<Message> = {},
  caller: Caller = to,
): Command {
  return { to, caller, event: { type: 'do', effects, ...rest } };
}

/** Makes the toy ask for `effects`. */
export function doing(
  city: CityEngine,
  to: ActorId,
  effects: readonly Effect[],
  rest: Partial<Message> = {},
): Promise<Outcome> {
  return city.submit(order(to, effects, rest));
}

export function heardBy(city: CityEngine, id: ActorId): readonly string[] {
  return toyOf(must(city.state.images.get(id), id)).heard;
}

/** Gives the toy an account with credits and a burn, in millicredits. */
export function fund(city: CityEngine, id: ActorId, credits: number, perTick: number): Promise<Outcome> {
  const effects: Effect[] = [{ type: 'burn', account: id, delta: perTick }];
  if (credits > 0) effects.push({ type: 'post', from: 'treasury', to: id, amount: credits, reason: 'grant' });
  return doing(city, id, effects);
}

export const publish = (type: string, data: Readonly<Record<string, unknown>> = {}): Effect => ({
  type: 'tell',
  event: { type, category: 'emergent', location: null, actor: null, subject: null, data },
  audience: { topics: ['at:here'] },
});
