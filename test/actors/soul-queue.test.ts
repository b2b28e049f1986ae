/** Who gets a place in the queue of souls, and for how long (SO1, SO10, SO11, SO12). */
import t from 'tap';
import { visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { applied, given, refusal } from './given-residents.ts';
import { adopting, creates, soulOf, visitorIn, visits } from './visitors-and-souls.ts';

const full = (of: string, max: number, current: number) => refusal('tier_capacity_exceeded', { of, max, current });

t.test('[SO10] the last half of the queue is for visitors of whom nobody waits', async (t) => {
  const { world } = await given({}, { env: { SOULS_WAITING_MAX: '5' } });
  const { city } = world;
  const [eve, finn, gus] = [await visitorIn(city), await visitorIn(city, 'two'), await visitorIn(city, 'three')];
  const first = await soulOf(city, eve);
  for (let n = 0; n < 2; n++) await soulOf(city, eve);
  t.match(await creates(city, eve), full('shared places', 3, 3));
  t.match(await creates(city, finn), applied, 'nobody of it waits');
  t.match(await creates(city, finn), full('shared places', 3, 4));
  t.match(await creates(city, gus), applied);
  t.match(await creates(city, await visitorIn(city, 'four')), full('queue', 5, 5));
  await visits(city, eve, { type: 'withdraw_soul', soul: first });
  t.match(await creates(city, eve), full('shared places', 3, 4), 'there is room, and not for it');
});

t.test('[SO11] accounts that one network opened have so many places together', async (t) => {
  const { world } = await given({}, { env: { SOULS_PER_NETWORK_MAX: '2' } });
  const { city } = world;
  const [eve, finn] = [await visitorIn(city, 'one', 'here'), await visitorIn(city, 'two', 'here')];
  const first = await soulOf(city, eve);
  await soulOf(city, finn);
  t.match(await creates(city, finn), full('network', 2, 2));
  t.match(await creates(city, await visitorIn(city, 'three', 'there')), applied, 'another network');
  const before = await visitorIn(city, 'four');
  for (let n = 0; n < 3; n++) t.match(await creates(city, before), applied, 'an account of which no network is known');
  await visits(city, eve, { type: 'withdraw_soul', soul: first });
  t.match(await creates(city, finn), applied, 'only those that wait count');
  const seen = await city.view(view('visitor', { id: eve }));
  t.notMatch(JSON.stringify(seen), 'here', 'it is shown to nobody');
});

t.test('[SO12] a soul that has waited too long goes back to its visitor, who is notified', async (t) => {
  const town = await given({}, { env: { SOUL_WAITS_TICKS: '3' } });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const soul = await soulOf(city, eve, 'Wren');
  await town.ticks(2);
  t.match(await city.view(view('soul', { id: soul, visitor: eve })), { value: { status: 'queued' } });
  town.newEvents();
  await town.ticks(1);
  const returned = { type: 'soul.returned', subject: soul, actor: null, audience: [`to:visitor:${eve}`] };
  t.match(
    town.newEvents().filter(({ type }) => type === 'soul.returned'),
    [returned],
  );
  t.match(await city.letters(visitorActor(eve), 1_000, 1), [{ type: 'soul.returned' }]);
  t.match(await city.view(view('soul', { id: soul, visitor: eve })), { code: 'not_found' });
  t.match(await creates(city, eve), applied);
});

t.test('[SO12] whoever is adopted in time is not sent back', async (t) => {
  const town = await given({ ada: { credits: 1_000_000, lifespan: 288 } }, { env: { SOUL_WAITS_TICKS: '3' } });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const soul = await soulOf(city, eve, 'Wren');
  t.match(await town.when('ada', adopting), applied);
  await town.ticks(4);
  t.match(await city.view(view('soul', { id: soul, visitor: eve })), { value: { status: 'born' } });
});
