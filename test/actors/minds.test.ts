/** Souls that minds of the city live, and those that the city writes itself. */
import t from 'tap';
import { command } from '../../actors/registry.ts';
import { commons, locationActor, soulActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { act, type World } from '../world.ts';
import { applied, given, refusal, type Town } from './given-residents.ts';
import {
  adopting,
  boxedSoul,
  boxes,
  creates,
  creating,
  keptSoul,
  prepared,
  visitorIn,
  visits,
} from './visitors-and-souls.ts';

const rich = { credits: 1_000_000, lifespan: 288 };

/** Adopts, and returns the newborn's id. */
async function adopts(town: Town, name: string): Promise<string> {
  const outcome = await act(town.world.city, town.id(name), adopting, view('adopted', { resident: town.id(name) }));
  if (outcome.type !== 'applied') throw new Error(`not adopted: ${outcome.code}`);
  return String(JSON.parse(outcome.json)['id']);
}

/** The city puts a soul of its own into the queue. */
const sown = (city: World['city'], nth = 0, mindsFree = 4, more: Parameters<typeof creating>[1] = {}) => {
  const { name, framework, schema, soul } = creating('Wren', more);
  const event = { type: 'soul.due', nth, mindsFree, mindsMax: 12, name, framework, schema, soul } as const;
  return city.submit(command(locationActor(commons), event, { caller: 'city' }));
};

/** The public id of the first soul of the queue. */
function waiting(city: World['city']): string {
  const actor = must(city.state.index('soul queue').first('queued'), 'a soul that waits');
  return String(city.state.images.get(actor)?.context['soulId']);
}

t.test("[SO12] the city's own soul waits for as long as it takes", async (t) => {
  const town = await given({ ada: rich }, { env: { SOUL_WAITS_TICKS: '1' } });
  const { city } = town.world;
  t.match(await sown(city), applied);
  const soulId = waiting(city);
  await town.ticks(3);
  t.equal(waiting(city), soulId);
});

t.test("[SO3] whoever adopts a soul that needs a container hears which it is, also of the city's own", async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  const able = await boxes(city);
  await able(true);
  const adopted = async () => {
    const soul = waiting(city);
    const reply = view('adopted', { resident: town.id('ada') });
    const outcome = await act(city, town.id('ada'), adopting, reply);
    const expected = { soul, name: 'Wren', framework: 'boxed', mentor: town.id('ada'), status: 'adopted' };
    t.same('json' in outcome && JSON.parse(outcome.json), expected);
    await prepared(city, soul);
  };
  await boxedSoul(city, await visitorIn(city), 'Wren');
  await adopted();
  t.match(await sown(city, 0, 4, { framework: 'boxed' }), applied);
  await adopted();
});

t.test("[SO9] the city's own soul waits like any other, is nobody's, and its life is public", async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  town.newEvents();
  for (const free of [-1, 0, 3])
    t.match(await sown(city, 0, free), refusal('invalid_state'), `with ${free} of 12 minds free`);
  t.match(await sown(city), applied);
  t.same(town.newEvents(), [], 'there is no visitor to notify');
  t.match(await sown(city, 1), refusal('invalid_state'), 'while somebody waits');
  const eve = await visitorIn(city);
  const soulId = waiting(city);
  t.match(await visits(city, eve, { type: 'withdraw_soul', soul: soulId }), refusal('not_found'));
  const child = await adopts(town, 'ada');
  t.match(await visits(city, eve, { type: 'fetch_token', soul: soulId, token: '' }), refusal('not_found'));
  const born = town.newEvents().find(({ type }) => type === 'soul.born');
  t.match(born, { audience: ['public'], data: { resident: child } });
  await act(city, child, { type: 'think', text: 'Hm.' });
  t.match(await sown(city, 0), refusal('invalid_state'), 'each in its turn');
  t.match(await sown(city, 1), applied);
  await act(city, child, { type: 'shut_down' });
  town.newEvents();
  await town.ticks(1);
  t.match(
    town.newEvents().find(({ type }) => type === 'soul.died'),
    { audience: ['public'] },
  );
});

t.test('[MD2] a mind gets a token as long as nobody else has had one', async (t) => {
  const town = await given({ ada: rich }, { env: { MINDS: '1' } });
  const { city } = town.world;
  const eve = await visitorIn(city);
  const written = await creates(city, eve, 'Wren', { livedBy: 'city' });
  const soul = String(JSON.parse('json' in written ? written.json : '{}')['id']);
  const lives = (token: string) => {
    const event = { type: 'mind.lives', token: contentHash(token) } as const;
    return city.submit(command(soulActor(keptSoul(city, soul).context.id), event, { caller: 'city' }));
  };
  const holder = (token: string) => city.view(view('token', { hash: contentHash(token) }));
  t.match(await lives('early'), refusal('invalid_state'), 'nobody is born');
  const child = await adopts(town, 'ada');
  t.match(await lives('one'), applied);
  t.match(await lives('two'), applied, 'another process of minds');
  t.match(await holder('one'), { code: 'not_found' });
  t.match(await holder('two'), { value: { id: child } });
  t.equal(keptSoul(city, soul).context.livedBy, 'city');
  t.match(await visits(city, eve, { type: 'fetch_token', soul, token: contentHash('mine') }), applied);
  t.match(await lives('three'), refusal('invalid_state'));
  t.match(await holder('mine'), { value: { id: child } });
  await act(city, child, { type: 'shut_down' });
  await town.ticks(1);
  t.match(await lives('late'), refusal('resident_dead'));
});
