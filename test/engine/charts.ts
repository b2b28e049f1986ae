/** What each machine of the city can be told, with every kind of facts: the alphabet by which its chart is walked. */
import type { AnyStateMachine, EventObject, SnapshotFrom } from 'xstate';
import { locationMachine } from '../../actors/location/machine.ts';
import { commons, homeOf } from '../../actors/places.ts';
import type { ResidentContext } from '../../actors/resident/machine.ts';
import { residentMachine } from '../../actors/resident/machine.ts';
import { readConfig } from '../../config.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';

export interface Walkable {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
  readonly events: readonly Message[];
  /** The part of a snapshot by which two are the same place in the chart. */
  readonly project: (snapshot: SnapshotFrom<AnyStateMachine>) => string;
}

const settings = readConfig({}).rules;
const facts = (tick: number, rest: Readonly<Record<string, unknown>> = {}) => ({
  facts: { tick, at: 1_000 * tick, settings, ...rest },
});
const said = facts(3, { message: 'msg_one' });
const soul = contentHash('a soul');

const residentEvents: readonly Message[] = [
  ...['home', 'commons', 'exit_unknown'].map((exit) => ({ type: 'move', exit, max_toll: null, ...facts(3) })),
  ...[homeOf('ada-1'), commons].map((place) => ({ type: 'admitted', place, exit: 'home', ...facts(3) })),
  { type: 'broadcast', text: 'hello', ...said },
  { type: 'shout', text: 'hey', ...facts(3, { message: 'msg_two', within: [commons] }) },
  ...['bo-2', 'ada-1'].flatMap((to) => [
    { type: 'whisper', to, text: 'psst', ...said },
    { type: 'letter', to, text: 'dear', ...said },
    { type: 'transfer', to, amount: 1500, ...facts(3) },
  ]),
  ...[homeOf('ada-1'), commons].map((place) => ({
    type: 'whispered',
    from: 'bo-2',
    place,
    text: 'psst',
    message: 'msg_3',
    ...facts(3),
  })),
  { type: 'written', from: 'bo-2', text: 'dear', message: 'msg_4', ...facts(3) },
  { type: 'paid', from: 'bo-2', amount: 10, ...facts(3) },
  { type: 'estate', from: 'bo-2', amount: 10, ...facts(3) },
  { type: 'compose', title: 'Title', content: contentHash('text'), ...facts(3) },
  { type: 'bequeath', heir: 'ada-1', ...facts(3, { heir: 'alive' }) },
  ...['alive', 'dead', 'unknown'].map((heir) => ({ type: 'bequeath', heir: 'bo-2', ...facts(3, { heir }) })),
  { type: 'shut_down', ...facts(4) },
  { type: 'account.low', ...facts(4, { balance: 6_000, burn: 1_000 }) },
  { type: 'account.dry', ...facts(5, { balance: 0, burn: 1_000 }) },
  ...[0, 999, 1_000, 5_000].map((balance) => ({ type: 'upkeep.due', ...facts(6, { balance, burn: 1_000 }) })),
  { type: 'life.warning', ...facts(70) },
  { type: 'life.closing', ...facts(71) },
  ...[0, 7].map((balance) => ({ type: 'life.ends', ...facts(72, { balance, burn: 1_000 }) })),
  { type: 'nonsense', ...facts(3) },
];

const born = {
  id: 'ada-1',
  name: 'Ada',
  framework: 'default',
  soul,
  token: 't',
  generation: 0,
  credits: 60_000,
  lifespan: 72,
  ...facts(0),
};

const found = { type: 'found', name: 'Bo', framework: 'default', soul, token: 't2', credits: null };

const locationEvents: readonly Message[] = [
  { ...found, lifespan: null, ...facts(1, { number: 2 }) },
  { ...found, lifespan: 288, credits: 5, ...facts(1, { number: 2 }) },
  { ...found, lifespan: 289, ...facts(1, { number: 2 }) },
  ...['ada-1', 'bo-2'].map((traveller) => ({ type: 'enter', traveller, exit: 'home', ...facts(1) })),
  { type: 'owner.died', ...facts(2) },
  { type: 'nonsense', ...facts(2) },
];

export const walkables: readonly Walkable[] = [
  {
    name: 'resident',
    machine: residentMachine,
    inputs: [
      { ...born, mentor: null },
      { ...born, mentor: 'eve-3', credits: 0, lifespan: 1 },
    ],
    events: residentEvents,
    project: ({ value, context }) => {
      const { location, home, heir, library, cause } = context as ResidentContext;
      return JSON.stringify([value, location === home, heir, library !== null, cause]);
    },
  },
  {
    name: 'location',
    machine: locationMachine,
    inputs: [
      { id: commons, kind: 'commons', name: 'The Commons', owner: null },
      { id: homeOf('ada-1'), kind: 'house', name: "Ada's house", owner: 'ada-1' },
    ],
    events: locationEvents,
    project: ({ value }) => JSON.stringify(value),
  },
];

/** XState hands an initial event of its own to the first step of a path: it is no event of the chart. */
export function eventsOf(steps: readonly { readonly event: EventObject }[]): Message[] {
  return steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init') as Message[];
}
