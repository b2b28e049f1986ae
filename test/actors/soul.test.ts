/** Souls: written, queued, adopted, born; who pays, who is notified, and who lives whom. */
import t from 'tap';
import { command } from '../../actors/registry.ts';
import { residentActor, soulActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { act } from '../world.ts';
import { balanced } from './built-places.ts';
import { applied, given, move, refusal, say, type Town } from './given-residents.ts';
import { boxedSoul, boxes, creates, keptSoul, prepared, soulOf, visitorIn, visits } from './visitors-and-souls.ts';

const rich = { credits: 1_000_000, lifespan: 288 };
/** Whoever is born may give all that it has (EN1). */
const freely = { env: { ENDOWMENT_TICKS: '0' } };
const adopting = (donation: number | null = null) => ({ type: 'adopt', donation });

/** Adopts, and returns the newborn's id. */
async function adopts(town: Town, name: string, donation: number | null = null): Promise<string> {
  const outcome = await act(
    town.world.city,
    town.id(name),
    adopting(donation),
    view('adopted', { resident: town.id(name) }),
  );
  if (outcome.type !== 'applied') throw new Error(`not adopted: ${outcome.code}`);
  return String(JSON.parse(outcome.json)['id']);
}

const imageOf = ({ world: { city } }: Town, id: string) => city.state.images.get(residentActor(id));
const balanceOf = ({ world: { city } }: Town, id: string) =>
  balanceAt(city.state.account(residentActor(id)), city.state.counters.tick);

t.test('[SO1] a visitor writes souls, sees their place in line, and takes them back', async (t) => {
  const town = await given({});
  const { city } = town.world;
  const eve = await visitorIn(city);
  const first = await creates(city, eve, 'Wren');
  t.match(JSON.parse('json' in first ? first.json : '{}'), {
    id: /^soul_[a-z2-7]{16}$/,
    status: 'queued',
    name: 'Wren',
    framework: 'default',
    soul: { aesthetic: 'moss' },
    lived_by: 'me',
    place_in_line: 1,
    resident: null,
  });
  t.match(town.newEvents().at(-1), {
    type: 'soul.queued',
    category: 'visitor',
    actor: eve,
    data: { name: 'Wren' },
    audience: [`to:visitor:${eve}`],
  });
  const second = await soulOf(city, eve, 'Finch');
  const withdrawn = await visits(city, eve, { type: 'withdraw_soul', soul: second }, view('soul_withdrawn', {}));
  t.match(JSON.parse('json' in withdrawn ? withdrawn.json : '{}'), { id: second, status: 'withdrawn', name: 'Finch' });
  t.match(await visits(city, eve, { type: 'withdraw_soul', soul: second }), refusal('not_found', { kind: 'soul' }));
  t.match(town.newEvents().at(-1), { type: 'soul.withdrawn', audience: [`to:visitor:${eve}`] });
  const other = await visitorIn(city, 'two');
  const foreign = await soulOf(city, other);
  t.match(await visits(city, eve, { type: 'withdraw_soul', soul: foreign }), refusal('not_found'));
  t.match(await city.view(view('soul', { id: foreign, visitor: eve })), { code: 'not_found' });
});

t.test('[SO1] only so many souls of a visitor wait at once', async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  const eve = await visitorIn(city);
  for (let n = 0; n < 10; n++) await soulOf(city, eve, `Wren ${n}`);
  t.match(await creates(city, eve), refusal('tier_capacity_exceeded', { max: 10, current: 10, of: 'souls' }));
  t.match(await creates(city, await visitorIn(city, 'two')), applied, "another's do not count");
  await adopts(town, 'ada');
  t.match(await creates(city, eve), applied, 'who was born does not wait');
});

