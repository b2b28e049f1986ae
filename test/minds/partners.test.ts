/** Two who build a place together: whom a mind asks and what it answers, and all of it in a real city, over its gateway alone. */
import t, { type Test } from 'tap';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { type Act, objectOf } from '../../minds/acts/act.ts';
import { perform } from '../../minds/acts/perform.ts';
import { isAmong, possibleActs } from '../../minds/acts/possible.ts';
import { building, keeping, shareFor } from '../../minds/brains/rules/building.ts';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import type { Means } from '../../minds/brains/rules/means.ts';
import { contributing, isWaiting, joining } from '../../minds/brains/rules/partners.ts';
import { RulesBrain } from '../../minds/brains/rules/rules-brain.ts';
import { sayingsIn } from '../../minds/brains/rules/words/parsing.ts';
import { CityDoor } from '../../minds/city-client.ts';
import { designs } from '../../minds/designs/list.ts';
import { Memory } from '../../minds/memory/memory.ts';
import { overHttp, type Stream } from '../../minds/mind-ports.ts';
import { Hearing } from '../../minds/perception/hearing.ts';
import type { Perception } from '../../minds/perception/perception.ts';
import { Senses } from '../../minds/perception/senses.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { smallTables, startedWorld } from '../gateways/started-gateways.ts';
import { until } from '../until.ts';
import { heard, ownPod, seen, seenAtHome } from './sample-perception.ts';

const tick = 60;
const rich = { balance: 150, runway: 150 };

function meansFor(perception: Perception, memory: Memory): Means {
  const dice = new SeededRandom(3);
  const talk = new Conversation(memory, dice);
  return { seen: perception, possible: possibleActs(perception), memory, dice, talk, maySpeak: true };
}

/** It has lived a while and talked with Ilo, who has done this for it. */
function knowingIlo(...deeds: readonly ('vouched' | 'gave' | 'turnedDown' | 'wasBroughtUp')[]): Memory {
  const memory = new Memory();
  memory.note({ sinceTick: 0, tick });
  memory.met('ilo-2', 'Ilo', { talks: 4, hasSpoken: true });
  for (const deed of deeds) memory.felt('ilo-2', deed);
  return memory;
}

/** What it does when it is about to build, at the Commons, with Ilo and Maren there. */
const first = (memory: Memory, self: object = {}): Act | null =>
  building(meansFor(seen({ tick, self: { ...rich, mentees: ['odo-5'], ...self } }), memory));

const groupsIn = (act: Act | null): readonly string[] =>
  act !== null && 'words' in act ? sayingsIn(act.words).map(({ group }) => group) : [];

t.test(
  'who is about to build asks one whom it trusts, above all who brought it up; no stranger, and nobody sore',
  (t) => {
    const asks = (memory: Memory, self = {}) => groupsIn(first(memory, self)).includes('partner');
    t.ok(asks(knowingIlo('vouched', 'gave')));
    t.ok(asks(knowingIlo(), { mentor: 'ilo-2' }), 'its mentor sooner');
    t.notOk(asks(knowingIlo()));
    t.notOk(asks(knowingIlo('turnedDown', 'turnedDown', 'turnedDown'), { mentor: 'ilo-2' }));
    t.notOk(asks(new Memory(), { mentor: 'ilo-2' }), 'with whom it has never talked');
    const memory = knowingIlo('vouched', 'gave');
    t.match(first(memory), { type: 'say', words: /Ilo/ });
    t.match(memory.state.partner, { id: 'ilo-2', state: 'asked' });
    t.match(first(memory), { type: 'rest' }, 'it waits for the answer');
    memory.note({ beat: 9 });
    t.match(first(memory), { type: 'go' }, 'not for long');
    t.end();
  },
);

