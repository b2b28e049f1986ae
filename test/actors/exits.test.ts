/** Exits: who can know of them, who hears by which one left, and how far a shout carries. */
import t from 'tap';
import { commons, homeOf } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { ViewRequest } from '../../engine/command.ts';
import { adding, does, exitBetween, goTo, linkFrom, pod, refuses, rich, workshop } from './built-places.ts';
import { given, inCommons, move, type Town } from './given-residents.ts';

const hidden = (visibility: 'subtle' | 'hidden') => [linkFrom(commons, { visibility })];

async function shown<Value>(town: Town, request: ViewRequest<Value>): Promise<Value> {
  const answer = await town.world.city.view(request);
  if (answer.type !== 'shown') throw new Error(answer.code);
  return answer.value;
}
const exitsOf = async (town: Town, name: string) =>
  (await shown(town, view('exits', { resident: town.id(name), limit: 200, cursor: null }))).items;

t.test('[MV3] hidden and subtle exits are not listed; to know the identifier is enough', async (t) => {
  for (const visibility of ['subtle', 'hidden'] as const) {
    const town = await given({ ada: rich, bo: rich });
    const id = await pod(town, 'ada', { links: hidden(visibility) });
    const exit = exitBetween(town, commons, id);
    t.notOk((await exitsOf(town, 'bo')).some((one) => one.id === exit || one.to === id));
    const explored = await shown(town, view('explore', { resident: town.id('bo') }));
    t.equal(explored.subtle_hints.length, visibility === 'subtle' ? 1 : 0);
    t.notOk(JSON.stringify(explored).includes(exit) || JSON.stringify(explored).includes(id));
    town.newEvents();
    await does(town, 'bo', move(exit));
    t.equal(town.context('bo').location, id);
    t.match(town.newEvents(), [
      { type: 'resident.departed', location: commons, audience: [inCommons] },
      { type: 'resident.arrived', location: id, data: {}, audience: [`at:${id}`] },
    ]);
    await does(town, 'bo', move(exit));
    const departures = town.world.store.events.filter(({ type }) => type === 'resident.departed').slice(-2);
    t.same(
      departures.map(({ json }) => (JSON.parse(json) as { data: object }).data),
      [{}, {}],
      'neither identifier nor far end',
    );
    t.notOk(
      (await exitsOf(town, 'bo')).some((one) => one.to === id),
      'not even now',
    );
    t.same(town.context('bo').knownExits, [exit]);
    t.same(town.context('bo').knownLocations.includes(id), true);
  }
});

t.test('[MV7] a visible exit is listed at both ends, and departures by it are no secret', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await pod(town, 'ada', { links: [linkFrom(commons, { access: { type: 'gated', allowed: [] } })] });
  const exit = exitBetween(town, commons, id);
  t.match(
    (await exitsOf(town, 'bo')).find((one) => one.id === exit),
    {
      id: exit,
      type: 'agent-built',
      owner: town.id('ada'),
      access: 'gated',
      to: id,
      direction: 'bidirectional',
      toll: 1,
    },
  );
  await does(town, 'bo', move(exit));
  t.match(
    (await exitsOf(town, 'bo')).find((one) => one.id === exit),
    { to: commons, access: 'public', toll: 0 },
  );
  t.match(
    town.newEvents().find(({ type }) => type === 'resident.departed'),
    { data: { exit_id: exit, to: id } },
  );
});

t.test('[MV1] an exit leads from its two ends and from nowhere else', async (t) => {
  const town = await given({ ada: rich });
  const id = await pod(town, 'ada');
  const exit = exitBetween(town, commons, id);
  await does(town, 'ada', move('home'));
  await refuses(t, town, 'ada', move(exit), 'exit_not_found');
  await refuses(t, town, 'ada', move(id), 'exit_not_found');
  await refuses(t, town, 'ada', move(homeOf('nobody-9')), 'exit_not_found');
});

t.test('the door of a workshop is listed for those who work there, and for nobody else', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const id = await workshop(town, 'ada', { collaborators: [town.id('bo')] });
  const door = exitBetween(town, commons, id);
  for (const [name, sees] of [
    ['ada', true],
    ['bo', true],
    ['cleo', false],
  ] as const)
    t.equal(
      (await exitsOf(town, name)).some((one) => one.id === door),
      sees,
      name,
    );
});

t.test('a new representative of a workshop sees its door, also one that took the place of another', async (t) => {
  const town = await given({ ada: { ...rich, lifespan: 3 }, bo: rich, cleo: rich });
  await does(town, 'ada', move('home'));
  const id = await workshop(town, 'ada', { funding: 100_000 });
  await does(town, 'ada', { type: 'appoint', pod: id, to: town.id('bo') });
  await does(town, 'ada', { type: 'bequeath', heir: town.id('cleo') });
  await town.ticks(3);
  const door = exitBetween(town, commons, id);
  const sees = async (name: string) => (await exitsOf(town, name)).some((one) => one.id === door);
  t.same(
    [await sees('bo'), await sees('cleo')],
    [true, true],
    'the house is gone, its owner is dead, the door has moved',
  );
  await does(town, 'bo', { type: 'appoint', pod: id, to: town.id('cleo') });
  t.same([await sees('bo'), await sees('cleo')], [false, true]);
  await goTo(town, 'cleo', id);
});

