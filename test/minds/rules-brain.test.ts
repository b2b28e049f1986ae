/** The brain that decides by rules, through made-up days: what it does is possible, affordable, and the same again from the same seed. */
import t from 'tap';
import type { Act } from '../../minds/acts/act.ts';
import { isAmong, possibleActs, prices, reserveTicks, spare } from '../../minds/acts/possible.ts';
import { RulesBrain } from '../../minds/brains/rules/rules-brain.ts';
import { designs } from '../../minds/designs/list.ts';
import { Memory } from '../../minds/memory/memory.ts';
import type { Perception } from '../../minds/perception/perception.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { type Change, heard, ownPod, publicWork, seen, seenAtHome } from './sample-perception.ts';

const { workshopUpkeep } = prices;

/** What somebody may see on some day: drawn, so that no day is like the one before. */
function someDay(dice: SeededRandom, day: number): Perception {
  const chance = (share: number) => dice.withProbability(share);
  const change: Change = {
    tick: Math.floor(day / 4),
    self: {
      balance: dice.integerBelow(160),
      runway: dice.integerBelow(120),
      ticksLeft: Math.max(0, 72 - Math.floor(day / 4)),
      isDying: chance(0.03),
      mentees: chance(0.4) ? ['odo-5'] : [],
      burn: chance(0.3) ? 1.5 : 1,
      ownedPods: chance(0.2) ? ['mill'] : [],
      legacyTitle: chance(0.5) ? 'x' : null,
    },
    heard: chance(0.4) ? [heard(day, 'ilo-2', chance(0.5) ? 'Vera, have you found work?' : 'The bread is good.')] : [],
    jobs: chance(0.5) ? [publicWork] : [],
    claimed: chance(0.2) ? [{ ...publicWork, id: 'job_b', status: 'claimed', claimer: 'vera-1' }] : [],
    nextSoul: chance(0.5) ? 'Wren' : null,
    workshops: chance(0.3) ? null : chance(0.5) ? [] : ['bindery'],
    services: chance(0.2) ? [{ id: 'mill', pod: 'mill', name: 'Mill', price: 0.5 }] : [],
  };
  return chance(0.3) ? seenAtHome(change) : seen(change);
}

async function live(seed: number, days: number): Promise<readonly { readonly act: Act; readonly day: Perception }[]> {
  const brain = new RulesBrain(new Memory(), new SeededRandom(seed));
  const fate = new SeededRandom(99);
  const lived: { act: Act; day: Perception }[] = [];
  for (let i = 1; i <= days; i++) {
    const day = someDay(fate, i);
    const decision = await brain.decide(day, possibleActs(day));
    lived.push({ act: decision.act, day });
    const outcomes = [
      { type: 'done', body: { name: 'Wren', id: 'wren-7' } },
      { type: 'refused', code: 'not_found' },
      { type: 'away' },
    ] as const;
    brain.learn(day, decision, outcomes[fate.withProbability(0.8) ? 0 : fate.integerBelow(3)] ?? outcomes[0]);
  }
  return lived;
}

t.test('the same seed and the same perceptions give the same acts; another seed gives others', async (t) => {
  const acts = async (seed: number) => (await live(seed, 300)).map(({ act }) => act);
  t.same(await acts(7), await acts(7));
  t.notSame(await acts(7), await acts(8));
});

t.test('it does only what was possible, and lives through all of it [MA1]', async (t) => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 20; seed++)
    for (const { act, day } of await live(seed, 300)) {
      kinds.add(act.type);
      if (!isAmong(possibleActs(day), act)) t.fail(JSON.stringify(act));
    }
  const wanted = ['rest', 'go', 'say', 'claim', 'submit', 'adopt', 'write_code', 'call', 'bequeath', 'compose'];
  t.same(
    wanted.filter((kind) => !kinds.has(kind)),
    [],
    'and there is hardly anything that it never does',
  );
});

