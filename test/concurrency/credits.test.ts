/** What is paid for what: funding against the tick that empties a pool, and a call against the end of its pod. */
import t from 'tap';
import type { SandboxResult } from '../../actors/effects.ts';
import { podActor } from '../../actors/rules/place/names.ts';
import {
  calling,
  deploying,
  does,
  goTo,
  linkFrom,
  pod,
  poolOf,
  priced,
  rich,
  service,
  stateOf,
  workshop,
} from '../actors/built-places.ts';
import { move, type Town } from '../actors/given-residents.ts';
import { finished } from '../world.ts';
import { imagesOf, type RaceEnd } from './race-end.ts';
import { runRace } from './run-race.ts';
import type { Wish } from './wish.ts';

const funding = (by: string, pod: string, amount: number): Wish => ({
  by,
  event: { type: 'fund', pod, amount },
  cost: amount,
});

const given = (end: RaceEnd): number =>
  end.grantedOf('fund').reduce((sum, { wish }) => sum + Number(wish.event['amount']), 0);

/** Ticks pass until the pool has no more than this. */
async function until(town: Town, place: string, left: number): Promise<void> {
  while (poolOf(town, place) > left) await town.ticks(1);
}

/** Pods of somebody else that run dry at the same tick: between the tick and the end of the one in question there is time for others. */
const others = ['Aa', 'Ab', 'Ac'];

t.test('funding against the tick that runs the pool dry', async (t) => {
  await runRace(t, {
    name: 'it lives on what came in time, and what comes later is refused',
    people: { ada: rich, bo: rich, cleo: rich, dora: rich },
    build: async (town) => {
      for (const name of others) await pod(town, 'ada', { name, funding: 10_000 });
      const place = await pod(town, 'ada', { funding: 10_000 });
      await until(town, place, 2_000);
      return { place };
    },
    wishes: ({ place }) => [funding('bo', place, 2_000), funding('cleo', place, 1_000), funding('dora', place, 500)],
    ticks: [1, 5],
    losers: ['pod_shut_down'],
    judge: (end, { place }) => {
      const { town } = end;
      const state = stateOf(town, place);
      const pool = 2_000 + given(end) - 1_000 * end.ticks;
      const ended = end.events.findIndex((one) => one.type === 'pod.shut_down' && one.subject === place);
      end.expect((state === 'shut_down') === ended >= 0, `it is ${state}`);
      end.expect(poolOf(town, place) === (state === 'shut_down' ? 0 : pool), `its pool is ${poolOf(town, place)}`);
      end.expect(state === 'shut_down' ? pool <= 0 || end.ticks > 2 : pool > 0, `${state} with ${pool}`);
      end.expect(
        !end.events.some((one, at) => one.type === 'pool.funded' && ended >= 0 && at > ended),
        'funded too late',
      );
    },
  });
});

t.test("an orphan's funding, by several at once, and the tick that orphans it", async (t) => {
  await runRace(t, {
    name: 'one connection is bought',
    people: { ada: rich, bo: rich, cleo: rich, dora: rich },
    build: async (town) => {
      for (const name of others) await pod(town, 'ada', { name, funding: 100_000 });
      const between = await pod(town, 'ada', { name: 'Between', funding: 10_000 });
      await goTo(town, 'ada', between);
      const far = await workshop(town, 'ada', { name: 'Far' });
      await does(town, 'ada', deploying(far, { links: [linkFrom(between)], funding: 50_000 }));
      await does(town, 'ada', move('commons'));
      await until(town, between, 1_000);
      return { far, pool: poolOf(town, far) };
    },
    wishes: ({ far }) => [funding('bo', far, 40_000), funding('cleo', far, 40_000), funding('dora', far, 1_000)],
    ticks: [0, 3],
    losers: [],
    judge: (end, { far, pool }) => {
      const orphaned = end.events.findIndex((one) => one.type === 'pod.orphaned' && one.subject === far);
      const late = end.events.filter((one, at) => one.type === 'pool.funded' && at > orphaned && orphaned >= 0);
      const bought = end.eventsOf('connection.opened').length;
      end.expect(orphaned >= 0 === end.ticks > 0, `orphaned after ${end.ticks} ticks: ${orphaned >= 0}`);
      end.expect(bought === (late.some(({ data }) => data['amount'] === 40) ? 1 : 0), `${bought} connections bought`);
      const state = stateOf(end.town, far);
      end.expect(state === (orphaned >= 0 && bought === 0 ? 'orphaned' : 'deployed'), `it is ${state}`);
      const reached = end.town.world.city.state.reaches(podActor(far));
      end.expect(reached === (state === 'deployed'), `reached: ${reached}`);
      // The fifth connection of an unowned place, or the fourth once the one before has gone.
      const left = pool + given(end) - 1_000 * end.ticks - poolOf(end.town, far);
      end.expect(bought === 0 ? left === 0 : [20_000, 30_000].includes(left), `${left} for ${bought} connections`);
    },
  });
});