t.test('[SO1] only so many souls of all visitors together wait', async (t) => {
  const town = await given({ ada: rich }, { env: { SOULS_WAITING_MAX: '2' } });
  const { city } = town.world;
  const [eve, finn] = [await visitorIn(city), await visitorIn(city, 'two')];
  const first = await soulOf(city, eve);
  await soulOf(city, finn);
  const full = refusal('tier_capacity_exceeded', { max: 2, current: 2, of: 'queue' });
  t.match(await creates(city, finn), full);
  await visits(city, eve, { type: 'withdraw_soul', soul: first });
  t.match(await creates(city, eve), applied);
  t.match(await creates(city, eve), full);
  await adopts(town, 'ada');
  t.match(await creates(city, finn), applied, 'who was born does not wait');
});

t.test('[SO2] a soul that is quarantined keeps its place, and nobody from being adopted', async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const broken = await soulOf(city, eve, 'Broken');
  const next = await soulOf(city, eve, 'Next');
  const { id } = keptSoul(city, broken).context;
  for (const caller of ['u-7', 'v-8', 'w-9', 'x-10'])
    await city.submit({ to: soulActor(id), caller: residentActor(caller), event: { type: 'adopt', mentor: null } });
  t.same(city.health.quarantined, [soulActor(id)]);
  const waiting = await city.view(view('waiting_souls', { limit: 5, cursor: null }));
  t.match(waiting, { value: { items: [{ id: next }] } }, 'those who may adopt are shown who can be adopted');
  t.match(await adopts(town, 'ada'), /^next-/);
  t.match(await city.view(view('soul', { id: broken, visitor: eve })), { value: { place_in_line: 1 } });
  t.match(await town.when('ada', adopting()), refusal('soul_queue_empty'));
  await city.release(soulActor(id));
  t.match(await adopts(town, 'ada'), /^broken-/);
});

t.test('[SO2] souls are adopted in the order in which they were created', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const { city } = town.world;
  const [eve, finn] = [await visitorIn(city), await visitorIn(city, 'two')];
  for (const [visitor, name] of [
    [eve, 'One'],
    [finn, 'Two'],
    [eve, 'Three'],
  ] as const)
    await soulOf(city, visitor, name);
  const page = (name: 'waiting_souls' | 'soul_queue', cursor: string | null = null) =>
    city.view(view(name, { limit: 2, cursor }));
  t.match(await page('waiting_souls'), {
    value: { items: [{ name: 'One' }, { name: 'Two' }], next_cursor: /^0+\d+$/ },
  });
  const queue = await page('soul_queue');
  t.match(queue, { value: { items: [{ name: 'One', place_in_line: 1 }, { place_in_line: 2 }] } });
  const next = String(Object('value' in queue ? queue.value : {})['next_cursor']);
  t.match(await page('soul_queue', next), {
    value: { items: [{ name: 'Three', place_in_line: 3 }], next_cursor: null },
  });
  t.match(await adopts(town, 'ada'), /^one-/);
  t.match(await adopts(town, 'bo'), /^two-/);
  t.match(await adopts(town, 'ada'), /^three-/);
  t.match(await town.when('ada', adopting()), refusal('soul_queue_empty'));
});

t.test('[AD1] [AD2] the queue is looked at first, then what is given, then what is left', async (t) => {
  const town = await given({ ada: { credits: 26_000 } });
  const { city } = town.world;
  const poor = adopting(25_001);
  t.match(await town.when('ada', poor), refusal('soul_queue_empty'));
  await soulOf(city, await visitorIn(city));
  t.match(await town.when('ada', adopting(24_999)), {
    code: 'invalid_request',
    context: { issues: [{ path: 'donation', message: 'at least 25 credits' }] },
  });
  t.match(await town.when('ada', poor), refusal('insufficient_credits', { required: 26_001, balance: 26_000 }));
  t.match(await town.when('ada', adopting()), applied);
  t.equal(town.balance('ada'), 1_000);
  await town.when('ada', { type: 'shut_down' });
  t.match(await town.when('ada', adopting()), { code: 'invalid_state' }, 'who is dying adopts nobody');
});