t.test('nothing in the list takes what it needs until it is paid next [MA2]', async (t) => {
  const costs: Readonly<Record<string, number>> = {
    adopt: 25,
    deploy: 50,
    enlarge: 20,
    post_job: 3,
    give: 5,
    fund: 6,
    call: 0.5,
  };
  const dice = new SeededRandom(3);
  for (let i = 0; i < 2_000; i++) {
    const day = someDay(dice, i);
    for (const act of possibleActs(day)) {
      const cost = costs[act.type];
      const burn = day.self.burn - (act.type === 'deploy' ? workshopUpkeep : 0);
      if (cost !== undefined && day.self.balance - cost < reserveTicks * burn)
        t.fail(`${act.type} with ${day.self.balance}`);
    }
  }
});

t.test(
  'work that is handed in shortens what it keeps to the ticks until that is paid, and no more [MA2]',
  async (t) => {
    const pays = (answerTick: number, poster: string | null = null) =>
      seen({ claimed: [{ ...publicWork, status: 'submitted', claimer: 'vera-1', poster, answerTick }] });
    t.equal(spare(seen()), 60 - reserveTicks);
    t.equal(spare(pays(15)), 60 - reserveTicks, 'just handed in');
    t.equal(spare(pays(7)), 60 - 6);
    t.equal(spare(pays(7, 'eve-9')), 60 - reserveTicks, 'what others pay nobody can count on');
  },
);

t.test('no toll is paid out of what it needs, and none that was not seen [MA2]', async (t) => {
  const gate = { id: 'exit_b', to: 'gate', type: 'agent-built', description: 'A gate.', toll: 0.5, isOpen: true };
  const ways = (balance: number) =>
    possibleActs(seen({ exits: [gate], self: { balance } })).flatMap((act) => (act.type === 'go' ? [act.exit] : []));
  t.ok(ways(60).includes('exit_b'));
  t.notOk(ways(reserveTicks + 0.4).includes('exit_b'));
});

t.test('the city’s own work comes before whatever others offer', async (t) => {
  const offered = { ...publicWork, id: 'job_b', poster: 'eve-9', reward: 18.001 };
  // Of others it has as many as it takes, submitted and never accepted.
  const held = ['job_c', 'job_d', 'job_e'].map((id) => ({ ...offered, id, claimer: 'vera-1', status: 'submitted' }));
  const day = seen({ jobs: [offered, publicWork], claimed: held, self: { balance: 10, runway: 10 } });
  const brain = new RulesBrain(new Memory(), new SeededRandom(1));
  const claims: string[] = [];
  for (let i = 0; i < 20 && claims.length === 0; i++) {
    const decision = await brain.decide(day, possibleActs(day));
    if (decision.act.type === 'claim') claims.push(decision.act.job);
    brain.learn(day, decision, { type: 'done', body: {} });
  }
  t.same(claims, [publicWork.id]);
});

t.test('a resident that it never spoke with does not inherit', async (t) => {
  const brain = new RulesBrain(new Memory(), new SeededRandom(1));
  const day = seen({ self: { ticksLeft: 5, legacyTitle: 'What I saw' } });
  for (let i = 0; i < 20; i++) t.not((await brain.decide(day, possibleActs(day))).act.type, 'bequeath');
});

t.test('who can afford it builds one place, and keeps no room in which nothing is made', async (t) => {
  const brain = new RulesBrain(new Memory(), new SeededRandom(3));
  const done: Act['type'][] = [];
  let change: Change = { workshops: [], self: { mentees: ['odo-5'], balance: 90, runway: 90 } };
  for (let i = 0; i < 60; i++) {
    const day = seenAtHome({ tick: 20 + Math.floor(i / 4), ...change });
    const decision = await brain.decide(day, possibleActs(day));
    const { act } = decision;
    done.push(act.type);
    if (act.type === 'add_room') change = { ...change, workshops: [act.name] };
    if (act.type === 'deploy')
      change = { workshops: [], self: { mentees: ['odo-5'], balance: 40, runway: 40, ownedPods: ['a-place'] } };
    brain.learn(day, decision, { type: 'done', body: {} });
  }
  const built = done.filter((type) => ['add_room', 'write_code', 'deploy'].includes(type));
  t.same(built, ['add_room', 'write_code', 'deploy']);
});