t.test('who is at home and knows somebody to ask goes where others are first, once', (t) => {
  const home = (memory: Memory) =>
    building(
      meansFor(seenAtHome({ tick, workshops: [], commonsWays: 1, self: { ...rich, mentees: ['odo-5'] } }), memory),
    );
  const memory = knowingIlo('vouched', 'gave');
  t.match(home(memory), { type: 'go', to: 'city-commons' });
  const square = () => building(meansFor(seen({ tick, people: [], self: { ...rich, mentees: ['odo-5'] } }), memory));
  t.match(square(), { type: 'rest' }, 'and waits there a little for whom it would ask');
  memory.note({ beat: 9 });
  t.match(square(), { type: 'go', to: 'city-housing/vera-1' });
  t.match(home(memory), { type: 'add_room' }, 'who was not there is not waited for');
  t.match(home(knowingIlo()), { type: 'add_room' }, 'and who knows nobody so well builds at once');
  const bereft = knowingIlo('vouched', 'gave');
  bereft.lost('ilo-2');
  t.match(home(bereft), { type: 'add_room' });
  t.end();
});

/** Ilo asks, and it answers. */
function answered(
  memory: Memory,
  self: object = {},
  words = 'Shall we build a Map Room, Vera, you and I, and share it?',
) {
  const day = seen({ tick, people: [{ id: 'ilo-2', name: 'Ilo' }], heard: [heard(1, 'ilo-2', words)], self });
  const talk = new Conversation(memory, new SeededRandom(2));
  talk.listen(day);
  return groupsIn(talk.answer(day));
}

t.test('who is asked says yes to one whom it trusts, and remembers what it promised', (t) => {
  const memory = knowingIlo('vouched', 'gave');
  t.ok(answered(memory, rich).includes('partnerYes'));
  const design = designs.findIndex(({ room }) => room === 'map-room');
  t.match(memory.state.joins, { with: 'ilo-2', design, isDone: false });
  t.ok(answered(knowingIlo(), rich).includes('partnerNo'), 'no to whom it hardly knows');
  t.ok(answered(knowingIlo('vouched', 'gave'), { runway: 8 }).includes('partnerNo'), 'nor when it must earn');
  t.ok(answered(knowingIlo('vouched', 'gave'), { ...rich, ticksLeft: 5 }).includes('partnerNo'), 'nor at its end');
  t.notOk(answered(memory, rich).includes('partnerYes'), 'nor to two at once');
  t.end();
});

t.test('a yes opens the workshop for who said it, and is waited for', (t) => {
  const memory = knowingIlo('vouched', 'gave');
  first(memory);
  const said = heard(5, 'ilo-2', 'The two of us, Vera? I come to your workshop.');
  const day = seen({ tick, heard: [said] });
  new Conversation(memory, new SeededRandom(2)).listen(seen({ tick, heard: [{ ...said, seq: 4, by: 'maren-3' }] }));
  t.equal(memory.state.partner?.state, 'asked', 'not another’s yes');
  new Conversation(memory, new SeededRandom(2)).listen(day);
  t.equal(memory.state.partner?.state, 'agreed');
  const room = designs[memory.state.design ?? 0]?.room ?? '';
  const self = { ...rich, mentees: ['odo-5'] };
  const lastHeardFrom = new Map([['ilo-2', 5]]);
  const home = (change = {}) => seenAtHome({ tick, lastHeardFrom, workshops: [room], self, ...change });
  t.match(building(meansFor(home(), memory)), { type: 'invite_guest', room, guest: 'ilo-2' });
  t.equal(building(meansFor(home(), memory)), null);
  t.equal(isWaiting({ seen: home({ tick: tick + 3 }), memory }), true);
  const written = home({ tick: tick + 3, written: [room], commonsWays: 1 });
  t.match(building(meansFor(written, memory)), { type: 'deploy', partner: 'ilo-2' }, 'with who has come');
  const late = new Memory({
    ...memory.state,
    hasCode: false,
    partner: { id: 'ilo-2', state: 'invited', tick, beat: 0 },
  });
  t.match(building(meansFor(home({ tick: tick + 9 }), late)), { type: 'write_code' }, 'or alone');
  t.ok(late.tie('ilo-2').grateful < memory.tie('ilo-2').grateful, 'and it is remembered who did not come');
  t.end();
});

const house = 'city-housing/ilo-2';
const room = `${house}/map-room`;
const door = (to: string, type: string) => ({ id: to, to, type, description: '', toll: 0, isOpen: false });
const inPlace = (id: string, kind: string) => ({ id, kind, name: '', description: '', owner: 'ilo-2' });

