/** Events of a new visible connection reach residents at both ends, without what they cannot see. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { asking, deploying, does, goTo, linkFrom, newest, pod, rich, workshop } from './built-places.ts';
import { given, type Town } from './given-residents.ts';

const opened = (town: Town) =>
  town
    .newEvents()
    .filter(({ type }) => type === 'connection.opened')
    .map(({ location, audience, data }) => ({ location, audience: [...audience].sort(), data }));

t.test(
  '[LI8] residents at both ends hear of a connection that a deploy opens, with the exit that leads there',
  async (t) => {
    const town = await given({ ada: rich });
    const id = await workshop(town, 'ada');
    town.newEvents();
    await does(town, 'ada', deploying(id));
    const [way, ...more] = opened(town);
    t.same(way?.audience, [`at:${commons}`, `at:${id}`, `to:${town.actor('ada')}`]);
    t.match(way?.data, { exit_id: /^exit_/, from: commons, to: id });
    t.same(more, []);
  },
);

t.test('they hear of a requested connection when it opens', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const [adas, bos] = [await pod(town, 'ada'), await pod(town, 'bo')];
  await goTo(town, 'ada', adas);
  await does(town, 'ada', asking(adas, bos));
  t.equal(opened(town).length, 2, 'only those of the deploys so far');
  await does(town, 'bo', { type: 'approve_connection', request: newest(town, 'connection.requested') });
  const both = [`at:${adas}`, `at:${bos}`, `to:${town.actor('ada')}`, `to:${town.actor('bo')}`];
  t.same(
    opened(town).map(({ audience }) => audience),
    [both],
  );
});

t.test('[LI8] residents at the far end of a one-way connection learn neither its exit nor its beginning', async (t) => {
  const town = await given({ ada: rich });
  const id = await workshop(town, 'ada');
  town.newEvents();
  await does(town, 'ada', deploying(id, { links: [linkFrom(commons, { bidirectional: false })] }));
  const [near, far] = opened(town);
  t.same(near?.audience, [`at:${commons}`, `to:${town.actor('ada')}`]);
  t.match(near?.data, { from: commons, to: id, exit_id: /^exit_/ });
  t.match(far, { location: id, audience: [`at:${id}`], data: { to: id } });
  t.notMatch(JSON.stringify(far), /exit_|city-commons/);
});

t.test(
  'events of a subtle or hidden connection, and of the door of a workshop, reach only those concerned',
  async (t) => {
    const town = await given({ ada: rich });
    const id = await workshop(town, 'ada');
    t.same(opened(town), [], 'a door');
    const links = [linkFrom(commons, { visibility: 'hidden' }), linkFrom(commons, { visibility: 'subtle' })];
    await does(town, 'ada', deploying(id, { links }));
    const own = [`to:${town.actor('ada')}`];
    t.same(
      opened(town).map(({ audience }) => audience),
      [own, own],
    );
  },
);