t.test('who makes things builds before it brings somebody up, others after', async (t) => {
  const firstOf = async (goals: string) => {
    const brain = new RulesBrain(new Memory(), new SeededRandom(5));
    const soul = { ...seen().self.soul, goals };
    for (let i = 0; i < 80; i++) {
      const tick = 1 + Math.floor(i / 8);
      const day = seenAtHome({ tick, nextSoul: 'Wren', workshops: [], commonsWays: 0, self: { soul, runway: 90 } });
      const decision = await brain.decide(day, possibleActs(day));
      if (['add_room', 'adopt'].includes(decision.act.type)) return decision.act.type;
      brain.learn(day, decision, { type: 'done', body: {} });
    }
    return 'neither';
  };
  t.equal(await firstOf('To build a workshop.'), 'add_room');
  t.equal(await firstOf('To be left in peace.'), 'adopt');
});

t.test(
  'the way from the square costs more with each that is there, and who cannot pay that does not deploy',
  async (t) => {
    const mayDeploy = (commonsWays: number | null, balance: number) =>
      possibleActs(seenAtHome({ workshops: ['bindery'], commonsWays, self: { balance, burn: 1.5 } })).some(
        ({ type }) => type === 'deploy',
      );
    for (const [ways, cost] of [
      [0, 42],
      [1, 50],
      [2, 60],
      [9, 60],
      [null, 60],
    ] as const) {
      t.notOk(mayDeploy(ways, cost + reserveTicks));
      t.ok(mayDeploy(ways, cost + reserveTicks + 0.1));
    }
  },
);

t.test('a place is called again after a while, however it is called and whatever came of it', async (t) => {
  const name = '🏮'.repeat(80);
  const brain = new RulesBrain(new Memory(), new SeededRandom(4));
  const calls: number[] = [];
  for (let i = 0; i < 400; i++) {
    const tick = Math.floor(i / 8);
    const day = seen({
      tick,
      place: { id: 'mill', kind: 'pod', name, description: '', owner: 'eve-9' },
      services: [{ id: 'mill', pod: 'mill', name, price: 0.5 }],
      self: { runway: 90, balance: 60, ownedPods: ['own'], vouchedFor: ['ilo-2', 'maren-3'] },
    });
    const decision = await brain.decide(day, possibleActs(day));
    const isCall = decision.act.type === 'call';
    if (isCall) calls.push(tick);
    brain.learn(day, decision, isCall ? { type: 'refused', code: 'timeout' } : { type: 'rested' });
  }
  const pauses = calls.slice(1).map((tick, i) => tick - (calls[i] ?? 0));
  t.equal(calls.length, 4);
  t.ok(
    pauses.every((ticks) => ticks >= 16),
    calls.join(' '),
  );
});

t.test('who has a place to keep works for it, others leave the work to who needs it', async (t) => {
  const works = async (status: string) => {
    const pods = [ownPod({ status })];
    const brain = new RulesBrain(new Memory(), new SeededRandom(4));
    for (let i = 0; i < 60; i++) {
      const day = seen({ jobs: [publicWork], pods, self: { runway: 90, balance: 90, ownedPods: ['mill'] } });
      const decision = await brain.decide(day, possibleActs(day));
      if (decision.act.type === 'claim') return true;
      brain.learn(day, decision, { type: 'rested' });
    }
    return false;
  };
  t.same([await works('deployed'), await works('shut_down')], [true, false]);
});

t.test('a pool is filled before it is dry, and never that of a place that is shut', async (t) => {
  const funds = (status: string, poolRunway: number) => {
    const pods = [ownPod({ status, poolRunway })];
    return possibleActs(seen({ pods, self: { balance: 90 } })).some(({ type }) => type === 'fund');
  };
  t.same([funds('deployed', 8), funds('deployed', 9), funds('shut_down', 0)], [true, false, false]);
});