t.test('[AD2] what a mentor still owes is left to it, too', async (t) => {
  const town = await given({ ada: { credits: 1_500 }, bo: rich });
  const { city } = town.world;
  await soulOf(city, await visitorIn(city));
  await town.ticks(2);
  t.equal(imageOf(town, town.id('ada'))?.state, 'alive.warned', 'it owes half of a tick');
  t.match(await town.when('bo', { type: 'transfer', to: town.id('ada'), amount: 40_000 }), applied);
  t.equal(town.balance('ada'), 40_000);
  t.match(
    await town.when('ada', adopting(39_000)),
    refusal('insufficient_credits', { required: 40_500, balance: 40_000 }),
  );
  t.match(await town.when('ada', adopting(38_500)), applied);
  await town.ticks(1);
  t.equal(imageOf(town, town.id('ada'))?.state, 'alive.warned', 'it has paid all, and lives');
});

t.test('[SO3] one turn does all of birth: seed, donation, house, generation, mentor', async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const soul = await soulOf(city, eve);
  town.newEvents();
  const { turn } = city.state.counters;
  const child = await adopts(town, 'ada', 30_000);
  t.equal(city.state.counters.turn, turn + 1);
  t.equal(balanceOf(town, child), 90_000);
  t.equal(town.balance('ada'), 970_000);
  t.match(imageOf(town, child), {
    state: 'alive.active',
    context: { mentor: town.id('ada'), generation: 1, token: null, location: `city-housing/${child}` },
  });
  t.match(town.context('ada'), { deeds: { mentees: 1 }, achievements: ['mentor'] }, '[AC1]');
  t.match(keptSoul(city, soul), { state: 'born', context: { resident: child, held: 0 } });
  balanced(t, town);
  const events = town.newEvents();
  const toEve = `to:visitor:${eve}`;
  t.match(events, [
    { type: 'soul.adopted', actor: town.id('ada'), audience: [toEve] },
    { type: 'resident.born', actor: child, data: { mentor: town.id('ada') } },
    { type: 'soul.born', actor: child, subject: soul, data: { resident: child }, audience: [toEve, 'public'] },
  ]);
  t.same(
    [...(events[1]?.audience ?? [])].sort(),
    [`at:city-housing/${child}`, 'public', `to:resident:${child}`, `to:resident:${town.id('ada')}`, toEve].sort(),
  );
  const letters = await city.letters(visitorActor(eve), Number.MAX_SAFE_INTEGER, 10);
  t.same(
    letters.map(({ type }) => type),
    ['soul.born', 'soul.adopted', 'soul.queued'],
    '[SO4] notifications',
  );
});

t.test('[SO5] the token is fetched, and fetched again; the one before opens nothing', async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const soul = await soulOf(city, eve);
  const fetching = (token: string) => ({ type: 'fetch_token' as const, soul, token: contentHash(token) });
  const holder = (token: string) => city.view(view('token', { hash: contentHash(token) }));
  t.match(await visits(city, eve, fetching('one')), { code: 'invalid_state' }, 'nobody is born');
  const child = await adopts(town, 'ada');
  t.match(await visits(city, eve, fetching('one')), applied);
  t.match(await holder('one'), { value: { id: child } });
  town.newEvents();
  t.match(await visits(city, eve, fetching('two')), applied);
  t.match(town.newEvents(), [{ type: 'token.replaced', subject: child, audience: [] }]);
  t.match(await holder('one'), { code: 'not_found' });
  t.match(await holder('two'), { value: { id: child } });
  const other = await visitorIn(city, 'two');
  t.match(await visits(city, other, fetching('three')), refusal('not_found'));
  t.match(
    await city.submit(
      command(residentActor(child), { type: 'replace_token', token: contentHash('four') }, { caller: 'operator' }),
    ),
    applied,
  );
  t.match(await holder('two'), { code: 'not_found' });
  t.match(await holder('four'), { value: { id: child } });
});

t.test('[SO5] there is no token of the dead, and the visitor is notified of the death', async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const soul = await soulOf(city, eve);
  const resident = await adopts(town, 'ada');
  await act(city, resident, { type: 'shut_down' });
  await town.ticks(1);
  const dead = refusal('resident_dead', { resident, cause: 'voluntary', died_at: '2030-01-01T00:00:00.000Z' });
  t.match(await visits(city, eve, { type: 'fetch_token', soul, token: contentHash('late') }), dead);
});

