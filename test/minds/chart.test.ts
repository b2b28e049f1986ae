/** The chart of a mind's purposes: every transition is walked, and each rule holds on the way. */
import t from 'tap';
import { initialTransition, transition } from 'xstate';
import { Chart } from '../../engine/turn/decide.ts';
import type { Decision } from '../../engine/turn/decision.ts';
import {
  companyLeast,
  type Inner,
  type InnerEvent,
  innerChart,
  type Needs,
  noSight,
  type Purpose,
  purposes,
  type Sight,
  thresholds,
} from '../../minds/brains/rules/chart.ts';
import { ChartMap } from '../model/chart-map.ts';

const none: Needs = { company: 0, income: 0, legacy: 0, curiosity: 0 };
const all: Needs = { company: 90, income: 90, legacy: 90, curiosity: 90 };
const flags = [
  'mustSettle',
  'isSpokenTo',
  'hasBegunWork',
  'canWork',
  'canMentor',
  'canBuild',
  'mustKeep',
  'canHelp',
  'wantsToVisit',
  'canTalk',
  'isPoor',
] as const;
const sights: readonly Sight[] = [
  noSight,
  ...flags.map((flag) => ({ ...noSight, [flag]: true })),
  { ...noSight, canWork: true, isPoor: true },
];

const events: readonly InnerEvent[] = [
  ...sights.map((sight) => ({ type: 'perceived' as const, sight, patience: 1 })),
  { type: 'acted', relief: {} },
  ...purposes.flatMap((purpose) => [
    { type: 'finished' as const, purpose },
    { type: 'refused' as const, purpose },
  ]),
];

type Situation = Pick<Decision, 'state' | 'context'>;

const contextOf = ({ context }: Situation) => context as Readonly<Record<string, unknown>> & Inner;

/** What of a situation decides about what comes next. */
function project(situation: Situation): string {
  const { needs, sight, effort, patience, idle } = contextOf(situation);
  const feels = [
    needs.company >= companyLeast,
    needs.company >= thresholds.company,
    needs.income >= thresholds.income,
    needs.legacy >= thresholds.legacy,
  ];
  return JSON.stringify([
    situation.state,
    ...[...feels, needs.curiosity >= thresholds.curiosity],
    flags.filter((flag) => sight[flag]),
    effort >= patience,
    [...new Set(idle)].sort(),
  ]);
}

t.test('every transition of the chart is taken, and every state entered', async (t) => {
  const map = new ChartMap(innerChart);
  const taken = new Set<string>();
  const chart = new Chart(innerChart, ({ transitions }) => {
    for (const transition of transitions) taken.add(map.nameOf(transition));
  });
  const found = new Map<string, Situation>();
  let edge: Situation[] = [none, all].map((needs) => chart.initial({ needs }));
  for (let steps = 0; steps < 5 && edge.length > 0; steps++) {
    const reached = edge.flatMap((from) => events.map((event) => chart.decide(from.state, from.context, event)));
    edge = reached.filter((each) => !found.has(project(each)) && found.set(project(each), each));
  }
  t.same(
    map.transitions.filter((name) => !taken.has(name)),
    [],
  );
  const states = new Set([...found.values()].map(({ state }) => state));
  t.same([...states].sort(), [...purposes].sort(), 'it is never without a purpose [RU4]');
});

const at = (needs: Needs, ...steps: readonly InnerEvent[]): Purpose => {
  let [inner] = initialTransition(innerChart, { needs });
  for (const step of steps) [inner] = transition(innerChart, inner, step);
  return purposes.find((purpose) => purpose === inner.value) ?? 'resting';
};
const perceived = (sight: Partial<Sight>): InnerEvent => ({
  type: 'perceived',
  sight: { ...noSight, ...sight },
  patience: 3,
});

t.test('whoever is near its end settles what it leaves, whatever else it could do [RU1]', async (t) => {
  for (const purpose of ['canWork', 'canMentor', 'canBuild', 'isSpokenTo'] as const)
    t.equal(at(all, perceived({ [purpose]: true }), perceived({ [purpose]: true, mustSettle: true })), 'settling');
});

