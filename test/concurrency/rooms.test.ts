/** Two residents at one thing: code written from the same version, and a room that is entered while its owner closes it. */
import t from 'tap';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { adding, does, goTo, podAt, rich, workshop, writing } from '../actors/built-places.ts';
import { move } from '../actors/given-residents.ts';
import { runRace } from './run-race.ts';

const version = (n: number) => contentHash(`version ${n}`);

t.test('[CD3] writes of code from the same base', async (t) => {
  await runRace(t, {
    name: 'of two that begin at one version, one is refused',
    people: { ada: rich, bo: rich },
    build: async (town) => {
      const place = await workshop(town, 'ada', { collaborators: [town.id('bo')] });
      for (const name of ['ada', 'bo']) await goTo(town, name, place);
      return { place };
    },
    wishes: ({ place }) => [
      { by: 'ada', event: writing(place, { code: version(1) }) },
      { by: 'bo', event: writing(place, { code: version(2) }) },
      { by: 'ada', event: writing(place, { base: version(1), code: version(3) }) },
      { by: 'bo', event: writing(place, { base: version(1), code: version(4) }) },
    ],
    ticks: [0, 1],
    losers: ['stale_code'],
    judge: (end, { place }) => {
      let code: unknown = null;
      for (const { wish } of end.granted) {
        end.expect(wish.event['base'] === code, `${wish.by} wrote over what was not read`);
        code = wish.event['code'];
      }
      end.expect(podAt(end.town, place).code === code, 'the last one stands');
      const first = end.granted.filter(({ wish }) => wish.event['base'] === null);
      end.expect(first.length === 1, `${first.length} began from nothing`);
    },
  });
});

t.test('entering a house and its room while its owner invites, revokes and removes', async (t) => {
  await runRace(t, {
    name: 'nobody enters who is not invited at that moment',
    people: { ada: { ...rich, atHome: true }, bo: rich },
    build: async (town) => {
      await does(town, 'ada', adding('den', 'meeting'));
      await does(town, 'ada', { type: 'invite', name: 'den', residents: [town.id('bo')] });
      return { house: town.home('ada'), room: `${town.home('ada')}/den`, bo: town.id('bo') };
    },
    wishes: ({ house, room, bo }, dice) => [
      { by: 'ada', event: { type: 'revoke', name: 'den', residents: [bo] } },
      ...(dice.oneIn(2) ? [{ by: 'ada', event: { type: 'invite', name: 'den', residents: [bo] } }] : []),
      ...(dice.oneIn(4) ? [{ by: 'ada', event: { type: 'remove_room', name: 'den' } }] : []),
      { by: 'bo', event: move(house) },
      { by: 'bo', event: move(room) },
      { by: 'bo', event: move(room) },
      ...(dice.oneIn(2) ? [{ by: 'bo', event: move(house) }] : []),
      ...(dice.oneIn(3) ? [{ by: 'bo', event: move('commons') }] : []),
    ],
    ticks: [0, 1],
    losers: ['not_invited', 'exit_not_found', 'pod_shut_down'],
    judge: (end, { house, room, bo }) => {
      let invited = true;
      let removed = 0;
      let at = 'city-commons';
      for (const { wish } of end.granted) {
        const { type, exit } = wish.event;
        if (type === 'invite' || type === 'revoke') invited = type === 'invite';
        if (type === 'remove_room') removed += 1;
        if (type === 'invite' || type === 'revoke') end.expect(removed === 0, `${type} of a room that is gone`);
        if (type !== 'move') continue;
        const to = exit === 'commons' ? 'city-commons' : String(exit);
        if (to !== at && to !== 'city-commons') end.expect(invited && removed === 0, `entered ${to} uninvited`);
        if (to === room) end.expect(at === house || at === room, `entered the room from ${at}`);
        at = to;
      }
      end.expect(removed <= 1, `${removed} removals`);
      end.expect(end.town.context('bo').location === at, `Bo stands at ${end.town.context('bo').location}, not ${at}`);
      const image = must(end.town.world.city.state.images.get(`room:${room}` as never), room);
      const has = (image.context['invited'] as readonly string[]).includes(bo);
      end.expect(has === invited, `invited: ${has}`);
      if (removed === 0) return;
      // Half a millicredit a tick less from when it went.
      const { store, city } = end.town.world;
      const { tick } = JSON.parse(store.events.find(({ type }) => type === 'room.removed')?.json ?? '{}') as {
        tick: number;
      };
      end.paid('ada', -100 * (city.state.counters.tick - tick));
    },
  });
});
