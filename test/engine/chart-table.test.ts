/** The table of a chart does what XState does, in toy charts that have more of what a table knows than any chart of the city. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import t from 'tap';
import { type AnyStateMachine, and, assign, createActor, emit, not, or, setup, stateIn } from 'xstate';
import { kinds } from '../../actors/index.ts';
import { locationActor } from '../../actors/rules/place/names.ts';
import { type Effect, type Message, send } from '../../engine/effect.ts';
import { ChartTable } from '../../engine/turn/chart-table.ts';
import { leafPath } from '../../engine/turn/decide.ts';

const toy = setup({
  types: { context: {} as { n: number; m?: number }, events: {} as Message & { n?: number }, emitted: {} as Effect },
  guards: {
    isOdd: ({ context }) => context.n % 2 === 1,
    isOver: ({ context }, { least }: { least: number }) => context.n > least,
    isBroken: () => {
      throw new Error('a broken guard');
    },
  },
  actions: {
    add: assign(({ context }, { by }: { by: number }) => ({ n: context.n + by })),
    tell: emit(({ context, event }, { what }: { what: string }) =>
      send(locationActor('a'), { type: `${what} ${context.n} ${event.type}` }),
    ),
    break: emit(() => {
      throw new Error('a broken action');
    }),
  },
});

const tell = (what: string) => ({ type: 'tell', params: { what } }) as const;
const add = (by: number) => ({ type: 'add', params: { by } }) as const;

/** Exits, entries and conditions of every kind; each step says where it was made. */
const nested = toy.createMachine({
  id: 'nested',
  context: { n: 0 },
  initial: 'a',
  entry: tell('root in'),
  exit: tell('root out'),
  on: {
    '*': { actions: tell('unknown') },
    top: '.b',
    deep: '#nested.a.one.y',
    broken: { guard: 'isBroken', target: '.b' },
    breaks: { target: '.b', actions: [add(1), 'break'] },
    nothing: {},
  },
  // Until it is even: an assignment, which is looked at once more.
  always: { guard: and(['isOdd', { type: 'isOver', params: { least: 6 } }]), actions: add(1) },
  states: {
    a: {
      initial: 'one',
      entry: [tell('a in'), add(1)],
      exit: [tell('a out'), add(2)],
      on: {
        within: '.two',
        self: { target: 'a', actions: tell('a to a') },
        over: { guard: not('isOdd'), target: 'b' },
        either: [
          { guard: or([{ type: 'isOver', params: { least: 3 } }, ({ context }) => context.n === 2]), target: 'b' },
          { guard: { type: 'isOver', params: ({ context }) => ({ least: context.n - 1 }) }, target: '.two' },
        ],
      },
      states: {
        one: {
          initial: 'x',
          entry: tell('one in'),
          exit: tell('one out'),
          on: { up: '#nested.a', '*': { guard: 'isOdd', actions: tell('odd one') } },
          states: {
            x: { exit: tell('x out'), on: { next: { target: 'y', actions: [add(1), tell('x to y')] } } },
            y: { entry: [tell('y in'), assign({ n: ({ event }) => event.n ?? 0, m: 5 })], on: { next: 'x' } },
          },
        },
        two: { entry: tell('two in'), on: { back: 'one' } },
      },
    },
    b: { entry: tell('b in'), always: { guard: 'isOdd', target: 'c', actions: tell('b to c') }, on: { next: 'a' } },
    c: { on: { next: '#nested.a.one', self: { target: 'c', actions: add(1) } } },
  },
});

const types = ['top', 'deep', 'nothing', 'within', 'self', 'over', 'either', 'up', 'next', 'back', 'other'] as const;

interface Step {
  readonly transitions: readonly string[];
  readonly context: unknown;
}

const nameOf = ({ source, eventType, target }: { source: { id: string }; eventType: unknown; target?: unknown }) =>
  `${source.id} ${String(eventType)} ${target === undefined ? '' : 'away'}`;

