/** Who gets the last place: deploys, requests and closings that exclude each other, in every order. */
import t from 'tap';
import { indexes } from '../../actors/indexes.ts';
import { commons, podActor } from '../../actors/rules/place/names.ts';
import type { Image } from '../../engine/actor-kind.ts';
import {
  adding,
  asking,
  deploying,
  does,
  exitBetween,
  goTo,
  linkFrom,
  newest,
  pod,
  requestState,
  rich,
  stateOf,
  termsOf,
  workshop,
} from '../actors/built-places.ts';
import type { Town } from '../actors/given-residents.ts';
import { imagesOf, type RaceEnd } from './race-end.ts';
import { runRace } from './run-race.ts';

const deployed = { cost: 20_000, funding: 10_000 };
const mortal = { ...rich, lifespan: 4 };
/** The price of a second connection. */
const second = 6_000;
/** What so many requests of one resident cost that wait for a place with one connection. */
const waiting = (count: number): number => [6_000, 12_000, 20_000].slice(0, count).reduce((sum, fee) => sum + fee, 0);

const connections = (town: Town, place: string): number =>
  town.world.city.state.index(indexes.countedConnections).count(place);

/** Ways that stand open from one place to the other. */
const waysBetween = (town: Town, from: string, to: string): readonly Image[] =>
  [...imagesOf(town, 'connection-request')].filter(({ id, state }) => {
    const { terms } = termsOf(town, id.slice(id.indexOf(':') + 1));
    return state === 'approved.open' && terms.from === from && terms.to === to;
  });

t.test('two deploys and a request for the last slot of a place that nobody owns', async (t) => {
  await runRace(t, {
    name: 'the last slot is given once',
    people: { ada: { credits: 1_000_000, lifespan: 4 }, bo: rich, cleo: rich, dora: rich },
    build: async (town) => {
      const place = await pod(town, 'ada', { name: 'Narrow', funding: 250_000 });
      const far = await pod(town, 'dora', { name: 'Far', funding: 100_000 });
      for (const name of ['bo', 'cleo', 'dora']) await goTo(town, name, place);
      const shops = {
        bo: await workshop(town, 'bo', { name: 'One' }),
        cleo: await workshop(town, 'cleo', { name: 'Two' }),
      };
      await town.ticks(4);
      return { place, far, shops };
    },
    wishes: ({ place, far, shops }) => [
      ...(['bo', 'cleo'] as const).map((by) => ({
        by,
        event: deploying(shops[by], { links: [linkFrom(place)] }),
        cost: deployed.cost + deployed.funding + second,
      })),
      { by: 'dora', event: asking(place, far) },
    ],
    ticks: [0, 2],
    losers: ['tier_capacity_exceeded', 'invalid_request'],
    judge: (end, { place, far, shops }) => {
      const { town } = end;
      const asked = waysBetween(town, place, far).length;
      end.paid('dora', asked * second);
      const deploys = end.grantedOf('deploy').length;
      end.expect(deploys + asked === 1, `${deploys} deploys and ${asked} requests won`);
      end.expect(connections(town, place) === 2, `${connections(town, place)} connections`);
      const deployed = Object.values(shops).filter((shop) => stateOf(town, shop) === 'deployed');
      end.expect(deployed.length === deploys, `${deployed.length} pods stand after ${deploys} deploys`);
    },
  });
});

t.test('a connection that is the last of one end, closed at once from both', async (t) => {
  await runRace(t, {
    name: 'a deployed pod keeps one connection',
    people: { ada: rich, bo: rich },
    build: async (town) => {
      const [a, b] = [await pod(town, 'ada', { name: 'A' }), await pod(town, 'bo', { name: 'B' })];
      const first = exitBetween(town, commons, a);
      await goTo(town, 'ada', a);
      await does(town, 'ada', asking(a, b));
      await does(town, 'bo', { type: 'approve_connection', request: newest(town, 'connection.requested') });
      return { a, b, first, between: exitBetween(town, a, b) };
    },
    wishes: ({ first, between }) => [
      { by: 'ada', event: { type: 'close_connection', exit: first } },
      { by: 'bo', event: { type: 'close_connection', exit: between } },
      { by: 'ada', event: { type: 'close_connection', exit: between } },
    ],
    ticks: [0, 1],
    losers: ['last_connection', 'exit_not_found'],
    judge: (end, { a, b }) => {
      end.expect(end.granted.length === 1, `${end.granted.length} closings`);
      end.expect(connections(end.town, a) === 1, `${connections(end.town, a)} connections`);
      for (const place of [a, b]) isWhereTheMapSays(end, place);
    },
  });
});