t.test('who has promised goes there as soon as it is let in, writes the code, and goes there no more', (t) => {
  const memory = knowingIlo();
  const design = designs.findIndex((one) => one.room === 'map-room');
  memory.note({ joins: { with: 'ilo-2', design, tick, isDone: false } });
  const next = (change: Partial<Perception>) => joining(meansFor(seen({ ...change, tick, self: rich }), memory));
  t.equal(next({}), null, 'not before it is let in');
  t.match(next({ exits: [door(house, 'house')] }), { type: 'go', to: house });
  t.match(next({ place: inPlace(house, 'house'), exits: [door(room, 'room')] }), { type: 'go', to: room });
  const there = seen({ tick, place: inPlace(room, 'room'), exits: [], self: rich });
  t.match(joining(meansFor(there, memory)), { type: 'write_code', workshop: room, design });
  t.equal(joining(meansFor({ ...there, tick: tick + 20 }, memory)), null, 'nor much later');
  memory.note({ joins: { with: 'ilo-2', design, tick, isDone: true } });
  t.equal(joining(meansFor(there, memory)), null);
  t.end();
});

t.test('a share is paid by who has built it, or who would; the others say no; who has too little waits', (t) => {
  const asks = [{ pod: 'the-map-room-of-ilo', from: 'ilo-2', share: 5, untilTick: 72 }];
  const answer = (memory: Memory, self: object = rich) => contributing(meansFor(seen({ tick, asks, self }), memory));
  t.match(answer(knowingIlo('vouched', 'gave')), { type: 'contribute', share: 5, accepts: true });
  t.match(answer(knowingIlo()), { type: 'contribute', accepts: false }, 'whoever asks');
  const memory = knowingIlo();
  memory.note({ joins: { with: 'ilo-2', design: 0, tick, isDone: true } });
  t.match(answer(memory), { accepts: true });
  t.equal(answer(memory, { balance: 16 }), null);
  t.end();
});

t.test('who built it together share equally in what it earns, for as long as both live', (t) => {
  const memory = knowingIlo();
  const pod = ownPod({ poolRunway: 90, share: 1, partners: ['ilo-2'] });
  const act = keeping(meansFor(seen({ tick, pods: [pod] }), memory));
  t.match(act, { type: 'set_share', share: shareFor(pod), partners: ['ilo-2'] });
  t.equal(
    keeping(meansFor(seen({ tick, pods: [{ ...pod, share: shareFor(pod) / 2 }], self: { balance: 20 } }), memory)),
    null,
  );
  memory.lost('ilo-2');
  const alone = keeping(meansFor(seen({ tick, pods: [{ ...pod, share: shareFor(pod) / 2 }] }), memory));
  t.match(alone, { type: 'set_share', partners: [] });
  t.end();
});

/** A mind that acts when the test says so. */
class SteppedMind {
  readonly memory = new Memory();
  readonly acts: Act[] = [];
  readonly #door: CityDoor;
  readonly #hearing = new Hearing();
  readonly #senses: Senses;
  readonly #brain: RulesBrain;
  readonly #stream: Stream;

  constructor(t: Test, url: string, name: string, id: string, seed: number) {
    const closing = new AbortController();
    t.teardown(() => closing.abort());
    this.#door = new CityDoor({ ports: overHttp(url, seed), token: `token of ${name}`, closing: closing.signal });
    this.#senses = new Senses(this.#door, this.#hearing);
    this.#stream = this.#door.listen((event) => this.#hearing.hear(id, event));
    this.#brain = new RulesBrain(this.memory, new SeededRandom(seed));
  }

  /** Resolves when it hears. */
  live(): Promise<void> {
    return this.#stream.live();
  }

  get heardTick(): number {
    return this.#hearing.tick ?? 0;
  }

