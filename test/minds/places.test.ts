/** What a mind does about places: it goes where something is sold that it wants, and keeps, links and passes on its own. */
import t from 'tap';
import type { Act } from '../../minds/acts/act.ts';
import { possibleActs, reserveTicks } from '../../minds/acts/possible.ts';
import { building, canBuild, designFor, keeping, shareFor } from '../../minds/brains/rules/building.ts';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { remember } from '../../minds/brains/rules/deeds.ts';
import { stepToJoin } from '../../minds/brains/rules/linking.ts';
import type { Means } from '../../minds/brains/rules/means.ts';
import { standing, stepTo } from '../../minds/brains/rules/street-plan.ts';
import { urge, visiting, wantsToVisit } from '../../minds/brains/rules/visiting.ts';
import { designs } from '../../minds/designs/list.ts';
import { Memory } from '../../minds/memory/memory.ts';
import type { Perception } from '../../minds/perception/perception.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { type Change, ownPod, publicWork, seen, seenAtHome } from './sample-perception.ts';

const soup = 'the-soup-kitchen-of-eve';
const songs = 'the-song-house-of-odo';
const way = (to: string) => ({ id: `exit_${to}`, to, type: 'agent-built', description: '', toll: 0, isOpen: true });
const at = (id: string, ways: readonly string[], change: Change = {}): Perception =>
  seen({
    tick: 60,
    place: { id, kind: id === 'city-commons' ? 'commons' : 'pod', name: id, description: '', owner: 'eve-9' },
    exits: ways.map(way),
    ...change,
  });
const inSoup = (change: Change = {}) =>
  at(soup, ['city-commons', songs], { services: [{ id: soup, pod: soup, name: 'Soup', price: 3 }], ...change });

/** It has lived for 60 ticks in which nothing that places sell was had, unless told otherwise. */
function meansFor(perception: Perception, memory = new Memory()): Means {
  const dice = new SeededRandom(3);
  memory.note({ sinceTick: 0 });
  const talk = new Conversation(memory, dice);
  return { seen: perception, possible: possibleActs(perception), memory, dice, talk, maySpeak: true };
}

function knowing(): Memory {
  const memory = new Memory();
  memory.sawWays('city-commons', 'The Commons', [soup]);
  memory.sawWays(soup, 'Soup', ['city-commons', songs]);
  return memory;
}

t.test('a need grows with the ticks since it was met, by the nature of each mind', async (t) => {
  const memory = new Memory();
  memory.note({ sinceTick: 0 });
  memory.satisfied('hunger', 58);
  t.ok(urge('hunger', seen({ tick: 60 }), memory) < 0.5);
  t.ok(urge('hunger', seen({ tick: 80 }), memory) >= 1);
  const natures = ['vera-1', 'ilo-2', 'maren-3'].map((id) => urge('hunger', seen({ tick: 70, self: { id } }), memory));
  t.equal(new Set(natures).size, 3);
});

t.test('it goes where that is sold, uses it once, and goes on by the street that leads from there', async (t) => {
  const memory = knowing();
  const first = visiting(meansFor(at('city-commons', [soup]), memory));
  t.match(first, { type: 'go', to: soup });
  const call = visiting(meansFor(inSoup(), memory));
  t.match(call, { type: 'call', service: soup });
  t.ok(call?.type === 'call' && call.words.length > 0, 'with something to say');
  memory.satisfied('hunger', 60);
  t.match(visiting(meansFor(inSoup(), memory)), { type: 'go', to: songs }, 'and not over the Commons');
});

t.test(
  'nothing is bought twice within a while, of its own place nothing, and nothing that it cannot pay',
  async (t) => {
    const poor = { self: { balance: reserveTicks + 4 } };
    t.equal(wantsToVisit(meansFor(at('city-commons', [soup]), knowing())), true);
    t.equal(wantsToVisit(meansFor(at('city-commons', [soup], poor), knowing())), false);
    t.notOk(meansFor(inSoup(poor)).possible.some(({ type }) => type === 'call'));
    const own = { self: { ownedPods: [soup, songs] } };
    t.equal(wantsToVisit(meansFor(inSoup(own), knowing())), false);
    const memory = knowing();
    for (const place of [soup, songs]) memory.tried(place, '', 59);
    t.equal(wantsToVisit(meansFor(inSoup(), memory)), false);
  },
);

