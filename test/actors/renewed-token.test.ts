/** Another token of a resident: it replaces its own, or its mentor gets one for it once nobody has shown the one before for long enough. */
import t from 'tap';
import { visitorActor } from '../../actors/rules/place/names.ts';
import { withoutSecrets } from '../../actors/secrets.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { act, openWorld } from '../world.ts';
import { imageOf, inhabited, rich, shown } from './given-core-container.ts';
import { applied, given, refusal, type Town } from './given-residents.ts';
import { adopting, creates, keptSoul, soulOf, visitorIn, visits } from './visitors-and-souls.ts';

const hash = contentHash;
const renewing = (token: string, oldToken: string) => ({
  type: 'renew_token',
  ...{ token: hash(token), oldToken: hash(oldToken) },
});
const showing = (token: string) => ({ type: 'show_token', token: hash(token) });
const missing = (of: string, token: string) => ({ type: 'recover_token', of, token: hash(token) });
const waitTicks = 12;

/** Ada has adopted a child, of whom Eve has fetched the token `old`; Bo is nobody to it. */
async function family(livedBy: 'me' | 'city' = 'me') {
  const town = await given({ ada: rich, bo: rich }, livedBy === 'city' ? { env: { MINDS: '1' } } : {});
  const { city } = town.world;
  const eve = await visitorIn(city);
  const outcome = await creates(city, eve, 'Wren', { livedBy });
  const soul = String(JSON.parse('json' in outcome ? outcome.json : '{}')['id']);
  await town.when('ada', adopting);
  const child = String(keptSoul(city, soul).context.resident);
  if (livedBy === 'me') await visits(city, eve, { type: 'fetch_token', soul, token: hash('old') });
  town.newEvents();
  return { town, city, eve, soul, child };
}

const holder = async ({ world: { city } }: Town, token: string) => shown(city, view('token', { hash: hash(token) }));
const told = (town: Town, type: string) => town.newEvents().filter((event) => event.type === type);

t.test(
  '[WK5] both tokens are its own until the new one is shown; then the old one is nobody’s, and both are told',
  async (t) => {
    const { town, city, eve, child } = await family();
    t.match(await act(city, child, renewing('new', 'old')), applied);
    t.match(await holder(town, 'old'), { id: child, is_awaited: false });
    t.match(await holder(town, 'new'), { id: child, is_awaited: true });
    t.match(await act(city, child, renewing('newer', 'old')), applied, 'asked again, for the answer was lost');
    t.match(await holder(town, 'new'), { code: 'not_found' });
    await act(city, child, showing('old'));
    t.same(town.newEvents(), [], 'nothing has come of it yet');
    t.match(await act(city, child, showing('newer')), applied);
    t.match(await holder(town, 'old'), { code: 'not_found' });
    t.match(await holder(town, 'newer'), { id: child, is_awaited: false });
    const audience = [`to:resident:${child}`, `to:visitor:${eve}`];
    t.match(town.newEvents(), [{ type: 'token.replaced', subject: child, data: { by: 'itself' }, audience }]);
    t.match(await city.letters(visitorActor(eve), Number.MAX_SAFE_INTEGER, 1), [{ type: 'token.replaced' }]);
    t.match(await act(city, child, renewing('late', 'old')), refusal('invalid_state'));
    t.match(await holder(town, 'late'), { code: 'not_found' }, 'the old one asks for nothing');
  },
);

t.test('[WK5] what was asked for is there after a restart, and gone with the token', async (t) => {
  const { town, city, eve, soul, child } = await family();
  await act(city, child, renewing('new', 'old'));
  await town.world.crash();
  const { city: next } = await openWorld({ store: town.world.store, clock: town.world.clock });
  t.match(await shown(next, view('token', { hash: hash('new') })), { id: child, is_awaited: true });
  await visits(next, eve, { type: 'fetch_token', soul, token: hash('fetched') });
  for (const gone of ['old', 'new'])
    t.match(await shown(next, view('token', { hash: hash(gone) })), { code: 'not_found' });
  await act(next, child, renewing('another', 'fetched'));
  await act(next, child, { type: 'end_token', token: hash('fetched') });
  t.match(
    await shown(next, view('token', { hash: hash('another') })),
    { code: 'not_found' },
    'it has ended with the other',
  );
});

t.test('[WK5] [CC1] who lives in a container keeps the token that lies there', async (t) => {
  const { city, soul, child } = await inhabited();
  t.match(await act(city, child, renewing('new', `token of ${soul}`)), refusal('invalid_state'));
});

t.test(
  '[WK6] its mentor gets a token when nobody has shown the one before for long enough, and all are told',
  async (t) => {
    const { town, city, eve, child } = await family();
    const everybody = [`to:resident:${child}`, `to:resident:${town.id('ada')}`, `to:visitor:${eve}`];
    t.match(await town.when('ada', missing(child, 'new')), applied);
    const from_tick = city.state.counters.tick + waitTicks;
    const missed = { actor: town.id('ada'), subject: child, data: { from_tick }, audience: everybody };
    t.match(told(town, 'token.missed'), [missed]);
    t.match(await holder(town, 'new'), { code: 'not_found' }, 'it has to wait');
    await town.ticks(waitTicks - 1);
    await town.when('ada', missing(child, 'early'));
    t.match(await holder(town, 'early'), { code: 'not_found' });
    await town.ticks(1);
    town.newEvents();
    await town.when('ada', missing(child, 'new'));
    t.match(await holder(town, 'new'), { id: child });
    t.match(await holder(town, 'old'), { code: 'not_found' });
    t.match(told(town, 'token.replaced'), [{ subject: child, data: { by: 'mentor' }, audience: everybody }]);
    await town.when('ada', missing(child, 'newer'));
    t.match(await holder(town, 'newer'), { id: child }, 'and once more, for the answer may have been lost');
    await act(city, child, showing('newer'));
    await town.when('ada', missing(child, 'newest'));
    t.match(await holder(town, 'newest'), { code: 'not_found' }, 'not when it was shown: then it waits anew');
  },
);