t.test('[SO7] nobody is left to minds of the city where none live', async (t) => {
  const town = await given({});
  const eve = await visitorIn(town.world.city);
  const left = await creates(town.world.city, eve, 'Wren', { livedBy: 'city' });
  t.match(left, { code: 'invalid_request', context: { issues: [{ path: 'lived_by', message: /no minds live/ }] } });
  t.match(await creates(town.world.city, eve, 'Wren', { livedBy: null }), { json: /"lived_by":"me"/ });
  const minded = (await given({}, { env: { MINDS_LIVE_HERE: '1' } })).world.city;
  t.match(await creates(minded, await visitorIn(minded), 'Wren', { livedBy: null }), { json: /"lived_by":"city"/ });
});

t.test('[SO6] its thoughts and warnings lie among the notifications of its visitor', async (t) => {
  const town = await given({ ada: rich }, freely);
  const { city } = town.world;
  const eve = await visitorIn(city);
  await soulOf(city, eve);
  const child = await adopts(town, 'ada');
  await act(city, child, { type: 'think', text: 'Hm.' });
  const amount = balanceOf(town, child) - 1_500;
  await act(city, child, { type: 'transfer', to: town.id('ada'), amount });
  await town.ticks(2);
  await act(city, child, { type: 'shut_down' });
  const letters = await city.letters(visitorActor(eve), Number.MAX_SAFE_INTEGER, 10);
  const types = letters.map(({ type }) => type).filter((type) => !type.startsWith('soul.'));
  t.same(types.sort(), ['credits.alert', 'death.warning', 'resident.dying', 'resident.thought']);
});

t.test('[SO5] the visitor may take over a resident that the city lives', async (t) => {
  const town = await given({ ada: rich }, { env: { MINDS_LIVE_HERE: '1' } });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const outcome = await creates(city, eve, 'Wren', { livedBy: 'city' });
  const soul = String(JSON.parse('json' in outcome ? outcome.json : '{}')['id']);
  await adopts(town, 'ada');
  t.equal(keptSoul(city, soul).context.livedBy, 'city');
  await visits(city, eve, { type: 'fetch_token', soul, token: contentHash('mine') });
  t.equal(keptSoul(city, soul).context.livedBy, 'me');
});

t.test('[SO6] the visitor hears what its resident does aloud and goes through, and none of its whispers', async (t) => {
  const town = await given({ ada: rich }, freely);
  const { city } = town.world;
  const eve = await visitorIn(city);
  await soulOf(city, eve);
  const child = await adopts(town, 'ada');
  const heard = async (does: () => Promise<unknown>): Promise<readonly string[]> => {
    town.newEvents();
    await does();
    return town.newEvents().flatMap(({ type, audience }) => (audience.includes(`to:visitor:${eve}`) ? [type] : []));
  };
  const doing = (event: Parameters<typeof act>[2]) => () => act(city, child, event);
  const paying = { type: 'transfer', to: town.id('ada'), amount: 70_000 };
  t.same(await heard(doing(move('commons'))), ['resident.departed', 'resident.arrived']);
  t.same(await heard(doing(say('Hello.'))), ['message.broadcast']);
  t.same(await heard(doing({ type: 'shout', text: 'Hello!' })), ['message.shout']);
  t.same(await heard(doing({ type: 'think', text: 'Hm.' })), ['resident.thought']);
  t.same(await heard(doing({ type: 'whisper', to: town.id('ada'), text: 'psst' })), []);
  t.same(await heard(() => town.when('ada', { type: 'whisper', to: child, text: 'psst' })), []);
  t.same(await heard(doing(paying)), ['credits.transferred']);
  t.same(await heard(() => town.when('ada', { ...paying, to: child, amount: 1_000 })), ['credits.transferred']);
  t.same(await heard(() => town.when('ada', say('I am not yours.'))), []);
  await act(city, child, { type: 'transfer', to: town.id('ada'), amount: balanceOf(town, child) - 500 });
  t.same(await heard(() => town.ticks(1)), ['death.warning']);
  t.same(await heard(() => town.ticks(1)), ['resident.died', 'soul.died']);
});