t.test(
  'three hellos make no friend: it vouches for whom it has talked with in three ticks, over a dozen',
  async (t) => {
    const vouches = async (ticks: readonly number[]) => {
      const brain = new RulesBrain(new Memory(), new SeededRandom(2));
      const vouched: string[] = [];
      for (const [i, tick] of ticks.entries()) {
        const said = heard(i + 1, 'ilo-2', 'Good morning, Vera. How are you?');
        const day = seen({ tick, heard: [said], self: { runway: 90, balance: 90 } });
        const decision = await brain.decide(day, possibleActs(day));
        if (decision.act.type === 'vouch') vouched.push(decision.act.for);
        brain.learn(day, decision, { type: 'done', body: {} });
      }
      return vouched.includes('ilo-2');
    };
    const many = Array.from({ length: 200 }, (_, i) => i);
    t.equal(await vouches(many.map(() => 3)), false, 'within one tick');
    t.equal(await vouches(many.map((i) => 3 + (i % 11))), false, 'within eleven');
    t.equal(await vouches(many.map((i) => 3 + Math.floor(i / 5))), true, 'in time');
  },
);

t.test('jobs that pay less than a tick of life are not taken, however poor it is', async (t) => {
  const least = { ...publicWork, poster: 'eve-9' };
  const claims = (reward: number) =>
    possibleActs(seen({ jobs: [{ ...least, reward }], self: { balance: 5, runway: 5 } })).filter(
      ({ type }) => type === 'claim',
    );
  t.same([claims(0.001).length, claims(1).length], [0, 1]);
});

t.test('what was refused is not tried again at once', async (t) => {
  const brain = new RulesBrain(new Memory(), new SeededRandom(5));
  const tried: number[] = [];
  for (let i = 0; i < 300; i++) {
    const tick = 1 + Math.floor(i / 10);
    const day = seen({ tick, nextSoul: 'Wren', self: { balance: 90, runway: 90 } });
    const decision = await brain.decide(day, possibleActs(day));
    if (decision.act.type === 'adopt') tried.push(tick);
    brain.learn(
      day,
      decision,
      decision.act.type === 'adopt' ? { type: 'refused', code: 'x' } : { type: 'done', body: {} },
    );
  }
  t.ok(tried.length > 1 && tried.length <= 3, tried.join(' '));
});

t.test('the dying speak and settle what they leave, and can do nothing else', async (t) => {
  const kinds = new Set(
    possibleActs(seen({ self: { isDying: true }, jobs: [publicWork], nextSoul: 'Wren' })).map(({ type }) => type),
  );
  t.same([...kinds].sort(), ['bequeath', 'compose', 'rest', 'say', 'whisper']);
});

t.test('near its end it names its heir and writes what remains of it', async (t) => {
  const brain = new RulesBrain(new Memory(), new SeededRandom(1));
  const done: string[] = [];
  const self: Change['self'] = { ticksLeft: 5, mentees: ['odo-5'] };
  for (let i = 0; i < 3; i++) {
    const day = seen({
      self: {
        ...self,
        ...(done.includes('bequeath') && { heir: 'odo-5' }),
        ...(done.includes('compose') && { legacyTitle: 'x' }),
      },
    });
    const decision = await brain.decide(day, possibleActs(day));
    done.push(decision.act.type);
    brain.learn(day, decision, { type: 'done', body: {} });
  }
  t.same(done.slice(0, 2), ['bequeath', 'compose']);
});

