/**
 * Every transition of every chart, walked in the real city: after each step the city must have taken the transitions, given the
 * answer and shown the state that the chart foretells. Fails when anything was not walked. Walks go over HTTP that take a
 * transition which none before them has taken; the others come to the same routes in this process. With SIZE=ci all go over HTTP.
 */
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { eventTypes } from '../../actors/event-types.ts';
import { kinds } from '../../actors/index.ts';
import { sized } from '../crash/size.ts';
import { Coverage } from './coverage.ts';
import { drawCoverage } from './coverage-drawings.ts';
import type { KindModel, Walker } from './kind-model.ts';
import { models } from './models.ts';
import { type Refusal, type Shown, Stage } from './stage.ts';
import { type Foretold, Oracle, type Walk, walksOf } from './walks.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

/** Every walk goes over HTTP. */
const isAllByHttp = sized(0, 1, 1) === 1;

const covered: { readonly machine: KindModel['machine']; readonly coverage: Coverage }[] = [];
const published = new Set<string>();
/** Printed on stderr: the reporters show no comments. */
t.teardown(() => console.error(covered.flatMap(({ coverage }) => coverage.report).join('\n')));
t.teardown(() => {
  const folder = process.env['CHART_COVERAGE'];
  if (folder !== undefined) drawCoverage(folder, covered);
});

t.test('every kind of actor has a model', async (t) => {
  t.same([...new Set(models.map((model) => model.kind.name))].sort(), kinds.map((kind) => kind.name).sort());
});

for (const model of models) {
  t.test(`every transition of ${model.name} happens as its chart says`, async (t) => {
    const stage = await Stage.open();
    t.teardown(() => stage.close());
    const oracle = new Oracle(model);
    const tour = { stage, model, oracle, coverage: new Coverage(model.name, oracle.map) };
    for (const birth of Object.keys(model.births))
      for (const walk of walksOf(model, oracle, birth)) {
        stage.isByHttp = isAllByHttp || isNewTo(tour, birth, walk);
        t.equal(await take(tour, birth, walk), undefined, [birth, ...walk].join(' > '));
      }
    t.same(tour.coverage.missing, [], 'nothing is left out');
    t.same(stage.defects, [], 'the city found nothing wrong with itself');
    covered.push({ machine: model.machine, coverage: tour.coverage });
    for (const type of stage.publishedTypes) published.add(type);
  });
}

t.test('every declared event was published', async (t) => {
  t.same([...published].sort(), Object.keys(eventTypes).sort());
});

/** The walks of one kind through one city. */
interface Tour {
  readonly stage: Stage;
  readonly model: KindModel;
  readonly oracle: Oracle;
  readonly coverage: Coverage;
}

/** Whether the walk takes a transition that no walk has taken before. */
function isNewTo({ oracle, model, coverage }: Tour, birth: string, walk: Walk): boolean {
  let foretold = oracle.born(birth);
  if (coverage.isNew(foretold)) return true;
  for (const variant of walk) {
    foretold = oracle.step(foretold.situation, variant);
    if (model.behind(variant) === undefined && coverage.isNew(foretold)) return true;
  }
  return false;
}

/** Takes one walk with an actor of its own. Returns where the city and the chart part, if they do. */
async function take({ stage, model, oracle, coverage }: Tour, birth: string, walk: Walk): Promise<string | undefined> {
  const walker = await model.begin(stage, birth);
  const heard = () => stage.heard(model.kind.name, walker.name);
  let foretold = oracle.born(birth);
  const atBirth =
    differenceHeard(heard().slice(0, foretold.transitions.length), foretold) ??
    (await differenceShown(walker, foretold));
  if (atBirth !== undefined) return `at birth: ${atBirth}`;
  coverage.add(foretold);
  // What follows its birth by itself belongs to the first step.
  let before = foretold.transitions.length;
  for (const variant of walk) {
    foretold = oracle.step(foretold.situation, variant);
    const refusal = await walker.play(variant);
    // What a player does to get there comes first: the last transitions are those that count.
    const difference =
      differenceHeard(heard().slice(before).slice(-foretold.transitions.length), foretold) ??
      differenceAnswered(refusal, foretold) ??
      (await differenceShown(walker, foretold));
    if (difference !== undefined) return `${variant}: ${difference}`;
    coverage.add(foretold, model.behind(variant));
    before = heard().length;
  }
  coverage.walks += 1;
  return undefined;
}

function differenceHeard(heard: readonly string[], { transitions }: Foretold): string | undefined {
  if (isDeepStrictEqual(heard, transitions)) return undefined;
  return `took ${JSON.stringify(heard)}, foretold ${JSON.stringify(transitions)}`;
}

function differenceAnswered(refusal: Refusal, foretold: Foretold): string | undefined {
  return refusal === foretold.refusal ? undefined : `refused with ${refusal}, foretold ${foretold.refusal}`;
}

async function differenceShown(walker: Walker, { situation }: Foretold): Promise<string | undefined> {
  const foretold = walker.foretold(situation);
  const shown = await walker.shown();
  const seen: Shown = Object.fromEntries(Object.keys(foretold).map((field) => [field, shown[field]]));
  if (isDeepStrictEqual(seen, foretold)) return undefined;
  return `shows ${JSON.stringify(seen)}, foretold ${JSON.stringify(foretold)}`;
}