t.test('who has brought up nobody buys nothing that a donation would be paid from, while a soul waits', async (t) => {
  const buys = (change: Change) =>
    wantsToVisit(meansFor(at('city-commons', [soup], change), knowing())) ||
    visiting(meansFor(inSoup(change), knowing()))?.type === 'call';
  const self = { balance: 50 };
  const nextSoul = 'Wren';
  t.equal(buys({ nextSoul, self }), false);
  t.equal(buys({ self }), true, 'while none waits it does');
  t.equal(buys({ nextSoul, self: { ...self, mentees: ['odo-5'] } }), true, 'and who has brought up somebody');
  t.equal(buys({ nextSoul, self: { ...self, ticksLeft: 8 } }), true, 'and who is too old for it');
  t.equal(buys({ nextSoul, self: { balance: 90 } }), true, 'and who has enough for both');
  const young = { balance: 90, endowment: 62 };
  t.equal(buys({ nextSoul, self: young }), false, 'of what it may give, not of what it has [EN1]');
});

t.test('what is nobody’s it passes by while somebody’s meets the same need, and uses when nobody’s does', async (t) => {
  const bakery = 'the-bakery-of-ada';
  const unowned = { unownedPlaces: [{ id: soup, ways: 1 }] };
  const memory = knowing();
  t.match(visiting(meansFor(inSoup(unowned), memory)), { type: 'call', service: soup }, 'it knows no other');
  const other = new Memory();
  other.sawWays('city-commons', 'The Commons', [soup, bakery]);
  t.match(visiting(meansFor(at('city-commons', [soup, bakery], unowned), other)), { type: 'go', to: bakery });
  t.not(visiting(meansFor(inSoup(unowned), other))?.type, 'call');
  const mine = { ...unowned, self: { ownedPods: [bakery] } };
  t.match(visiting(meansFor(inSoup(mine), other)), { type: 'call' }, 'of its own it buys nothing');
});

t.test('what it does not earn yet it does not spend: work that waits for its pay counts as none', async (t) => {
  const handedIn = [{ ...publicWork, status: 'submitted', claimer: 'vera-1', answerTick: 61 }];
  const day = inSoup({ claimed: handedIn, self: { balance: reserveTicks + 3 } });
  t.notOk(possibleActs(day).some(({ type }) => type === 'call'));
});

t.test('it knows the way to what lies behind another place, and no way to what it has only heard of', async (t) => {
  const memory = knowing();
  t.same([...standing(memory)].sort(), ['city-commons', songs, soup].sort());
  t.same(stepTo(songs, at('city-commons', [soup]), memory), { to: soup, steps: 2 });
  t.same(stepTo(songs, seen({ place: { ...seen().place, id: 'elsewhere' }, exits: [] }), memory), {
    to: 'city-commons',
    steps: 3,
  });
  t.equal(stepTo('the-vault-of-ada', at('city-commons', [soup]), memory), undefined);
});

const keeps = (change: Change): Act | null => keeping(meansFor(seen({ tick: 60, ...change })));

t.test('a pool that is low is filled before all else that costs, and requests for ways are agreed to', async (t) => {
  const low = ownPod({ poolRunway: 4, share: 0 });
  t.match(keeps({ pods: [low] }), { type: 'fund', pod: 'mill' });
  t.match(keeps({ pods: [low], approvals: ['req_a'] }), { type: 'approve', request: 'req_a' });
  const full = ownPod({ poolRunway: 16, waysMax: 1, share: shareFor(ownPod({ poolRunway: 16 })) });
  t.equal(keeps({ pods: [full], approvals: ['req_a'], self: { balance: 30 } }), null, 'where there is room');
  t.equal(keeps({ pods: [ownPod({ poolRunway: 4, share: 0 })], self: { balance: reserveTicks + 6 } }), null);
});

