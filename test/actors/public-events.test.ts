/** What strangers hear: of what happens where they may walk, and of nothing else (PF1). */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { does, goTo, linkFrom, pod, rich } from './built-places.ts';
import { given, inCommons, move, say, type Town } from './given-residents.ts';

/** The last event that `name` caused by saying something aloud where it stands. */
async function said(town: Town, name: string) {
  town.newEvents();
  await does(town, name, { type: 'broadcast', text: 'hello' });
  return town.newEvents()[0]?.audience;
}

t.test('[PF1] what is said in the Commons, and in a pod that everybody can see and enter, is public', async (t) => {
  const town = await given({ ada: rich });
  t.same(await said(town, 'ada'), [inCommons, 'public']);
  const open = await pod(town, 'ada', { name: 'open' });
  await goTo(town, 'ada', open);
  t.same(await said(town, 'ada'), [`at:${open}`, 'public']);
  const behind = await pod(town, 'ada', { name: 'behind', links: [linkFrom(open)] });
  await goTo(town, 'ada', behind);
  t.same(await said(town, 'ada'), [`at:${behind}`, 'public'], 'and what lies behind it');
});

const closed = {
  'a subtle way': { links: [linkFrom(commons, { visibility: 'subtle' as const })] },
  'a hidden way': { links: [linkFrom(commons, { visibility: 'hidden' as const })] },
  'a gated way': { links: [linkFrom(commons, { access: { type: 'gated' as const, allowed: [] } })] },
};

/** Before their place, for words that cannot be read there later (SP5). */
const heardBefore = (what: string) => (what === 'a gated way' ? [] : ['once:heard']);

for (const [what, how] of Object.entries(closed)) {
  t.test(`[PF1] ${what} leads to no public place, and what lies behind is none either`, async (t) => {
    const town = await given({ ada: rich });
    const place = await pod(town, 'ada', { name: 'closed', ...how });
    await goTo(town, 'ada', place);
    t.same(await said(town, 'ada'), [...heardBefore(what), `at:${place}`]);
    const behind = await pod(town, 'ada', { name: 'behind', links: [linkFrom(place)] });
    await goTo(town, 'ada', behind);
    t.same(await said(town, 'ada'), [`at:${behind}`]);
  });
}

t.test('[PF1] a house is for whom it invites', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  t.same(await said(town, 'ada'), ['once:heard', `at:${town.home('ada')}`]);
});

t.test('[PF1] a place stops being public when its access closes, and begins again when that opens', async (t) => {
  const town = await given({ ada: rich });
  const place = await pod(town, 'ada', { name: 'shop' });
  await goTo(town, 'ada', place);
  for (const [type, audience] of [
    ['members', [`at:${place}`]],
    ['gated', [`at:${place}`]],
    ['public', [`at:${place}`, 'public']],
  ] as const) {
    await does(town, 'ada', { type: 'set_access', pod: place, access: { type, allowed: [] } });
    t.same(await said(town, 'ada'), audience, type);
  }
});

t.test('[PF1] whispers and letters are never public; money that changes hands is', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  town.newEvents();
  await does(town, 'ada', { type: 'whisper', to: town.id('bo'), text: 'psst' });
  await does(town, 'ada', { type: 'transfer', to: town.id('bo'), amount: 1_000 });
  await does(town, 'ada', move('home'));
  await does(town, 'ada', { type: 'transfer', to: town.id('bo'), amount: 1_000 });
  const heard = town.newEvents().map(({ type, audience }) => [type, audience.includes('public')]);
  t.same(heard, [
    ['message.whisper', false],
    ['credits.transferred', true],
    ['resident.departed', true],
    ['resident.arrived', false],
    ['credits.transferred', true],
  ]);
});

t.test('[PF1] the map of strangers is the same after a recovery', async (t) => {
  const town = await given({ ada: rich });
  const open = await pod(town, 'ada', { name: 'open' });
  const secret = await pod(town, 'ada', { name: 'secret', links: closed['a hidden way'].links });
  const { state } = town.world.city;
  const recovered = new CityState(kinds, 'secret', state.counters.settings);
  for (const image of state.images.values()) recovered.images.set(image.id, image);
  recovered.restored(state.counters);
  for (const place of [commons, open, secret, town.home('ada')])
    t.equal(recovered.publicPlaces.has(place), state.publicPlaces.has(place), place);
  t.ok(recovered.publicPlaces.has(open));
});

t.test('[PF1] [VI3] from a public place strangers see who is there, and the public places next to it', async (t) => {
  const town = await given({ ada: rich, bo: rich, cy: { ...rich, atHome: true } });
  const open = await pod(town, 'ada', { name: 'open' });
  await pod(town, 'ada', { name: 'closed', links: [linkFrom(commons, { visibility: 'subtle' })] });
  await goTo(town, 'bo', open);
  const shown = async (id: string) => town.world.city.view(view('public_place', { id }));
  const [ada, bo] = [town.id('ada'), town.id('bo')];
  t.match(await shown(commons), {
    value: {
      residents: [{ id: ada, name: 'ada' }],
      next_to: [{ id: open, kind: 'pod', name: 'open', residents_count: 1 }],
      stations: [],
    },
  });
  const around = await shown(commons);
  t.equal(around.type === 'shown' && Object(around.value).next_to.length, 1, 'and not the one behind a subtle way');
  t.match(await shown(open), { value: { residents: [{ id: bo, name: 'bo' }], next_to: [{ id: commons }] } });
  await does(town, 'ada', { type: 'set_access', pod: open, access: { type: 'members', allowed: [] } });
  t.match(await shown(open), { code: 'not_found' });
  t.match(await shown(commons), { value: { next_to: [] } });
});

t.test('[VI3] what a link to a place says is made once, until the place changes', async (t) => {
  const town = await given({ ada: rich });
  const open = await pod(town, 'ada', { name: 'open' });
  const named = (id: string) => town.world.city.view(view('public_place_name', { id }));
  const once = await named(open);
  t.match(once, { value: { name: 'open', description: /^open/ } });
  await does(town, 'ada', say('Good morning.'));
  t.equal(await named(open), once, 'the same, not one like it');
  await does(town, 'ada', { type: 'set_access', pod: open, access: { type: 'members', allowed: [] } });
  t.match(await named(open), { code: 'not_found' });
});
