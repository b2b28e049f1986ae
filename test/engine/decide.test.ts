/** `engine/turn/decide.ts` does what XState's own actors do: compared with `createActor` on every path of every chart. */
import { getShortestPaths, getSimplePaths } from '@xstate/graph';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import t, { type Test } from 'tap';
import { type AnyActor, assign, createActor, emit, getNextSnapshot, log, setup } from 'xstate';
import { residentMachine } from '../../actors/kinds/resident/machine.ts';
import { type Effect, type Message, refusal } from '../../engine/effect.ts';
import { refusing } from '../../engine/refusing-actions.ts';
import { Chart, leafPath, stateValue } from '../../engine/turn/decide.ts';
import type { Decision } from '../../engine/turn/decision.ts';
import { sized } from '../crash/size.ts';
import { ChartMap } from '../model/chart-map.ts';
import { eventsOf, type Walkable, walkables } from './chart-events.ts';
import { Refusers } from './refusing-transitions.ts';

/** A running actor of XState's, as one decision after another. */
class Running {
  readonly failures: unknown[] = [];
  readonly #effects: Effect[] = [];
  readonly #actor: AnyActor;

  /** From the beginning, or as another one was when it was left. */
  constructor({ machine }: Walkable, input: unknown, snapshot?: ReturnType<AnyActor['getPersistedSnapshot']>) {
    this.#actor = createActor(machine, snapshot === undefined ? { input } : { input, snapshot });
    this.#actor.on('*', (effect) => this.#effects.push(effect as Effect));
    this.#actor.subscribe({ error: (cause) => this.failures.push(cause) });
    this.#actor.start();
  }

  get left() {
    return this.#actor.getPersistedSnapshot();
  }