t.test(
  'an owner takes more of what a place earns the longer its pool lasts, and nothing while it is low',
  async (t) => {
    const shares = [2, 9, 16, 30, 90].map((poolRunway) => shareFor(ownPod({ poolRunway })));
    t.same(
      shares,
      [...shares].sort((a, b) => a - b),
    );
    t.equal(shares[0], 0);
    t.match(keeps({ pods: [ownPod({ poolRunway: 90 })] }), { type: 'set_share', pod: 'mill', share: shares[4] });
    t.equal(
      keeps({ pods: [ownPod({ poolRunway: 16, share: shareFor(ownPod({ poolRunway: 16 })) })], self: { balance: 20 } }),
      null,
      'and says it once',
    );
  },
);

t.test('a place whose ways are all taken is enlarged out of plenty', async (t) => {
  const full = { ways: ['city-commons', soup], waysMax: 2, poolRunway: 90, share: 1 };
  t.match(keeps({ pods: [ownPod(full)], self: { balance: 90 } }), { type: 'enlarge', pod: 'mill' });
  t.equal(keeps({ pods: [ownPod(full)], self: { balance: 30 } }), null);
  t.not(keeps({ pods: [ownPod({ ...full, tier: 'small', waysMax: 4 })], self: { balance: 90 } })?.type, 'enlarge');
  const grown = ownPod({ ...full, id: 'kiln', tier: 'small' });
  const second = keeps({ pods: [grown, ownPod(full)], self: { balance: 90, ownedPods: ['kiln', 'mill'] } });
  t.match(second, { type: 'enlarge', pod: 'mill' }, 'also beside one that is as large as it gets');
});

t.test('a way to its own place is asked for at a place that is not linked with it, now and then', async (t) => {
  const memory = knowing();
  memory.tried(soup, '', 59);
  const rich = { self: { balance: 90, ownedPods: ['mill'] }, pods: [ownPod()] };
  const means = () => meansFor(at(soup, ['city-commons'], rich), memory);
  t.match(visiting(means()), { type: 'connect', pod: 'mill' });
  t.not(visiting(means())?.type, 'connect', 'not at once again');
  const linked = { ...rich, pods: [ownPod({ ways: ['city-commons', soup] })] };
  t.notOk(possibleActs(at(soup, ['mill'], linked)).some(({ type }) => type === 'connect'));
});

t.test('an owner walks to one place of its own to join it with another', async (t) => {
  const memory = new Memory();
  memory.sawWays('city-commons', 'The Commons', ['kiln']);
  const pods = [ownPod({ id: 'mill' }), ownPod({ id: 'kiln' })];
  const rich = { self: { balance: 90, ownedPods: ['mill', 'kiln'] }, pods };
  const atCommons = (change: Change = rich) => meansFor(at('city-commons', ['kiln'], change), memory);
  t.ok(wantsToVisit(atCommons()));
  t.match(visiting(atCommons()), { type: 'go', to: 'kiln' });
  t.match(visiting(meansFor(at('kiln', ['city-commons'], rich), memory)), { type: 'connect', pod: 'mill' });
  t.equal(stepToJoin(atCommons()), undefined, 'and not at once again');
  memory.note({ askedWayTick: null });
  const joined = pods.map((pod) => ({ ...pod, ways: [...pod.ways, pod.id === 'mill' ? 'kiln' : 'mill'] }));
  t.equal(stepToJoin(atCommons({ ...rich, pods: joined })), undefined, 'there is a way');
  t.equal(stepToJoin(atCommons({ ...rich, pods: pods.map((pod) => ({ ...pod, waysMax: 1 })) })), undefined, 'no room');
  t.equal(stepToJoin(atCommons({ ...rich, self: { ...rich.self, balance: 20 } })), undefined, 'too dear');
});

t.test('who has more places asks for ways the more often', async (t) => {
  for (const [ownedPods, after] of [
    [['mill'], 3],
    [['mill', 'kiln', 'loom'], 1],
  ] as const) {
    const memory = knowing();
    memory.tried(soup, '', 59);
    const change = { self: { balance: 90, ownedPods }, pods: ownedPods.map((id) => ownPod({ id })) };
    const asksAt = (tick: number) =>
      visiting(meansFor({ ...at(soup, ['city-commons'], change), tick }, memory))?.type === 'connect';
    t.ok(asksAt(60));
    t.same([61, 62, 63].map(asksAt).indexOf(true) + 1, after, `with ${ownedPods.length}`);
  }
});

