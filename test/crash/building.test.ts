/**
 * Given residents who build and fund, and others whose code runs, when the city is killed amid it, then what was
 * acknowledged stands once, what is held is in escrow, and a call that was open is settled as lost, uncharged, and may be
 * tried anew under the same key [L7] [OP1] [J4] [L5] [S2].
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { diff } from '../../cli/diff.ts';
import { fork } from '../../cli/fork/command.ts';
import { stateAt, withHistory, withPastFolder } from '../../cli/past-folder.ts';
import { milli, textOf } from '../../client/wire.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { stateHash } from '../../research/runs/state-hash.ts';
import { CityProcess } from './city.ts';
import { Database, readBooks } from './database-books.ts';
import { type Builder, Builders } from './keyed-builders.ts';
import { seed, sized } from './size.ts';

const kills = sized(2, 3, 60);
/** Requests that must have got through since the last blow. */
const answeredBetween = 40;
const pauseMsMax = 200;
const ticksMax = 60;

t.test(`[OP1] [J4] [L5] ${kills} kills of a city that is being built`, async (t) => {
  const chance = new SeededRandom(seed);
  const city = await CityProcess.of(t, { SANDBOX: 'off' });
  await city.start();
  const founders: Builder[] = [];
  for (const name of ['Ada', 'Bo', 'Cleo', 'Dora', 'Emil', 'Fran']) founders.push(await city.found(name, 1_000_000));
  const builders = new Builders(city, founders, chance);
  builders.start();
  for (let blow = 0; blow < kills; blow++) {
    for (const before = builders.answered; builders.answered < before + answeredBetween; ) await sleep(10);
    // Pools run dry, requests expire.
    if (blow < ticksMax) void city.operate('POST', '/v1/admin/tick', {});
    await sleep(chance.integerBelow(pauseMsMax));
    await city.kill();
    await city.start();
  }
  await builders.stop();
  await city.kill();
  const database = await Database.open(city.folder);
  const differences = await builders.differences(database.sql);
  await database.leave();
  t.same(differences, [], 'what was acknowledged, and nothing else, stands in the event table');
  const books = await readBooks(city.folder);
  t.same(books.faults, [], 'the books are sound');
  await forkedUnchanged(t, city.folder, books.turns);
  t.ok(builders.repeated > 0, 'somebody was cut off');
  t.comment(
    `${builders.answered} acknowledged, ${builders.repeated} repeats, ${builders.refused} refused; ${books.turns} turns`,
  );
  t.comment([...sums(builders.done)].map(([event, count]) => `${event} ${count}`).join(', '));
});

/** [FK1] From the middle of its life, driven by its record: requests came between wake-ups, calls were settled after kills. */
async function forkedUnchanged(t: Test, data: string, turns: number): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'civitas-fork-'));
  t.teardown(() => rm(place, { recursive: true, force: true }));
  const out = join(place, 'fork');
  const options = { data, at: `turn:${Math.floor(turns / 2)}`, out, set: [], drive: 'recorded' };
  const { turn, refused, stateHash: hash } = await fork({}, options);
  t.same(refused, []);
  t.equal(turn, turns);
  const now = await withPastFolder({}, data, (folder) =>
    withHistory(folder, async (history) => (await stateAt(folder, history, { type: 'turn', turn: turns })).state),
  );
  t.equal(hash, stateHash(now), '[FK1] the fork is the city');
  t.same(await diff({}, data, out), ['Nothing differs.']);
}

/** By event alone. */
function sums(done: ReadonlyMap<string, number>): Map<string, number> {
  const all = new Map<string, number>();
  for (const [name, count] of done) {
    const [event = name] = name.split(' ');
    all.set(event, (all.get(event) ?? 0) + count);
  }
  return all;
}

const slow = 'const end = Date.now() + 8000; while (Date.now() < end); export const handle = () => 1;';
const quick = 'console.log("done"); export const handle = () => 42;';
const price = 2;
const beginMs = 1_000;