const results: readonly [SandboxResult, ...SandboxResult[]] = [
  finished,
  finished,
  finished,
  { ...finished, outcome: 'failed', exitCode: 1, reason: 'it threw' },
  { ...finished, outcome: 'timed_out' },
  { ...finished, outcome: 'lost' },
];

t.test('calls of a service against the end of its pod', async (t) => {
  const price = 2_000;
  let isKeyed = false;
  await runRace(t, {
    name: 'paid when it came to its end, else not',
    people: { ada: rich, bo: rich, cleo: rich },
    build: async (town) => {
      for (const name of others) await pod(town, 'ada', { name, funding: 10_000 });
      const place = await service(town, 'ada', { pricing: priced({ perQuery: price }), funding: 10_000 });
      for (const name of ['bo', 'cleo']) await goTo(town, name, place);
      await until(town, place, 1_000);
      return { place, pool: poolOf(town, place) };
    },
    wishes: ({ place }) => {
      isKeyed = !isKeyed;
      return ['bo', 'bo', 'cleo'].map((by) => ({ by, event: calling(place), awaits: true, keyed: isKeyed }));
    },
    ticks: [1, 4],
    losers: ['pod_shut_down', 'service_failed', 'timeout', 'sandbox_unavailable'],
    comes: (dice) => dice.pick(results),
    judge: (end, { place, pool }) => {
      const paid = end.eventsOf('service.called').filter(({ data }) => data['outcome'] === 'finished');
      for (const name of ['bo', 'cleo'])
        end.paid(name, price * paid.filter(({ actor }) => actor === end.town.id(name)).length);
      end.expect(
        paid.every(({ data }) => data['charged'] === 2),
        'each is charged its price',
      );
      const heard = end.requests.filter((request) => request.heard.some(({ type }) => type === 'applied'));
      const keyed = end.requests.filter(({ key }) => key !== undefined);
      // A key is kept by the commit that settles its call: it has its answer if, and only if, the call was paid.
      if (keyed.length === end.requests.length) {
        end.expect(paid.length === end.keysKept, `${paid.length} paid, ${end.keysKept} keys kept`);
        end.expect(heard.length === end.keysKept, `${heard.length} answered, ${end.keysKept} keys kept`);
      } else if (end.isCutOff) end.expect(paid.length >= heard.length, `${heard.length} answered, ${paid.length} paid`);
      else end.expect(paid.length === heard.length, `${heard.length} answered, ${paid.length} paid`);
      end.expect([...imagesOf(end.town, 'call')].length === 0, 'no call is left');
      const isOver = stateOf(end.town, place) === 'shut_down';
      const left = pool + price * paid.length - 1_000 * end.ticks;
      end.expect(poolOf(end.town, place) === (isOver ? 0 : left), `the pool has ${poolOf(end.town, place)}`);
    },
  });
});