t.test('[WK6] whoever shows the token keeps it, and the mentor cannot ask again at once', async (t) => {
  const { town, city, child } = await family();
  await town.when('ada', missing(child, 'new'));
  t.match(await holder(town, 'old'), { id: child, is_awaited: true });
  town.newEvents();
  await act(city, child, showing('wrong'));
  t.same(town.newEvents(), [], 'a token that is not its own says nothing');
  await act(city, child, showing('old'));
  t.match(told(town, 'token.shown'), [{ actor: child, subject: null }]);
  t.match(await town.when('ada', missing(child, 'new')), refusal('invalid_state'));
  await town.ticks(waitTicks);
  town.newEvents();
  t.match(await town.when('ada', missing(child, 'new')), applied);
  t.match(told(town, 'token.missed'), [{ subject: child }], 'it begins anew');
  t.match(await holder(town, 'new'), { code: 'not_found' });
});

t.test('[WK6] nobody but its mentor, while both live', async (t) => {
  const { town, city, child } = await family();
  const denied = refusal('access_denied');
  t.match(await town.when('bo', missing(child, 'new')), denied, 'another resident');
  t.match(await act(city, child, missing(town.id('ada'), 'new')), denied, 'the child for its mentor');
  t.match(await act(city, child, missing(child, 'new')), denied, 'for itself');
  t.match(await town.when('bo', missing('nobody-99', 'new')), refusal('not_found'));
  await act(city, child, { type: 'shut_down' });
  await town.ticks(1);
  t.match(await town.when('ada', missing(child, 'new')), refusal('resident_dead'), 'the dead have no new token');
  t.match(await holder(town, 'new'), { code: 'not_found' });
});

t.test('[WK6] a mentor that dies or is dying gets none', async (t) => {
  const { town, child } = await family();
  await town.when('ada', missing(child, 'new'));
  await town.ticks(waitTicks);
  await town.when('ada', { type: 'shut_down' });
  t.match(await town.when('ada', missing(child, 'new')), refusal('invalid_state'));
  await town.ticks(1);
  t.match(await town.when('ada', missing(child, 'new')), refusal('invalid_state'));
  t.match(await holder(town, 'old'), { id: child });
});

t.test(
  '[WK6] [MD2] [WK4] no token is lost that the city holds, that nobody has fetched, or that was ended',
  async (t) => {
    const minded = await family('city');
    t.match(await minded.town.when('ada', missing(minded.child, 'new')), refusal('invalid_state'), 'a mind lives it');
    const boxed = await inhabited();
    t.match(
      await boxed.town.when('ada', missing(boxed.child, 'new')),
      refusal('invalid_state'),
      'it lives in a container',
    );
    const { town, city, child } = await family();
    await act(city, child, { type: 'end_token', token: hash('old') });
    t.match(await town.when('ada', missing(child, 'new')), refusal('invalid_state'), 'it has ended its own');
    const eve = await visitorIn(city, 'two');
    const soul = await soulOf(city, eve, 'Linnet');
    await town.when('ada', adopting);
    const newborn = String(keptSoul(city, soul).context.resident);
    t.match(await town.when('ada', missing(newborn, 'new')), refusal('invalid_state'), 'nobody has fetched it');
    t.match(imageOf(city, newborn), { context: { token: null } });
  },
);

t.test('[WK6] [SO5] its visitor takes it back from a mentor at any time', async (t) => {
  const { town, city, eve, soul, child } = await family();
  await town.when('ada', missing(child, 'new'));
  await town.ticks(waitTicks);
  await town.when('ada', missing(child, 'new'));
  town.newEvents();
  await visits(city, eve, { type: 'fetch_token', soul, token: hash('back') });
  const audience = [`to:resident:${child}`, 'to:resident:ada-1', `to:visitor:${eve}`];
  t.match(town.newEvents(), [{ type: 'token.replaced', subject: child, data: { by: 'visitor' }, audience }]);
  t.match(await holder(town, 'new'), { code: 'not_found' });
  t.match(await holder(town, 'back'), { id: child, is_awaited: false });
  await town.when('ada', missing(child, 'again'));
  t.match(await holder(town, 'again'), { code: 'not_found' }, 'and the mentor waits anew');
});

t.test('[J7] hashes of tokens are shown to nobody', async (t) => {
  const { city, child } = await family();
  await act(city, child, renewing('new', 'old'));
  t.match(withoutSecrets(imageOf(city, child)?.context ?? {}), { token: 'hidden', nextToken: 'hidden' });
  t.same(withoutSecrets({ type: 'renew_token', oldToken: 'a' }), { type: 'renew_token', oldToken: 'hidden' });
});