t.test('who owns a place and has nobody to leave it to goes near its end where others are', async (t) => {
  const acts = async (self: Change['self']) => {
    const brain = new RulesBrain(new Memory(), new SeededRandom(1));
    const day = seenAtHome({ people: [], self: { ticksLeft: 5, legacyTitle: 'x', balance: 40, runway: 40, ...self } });
    return brain.decide(day, possibleActs(day));
  };
  const leaving = { purpose: 'settling', act: { type: 'go', to: 'city-commons' } };
  t.match(await acts({ ownedPods: ['mill-3'] }), leaving);
  t.notMatch(await acts({ ownedPods: [] }), leaving);
  t.notMatch(await acts({ ownedPods: ['mill-3'], heir: 'odo-5' }), leaving);
  t.end();
});

/** Whom it names in so many ticks before its end; the city takes no heir who is among the dead. */
async function heirsNamed(change: Change, memory: Memory, dead: readonly string[] = []): Promise<readonly string[]> {
  const brain = new RulesBrain(memory, new SeededRandom(1));
  const named: string[] = [];
  let heir = change.self?.heir ?? null;
  for (let ticksLeft = 7; ticksLeft > 3; ticksLeft--) {
    const self = { legacyTitle: 'x', balance: 40, runway: 40, ...change.self, heir, ticksLeft };
    const day = seen({ ...change, tick: 90 - ticksLeft, self });
    const decision = await brain.decide(day, possibleActs(day));
    if (decision.act.type !== 'bequeath') continue;
    named.push(decision.act.heir);
    const isTaken = !dead.includes(decision.act.heir);
    if (isTaken) ({ heir } = decision.act);
    brain.learn(day, decision, isTaken ? { type: 'done', body: {} } : { type: 'refused', code: 'resident_dead' });
  }
  return named;
}

t.test('who leaves places asks near its end whether its heir lives, and names another where it does not', async (t) => {
  const keeper = { ownedPods: ['mill-3'], heir: 'odo-5', mentees: ['ilo-2'] };
  t.same((await heirsNamed({ self: keeper }, new Memory(), ['odo-5'])).slice(0, 2), ['odo-5', 'ilo-2']);
  const poor = { ownedPods: [], heir: 'ilo-2', mentees: ['ilo-2'] };
  t.same(await heirsNamed({ self: poor }, new Memory()), [], 'who leaves nothing need not ask');
});

t.test('it leaves what it has to whom it brought up, else to a friend who is younger than itself', async (t) => {
  t.same(await heirsNamed({ self: { heir: 'odo-5', mentees: ['ilo-2'] } }, new Memory()), ['ilo-2']);
  const memory = new Memory();
  memory.note({ sinceTick: 10 });
  const known = { talks: 5, talkTick: 60, hasSpoken: true };
  memory.met('odo-5', 'Odo', { ...known, talks: 9, firstTick: 12 });
  memory.met('ilo-2', 'Ilo', { ...known, firstTick: 50 });
  for (const id of ['odo-5', 'ilo-2']) memory.felt(id, 'talked');
  const people = [
    { id: 'odo-5', name: 'Odo' },
    { id: 'ilo-2', name: 'Ilo' },
  ];
  t.same((await heirsNamed({ people, self: { heir: null, mentees: [] } }, memory)).slice(0, 1), ['ilo-2']);
  const fresh = new Memory();
  fresh.met('ilo-2', 'Ilo', { firstTick: 80, talks: 0 });
  for (let n = 0; n < 4; n++) fresh.felt('ilo-2', 'talked');
  const lonely = { heir: null, mentees: [], ownedPods: ['mill-3'] };
  t.same(await heirsNamed({ people, self: lonely }, fresh), [], 'whom it has known for a while');
  const dying = await heirsNamed({ people, self: { ...lonely, isDying: true } }, fresh);
  t.same(dying.slice(0, 1), ['ilo-2'], 'but whoever is there where it is dying and leaves places');
});

t.test('what it knows how to build are services that a city takes', async (t) => {
  t.equal(new Set(designs.map(({ room }) => room)).size, designs.length);
  for (const { room, code } of designs) {
    t.match(room, /^[a-z][a-z0-9-]{0,63}$/);
    t.match(code, 'export function handle(');
  }
});