  decision(): Decision {
    const { value, context } = this.#actor.getSnapshot();
    return { state: leafPath(value), context, effects: this.#effects.splice(0) };
  }

  hear(event: Message): Decision {
    this.#actor.send(event);
    return this.decision();
  }
}

/** Plays the same events to both and compares after each; fails the test at the first difference. Returns where both are. */
function same(t: Test, walkable: Walkable, chart: Chart, input: unknown, events: readonly Message[]) {
  const actor = new Running(walkable, input);
  let mine = chart.initial(input);
  if (!agree(mine, actor.decision())) t.fail('another beginning than the actor has', { mine });
  for (const [step, event] of events.entries()) {
    mine = chart.decide(mine.state, mine.context, event);
    if (agree(mine, actor.hear(event)) && actor.failures.length === 0) continue;
    t.fail('another decision than the actor takes', { path: events.slice(0, step + 1).map(({ type }) => type), mine });
    break;
  }
  return { mine, left: actor.left };
}

/** The types of event that the chart as written names for the state and what it is in, those without effect included. */
function namedBy({ machine }: Walkable, state: string): readonly string[] {
  const { _nodes } = machine.resolveState({ value: stateValue(state), context: {} });
  return _nodes.flatMap((node: { readonly config: { readonly on?: object } }) => Object.keys(node.config.on ?? {}));
}

const agree = (one: Decision, other: Decision) => JSON.stringify(one) === JSON.stringify(other);

function pathsOf(
  { machine, events, project }: Walkable,
  input: unknown,
  find: typeof getShortestPaths,
  ways: readonly Message[] | ReturnType<typeof waysOn> = events,
) {
  const serializeState = project as (snapshot: ReturnType<typeof machine.transition>) => string & { __tag: 'state' };
  const options = { input, events: typeof ways === 'function' ? ways : [...ways], serializeState, limit: 50_000 };
  return find(machine, options).map(({ steps }) => eventsOf(steps));
}

/** Of the events of one type that lead from here to the same state one: paths differ by where they go, and by what. */
function waysOn({ machine, events }: Walkable) {
  return (snapshot: ReturnType<typeof machine.transition>) => {
    const nextOf = (event: Message) => JSON.stringify([event.type, getNextSnapshot(machine, snapshot, event).value]);
    return [...new Map(events.map((event) => [nextOf(event), event])).values()];
  };
}

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

/** Fewer situations than these are left by every event, each of them. */
const situationsFew = 100;
/** Of more, every so many-th. */
const situationsEvery = sized(5, 1, 1);

for (const walkable of walkables) {
  const map = new ChartMap(walkable.machine);
  const walked = new Set<string>();
  const found = new Map<unknown, Message[][]>();
  /** The shortest path to every situation. */
  const shortest = (input: unknown): Message[][] => {
    const paths = found.get(input) ?? pathsOf(walkable, input, getShortestPaths);
    found.set(input, paths);
    return paths;
  };
  const refusers = new Refusers(walkable.machine);
  const chart = new Chart(walkable.machine, ({ transitions }) => {
    for (const transition of transitions)
      if (transition.eventType !== 'xstate.init') walked.add(map.nameOf(transition));
    refusers.took(transitions);
  });

  t.test(`[T1] ${walkable.name}: every transition from every state is the one that an actor takes`, async (t) => {
    for (const input of walkable.inputs) {
      t.ok(shortest(input).length > 0);
      for (const [n, path] of shortest(input).entries()) {
        if (shortest(input).length > situationsFew && n % situationsEvery !== 0) continue;
        const { mine, left } = same(t, walkable, chart, input, path);
        for (const event of walkable.events) {
          const actor = new Running(walkable, input, left);
          const next = refusers.watch(() => chart.decide(mine.state, mine.context, event));
          if (!agree(next, actor.hear(event)) || actor.failures.length > 0)
            t.fail('another decision than the actor takes', { path: [...path, event].map(({ type }) => type), next });
        }
      }
    }
  });

  t.test(
    `[T5] ${walkable.name}: what only refuses has the mark of it, and what has the mark only refuses`,
    async (t) => {
      t.same(refusers.unmarked, []);
      t.same(refusers.wronglyMarked, []);
    },
  );

  t.test(`[T1] ${walkable.name}: so is every simple path through the states`, async (t) => {
    const states = { ...walkable, project: (snapshot: { readonly value: unknown }) => JSON.stringify(snapshot.value) };
    for (const input of walkable.inputs)
      for (const path of pathsOf(states, input, getSimplePaths, waysOn(walkable)))
        same(t, walkable, chart, input, path);
  });

  t.test(`[T1] ${walkable.name}: so are random walks`, async (t) => {
    const random = xoroshiro128plus(7);
    for (let walk = 0; walk < 100; walk++) {
      const pick = <T>(from: readonly T[]) => from[uniformInt(random, 0, from.length - 1)] as T;
      const events = Array.from({ length: 60 }, () => pick(walkable.events));
      same(t, walkable, chart, pick(walkable.inputs), events);
    }
  });

  t.test(`${walkable.name}: these walks take every transition of the chart`, async (t) => {
    t.same(
      map.transitions.filter((name) => !walked.has(name) && (walkable.walks?.(name) ?? true)),
      [],
    );
  });

  t.test(`[T5] ${walkable.name}: what no state handles is refused, and nothing else happens`, async (t) => {
    for (const input of walkable.inputs) {
      for (const path of [[], ...shortest(input)]) {
        const before = path.reduce((at, event) => chart.decide(at.state, at.context, event), chart.initial(input));
        t.ok(chart.handled(before.state).every((type) => namedBy(walkable, before.state).includes(type)));
        const named = namedBy(walkable, before.state);
        for (const event of walkable.events.filter(({ type }) => !named.includes(type))) {
          const after = chart.decide(before.state, before.context, event);
          if (!agree(after, { ...before, effects: [refusal('invalid_state')] }))
            t.fail(`${before.state} ${event.type}`);
        }
      }
    }
  });
}

t.test(
  "[T5] allowed events are read from the chart: a leaf names its own and its ancestors', and no wildcard",
  async (t) => {
    const chart = new Chart(residentMachine);
    const warned = chart.handled('alive.warned');
    t.ok(warned.includes('move') && warned.includes('upkeep.due') && warned.includes('shut_down'));
    t.notOk(warned.includes('*') || warned.includes('life.ends'));
    t.same(
      chart.handled('dead'),
      [
        'archive.due',
        'archive.failed',
        'counted',
        'death.told',
        'estate',
        'estate.settled',
        'estate.taken',
        'leaves',
        'pods.settled',
        'rewarded',
      ],
      'what it only refuses, or lets pass, is not among them',
    );
    const nested = setup({
      actions: { no: refusing(() => {}), act: () => {} },
      guards: { odd: () => true },
    }).createMachine({
      on: { once: { actions: 'act' }, never: { actions: 'act' }, guarded: { actions: 'act' } },
      initial: 'leaf',
      states: {
        leaf: { on: { never: { actions: 'no' }, guarded: { guard: 'odd', actions: 'no' } } },
      },
    });
    t.same(new Chart(nested).handled('leaf'), ['guarded', 'once'], 'an inner state refuses for the outer one');
  },
);

t.test("a state's path and its value are one", async (t) => {
  for (const value of ['dead', { alive: 'active' }, { alive: { active: 'low' } }])
    t.same(stateValue(leafPath(value)), value);
  t.throws(() => leafPath({ left: 'a', right: 'b' }), /no parallel regions/);
});

const odd = setup({ types: { context: {} as { n: number }, events: {} as Message, emitted: {} as Effect } });

t.test('[T2] a guard or an action that throws leaves everything as it was', async (t) => {
  const chart = new Chart(
    odd.createMachine({
      context: { n: 0 },
      initial: 'one',
      states: {
        one: {
          on: {
            guard: {
              target: 'two',
              guard: () => {
                throw new Error('guard');
              },
            },
            action: {
              target: 'two',
              actions: [
                assign({ n: 1 }),
                emit(refusal('half')),
                () => {
                  throw new Error('action');
                },
              ],
            },
            go: { target: 'two', actions: emit(refusal('whole')) },
          },
        },
        two: {},
      },
    }),
  );
  const context = Object.freeze({ n: 0 });
  t.throws(() => chart.decide('one', context, { type: 'guard' }), /guard/);
  t.throws(() => chart.decide('one', context, { type: 'action' }), /action/);
  t.same(chart.decide('one', context, { type: 'go' }), {
    state: 'two',
    context: { n: 0 },
    effects: [refusal('whole')],
  });
});

t.test('[T4] an action that is no effect is an assertion', async (t) => {
  const machines = {
    code: odd.createMachine({
      context: { n: 0 },
      initial: 'two',
      states: { two: { on: { go: { actions: () => {} } } } },
    }),
    log: odd.createMachine({
      context: { n: 0 },
      initial: 'two',
      states: { two: { on: { go: { actions: log('words') } } } },
    }),
    after: odd.createMachine({
      context: { n: 0 },
      initial: 'one',
      states: { one: { after: { 5: 'two' } }, two: { on: { go: 'one' } } },
    }),
  };
  for (const [name, machine] of Object.entries(machines))
    t.throws(() => new Chart(machine).decide('two', { n: 0 }, { type: 'go' }), /\[T4\]/, name);
});
