/** A place from inside: where doors, furniture and people are, and what is heard in it. */
import fc from 'fast-check';
import t from 'tap';
import type { CityEvent } from '../../web/lib/events.ts';
import { piecesOf } from '../../web/parts/room/furniture.ts';
import { heardApart, planOf, type RoomPlace, seated, slotWide, themeOf } from '../../web/parts/room/room-plan.ts';
import { spokenHere } from '../../web/watch/spoken.ts';

const mill: RoomPlace = { id: 'mill-3', kind: 'pod', name: 'The Mill', description: 'Bread for grain.', tier: 'small' };
const tier = fc.constantFrom('tiny', 'small', 'medium', 'large', 'massive', null);
const widths = fc.integer({ min: 320, max: 1_240 });

t.test('nothing stands on anything else, and all of it is within the room', async () => {
  fc.assert(
    fc.property(widths, fc.integer({ min: 0, max: 64 }), tier, fc.string(), (width, doors, of, id) => {
      const plan = planOf({ ...mill, id, tier: of }, width, doors);
      const along = [...plan.doors, ...plan.furniture.map(({ x }) => x)].sort((a, b) => a - b);
      for (const [at, x] of along.entries()) {
        if (x < slotWide / 2 - 1 || x > width - slotWide / 2 + 1) throw new Error(`beyond the wall: ${x}`);
        if (x - (along[at - 1] ?? -slotWide) < slotWide - 1) throw new Error(`one on the other: ${along}`);
      }
      for (const { x, y } of plan.seats)
        if (x < 38 || x > width - 38 || y < plan.floor + 60 || y > plan.height) throw new Error(`outside: ${x}, ${y}`);
      const near = plan.seats.some((one, at) =>
        plan.seats.slice(at + 1).some((other) => Math.abs(one.x - other.x) < 70 && Math.abs(one.y - other.y) < 90),
      );
      if (near) throw new Error('two on one spot');
    }),
  );
});

t.test('a larger place has more in it, and the same place is the same each time', async (t) => {
  const pieces = (of: RoomPlace['tier']) => planOf({ ...mill, tier: of }, 900, 2).furniture.length;
  t.same((['tiny', 'small', 'medium', 'large', 'massive'] as const).map(pieces), [3, 4, 5, 6, 8]);
  t.same(planOf(mill, 900, 2), planOf(mill, 900, 2));
  t.notSame(planOf(mill, 900, 2).furniture, planOf({ ...mill, id: 'mill-4' }, 900, 2).furniture);
});

t.test('there is a door for each way while there is room, and always a piece of furniture', async (t) => {
  for (const [width, doors, shown] of [
    [360, 1, 1],
    [360, 9, 3],
    [1_000, 4, 4],
    [1_000, 40, 9],
  ] as const) {
    const plan = planOf(mill, width, doors);
    t.equal(plan.doors.length, shown, `${doors} ways, ${width} wide`);
    t.ok(plan.furniture.length > 0);
  }
});

t.test('a place is furnished for what it is', async (t) => {
  const of = (name: string, description: string | null = null) => themeOf({ kind: 'pod', name, description });
  t.same(
    [of('The Mill'), of('Evening Library'), of('Rose Garden'), of('Lamp Shop'), of('Nook')],
    ['kitchen', 'study', 'garden', 'workshop', 'parlour'],
  );
  t.equal(of('Nook', 'Soup, and a bench.'), 'kitchen', 'by its description');
  t.equal(of('Postage Stampede'), 'parlour', 'whole words alone');
  t.equal(themeOf({ kind: 'commons', name: 'The Commons', description: null }), 'square');
  for (const theme of ['square', 'kitchen', 'garden', 'workshop', 'study', 'parlour'] as const)
    for (const piece of piecesOf(theme)) t.notOk(piece().some(({ d }) => /NaN|undefined/.test(d)));
});

t.test(
  'whoever stays keeps the spot, whoever comes takes the first that is free, and beyond the last nobody does',
  async (t) => {
    const first = seated(new Map(), ['a', 'b', 'c'], 3);
    t.same(
      [...first],
      [
        ['a', 0],
        ['b', 1],
        ['c', 2],
      ],
    );
    const second = seated(first, ['b', 'c', 'd', 'e'], 3);
    t.same(
      [...second],
      [
        ['b', 1],
        ['c', 2],
        ['d', 0],
      ],
    );
    t.same(
      [...seated(second, ['c', 'e'], 3)],
      [
        ['c', 2],
        ['e', 0],
      ],
      'who had none takes what is free',
    );
    t.same([...seated(first, ['a', 'b', 'c'], 2)].map(([, seat]) => seat).sort(), [0, 1], 'a narrower room');
  },
);

t.test('what is said here is heard while it is read, from the newest three; nothing from elsewhere', async (t) => {
  const { words, hear } = spokenHere('mill-3');
  const said = (actor: string, message: string, location: string | null = 'mill-3'): CityEvent => ({
    ...{ seq: 1, at: '', tick: 1, location, actor, subject: null },
    ...{ type: 'message.broadcast', data: { id: 'm', message } },
  });
  hear(said('a', 'one'));
  hear(said('b', 'not here', 'elsewhere'));
  t.same([...words()], [['a', 'one']]);
  for (const id of ['b', 'c', 'd']) hear(said(id, id));
  t.same([...words().keys()], ['b', 'c', 'd']);
  hear(said('b', 'again'));
  t.same([...words()].at(-1), ['b', 'again']);
  hear({ seq: 2, at: '', tick: 1, location: 'mill-3', actor: 'b', subject: null, type: 'resident.departed', data: {} });
  t.same([...words().keys()], ['c', 'd'], 'who has left is not heard');
  for (const actor of ['c', 'd'])
    hear({ seq: 3, at: '', tick: 1, location: 'mill-3', actor, subject: null, type: 'resident.departed', data: {} });
  t.equal(words().size, 0);
});

t.test('of bubbles that would lie on each other the newest is seen', async (t) => {
  const at = (x: number, y: number) => ({ x, y });
  const heard = (...speakers: readonly (readonly [string, ReturnType<typeof at>])[]) => [...heardApart(speakers, 200)];
  t.same(heard(['ilo', at(100, 300)], ['vera', at(180, 260)]), ['vera']);
  t.same(heard(['vera', at(180, 260)], ['ilo', at(100, 300)]), ['ilo']);
  t.same(heard(['ilo', at(100, 300)], ['vera', at(400, 300)]), ['vera', 'ilo'], 'beside each other');
  t.same(heard(['ilo', at(100, 300)], ['vera', at(100, 400)]), ['vera', 'ilo'], 'above each other');
  t.same(heard(), []);
});