t.test('a deploy that uses a reserved connection, against its expiry', async (t) => {
  await runRace(t, {
    name: 'a reservation is used or expires',
    people: { ada: rich, bo: rich, cleo: rich },
    build: async (town) => {
      const place = await pod(town, 'ada', { name: 'Narrow', funding: 100_000 });
      const other = await pod(town, 'cleo', { name: 'Other', funding: 100_000 });
      for (const name of ['bo', 'cleo']) await goTo(town, name, place);
      const shop = await workshop(town, 'bo', { funding: 50_000 });
      await does(town, 'bo', asking(place, shop));
      const request = newest(town, 'connection.requested');
      await does(town, 'ada', { type: 'approve_connection', request });
      await town.ticks(11);
      return { place, other, shop, request };
    },
    wishes: ({ place, other, shop }) => [
      { by: 'bo', event: deploying(shop, { links: [linkFrom(place)] }), cost: deployed.cost + deployed.funding },
      { by: 'cleo', event: asking(place, other) },
    ],
    ticks: [0, 3],
    losers: ['connection_approval_required', 'tier_capacity_exceeded', 'invalid_request'],
    judge: (end, { place, shop, request }) => {
      const { town } = end;
      const deploys = end.grantedOf('deploy').length;
      const state = requestState(town, request);
      const won = stateOf(town, shop) === 'deployed';
      end.expect(deploys === (won ? 1 : 0), `${deploys} deploys, the workshop is ${stateOf(town, shop)}`);
      const wanted = won ? 'approved.open' : end.ticks > 0 ? 'expired' : 'approved.reserved';
      end.expect(state === wanted, `the reservation is ${state} after ${end.ticks} ticks`);
      end.expect(connections(town, place) === (state === 'expired' ? 1 : 2), `${connections(town, place)} connections`);
      // What Cleo may ask once the reservation has gone still waits for an approval: its fee is held.
      end.paid('cleo', waiting(end.grantedOf('request_connection').length));
      end.expect(state === 'expired' || end.grantedOf('request_connection').length === 0, 'two for one slot');
    },
  });
});

t.test('a home workshop is deployed while one of those inside dies', async (t) => {
  await runRace(t, {
    name: 'the death of a guest hinders nobody',
    seedsMax: 300,
    // Others die before him at the same tick: between their deaths and his there is time for a request.
    people: { ada: { ...rich, atHome: true }, abe: mortal, abi: mortal, bo: mortal },
    build: async (town) => {
      await does(town, 'ada', adding('forge', 'workshop'));
      await does(town, 'ada', { type: 'invite', name: 'forge', residents: [town.id('bo')] });
      for (const exit of [town.home('ada'), `${town.home('ada')}/forge`])
        await does(town, 'bo', { type: 'move', exit, max_toll: null });
      await town.ticks(3);
      return { room: `${town.home('ada')}/forge` };
    },
    wishes: () => [{ by: 'ada', event: deploying('forge'), cost: deployed.cost + deployed.funding + 2_000 }],
    ticks: [1, 1],
    losers: ['invalid_request'],
    judge: (end, { room }) => {
      const deploys = end.grantedOf('deploy').length;
      end.expect(deploys === 1, `${deploys} deploys`);
      if (deploys === 0) return;
      end.expect(stateOf(end.town, 'forge') === 'deployed' && stateOf(end.town, room) === 'ended', 'it is a pod now');
      // The room's upkeep ends with it.
      const { store, city } = end.town.world;
      const { tick } = JSON.parse(store.events.find((event) => event.type === 'pod.deployed')?.json ?? '{}') as {
        tick: number;
      };
      end.paid('ada', -500 * (city.state.counters.tick - tick));
    },
  });
});

/** Deployed if, and only if, it can be reached. */
function isWhereTheMapSays(end: RaceEnd, place: string): void {
  const { state } = end.town.world.city;
  const reached = state.reaches(podActor(place));
  end.expect(
    (stateOf(end.town, place) === 'deployed') === reached,
    `${place} is ${stateOf(end.town, place)}, reached: ${reached}`,
  );
}
