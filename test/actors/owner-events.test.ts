/** Owners hear of what happens at their places wherever they are, also where somebody else speaks for these. */
import t from 'tap';
import { podActor } from '../../actors/rules/place/names.ts';
import { finished } from '../world.ts';
import { asking, calling, deploying, does, goTo, newest, priced, rich, workshop, writing } from './built-places.ts';
import { given, move, type Town } from './given-residents.ts';

const hearers = (town: Town, prefix: string) =>
  town
    .newEvents()
    .filter(({ type }) => type.startsWith(prefix))
    .map(({ type, audience, data }) => ({
      type,
      audience: audience.filter((one) => one.startsWith('to:')).sort(),
      hasLastWords: 'stderr' in data,
    }));
const audienceOf = (town: Town, ...names: readonly string[]) => names.map((name) => `to:${town.actor(name)}`).sort();

/** ada's shop, which bo speaks for, with a service; dan stands in it. */
async function shop() {
  const town = await given({ ada: rich, bo: rich, cleo: rich, dan: rich });
  const pricing = priced({ perQuery: 500 });
  const place = await workshop(town, 'ada', { name: 'shop', representative: town.id('bo'), funding: 100_000 });
  await does(town, 'bo', deploying(place, { pricing, tier: 'small', funding: 100_000 }));
  await goTo(town, 'bo', place);
  await does(town, 'bo', writing(place));
  await does(town, 'bo', move('commons'));
  await goTo(town, 'dan', place);
  town.newEvents();
  return { town, place };
}

t.test('owners hear of a call of a service, without the last words of code that failed', async (t) => {
  const { town, place } = await shop();
  t.match(town.world.city.state.images.get(podActor(place)), {
    context: { owner: town.id('ada'), representative: town.id('bo') },
  });
  town.world.sandbox.comes = () => ({ ...finished, output: '1' });
  await does(town, 'dan', calling(place));
  const type = 'service.called';
  t.same(hearers(town, type), [{ type, audience: audienceOf(town, 'ada', 'bo', 'dan'), hasLastWords: false }]);
  town.world.sandbox.comes = () => ({ ...finished, outcome: 'failed', stderr: 'a secret' });
  await does(town, 'dan', calling(place));
  t.same(hearers(town, type), [
    { type, audience: audienceOf(town, 'ada', 'dan'), hasLastWords: false },
    { type, audience: audienceOf(town, 'bo'), hasLastWords: true },
  ]);
});

t.test('owners hear of a request for a connection, and of what becomes of it', async (t) => {
  const { town, place } = await shop();
  const mill = await workshop(town, 'cleo', { name: 'mill', representative: town.id('dan') });
  await does(town, 'dan', move('commons'));
  await does(town, 'dan', deploying(mill));
  await goTo(town, 'cleo', place);
  town.newEvents();
  await does(town, 'cleo', asking(place, mill));
  const request = newest(town, 'connection.requested');
  await does(town, 'bo', { type: 'approve_connection', request });
  await does(town, 'dan', { type: 'approve_connection', request });
  const audience = audienceOf(town, 'ada', 'bo', 'cleo', 'dan');
  const types = ['connection.requested', 'connection.approved', 'connection.opened'];
  t.same(
    hearers(town, 'connection.'),
    types.map((type) => ({ type, audience, hasLastWords: false })),
  );
});

t.test('owners hear of containers in a pod, and of their calls', async (t) => {
  const { town, place } = await shop();
  const sketch = await workshop(town, 'cleo', { name: 'sketch', funding: 50_000 });
  await goTo(town, 'cleo', sketch);
  await does(town, 'cleo', writing(sketch));
  await does(town, 'cleo', move('commons'));
  const stall = { pod: place, name: 'stall' };
  const size = { cpuMillis: 100, memoryMib: 64 };
  await does(town, 'bo', { type: 'allow_container', ...stall, ...size, agent: town.id('cleo') });
  town.newEvents();
  await does(town, 'cleo', { type: 'deploy_container', ...stall, workshop: 'sketch', description: null });
  await does(town, 'dan', move(`${place}/stall`));
  town.world.sandbox.comes = () => ({ ...finished, output: '1' });
  await does(town, 'dan', calling(`${place}/stall`));
  await does(town, 'bo', { type: 'remove_container', ...stall });
  const keepers = audienceOf(town, 'ada', 'bo', 'cleo');
  const heard = town.newEvents().map(({ type, audience }) => [type, audience.toSorted()]);
  t.same(
    heard.filter(([type]) => typeof type === 'string' && /^(container|service)/.test(type)),
    [
      ['container.started', keepers],
      ['service.called', audienceOf(town, 'ada', 'bo', 'cleo', 'dan')],
      ['container.stopped', keepers],
    ],
  );
});