t.test('whoever is spoken to looks up [RU2]', async (t) => {
  t.equal(at(all, perceived({ canWork: true }), perceived({ canWork: true, isSpokenTo: true })), 'talking');
});

t.test('who has talked enough lets others speak [RU2]', async (t) => {
  t.equal(at({ ...all, company: companyLeast }, perceived({}), perceived({ isSpokenTo: true })), 'talking');
  t.not(at({ ...all, company: companyLeast - 1 }, perceived({}), perceived({ isSpokenTo: true })), 'talking');
});

t.test('what a place of its own needs comes before talk and children, and after work for the poor [RU6]', async (t) => {
  for (const other of ['isSpokenTo', 'canMentor', 'canBuild', 'wantsToVisit', 'canWork'] as const)
    t.equal(
      at(all, perceived({ mustKeep: true, [other]: true }), { type: 'finished', purpose: 'wandering' }),
      'keeping',
    );
  const poor = { mustKeep: true, canWork: true, isPoor: true };
  t.equal(at(all, perceived(poor), perceived(poor)), 'working');
});

t.test('a loan is given, and what is owed given back, before talk and what it wants for itself [RU7]', async (t) => {
  for (const other of ['isSpokenTo', 'canMentor', 'canBuild', 'wantsToVisit', 'canWork'] as const)
    t.equal(
      at(all, perceived({ canHelp: true, [other]: true }), { type: 'finished', purpose: 'wandering' }),
      'helping',
    );
  const poor = { canHelp: true, canWork: true, isPoor: true };
  t.equal(at(all, perceived(poor), perceived(poor)), 'working');
  t.equal(at(all, perceived({ canHelp: true, mustKeep: true }), { type: 'finished', purpose: 'wandering' }), 'keeping');
});

t.test('it goes where something is sold that it wants, before it walks about', async (t) => {
  t.equal(
    at(none, perceived({ wantsToVisit: true }), perceived({ wantsToVisit: true })),
    'resting',
    'a rest is ended first',
  );
  const awake = [{ type: 'finished', purpose: 'resting' }] as const;
  t.equal(at(none, perceived({ wantsToVisit: true }), ...awake), 'visiting');
  t.equal(
    at(all, perceived({ wantsToVisit: true, canTalk: true }), { type: 'finished', purpose: 'wandering' }),
    'visiting',
  );
});

t.test('work that was begun is finished, and the poor earn, before all that can wait [RU5]', async (t) => {
  for (const urgent of [{ hasBegunWork: true }, { canWork: true, isPoor: true }])
    for (const other of ['canMentor', 'canBuild', 'canTalk', 'isSpokenTo'] as const) {
      const busy = [perceived({ [other]: true }), perceived({ [other]: true, ...urgent })];
      t.equal(at({ ...all, income: 0 }, ...busy), 'working', other);
      t.equal(at(all, ...busy, { type: 'finished', purpose: 'working' }) === 'working', false, 'unless there is none');
    }
  const poorOnly = at(
    { ...all, income: 0 },
    perceived({ canMentor: true }),
    perceived({ canMentor: true, isPoor: true }),
  );
  t.not(poorOnly, 'working', 'without work the poor go on with what they are about');
});

t.test('what cannot be done is left, and is not begun again before it has looked [RU3]', async (t) => {
  const can = { canWork: true, canBuild: true };
  const start = [perceived({}), perceived({}), { type: 'acted', relief: {} }] as const;
  const busy: InnerEvent[] = [...start, { type: 'finished', purpose: 'wandering' }];
  t.equal(
    at(all, ...busy, perceived({ ...can, isSpokenTo: true }), { type: 'finished', purpose: 'talking' }),
    'working',
  );
  t.equal(
    at(
      all,
      ...busy,
      perceived({ ...can, isSpokenTo: true }),
      { type: 'finished', purpose: 'talking' },
      { type: 'refused', purpose: 'working' },
    ),
    'building',
  );
});

t.test('a mind with nothing to do rests [RU4]', async (t) => {
  t.equal(at(none), 'resting');
  t.equal(at(none, perceived({ canTalk: true, canWork: true, canMentor: true, canBuild: true })), 'resting');
});
