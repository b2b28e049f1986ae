/** Which guards are named as being in the way, of a chart small enough to see all of them: [PE1]. */
import t from 'tap';
import { and, not, or, setup } from 'xstate';
import { wordsFor } from '../../actors/chart.ts';
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { Effect } from '../../engine/effect.ts';
import { parseActorId } from '../../engine/ids.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { possibleEvents } from '../../engine/turn/possible-events.ts';

type LampContext = {
  readonly oil: number;
  readonly wick: boolean;
};
type LampEvent = { readonly type: string; readonly by?: string; readonly facts: never };

const { refuse } = wordsFor<LampContext, LampEvent, object>();

const machine = setup({
  types: { context: {} as LampContext, events: {} as LampEvent, emitted: {} as Effect },
  guards: {
    hasOil: ({ context }) => context.oil > 0,
    hasWick: ({ context }) => context.wick,
    byOwner: ({ event }) => event.by === 'ada-1',
  },
  actions: { refuse },
}).createMachine({
  context: { oil: 0, wick: false },
  initial: 'dark',
  states: {
    dark: {
      on: {
        light: { guard: and(['hasOil', 'hasWick']), target: 'lit' },
        trim: { guard: or(['hasOil', 'hasWick']), target: 'lit' },
        claim: { guard: and(['hasOil', 'byOwner']), target: 'lit' },
        lend: { guard: or(['hasOil', 'byOwner']), target: 'lit' },
        fill: [
          { guard: not('hasWick'), actions: { type: 'refuse', params: { code: 'exit_not_found' } } },
          { target: 'lit' },
        ],
      },
    },
    lit: {},
  },
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
});

const events = {
  light: { command: true },
  trim: { command: false },
  claim: { command: true },
  lend: { command: true },
  fill: { command: true },
};
const lamp: ActorKind = {
  ...{ name: 'lamp', machine, events, wakeOrder: [], indexes: {} },
  supervision: { failuresMax: 3, withinTicks: 1, essential: () => false },
};
const state = new CityState([lamp], 'a secret', {});
const id = must(parseActorId('lamp:one'), 'an id');

function shown(context: LampContext) {
  const image: Image = {
    id,
    state: 'dark',
    context: { ...context },
    wakes: [],
    calls: [],
    quarantined: false,
    turn: 1,
  };
  const found = possibleEvents(state, image, 0);
  return Object.fromEntries(
    found.map(({ type, taken, inTheWay, asks }) => [
      type,
      [
        taken,
        ...inTheWay.map(({ guard, holds }) => `${guard} ${holds ? 'holds' : 'fails'}`),
        ...asks.map((ask) => `${ask}?`),
      ],
    ]),
  );
}

t.test('[PE1] of guards that are combined, those that fail are named', async (t) => {
  t.same(shown({ oil: 1, wick: false }), {
    claim: ['depends', 'and(hasOil, byOwner)?'],
    fill: ['no', 'not(hasWick) holds'],
    lend: ['yes'],
    light: ['no', 'hasWick fails'],
    trim: ['yes'],
  });
  t.same(shown({ oil: 0, wick: true }), {
    claim: ['no', 'hasOil fails'],
    fill: ['yes'],
    lend: ['depends', 'or(hasOil, byOwner)?'],
    light: ['no', 'hasOil fails'],
    trim: ['yes'],
  });
  t.same(shown({ oil: 0, wick: false }).trim, ['no', 'hasOil fails', 'hasWick fails']);
  t.same(shown({ oil: 1, wick: true }).light, ['yes']);
});