t.test('[T1] every step of a random walk is the one that an actor takes, as whoever observes hears it', async (t) => {
  const table = ChartTable.of(nested);
  if (table === undefined) throw new Error('no table');
  const steps: Step[] = [];
  const effects: unknown[] = [];
  const actor = createActor(nested, {
    inspect: (said) => {
      if (said.type !== '@xstate.microstep' || !('context' in said.snapshot)) return;
      steps.push({ transitions: said._transitions.map(nameOf), context: said.snapshot.context });
    },
  });
  actor.on('*', (effect) => effects.push(effect));
  actor.start();
  const random = xoroshiro128plus(11);
  for (let n = 0; n < 2_000; n++) {
    const type = types[uniformInt(random, 0, types.length - 1)] ?? 'next';
    const event = n % 3 === 0 ? { type } : { type, n: uniformInt(random, 0, 9) };
    const { value, context } = actor.getSnapshot();
    steps.length = 0;
    effects.length = 0;
    const mine: Step[] = [];
    const decided = table.decide(leafPath(value), context, event, (taken, after) =>
      mine.push({ transitions: taken.map(nameOf), context: after }),
    );
    actor.send(event);
    const after = actor.getSnapshot();
    const same = JSON.stringify([leafPath(after.value), after.context, effects, steps]);
    if (JSON.stringify([decided.state, decided.context, decided.effects, mine]) !== same)
      t.fail(`${leafPath(value)} ${type}`, { decided, mine, effects, steps });
  }
  t.pass('two thousand events');
});

t.test('[T2] a guard or an action that throws is reported in the words of an actor', async (t) => {
  const table = ChartTable.of(nested);
  for (const type of ['broken', 'breaks']) {
    const at = nested.resolveState({ value: 'b', context: { n: 0 } });
    const actor = createActor(nested, { snapshot: at });
    let failure: unknown;
    actor.subscribe({ error: (cause) => (failure = cause) });
    actor.start();
    actor.send({ type });
    t.ok(failure instanceof Error);
    const message = failure instanceof Error ? failure.message : '';
    t.throws(() => table?.decide('b', at.context, { type }, () => {}), { message });
  }
});

t.test('[T1] a chart with anything that a table has not is left to XState', async (t) => {
  const bare = { context: { n: 0 } } as const;
  const without: Record<string, AnyStateMachine> = {
    parallel: toy.createMachine({ ...bare, type: 'parallel', states: { a: {}, b: {} } }),
    final: toy.createMachine({ ...bare, initial: 'a', states: { a: { on: { go: 'b' } }, b: { type: 'final' } } }),
    history: toy.createMachine({ ...bare, initial: 'a', states: { a: { on: { go: 'b' } }, b: { type: 'history' } } }),
    reentering: toy.createMachine({
      ...bare,
      initial: 'a',
      states: { a: { on: { go: { target: 'a', reenter: true } } } },
    }),
    'an action in place': toy.createMachine({ ...bare, initial: 'a', states: { a: { entry: () => {} } } }),
    'a later event': toy.createMachine({ ...bare, initial: 'a', states: { a: { after: { 5: 'b' } }, b: {} } }),
    'a part of a name': toy.createMachine({ ...bare, initial: 'a', states: { a: { on: { 'go.*': 'a' } } } }),
    'a guard that asks for the state': toy.createMachine({
      ...bare,
      initial: 'a',
      states: { a: { on: { go: { guard: stateIn('a'), target: 'a' } } } },
    }),
  };
  for (const [name, machine] of Object.entries(without)) t.equal(ChartTable.of(machine), undefined, name);
});

t.test('every chart of the city has a table', async (t) => {
  for (const { name, machine, machinesOf = {} } of kinds)
    for (const one of [machine, ...Object.values(machinesOf)]) t.ok(ChartTable.of(one), name);
});
