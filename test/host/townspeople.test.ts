/** Founders beyond the written twelve: as many as are asked for, no two alike, each with a trade, and the same in every city. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { view } from '../../actors/views.ts';
import { foundersMax, readConfig } from '../../config/settings.ts';
import { must } from '../../engine/assert.ts';
import { slug } from '../../engine/ids.ts';
import { foundFirst, foundingIn, livingFounders } from '../../host/founding/founders.ts';
import { ownSoul } from '../../host/founding/own-souls.ts';
import { townNames, townspeople } from '../../host/founding/townspeople.ts';
import { designs } from '../../minds/designs/list.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { openWorld } from '../world.ts';

const written: readonly { readonly name: string }[] = JSON.parse(
  readFileSync(new URL('../../host/founding/founders.json', import.meta.url), 'utf8'),
);
/** So many of the souls that the city sows: each of the list in several families. */
const sown = Array.from({ length: 600 }, (_, nth) => ownSoul(nth).name);

t.test('60 minds are 60 founders, each with its own name, plan, credits and time', async (t) => {
  const { city } = await openWorld({ env: { MINDS: '60' } });
  const folder = new DataFolder(t.testdir());
  const founding = foundingIn(readConfig({ MINDS: '60' }));
  const founders = await foundFirst(city, folder, founding);
  t.equal(founders.length, 60);
  t.same(await livingFounders(city, folder), founders);
  t.same(await foundFirst(city, folder, founding), [], 'another start founds nobody again');
  const plans = new Set<string>();
  for (const { id } of founders) {
    const me = await city.view(view('me', { id }));
    if (me.type === 'refused' || !('soul' in me.value)) throw new Error(`${id} is not there`);
    plans.add(String(JSON.parse(JSON.stringify(me.value.soul)).goals));
    t.equal(me.value.economy.balance, 170, id);
  }
  t.equal(plans.size, 60);
});

t.test('as many as a city can have are all different, and are called like nobody else whom a city makes', (t) => {
  const people = townspeople(foundersMax - written.length);
  const names = people.map(({ name }) => name);
  t.equal(names.length + written.length, foundersMax);
  t.same(names, townNames(people.length));
  const all = [...names, ...written.map(({ name }) => name), ...sown];
  t.equal(new Set(all).size, all.length);
  t.equal(new Set(names.map((name) => slug(name, 'founder'))).size, names.length, 'each has a file for its token');
  t.equal(new Set(people.map(({ soul }) => soul['goals'])).size, people.length, 'each has a plan of its own');
  t.end();
});

t.test('each has a trade, and 60 of them have all trades', (t) => {
  const people = townspeople(foundersMax - written.length);
  const tradesOf = (goals = '') => designs.flatMap(({ trade }, design) => (trade.test(goals) ? [design] : []));
  for (const { soul } of people) t.not(tradesOf(soul['goals']).length, 0, String(soul['goals']));
  const first = people.slice(0, 60 - written.length).flatMap(({ soul }) => tradesOf(soul['goals']));
  t.equal(new Set(first).size, designs.length);
  t.end();
});

t.test('whoever is the fortieth is the same however many there are', (t) => {
  t.same(townspeople(40).at(-1), must(townspeople(200)[39], 'the fortieth'));
  t.same(townspeople(0), []);
  t.throws(() => townNames(1_000_000), /no names for 1000000 townspeople/);
  t.end();
});
