/** What the next connection at a place costs: its connections count, and one's own requests that wait there. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import {
  asking,
  balanced,
  deploying,
  does,
  goTo,
  linkFrom,
  newest,
  pod,
  poolOf,
  rich,
  stateOf,
  workshop,
} from './built-places.ts';
import { given, move, type Town } from './given-residents.ts';

/** What a step takes from the resident, in millicredits. */
async function costs(town: Town, name: string, step: () => Promise<unknown>): Promise<number> {
  const before = town.balance(name);
  await step();
  return before - town.balance(name);
}

const fees = async (town: Town, name: string, steps: readonly (() => Promise<unknown>)[]): Promise<number[]> => {
  const taken: number[] = [];
  for (const step of steps) taken.push(await costs(town, name, step));
  return taken;
};

/** A pod of bo, and three residents at the Commons who could ask for ways to it. */
async function beforeMill() {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const mill = await pod(town, 'bo', { name: 'mill', tier: 'large', funding: 100_000 });
  return { town, mill };
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

t.test(
  '[LI3] eight requests of one resident at one place cost as eight connections do, and not eight times the first',
  async (t) => {
    const { town, mill } = await beforeMill();
    const asks = () => does(town, 'ada', asking(commons, mill));
    t.same(await fees(town, 'ada', times(8, asks)), [6_000, 12_000, 20_000, 30_000, 42_000, 56_000, 72_000, 90_000]);
    t.equal(await costs(town, 'cleo', () => does(town, 'cleo', asking(commons, mill))), 6_000, 'others pay as before');
    balanced(t, town);
  },
);

t.test('what no longer waits counts no longer; what was approved counts for everyone', async (t) => {
  const { town, mill } = await beforeMill();
  const asks = () => does(town, 'ada', asking(commons, mill));
  await fees(town, 'ada', [asks, asks]);
  const second = newest(town, 'connection.requested');
  await does(town, 'bo', { type: 'reject_connection', request: second });
  t.equal(await costs(town, 'ada', asks), 12_000, 'one waits');
  await does(town, 'bo', { type: 'approve_connection', request: newest(town, 'connection.requested') });
  t.equal(await costs(town, 'ada', asks), 20_000, 'one is open, one waits');
  t.equal(await costs(town, 'cleo', () => does(town, 'cleo', asking(commons, mill))), 12_000);
});

t.test('they count at either end, in a request and in a deploy', async (t) => {
  const { town, mill } = await beforeMill();
  const shed = await workshop(town, 'ada', { name: 'shed' });
  const asks = () => does(town, 'ada', asking(commons, mill));
  await fees(town, 'ada', [asks, asks]);
  // The Commons has the mill's way: n is 1, and two more wait.
  t.equal(await costs(town, 'ada', () => does(town, 'ada', asking(commons, shed))), 20_000, 'to a workshop');
  const deploys = () => does(town, 'ada', deploying(shed, { links: [linkFrom(commons), linkFrom(commons)] }));
  const plain = 20_000 + 10_000;
  t.equal(
    (await costs(town, 'ada', deploys)) - plain,
    30_000,
    'one is paid; for the other the Commons has two, and two wait',
  );
  balanced(t, town);
});

t.test('they count for the connection that an orphan buys', async (t) => {
  const { town, mill } = await beforeMill();
  const hub = await pod(town, 'cleo', { name: 'hub', funding: 1_000 });
  await goTo(town, 'cleo', hub);
  const leaf = await workshop(town, 'cleo', { name: 'leaf', funding: 100_000 });
  await does(town, 'cleo', deploying(leaf, { links: [linkFrom(hub)] }));
  await town.ticks(2);
  t.equal(stateOf(town, leaf), 'orphaned');
  await does(town, 'ada', asking(commons, mill));
  // The Commons has the mill's way: 6 for the next, 12 for who waits there for another already.
  const before = poolOf(town, leaf);
  await does(town, 'ada', { type: 'fund', pod: leaf, amount: 11_999 });
  t.same([stateOf(town, leaf), poolOf(town, leaf)], ['orphaned', before + 11_999]);
  await does(town, 'ada', { type: 'fund', pod: leaf, amount: 12_000 });
  t.same([stateOf(town, leaf), poolOf(town, leaf)], ['deployed', before + 11_999]);
  balanced(t, town);
});

t.test('[LI3] each place counts its own, up to the same cap', async (t) => {
  const { town, mill } = await beforeMill();
  const barn = await pod(town, 'bo', { name: 'barn', tier: 'small', funding: 100_000 });
  const asks = (to: string) => () => does(town, 'ada', asking(commons, to));
  t.same(await fees(town, 'ada', [asks(mill), asks(barn), asks(mill), asks(barn)]), [6_000, 6_000, 12_000, 12_000]);
  await goTo(town, 'cleo', mill);
  const out = () => does(town, 'cleo', asking(mill, commons));
  t.same(
    await fees(town, 'cleo', times(6, out)),
    [12_000, 20_000, 30_000, 30_000, 30_000, 30_000],
    'unowned: n is 4 at most',
  );
  await does(town, 'cleo', move('commons'));
  balanced(t, town);
});