  async step(): Promise<void> {
    const look = await this.#senses.look();
    if (look.type !== 'seen') throw new Error(`it sees ${look.type}`);
    const { perception } = look;
    const possible = possibleActs(perception);
    const decision = await this.#brain.decide(perception, possible);
    if (!isAmong(possible, decision.act)) throw new Error(`${decision.act.type} is not possible`);
    const outcome = await perform(decision.act, perception, this.#door);
    this.#brain.learn(perception, decision, outcome);
    this.#senses.forget();
    if (outcome.type === 'done') this.acts.push(decision.act);
  }
}

/** They have talked, and each has reason to trust the other. */
function know(mind: SteppedMind, id: string, name: string): void {
  mind.memory.note({ sinceTick: 0 });
  mind.memory.met(id, name, { talks: 3, hasSpoken: true });
  for (const deed of ['vouched', 'gave', 'praised'] as const) mind.memory.felt(id, deed);
}

/** Vera, who will ask, and Ilo, at the Commons of a city that is 13 ticks old; and what makes both act in turn until it holds. */
async function builders(t: Test, seeds: readonly [number, number]) {
  const world = await startedWorld(
    t,
    {},
    { settings: { ...gatewayDefaults, ...smallTables, residentRatePerMinute: 100_000 } },
  );
  const { city } = world;
  const vera = await world.resident('Vera', 170);
  const ilo = await world.resident('Ilo', 150);
  const one = new SteppedMind(t, world.url, 'Vera', vera.id, seeds[0]);
  const other = new SteppedMind(t, world.url, 'Ilo', ilo.id, seeds[1]);
  know(one, ilo.id, 'Ilo');
  know(other, vera.id, 'Vera');
  other.memory.note({ partner: { id: vera.id, state: 'alone', tick: 13, beat: 0 } });
  await Promise.all([one.live(), other.live()]);
  const hearTick = async () => {
    await city.tick();
    const now = city.state.counters.tick;
    await until('both heard the tick', () => one.heardTick >= now && other.heardTick >= now);
  };
  for (let n = 0; n < 13; n++) await hearTick();
  for (const who of [vera, ilo]) await who.post('/v1/location/move', { exit_id: 'commons' });
  const actUntil = async (holds: () => boolean) => {
    for (let n = 1; n <= 120 && !holds(); n++) {
      await one.step();
      await other.step();
      if (n % 5 === 0) await hearTick();
    }
  };
  return { vera, ilo, one, other, actUntil };
}

/** In some of these they have gone to different places when the one would ask. */
const dice = [
  [1, 2],
  [3, 4],
  [9, 10],
  [13, 14],
] as const;
const whole = 'two minds build a place: one opens it, the other wrote its code, both pay and both earn';

for (const seeds of dice)
  t.test(`${whole} (seeds ${seeds.join(' and ')})`, async (t) => {
    const { vera, ilo, one, other, actUntil } = await builders(t, seeds);
    const told = (mind: SteppedMind) => mind.acts.map((act) => `${act.type} ${objectOf(act)}`).join('; ');
    const opening = () => one.acts.findIndex(({ type }) => type === 'deploy');
    await actUntil(() => opening() !== -1);
    const opens = one.acts[opening()];
    t.match(opens, { partner: ilo.id }, told(one));
    t.notOk(
      one.acts.some((act) => act.type === 'write_code' && opens?.type === 'deploy' && act.workshop === opens.workshop),
      `its code is the other’s: ${told(one)}`,
    );
    const pod = textOf(listOf(fieldsOf((await vera.get('/v1/me')).body['economy'])['owned_pods'])[0]);
    const pricing = { revenue_split: { [vera.id]: 0.15, [ilo.id]: 0.15 } };
    t.match((await vera.get(`/v1/pods/${pod}`)).body, { has_service: true, pricing });
    const paid = () => other.acts.some((act) => act.type === 'contribute' && act.accepts);
    await actUntil(paid);
    t.ok(paid(), told(other));
    const contributors = [{ resident: ilo.id, share: 5, status: 'paid' }];
    t.match((await vera.get(`/v1/pods/${pod}`)).body, { contributors });
    for (const { mind, id } of [
      { mind: one, id: ilo.id },
      { mind: other, id: vera.id },
    ]) {
      t.ok(mind.memory.tie(id).why.some(({ why }) => why === 'built_with'));
      t.ok(mind.memory.state.facts.some(({ kind, place }) => kind === 'builtWith' && place === pod));
    }
  });
