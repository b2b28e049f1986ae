/**
 * [OP4] Cities that an earlier version left behind, killed in the middle of their work, go on with today's code. Each
 * `test/fixtures/city-*.json.gz` holds the rows of one: residents who live, have died and have left, rooms, workshops, pods, connections,
 * calls in flight. `city-untyped-messages` is of the last version whose actors sent each other untyped messages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { readConfig } from '../../config/settings.ts';
import { CityEngine } from '../../engine/city.ts';
import { kindOf, nameOf } from '../../engine/ids.ts';
import type { Log } from '../../engine/ports.ts';
import { cityOptions } from '../../host/founding/foundation.ts';
import { systemClock } from '../../host/system-clock.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { act, FakeSandbox } from '../world.ts';
import { postgresStores, restoreRows } from './support.ts';

const folder = new URL('../fixtures/', import.meta.url);
const stores = await postgresStores();
t.teardown(() => stores.stop());

/** The city on these rows, and what it complained of. */
async function goesOn(persistence: Persistence): Promise<{ readonly city: CityEngine; readonly errors: unknown[] }> {
  const errors: unknown[] = [];
  const log: Log = { debug() {}, info() {}, warn() {}, error: (context, message) => errors.push([message, context]) };
  const { journal, checkpoints, events, keys } = persistence;
  const onFatal = (reason: string) => errors.push(reason);
  const ports = { journal, checkpoints, events, keys, clock: systemClock, log, onFatal };
  const performers = new FakeSandbox().performers();
  const options = { ...cityOptions(readConfig({})), ...ports, performers, secret: 'of the test' };
  return { city: await CityEngine.open(options), errors };
}

/** Everyone can be looked at, whoever lives can act. */
async function livesOn(t: Test, city: CityEngine): Promise<void> {
  const residents = [...city.state.images.values()].filter(({ id }) => kindOf(id) === 'resident');
  const living = residents.filter(({ state }) => state !== 'dead').map(({ id }) => nameOf(id));
  t.ok(living.length >= 5, `${living.length} live`);
  for (const resident of living) {
    t.match(await city.view(view('me', { id: resident })), { type: 'shown', value: { id: resident } });
    t.match(await act(city, resident, { type: 'move', exit: 'commons', max_toll: null }), { type: 'applied' });
    t.match(await act(city, resident, { type: 'broadcast', text: 'still here' }), { type: 'applied' });
  }
  for (const [id] of city.state.tombs.entries())
    t.match(city.state.fromTombstone(residentActor(nameOf(id))), { state: 'dead' }, id);
  t.ok(city.state.tombs.size > 0, 'somebody has left');
}

for (const name of readdirSync(folder).filter((each) => each.startsWith('city-'))) {
  t.test(name, async (t) => {
    const store = await stores.fresh();
    const persistence = await store.open();
    await restoreRows(store.sql, JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString()));
    await persistence.lease.acquire();
    const { city, errors } = await goesOn(persistence);
    const { tick } = city.health;
    await livesOn(t, city);
    for (let n = 1; n <= 14; n++) t.equal(await city.tick(), 'done');
    t.equal(city.health.tick, tick + 14);
    // Sums up all accounts (L1).
    t.ok(await city.checkpoint());
    t.same(errors, []);
    await city.close(10_000);
    await persistence.close();
    await store.remove();
  });
}