t.test('[MV6] at the Commons residents see only the houses that they may enter; in a house its rooms', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true }, bo: rich, cleo: rich });
  await does(town, 'ada', adding('salon', 'meeting'));
  await does(town, 'ada', adding('attic', 'storage'));
  await does(town, 'ada', { type: 'invite', name: 'salon', residents: [town.id('bo')] });
  const seen = async (name: string) => (await exitsOf(town, name)).map(({ id, to }) => [id, to]);
  t.same(await seen('bo'), [
    ['home', town.home('bo')],
    [town.home('ada'), town.home('ada')],
  ]);
  t.same(await seen('cleo'), [['home', town.home('cleo')]]);
  t.same(await seen('ada'), [
    ['commons', commons],
    [`${town.home('ada')}/attic`, `${town.home('ada')}/attic`],
    [`${town.home('ada')}/salon`, `${town.home('ada')}/salon`],
  ]);
  await does(town, 'bo', move(town.home('ada')));
  t.same(await seen('bo'), [
    ['commons', commons],
    [`${town.home('ada')}/salon`, `${town.home('ada')}/salon`],
  ]);
});

t.test('a shout reaches here and the places behind visible exits, and no other', async (t) => {
  const town = await given({ ada: rich });
  const [seen, subtle, secret] = [
    await pod(town, 'ada', { name: 'seen' }),
    await pod(town, 'ada', { name: 'subtle', links: hidden('subtle') }),
    await pod(town, 'ada', { name: 'secret', links: hidden('hidden') }),
  ];
  const oneWay = await pod(town, 'ada', { name: 'one-way', links: [linkFrom(commons, { bidirectional: false })] });
  const shed = await workshop(town, 'ada', { name: 'shed' });
  town.newEvents();
  await does(town, 'ada', { type: 'shout', text: 'hey' });
  t.same(
    town.newEvents()[0]?.audience.toSorted(),
    [inCommons, `at:${oneWay}`, `at:${seen}`, `at:${shed}`, `at:${town.home('ada')}`, 'public'].toSorted(),
  );
  await goTo(town, 'ada', secret);
  town.newEvents();
  await does(town, 'ada', { type: 'shout', text: 'hey' });
  t.same(town.newEvents()[0]?.audience, ['once:heard', `at:${secret}`]);
  await does(town, 'ada', move('commons'));
  await goTo(town, 'ada', oneWay);
  town.newEvents();
  await does(town, 'ada', { type: 'shout', text: 'hey' });
  t.same(town.newEvents()[0]?.audience, [`at:${oneWay}`, 'public'], 'a way that only leads here is no exit');
  t.ok(subtle);
});

t.test('a shout carries to at most 64 places', async (t) => {
  const town = await given({ ada: { credits: 900_000_000 } });
  for (let n = 0; n < 70; n++) await workshop(town, 'ada', { name: `w${n}` });
  town.newEvents();
  await does(town, 'ada', { type: 'shout', text: 'hey' });
  const places = town.newEvents()[0]?.audience.filter((entry) => entry.startsWith('at:'));
  t.equal(places?.length, 65);
});

t.test('known_exits keep the newest 200, each once', async (t) => {
  const town = await given({ ada: rich });
  const { city } = town.world;
  for (let n = 0; n < 210; n++) {
    const event = {
      type: 'admitted',
      place: 'somewhere',
      exit: `exit_${n % 205}`,
      visible: true,
      known: true,
      toll: 0,
    };
    await city.submit({ to: town.actor('ada'), caller: 'city', event });
  }
  const { knownExits } = town.context('ada');
  t.same(
    [knownExits.length, knownExits[0], knownExits.at(-1), new Set(knownExits).size],
    [200, 'exit_10', 'exit_4', 200],
  );
});

t.test('pages of exits: everything once, in one order', async (t) => {
  const town = await given({ ada: { ...rich, credits: 50_000_000 } });
  for (let n = 0; n < 7; n++) await pod(town, 'ada', { name: `p${n}` });
  await workshop(town, 'ada', { name: 'shed' });
  const whole = (await exitsOf(town, 'ada')).map(({ id }) => id);
  t.equal(whole.length, 9);
  for (const limit of [1, 2, 3, 5]) {
    const paged: string[] = [];
    let cursor: string | null = null;
    for (let n = 0; n < 20; n++) {
      const answer = await town.world.city.view(view('exits', { resident: town.id('ada'), limit, cursor }));
      if (answer.type !== 'shown') throw new Error(answer.code);
      const page = answer.value as { items: { id: string }[]; next_cursor: string | null };
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    t.same(paged.toSorted(), whole.toSorted(), `limit ${limit}`);
  }
});

t.test('[DD4] all of the dead is visible, but no hidden exits that they knew', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await pod(town, 'ada', { links: hidden('hidden') });
  const exit = exitBetween(town, commons, id);
  await does(town, 'bo', move(exit));
  await does(town, 'bo', move('commons'));
  // Its door is visible from within, and to those who work there.
  const shed = await workshop(town, 'ada', { name: 'shed', collaborators: [town.id('bo')] });
  await goTo(town, 'bo', shed);
  t.same(town.context('bo').knownLocations.includes(shed), true);
  await does(town, 'bo', { type: 'shut_down' });
  await town.ticks(1);
  const passport = await town.world.city.view(view('passport', { id: town.id('bo'), by: town.id('ada') }));
  t.match(passport, { value: { status: 'dead', discovery: { known_exits: [] } } });
  for (const secret of [exit, id, shed]) t.notOk(JSON.stringify(passport).includes(`"${secret}"`), secret);
});
