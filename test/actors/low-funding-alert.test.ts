/** The owner of a pod that is deployed with little funding is alerted in the turn of the deploy, and not again. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { adding, deploying, does, linkFrom, rich, workshop } from './built-places.ts';
import { given, move } from './given-residents.ts';

const podEvents = (events: readonly { readonly type: string }[]): readonly string[] =>
  events.map(({ type }) => type).filter((type) => /^pod\.(orphaned|reconnected|deployed)$|^pool\.alert$/.test(type));

t.test('[M1] a workshop that is deployed low is not taken for cut off', async (t) => {
  const town = await given({ ada: rich });
  const poor = await workshop(town, 'ada', { funding: 3_500 });
  town.newEvents();
  await does(town, 'ada', deploying(poor, { tier: 'tiny', links: [linkFrom(commons)], funding: 1_000 }));
  t.same(podEvents(town.newEvents()), ['pod.deployed', 'pool.alert']);
});

t.test('[M1] nor is a home workshop', async (t) => {
  const town = await given({ ada: rich });
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('den', 'workshop'));
  town.newEvents();
  await does(town, 'ada', deploying('den', { tier: 'tiny', links: [linkFrom(commons)], funding: 1_000 }));
  t.same(podEvents(town.newEvents()), ['pod.deployed', 'pool.alert']);
});