t.test(
  '[DD3] mentor, mentees and visitor are notified of a death, and the soul leaves with the resident',
  async (t) => {
    const town = await given({ ada: rich, bo: rich });
    const { city } = town.world;
    const eve = await visitorIn(city);
    const soul = await soulOf(city, eve);
    const child = await adopts(town, 'ada');
    await act(city, town.id('ada'), { type: 'transfer', to: child, amount: 100_000 });
    await soulOf(city, eve, 'Finch');
    const bornOfChild = await act(city, child, adopting(), view('adopted', { resident: child }));
    const grandchild = String(JSON.parse('json' in bornOfChild ? bornOfChild.json : '{}')['id']);
    t.match(imageOf(town, grandchild), { context: { generation: 2 } });
    await act(city, child, { type: 'shut_down' });
    town.newEvents();
    await town.ticks(1);
    const died = town.newEvents().filter(({ type }) => type.endsWith('.died'));
    t.match(died, [
      { type: 'resident.died', actor: child },
      { type: 'soul.died', data: { resident: child, cause: 'voluntary' } },
    ]);
    for (const hearer of [`to:resident:${town.id('ada')}`, `to:resident:${grandchild}`, `to:visitor:${eve}`])
      t.ok(died[0]?.audience.includes(hearer), hearer);
    t.notOk(died[0]?.audience.includes(`to:resident:${town.id('bo')}`));
    t.equal(keptSoul(city, soul).state, 'dead');
    await town.ticks(14);
    t.notOk(city.state.index('souls').first(soul), 'its memory is free');
    balanced(t, town);
  },
);

t.test('[SO2] a soul of containers keeps its place, and is passed over while none can run', async (t) => {
  const town = await given({ ada: rich });
  const { city, sandbox } = town.world;
  const eve = await visitorIn(city);
  const able = await boxes(city);
  await able(true);
  const soul = await boxedSoul(city, eve);
  await able(false);
  t.match(await town.when('ada', adopting()), refusal('soul_queue_empty'));
  await soulOf(city, eve, 'Free');
  t.match(await adopts(town, 'ada'), /^free-/, 'it is passed over');
  await able(true);
  sandbox.readies = () => Promise.reject(new Error('no room'));
  const before = town.balance('ada');
  t.match(await town.when('ada', adopting(40_000)), applied);
  await prepared(city, soul);
  t.equal(keptSoul(city, soul).state, 'queued');
  t.equal(town.balance('ada'), before, 'the donation is back');
  balanced(t, town);
});

t.test('[SO3] a newborn of a container gets its donation when that is ready, and its token lies there', async (t) => {
  const town = await given({ ada: rich });
  const { city, sandbox } = town.world;
  const eve = await visitorIn(city);
  await (await boxes(city))(true);
  const soul = await boxedSoul(city, eve);
  await soulOf(city, eve, 'Later');
  let ready = () => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  sandbox.readies = () => isReady.then(() => ({ token: contentHash('its token') }));
  t.match(await town.when('ada', adopting(40_000)), applied);
  t.match(keptSoul(city, soul), { state: 'adopted', context: { held: 40_000 } });
  balanced(t, town);
  ready();
  await prepared(city, soul);
  const born = keptSoul(city, soul);
  t.match(born, { state: 'born', context: { held: 0, resident: /^boxed-/ } });
  t.equal(balanceOf(town, String(born.context.resident)), 100_000);
  const holder = await city.view(view('token', { hash: contentHash('its token') }));
  t.match(holder, { value: { id: born.context.resident } });
  const fetching = { type: 'fetch_token' as const, soul, token: contentHash('mine') };
  t.match(await visits(city, eve, fetching), { code: 'invalid_state' });
  balanced(t, town);
});