const songHouse = designs.findIndex(({ title }) => title === 'The Song House');
/** At home, with all that a place takes, and a soul that is made for songs. */
const singer = (change: Change = {}): Perception => {
  const self = { ...{ balance: 170, mentees: ['odo-5'] }, soul: { ...seen().self.soul, goals: 'To sing songs.' } };
  return seenAtHome({ tick: 60, commonsWays: 2, workshops: [], ...change, self: { ...self, ...change.self } });
};
/** The song house that it has opened at tick 20, with as many who paid there. */
function havingOpened(calls: number, sinceTick = 20): Memory {
  const memory = new Memory();
  memory.note({ sinceTick: 0, keeps: { [songs]: { name: 'The Song House', sinceTick, calls, callTick: sinceTick } } });
  return memory;
}

t.test('nobody builds what it has already, whether it has been at its own door since or not', async (t) => {
  const mine = { self: { ownedPods: [songs] }, pods: [ownPod({ id: songs, ways: [] })] };
  t.equal(designFor(meansFor(singer())), songHouse, 'its soul names it');
  t.not(designFor(meansFor(singer(mine))), songHouse, 'it has never seen the way to it');
  const room = designs[songHouse]?.room ?? '';
  const rooms = (day: Perception) => possibleActs(day).flatMap((act) => (act.type === 'add_room' ? [act.name] : []));
  t.ok(rooms(singer()).includes(room));
  t.equal(rooms(singer(mine)).length, designs.length - 1);
  t.notOk(rooms(singer(mine)).includes(room), 'nor does a model that is shown what is possible');
  const written = possibleActs(singer({ ...mine, workshops: ['bindery'] }));
  t.ok(written.some(({ type }) => type === 'deploy'));
  t.notOk(written.some((act) => act.type === 'deploy' && act.design === songHouse));
  const annexes = [{ name: 'the-song-house', agent: 'vera-1', isRunning: true }];
  const annexed = { self: { ownedPods: ['mill'] }, pods: [ownPod({ annexes })] };
  t.notOk(rooms(singer(annexed)).includes(room), 'a container in a place of its own is one, too');
});

t.test('what it has just opened it has, before it sees that among its own', async (t) => {
  const memory = new Memory();
  const day = singer({ workshops: [] });
  remember(
    { type: 'deploy', workshop: 'song-room', design: songHouse, from: 'city-commons' },
    day,
    { id: songs, name: 'The Song House' },
    memory,
  );
  t.not(designFor(meansFor(day, memory)), songHouse);
  t.equal(canBuild(meansFor(day, memory)), false, 'and it builds no other at once');
});

t.test('a second place is built when the first has had guests, or none for long, and out of plenty', async (t) => {
  const mine = (tick: number, self: Change['self'] = {}) =>
    singer({ tick, pods: [ownPod({ id: songs, poolRunway: 16 })], self: { ownedPods: [songs], ...self } });
  const builds = (day: Perception, memory: Memory) =>
    canBuild(meansFor(day, memory)) && building(meansFor(day, memory))?.type === 'add_room';
  t.equal(builds(singer({ tick: 21 }), new Memory()), true, 'the first at once');
  t.equal(builds(mine(21), havingOpened(0)), false);
  t.equal(builds(mine(25), havingOpened(2)), false, 'who has guests keeps it first, too');
  t.equal(builds(mine(26), havingOpened(2)), true);
  t.equal(builds(mine(31), havingOpened(0)), false);
  t.equal(builds(mine(32), havingOpened(0)), true, 'nobody comes there: something else may be wanted');
  const poor = { balance: 74, ownedPods: [songs] };
  t.equal(builds(mine(32, poor), havingOpened(2)), false, 'plenty it has not');
  t.equal(builds(mine(32, { ...poor, ticksLeft: 26 }), havingOpened(2)), true, 'or what its life does not need');
});
