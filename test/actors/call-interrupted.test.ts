/** What ends while a run or a call is open: its place, the way to it, its caller, the city (L5, S2). */
import t from 'tap';
import { innerPlace, podActor } from '../../actors/rules/place/names.ts';
import { rounds, watch } from '../engine/held-journal.ts';
import { finished, openWorld, withoutPublicWorks } from '../world.ts';
import {
  adding,
  balanced,
  burns,
  does,
  goTo,
  holds,
  linkFrom,
  newest,
  pod,
  poolOf,
  priced,
  rich,
  service,
  stateOf,
  workshop,
  writing,
} from './built-places.ts';
import { given, refusal, Town } from './given-residents.ts';
import { answer, asks, byHand, callsIn, priceOf, query, shop } from './pod-with-service.ts';

t.test('[SV4] a call that is open when its pod ends is settled at that tick, and nothing is charged', async (t) => {
  const town = await given({ ada: rich, bo: rich }, withoutPublicWorks);
  const place = await service(town, 'ada', { name: 'shop', funding: 1_000, pricing: priced({ perQuery: priceOf }) });
  await goTo(town, 'bo', place);
  const ends = byHand(town);
  const bo = town.balance('bo');
  const call = watch(asks(town, 'bo', query(place)));
  await town.ticks(1);
  t.notOk(call.ended);
  await town.ticks(1);
  t.equal(stateOf(town, place), 'shut_down');
  t.match(call.value, refusal('pod_shut_down', { location: place }));
  t.equal(town.balance('bo'), bo - 2_000);
  t.same(callsIn(town), []);
  ends[0]?.(finished);
  await rounds();
  t.same(
    [town.balance('bo'), poolOf(town, place), burns(town, podActor(place))],
    [bo - 2_000, 0, 0],
    'the late answer finds nobody',
  );
  balanced(t, town);
});

t.test('the pod was cut off meanwhile: the call is answered, and the price is refunded', async (t) => {
  const town = await given({ ada: rich, bo: rich }, withoutPublicWorks);
  const hub = await pod(town, 'ada', { name: 'hub', funding: 1_000 });
  await goTo(town, 'ada', hub);
  const leaf = await workshop(town, 'ada', { name: 'leaf', funding: 50_000 });
  await does(town, 'ada', { ...deploy(leaf, hub), pricing: priced({ perQuery: priceOf }) });
  await goTo(town, 'ada', leaf);
  await does(town, 'ada', writing(leaf));
  await goTo(town, 'bo', hub);
  await goTo(town, 'bo', leaf);
  const ends = byHand(town);
  const bo = town.balance('bo');
  const call = watch(asks(town, 'bo', query(leaf)));
  await town.ticks(2);
  t.equal(stateOf(town, leaf), 'orphaned');
  const pool = poolOf(town, leaf);
  ends[0]?.({ ...finished, output: '1' });
  await rounds();
  t.match(answer(call.value), { output: 1, charged: 0, balance: (bo - 2_000) / 1_000 });
  t.same([town.balance('bo'), poolOf(town, leaf)], [bo - 2_000, pool]);
  balanced(t, town);
});

const deploy = (source: string, from: string) => ({
  type: 'deploy',
  source,
  name: null,
  tier: 'tiny',
  description: null,
  links: [linkFrom(from)],
  features: [],
  funding: 50_000,
  contributors: [],
});

t.test('[L8] the caller died meanwhile: a failed call is refunded to the heir, a finished one is paid', async (t) => {
  for (const [result, heired] of [
    [{ ...finished, outcome: 'failed' }, true],
    [{ ...finished, outcome: 'failed' }, false],
    [finished, true],
  ] as const) {
    const { town, place } = await shop({ credits: 50_000, lifespan: 2 });
    if (heired) await does(town, 'bo', { type: 'bequeath', heir: town.id('cleo') });
    const ends = byHand(town);
    const call = watch(asks(town, 'bo', query(place)));
    await rounds();
    await town.ticks(2);
    t.equal(town.state('bo'), 'dead');
    const [cleo, treasury] = [town.balance('cleo'), holds(town, 'treasury')];
    ends[0]?.(result);
    await rounds();
    t.ok(call.ended);
    t.equal(town.balance('bo'), 0);
    t.equal(holds(town, 'escrow'), 0);
    const failed = result.outcome === 'failed';
    t.equal(town.balance('cleo') - cleo, failed ? (heired ? priceOf : 0) : 300);
    t.equal(holds(town, 'treasury') - treasury, failed && !heired ? priceOf : 0);
    balanced(t, town);
  }
});

/** A run in a room of hers that is under way until it is ended by hand. */
async function runInStudio() {
  const town = await given({ ada: { ...rich, atHome: true } });
  await does(town, 'ada', adding('studio', 'workshop'));
  await does(town, 'ada', writing('studio'));
  const ends = byHand(town);
  const run = watch(asks(town, 'ada', { type: 'run_code', workshop: 'studio' }));
  await rounds();
  return { town, ends, run };
}

t.test('a run in a room that is removed meanwhile ends with it', async (t) => {
  const { town, run } = await runInStudio();
  await does(town, 'ada', { type: 'remove_room', name: 'studio' });
  t.match(run.value, refusal('pod_shut_down', { location: innerPlace(town.home('ada'), 'studio') }));
  t.same(callsIn(town), []);
});

t.test(
  '[J4] a call that was open when the city went down is lost, nothing charged, before the city opens',
  async (t) => {
    const { town, place } = await shop();
    byHand(town);
    const bo = town.balance('bo');
    void asks(town, 'bo', query(place));
    await rounds();
    t.equal(holds(town, 'escrow'), priceOf);
    await town.world.crash();
    const again = await openWorld({ store: town.world.store });
    const next = new Town(again, new Map([['bo', town.id('bo')]]));
    t.same([next.balance('bo'), holds(next, 'escrow')], [bo, 0]);
    t.same(callsIn(next), []);
    t.equal(newest(town, 'workshop.created'), place);
    balanced(t, next);
  },
);

t.test(
  'code that ends in the moment in which its place did: the place ended first, and that is the answer',
  async (t) => {
    const { town, ends, run } = await runInStudio();
    const removed = town.when('ada', { type: 'remove_room', name: 'studio' });
    ends[0]?.(finished);
    await removed;
    await rounds();
    t.match(run.value, refusal('pod_shut_down', { location: innerPlace(town.home('ada'), 'studio') }));
    t.same(callsIn(town), []);
  },
);

t.test(
  'a room that is removed and added again in one moment: a run of the old one does not reach the new',
  async (t) => {
    const { town, ends, run } = await runInStudio();
    await Promise.all([
      town.when('ada', { type: 'remove_room', name: 'studio' }),
      town.when('ada', adding('studio', 'meeting')),
    ]);
    await rounds();
    ends[0]?.(finished);
    await rounds();
    t.ok(run.ended);
    t.same(callsIn(town), [], 'nothing is left open');
  },
);
