/** City states without a city around them: founded through turns, or multiplied from one resident that was. */

import { genesis, kinds } from '../../actors/index.ts';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { commons, homeOf, locationActor, residentActor } from '../../actors/rules/place/names.ts';
import { readConfig } from '../../config/settings.ts';
import type { ActorKind, Image, Settings } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { type AccountId, type ActorId, contentHash, nameOf } from '../../engine/ids.ts';
import type { Counters } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { type Account, emptyAccount } from '../../engine/state/ledger.ts';
import { type Sealed, seal } from '../../engine/turn/seal.ts';
import { runTurn } from '../../engine/turn/turn.ts';

/** Any moment will do; it does not move while a program measures. */
export const at = Date.UTC(2030, 0, 1);

export const config = readConfig({ MAX_LIFESPAN_TICKS: '100000' });
export const rules: Settings = config.rules;
const credits = 1_000_000_000;
const lifespan = 10_000;

/** A new city without residents; `observed`: the kinds, as somebody follows them. */
export function emptyCity(observed: readonly ActorKind[] = kinds): CityState {
  const state = new CityState(observed, 'a secret of the benches', rules);
  perform(state, { ...stamp(state), type: 'settings.changed', settings: rules });
  for (const { actor, input } of genesis) perform(state, { ...stamp(state), type: 'create', actor, input });
  return state;
}

/** The fields of the n-th resident: strings of its own, as they would come in a request. */
export function foundingOf(n: number): Message {
  return {
    type: 'found',
    name: `Vera ${n}`,
    framework: defaultFramework.input.id,
    schema: defaultFramework.input.schema,
    soul: contentHash(`the soul of ${n}`),
    token: contentHash(`the token of ${n}`),
    credits,
    lifespan,
  };
}

/** Founds the n-th resident through a turn and returns its actor. */
export function found(state: CityState, n: number): ActorId {
  const { images } = act(state, locationActor(commons), foundingOf(n));
  return must(
    [...images.keys()].find((id) => id.startsWith('resident:')),
    'a newborn',
  );
}

/** One whole turn: run and sealed, its events made. Written out, since a spread would be measured with every turn. */
export function act(state: CityState, to: ActorId, event: Message): Sealed {
  return perform(state, { turn: state.counters.turn + 1, at, type: 'event', caller: to, to, event });
}

/** A tick with all its wake-ups, with everything committed at once. */
export function passTick(state: CityState): void {
  perform(state, { ...stamp(state), type: 'tick', tick: state.counters.tick + 1 });
  while (state.due.size > 0)
    for (const actor of [...state.due].sort()) perform(state, { ...stamp(state), type: 'wake', actor });
  for (const index of state.indexes.values()) index.committed(state.counters.turn);
  state.departing.clear();
  // As a checkpoint does.
  state.retired.clear();
  state.buried.clear();
}

/** Answers every outside effect that the actor has asked for with this event. */
export function answerCalls(state: CityState, actor: ActorId, event: Message): void {
  for (const { id: call } of must(state.images.get(actor), actor).calls)
    perform(state, { ...stamp(state), type: 'performed', actor, call, event });
}

/** Numbers, images and accounts of a city, as a checkpoint holds them. */
export interface Crowd {
  /** How many images there are. */
  readonly actors: number;
  readonly counters: Counters;
  images(): Iterable<Image>;
  accounts(): Iterable<readonly [AccountId, Account]>;
}

/**
 * A city of `count` residents, multiplied from one: every context, name, account and wake-up is its own. Ends of lives and
 * of credits are spread over many ticks, none of them near.
 */
export function crowd(count: number): Crowd {
  const state = emptyCity();
  const first = found(state, 0);
  const resident = must(state.images.get(first), first);
  const house = must(state.images.get(locationActor(homeOf(nameOf(first)))), 'its house');
  const purse = must(state.accounts.get(first), 'its account');
  return {
    actors: genesis.length + 2 * count,
    counters: { ...state.counters, number: count },
    *images() {
      for (const { actor } of genesis) yield must(state.images.get(actor), actor);
      for (let n = 1; n <= count; n++) yield* household(n, resident, house);
    },
    *accounts() {
      let balance = 0;
      for (let n = 1; n <= count; n++) {
        balance -= purse.balance - n;
        yield [residentActor(`vera-${n}`), { ...purse, balance: purse.balance - n, earned: purse.earned - n }];
      }
      yield ['treasury', { ...emptyAccount, balance, burn: -purse.burn * count, turn: purse.turn }];
    },
  };
}

function household(n: number, resident: Image, house: Image): readonly [Image, Image] {
  const id = `vera-${n}`;
  const home = homeOf(id);
  const diesTick = lifespan + (n % lifespan);
  const name = `Vera ${n}`;
  const token = contentHash(`the token of ${n}`);
  const soul = contentHash(`the soul of ${n}`);
  const life = { id, name, token, soul, diesTick, home, location: home, knownLocations: [home] };
  const wakes = resident.wakes.map(({ event }) => ({ tick: diesTick - 2, event }));
  return [
    { ...resident, id: residentActor(id), context: { ...resident.context, ...life }, wakes },
    { ...house, id: locationActor(home), context: { ...house.context, id: home, name: `${name}'s house`, owner: id } },
  ];
}

function stamp(state: CityState): { readonly turn: number; readonly at: number } {
  return { turn: state.counters.turn + 1, at };
}

function perform(state: CityState, command: JournalCommand): Sealed {
  const draft = runTurn(state, command);
  if (draft.type === 'refused') throw new Error(`refused: ${draft.code} ${JSON.stringify(draft.context)}`);
  return seal(draft, command, []);
}
