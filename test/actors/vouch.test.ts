/** Vouches: once for each pair, ten in a life, kept beyond death; and how a passport opens by them. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Message } from '../../engine/effect.ts';
import { does, linkFrom, pod, refuses, rich } from './built-places.ts';
import { given, move, type Person, type Town } from './given-residents.ts';

const vouch = (town: Town, to: string, note: string | null = null): Message => ({
  type: 'vouch',
  to: town.id(to),
  note,
});

async function passport(town: Town, of: string, by: string): Promise<Readonly<Record<string, unknown>>> {
  const viewed = await town.world.city.view(view('passport', { id: town.id(of), by: town.id(by) }));
  if (viewed.type === 'refused') throw new Error(viewed.code);
  return viewed.value as Readonly<Record<string, unknown>>;
}

/** A town of this many residents. */
const crowd = (count: number): Readonly<Record<string, Person>> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, rich]));

t.test('[VO1] [VO3] one vouches for another once, from anywhere, and both hear of it', async (t) => {
  const town = await given({ ada: rich, bo: { ...rich, atHome: true } });
  const before = town.balance('ada');
  await does(town, 'ada', vouch(town, 'bo', 'She kept her word.'));
  t.equal(town.balance('ada'), before);
  t.match(town.newEvents(), [
    {
      type: 'resident.vouched',
      actor: town.id('ada'),
      subject: town.id('bo'),
      location: null,
      data: { from: town.id('ada'), to: town.id('bo'), note: 'She kept her word.', vouches: 1 },
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
    },
  ]);
  await refuses(t, town, 'ada', vouch(town, 'bo'), 'already_vouched');
  await refuses(t, town, 'ada', vouch(town, 'ada'), 'invalid_request', { issues: [{ path: 'id' }] });
  await refuses(t, town, 'ada', { type: 'vouch', to: 'nobody-99', note: null }, 'not_found');
  await does(town, 'bo', vouch(town, 'ada'));
  t.match([town.context('ada'), town.context('bo')], [{ vouches: 1 }, { vouches: 1 }]);
});

t.test('[VO2] for ten in a life', async (t) => {
  const town = await given({ ada: rich, ...crowd(11) });
  for (let n = 0; n < 10; n++) await does(town, 'ada', vouch(town, `p${n}`));
  await refuses(t, town, 'ada', vouch(town, 'p10'), 'tier_capacity_exceeded', { max: 10, current: 10, of: 'vouches' });
  t.equal(town.context('ada').vouchedFor?.length, 10);
});

t.test(
  '[VO1] [VO3] the dead are not vouched for; what they gave counts on, also when they have left the city',
  async (t) => {
    const town = await given({ ada: { credits: 500_000, lifespan: 4 }, bo: rich, cleo: { lifespan: 3 }, dan: rich });
    await does(town, 'ada', vouch(town, 'bo'));
    await town.ticks(3);
    await refuses(t, town, 'dan', vouch(town, 'cleo'), 'resident_dead', { resident: town.id('cleo') });
    t.equal(town.state('ada'), 'dying.legacy');
    await refuses(t, town, 'ada', vouch(town, 'dan'), 'invalid_state');
    await does(town, 'dan', vouch(town, 'ada'));
    await town.ticks(40);
    t.notOk(town.world.city.state.images.has(town.actor('ada')), 'ada is a tombstone');
    t.match(await passport(town, 'bo', 'dan'), { lineage: { generation: 0 } });
    t.equal(town.context('bo').vouches, 1);
    await refuses(t, town, 'dan', vouch(town, 'ada'), 'already_vouched');
    await refuses(t, town, 'bo', vouch(town, 'ada'), 'resident_dead');
  },
);

t.test('[VO4] [VO5] a passport opens to others by its vouches', async (t) => {
  const town = await given({ ada: rich, ...crowd(8) });
  await does(town, 'ada', { type: 'bequeath', heir: town.id('p0') });
  const groups = ['soul', 'lineage', 'reputation', 'economy', 'discovery', 'legacy'];
  const shown = async () => {
    const seen = await passport(town, 'ada', 'p0');
    t.match(seen, { id: town.id('ada'), name: 'ada', status: 'alive', dies_tick: Number });
    return groups.filter((group) => group in seen).join(' ');
  };
  const opened: string[] = [await shown()];
  for (let n = 0; n < 8; n++) {
    await does(town, `p${n}`, vouch(town, 'ada'));
    opened.push(await shown());
  }
  const [soul, standing, means] = ['soul lineage', 'soul lineage reputation', 'soul lineage reputation economy'];
  const all = 'soul lineage reputation economy discovery legacy';
  t.same(opened, ['', soul, soul, standing, standing, means, means, means, all]);
  const seen = await passport(town, 'ada', 'p0');
  t.match(seen, { reputation: { vouches: 8, trust_score: 8, jobs_completed: 0 }, economy: { balance: 2_000 } });
  t.same(seen['legacy'], { has_heir: true }, 'not who it is');
  t.notOk('state' in seen);
  t.match(await passport(town, 'ada', 'ada'), { legacy: { heir: town.id('p0') } });
});

t.test('[VO5] [KN1] an open passport names no pod to those who may not know of it', async (t) => {
  const town = await given({ ada: rich, ...crowd(5) });
  const hidden = await pod(town, 'ada', { links: [linkFrom(commons, { visibility: 'hidden' })] });
  const seen = await pod(town, 'ada', { name: 'Tea House' });
  for (let n = 0; n < 5; n++) await does(town, `p${n}`, vouch(town, 'ada'));
  await does(town, 'p0', move('home'));
  const named = async (by: string) => JSON.stringify((await passport(town, 'ada', by))['economy']);
  const own = await named('ada');
  t.ok(own.includes(hidden) && own.includes(seen));
  const others = await named('p0');
  t.ok(!others.includes(hidden) && others.includes(seen));
  t.ok((await named('p1')).includes(hidden), 'who stands where the way begins may know of it');
});
