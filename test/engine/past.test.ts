/** The past: every turn of a city opened again is the city that was, from whichever base. */
import t, { type Test } from 'tap';
import { NotInThePast } from '../../engine/commit/moments.ts';
import { openPast } from '../../engine/commit/past.ts';
import type { Effect } from '../../engine/effect.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { MemoryBases, MemoryHistory } from '../../persistence/memory/bases.ts';
import { MemoryStore } from '../../persistence/memory/persistence.ts';
import type { World } from '../world.ts';
import { doing, fund, openToys, order, publish, toy, toyKinds } from './toy-actors.ts';
import { cityHash } from './turns-without-city.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const code = 'this code';

/** Credits, burns, places, wake-ups, a failure, newborns, some that leave, and ticks; several turns in one batch. */
async function live({ city }: World, round: number): Promise<void> {
  if (round === 0) for (const [n, name] of names.entries()) await fund(city, toy(name), 1000 * (n + 2), 700);
  await Promise.all(
    names.map((name, n) => {
      const wake: Effect = { type: 'wake', tick: round + n, event: { type: 'ring', effects: [publish('rung')] } };
      const born: Effect = { type: 'spawn', id: toy(`${name}${round}`), input: { place: 'square' } };
      return doing(city, toy(name), [wake, born], { place: `p${(n + round) % 2}` });
    }),
  );
  if (round > 0) await doing(city, toy(`a${round - 1}`), [{ type: 'retire' }]);
  await city.submit({ ...order(toy('c'), [], { throws: 'guard' }), caller: 'operator' });
  await city.tick();
}

/** The living city's hash after each turn. */
async function lived(rounds: number): Promise<{ readonly store: MemoryStore; readonly hashes: readonly string[] }> {
  const store = new MemoryStore();
  const hashes: string[] = [];
  const world = await openToys(names, { store, onSealed: (_, state) => hashes.push(cityHash(state)) });
  for (let round = 0; round < rounds; round++) await live(world, round);
  await world.crash();
  for (const { batch } of store.batches) store.codes.set(batch, code);
  return { store, hashes };
}

const empty = () => new CityState(toyKinds, 'a secret of the tests', {});

async function opens(t: Test, store: MemoryStore, hashes: readonly string[], from = 1): Promise<void> {
  for (let turn = from; turn <= hashes.length; turn++) {
    const state = empty();
    const opened = await openPast(state, new MemoryHistory(store), { type: 'turn', turn }, code);
    if (cityHash(state) !== hashes[turn - 1] || opened.turn !== turn) t.fail(`turn ${turn} from base ${opened.base}`);
  }
}

t.test('[PT1] every turn, from the beginning and from bases anywhere', async (t) => {
  const { store, hashes } = await lived(5);
  t.ok(hashes.length > 60 && store.batches.some(({ commands }) => commands.length > 3), 'batches of several turns');
  await opens(t, store, hashes);
  const { length } = store.batches;
  for (const batch of [Math.floor(length / 3), Math.floor(length / 2), length])
    await new MemoryBases(store).make(batch);
  t.equal(store.bases.length, 3);
  await opens(t, store, hashes);
  // The beginning is pruned: what is left is opened from the first base.
  const [base] = store.bases;
  store.batches = store.batches.filter(({ batch }) => batch > (base?.batch ?? 0));
  await opens(t, store, hashes, base?.counters.turn);
});

t.test('a moment may be a tick, or a time', async (t) => {
  const { store, hashes } = await lived(3);
  const commands = store.batches.flatMap((row) => row.commands);
  const history = new MemoryHistory(store);
  for (const command of commands) {
    if (command.type !== 'tick.completed') continue;
    const state = empty();
    const { turn } = await openPast(state, history, { type: 'tick', tick: command.tick }, code);
    t.equal(turn, command.turn, `tick ${command.tick}`);
    t.equal(cityHash(state), hashes[turn - 1]);
  }
  const at = commands[40]?.at ?? 0;
  const last = commands.findLast((command) => command.at <= at)?.turn;
  t.equal((await openPast(empty(), history, { type: 'time', at }, code)).turn, last);
  t.equal((await openPast(empty(), history, { type: 'time', at: at + 1e9 }, code)).turn, hashes.length);
});

t.test('[PT2] in a batch of another version its end is shown, and said so', async (t) => {
  const { store, hashes } = await lived(2);
  const row = store.batches.find(({ commands }) => commands.length > 3);
  if (row === undefined) throw new Error('a batch of several turns');
  const wanted = row.firstTurn + 1;
  for (const version of ['another', undefined]) {
    if (version === undefined) store.codes.delete(row.batch);
    else store.codes.set(row.batch, version);
    const state = empty();
    const opened = await openPast(state, new MemoryHistory(store), { type: 'turn', turn: wanted }, code);
    t.match(opened, { turn: row.counters.turn, wanted });
    t.equal(cityHash(state), hashes[row.counters.turn - 1]);
  }
});

t.test('what is not there is said in one sentence', async (t) => {
  const { store, hashes } = await lived(2);
  const history = new MemoryHistory(store);
  const refused = async (moment: Parameters<typeof openPast>[2], why: RegExp) => {
    const cause: unknown = await openPast(empty(), history, moment, code).then(
      () => undefined,
      (error: unknown) => error,
    );
    t.ok(cause instanceof NotInThePast);
    t.match(cause, { message: why });
  };
  const newest = hashes.length;
  await refused({ type: 'turn', turn: 0 }, new RegExp(`^Turn 0 is not there: the city has turns 1 to ${newest}\\.$`));
  await refused({ type: 'turn', turn: newest + 1 }, /^Turn \d+ is not there/);
  await refused({ type: 'tick', tick: 99 }, /^The end of tick 99 is not there: .* turns 1 to \d+, in ticks up to 2\.$/);
  await refused(
    { type: 'time', at: 0 },
    /^1970-\S+ is not there: .* turns 1 to \d+ from 2030-01-01T00:00:00.000Z on\.$/,
  );
  const base = await new MemoryBases(store).make(5);
  store.batches = store.batches.filter(({ batch }) => batch > 5);
  await refused({ type: 'turn', turn: 1 }, /has turns \d+ to \d+; what was before is pruned\.$/);
  t.equal((await openPast(empty(), history, { type: 'turn', turn: base?.counters.turn ?? 0 }, code)).base, 5);
  store.bases = [];
  await refused({ type: 'turn', turn: newest }, /^Turn \d+ is not there: what came before it was pruned\.$/);
  store.batches = [];
  await refused({ type: 'turn', turn: 1 }, /^Nothing of the city is kept: it has no turn\.$/);
});

t.test('a batch that is missing is named', async (t) => {
  const { store, hashes } = await lived(2);
  store.batches = store.batches.filter(({ batch }) => batch !== 7);
  const opening = openPast(empty(), new MemoryHistory(store), { type: 'turn', turn: hashes.length }, code);
  await t.rejects(opening, { name: 'MissingBatch', message: 'journal row (batch 7) is missing' });
});
