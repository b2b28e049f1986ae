/** A resident ends its own token: it lives on, and nobody lives it until somebody gets another. */
import t from 'tap';
import { command } from '../../actors/registry.ts';
import { residentActor, soulActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { act, openWorld } from '../world.ts';
import { asked, ends, imageOf, inhabited, rich, settled, shown, wanted } from './given-core-container.ts';
import { applied, given, refusal, type Town } from './given-residents.ts';
import { adopting, creates, keptSoul, soulOf, visitorIn, visits } from './visitors-and-souls.ts';

/** A resident born of the soul. */
async function adopts(town: Town, soul: string): Promise<string> {
  await town.when('ada', adopting);
  return String(keptSoul(town.world.city, soul).context.resident);
}

const ending = (token: string) => ({ type: 'end_token', token: contentHash(token) });
const fetching = (soul: string, token: string) => ({ type: 'fetch_token' as const, soul, token: contentHash(token) });

t.test('[WK4] [SO5] it lives without a token, its visitor is notified and fetches another', async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const soul = await soulOf(city, eve);
  const child = await adopts(town, soul);
  await visits(city, eve, fetching(soul, 'one'));
  town.newEvents();
  t.match(await act(city, child, ending('one')), applied);
  const ended = { type: 'token.ended', actor: child, subject: null, data: {}, audience: [`to:visitor:${eve}`] };
  t.match(town.newEvents(), [ended]);
  t.match(await city.letters(visitorActor(eve), Number.MAX_SAFE_INTEGER, 1), [{ type: 'token.ended' }]);
  t.match(await shown(city, view('token', { hash: contentHash('one') })), { code: 'not_found' });
  t.match(imageOf(city, child), { state: 'alive.active', context: { token: null } });
  t.match(await act(city, child, ending('one')), applied);
  t.same(town.newEvents(), [], 'it has ended already');
  t.match(await visits(city, eve, fetching(soul, 'two')), applied);
  t.match(await shown(city, view('token', { hash: contentHash('two') })), { id: child });
  const given2 = { type: 'replace_token', token: contentHash('three') } as const;
  await act(city, child, ending('two'));
  t.match(await city.submit(command(residentActor(child), given2, { caller: 'operator' })), applied);
  t.match(await shown(city, view('token', { hash: contentHash('three') })), { id: child });
});

t.test('[WK4] a token that was issued meanwhile is kept, and an ended one is not there after a restart', async (t) => {
  const town = await given({ ada: {} });
  const { city, store, clock } = town.world;
  const [id, before] = [town.id('ada'), String(town.context('ada').token)];
  const replaced = { type: 'replace_token', token: contentHash('new') } as const;
  await city.submit(command(residentActor(id), replaced, { caller: 'operator' }));
  t.match(await act(city, id, { type: 'end_token', token: before }), applied);
  t.match(await shown(city, view('token', { hash: contentHash('new') })), { id });
  town.newEvents();
  t.match(await act(city, id, ending('new')), applied);
  t.match(town.newEvents(), [{ type: 'token.ended', actor: id, audience: [] }], 'nobody has written a founder');
  await town.world.crash();
  const { city: next } = await openWorld({ store, clock });
  for (const hash of [before, contentHash('new')])
    t.match(await shown(next, view('token', { hash })), { code: 'not_found' });
  t.match(imageOf(next, id), { state: 'alive.active', context: { token: null } });
});

t.test('[WK4] [DY3] also in its last tick; when it is dead the token is nobody’s', async (t) => {
  const town = await given({ ada: { credits: 20_000 } });
  const { city } = town.world;
  const token = String(town.context('ada').token);
  await town.when('ada', { type: 'shut_down' });
  t.match(await town.when('ada', { type: 'end_token', token }), applied);
  await town.ticks(1);
  t.match(imageOf(city, town.id('ada')), { state: 'dead', context: { token: null } });
  t.match(await shown(city, view('token', { hash: token })), { code: 'not_found' });
});

t.test('[WK4] [MD2] a resident that was left to minds is left to them no more', async (t) => {
  const town = await given({ ada: rich }, { env: { MINDS: '1' } });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const written = await creates(city, eve, 'Wren', { livedBy: 'city' });
  const soul = String(JSON.parse('json' in written ? written.json : '{}')['id']);
  const child = await adopts(town, soul);
  const lives = (token: string) => {
    const event = { type: 'mind.lives', token: contentHash(token) } as const;
    return city.submit(command(soulActor(keptSoul(city, soul).context.id), event, { caller: 'city' }));
  };
  t.match(await lives('lent'), applied);
  t.match(await act(city, child, ending('lent')), applied);
  t.match(await shown(city, view('soul', { id: soul, visitor: eve })), { lived_by: 'me' });
  t.match(await lives('again'), refusal('invalid_state'));
});

t.test('[WK4] [CC4] its container is removed, and can kill nobody any more', async (t) => {
  const { town, city, sandbox, eve, soul, child: id } = await inhabited();
  t.match(await act(city, id, ending(`token of ${soul}`)), applied);
  await settled(city, id);
  t.same(asked(sandbox), ['prepare', 'start', 'remove']);
  t.same(await wanted(city, soul), { is_wanted: false, resident: null });
  t.match(town.newEvents(), [{ type: 'token.ended', actor: id, audience: [`to:visitor:${eve}`] }]);
  await town.ticks(1);
  await ends(city, id, 'crashed');
  t.equal(imageOf(city, id)?.state, 'alive.active');
  const event = { type: 'replace_token', token: contentHash('new') } as const;
  t.match(await city.submit(command(residentActor(id), event, { caller: 'operator' })), applied);
  t.match(await shown(city, view('token', { hash: contentHash('new') })), { id });
});