t.test('[S2] [J4] runs and priced calls that are open when the city is killed', async (t) => {
  const city = await CityProcess.of(t, { SANDBOX: 'embedded' });
  await city.start();
  const [ada, bo] = [await city.found('Ada'), await city.found('Bo')];
  const shop = await serviceOf(t, city, ada, bo);
  const call = (n: number) =>
    city.ask('POST', `/v1/services/${shop}/call`, { token: bo.token, body: {}, key: `call-${n}` });
  const run = () => city.ask('POST', `/v1/workshops/${shop}/run`, { token: ada.token, body: {}, key: 'run' });
  const before = { ada: await balance(city, ada), bo: await balance(city, bo), pool: await poolOf(city, ada, shop) };

  const open = [call(1), call(2), call(3), run()];
  await sleep(beginMs);
  t.equal(await balance(city, bo), before.bo - 3 * price * 1000, 'the prices of three calls are held');
  await city.kill();
  for (const { status } of await Promise.all(open)) t.equal(status, 0, 'nobody got an answer');

  await city.start();
  const after = { ada: await balance(city, ada), bo: await balance(city, bo), pool: await poolOf(city, ada, shop) };
  t.same(after, before, 'when it is ready again they are settled: nothing is charged');

  await write(t, city, ada, shop, quick);
  const answers = [await call(1), await call(2), await call(3)];
  for (const { status, body } of answers)
    t.match({ status, body }, { status: 200, body: { output: 42, charged: price } });
  t.match(await run(), { status: 200, body: { exit_code: 0, stdout: /done/ } }, 'the run is tried anew');
  t.same((await call(1)).body, answers[0]?.body, 'and from now on its key has its answer');
  t.equal(await balance(city, bo), before.bo - 3 * price * 1000, 'each is charged once');
  t.equal(await poolOf(city, ada, shop), before.pool + 3 * price * 1000);
  await city.kill();
  t.same((await readBooks(city.folder)).faults, [], 'the books are sound');
});

/** A pod of the one whose service the other stands beside; both are in it. */
async function serviceOf(t: Test, city: CityProcess, owner: Builder, guest: Builder): Promise<string> {
  const post = async (who: Builder, path: string, body: object) => {
    const asked = await city.ask('POST', path, { token: who.token, body });
    if (asked.status >= 300) throw new Error(`${path} was answered ${asked.status} ${asked.text}`);
    return asked.body;
  };
  for (const who of [owner, guest]) await post(who, '/v1/location/move', { exit_id: 'commons' });
  const workshop = { name: 'Slow Shop', tier: 'tiny', funding: { initial_credits: 50 } };
  const source = textOf((await post(owner, '/v1/workshops', workshop))['id']);
  const connections = [{ from: 'city-commons' }];
  const pricing = { per_query: price };
  await post(owner, '/v1/deploy', { source, tier: 'tiny', connections, pricing, funding: { initial_credits: 50 } });
  const exits = await city.ask('GET', '/v1/location/exits', { token: owner.token });
  const exit = /"(exit_[a-z2-7]{16})"/.exec(exits.text)?.[1];
  for (const who of [owner, guest]) await post(who, '/v1/location/move', { exit_id: exit });
  await write(t, city, owner, source, slow);
  return source;
}

async function write(t: Test, city: CityProcess, { token }: Builder, workshop: string, text: string): Promise<void> {
  const asked = await city.ask('POST', `/v1/workshops/${workshop}/code`, {
    token,
    body: { files: { 'index.js': text } },
  });
  t.ok(asked.status < 300, `the code is written: ${asked.status}`);
}

const balance = async (city: CityProcess, { token }: Builder): Promise<number> =>
  milli((await city.ask('GET', '/v1/credits', { token })).body['balance']);

const poolOf = async (city: CityProcess, { token }: Builder, pod: string): Promise<number> =>
  milli((await city.ask('GET', `/v1/credits/pools/${pod}`, { token })).body['balance']);
