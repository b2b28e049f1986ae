/** What a mind is after, what becomes of it, and what it leaves: all of it said. */
import t from 'tap';
import { pursue, reached } from '../../minds/brains/rules/aims.ts';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { composed } from '../../minds/brains/rules/legacy.ts';
import { callName, whoIs } from '../../minds/brains/rules/words/naming.ts';
import { understand } from '../../minds/brains/rules/words/understanding.ts';
import { designs } from '../../minds/designs/list.ts';
import { witnessed } from '../../minds/hearsay/fact.ts';
import { Memory } from '../../minds/memory/memory.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { type Change, ownPod, seen } from './sample-perception.ts';

const dice = new SeededRandom(3);
const builder = { mentor: null, mentees: ['ilo-2'], balance: 20, ticksLeft: 60, runway: 40 };
const day = (tick: number, self: Change['self'] = {}) =>
  seen({ tick, commonsWays: 2, self: { ...builder, ...self }, pods: [], nextSoul: null });

function mindAt(tick: number): Memory {
  const memory = new Memory();
  memory.note({ tick, sinceTick: 0 });
  return memory;
}

t.test('it says what it is after and how much is missing, when half of it is there, and why it gives up', async (t) => {
  const memory = mindAt(20);
  const [begun] = pursue({ seen: day(20), memory, dice });
  t.match(begun, { kind: 'aim.place', slots: { missing: /\w+/, aim: /^an? / } });
  const { missing = 0 } = memory.state.aim ?? {};
  t.same(pursue({ seen: day(21), memory, dice }), []);
  const nearer = pursue({ seen: day(22, { balance: 20 + Math.ceil(missing / 2) }), memory, dice });
  t.match(nearer, [{ kind: 'nearer' }]);
  t.match(pursue({ seen: day(40, { ticksLeft: 20 }), memory, dice }), [
    { kind: 'failed.time', slots: { missing: /\w+/ } },
  ]);
  t.equal(memory.state.aim, null);
});

t.test('it says that it got there when that is what it has opened, and after how long', async (t) => {
  const aim = { kind: 'place' as const, design: 0, sinceTick: 10, missing: 5, said: 20 };
  const memory = mindAt(20);
  memory.note({ aim });
  t.equal(reached({ kind: 'place', pod: 'no-design-of-vera' }, day(20), memory), undefined);
  memory.note({ aim: { ...aim, kind: 'child' } });
  t.match(reached({ kind: 'child' }, day(20), memory), { took: 'ten hours' });
});

t.test('what it has it is not after: once its place stands, its aim is another', async (t) => {
  const vault = designs.findIndex(({ title }) => title === 'The Vault');
  const keeper = { ...seen().self.soul, goals: 'To guard a vault.', personality: '', quirks: '' };
  const mine = { soul: keeper, ownedPods: ['the-vault-of-vera'] };
  const before = mindAt(20);
  pursue({ seen: day(20, { soul: keeper }), memory: before, dice });
  t.match(before.state.aim, { kind: 'place', design: vault });
  before.learn(witnessed('plans', 'vera-1', { place: 'plan:strong-room', tick: 20 }));
  t.same(pursue({ seen: day(21, mine), memory: before, dice }), [], 'it has come to it otherwise, and says nothing');
  t.equal(before.state.aim, null);
  t.notOk(before.state.facts.some(({ kind }) => kind === 'plans'));
  const after = mindAt(20);
  const [begun] = pursue({ seen: day(20, mine), memory: after, dice });
  t.match(begun, { kind: 'aim.place' }, 'something else it may be after');
  t.notMatch(begun?.slots, { aim: /Vault/ });
  const opened = mindAt(20);
  const kept = { name: 'The Vault', sinceTick: 20, calls: 0, callTick: 20 };
  opened.note({ design: vault, hasCode: true, keeps: { 'the-vault-of-vera': kept } });
  t.notMatch(pursue({ seen: day(20, { soul: keeper }), memory: opened, dice })[0]?.slots, { aim: /Vault/ });
  t.match(opened.state, { design: null, hasCode: false }, 'and nothing of the kind is begun any more');
});

t.test('a place that it has just opened and does not see yet has not closed', async (t) => {
  const memory = mindAt(20);
  const kept = { name: 'The Vault', sinceTick: 20, calls: 0, callTick: 20 };
  memory.note({ keeps: { 'the-vault-of-vera': kept } });
  const told = (tick: number) => pursue({ seen: day(tick), memory, dice }).map(({ kind }) => kind);
  t.notOk(told(21).some((kind) => kind.startsWith('closed')));
  t.ok(told(22).some((kind) => kind.startsWith('closed')));
});

t.test('who had to close a place says why', async (t) => {
  const memory = mindAt(20);
  const pod = ownPod({ id: 'mine', name: 'The Bell of Vera' });
  pursue({ seen: seen({ tick: 20, self: { ...builder, ownedPods: ['mine'] }, pods: [pod] }), memory, dice });
  const [closed] = pursue({ seen: day(50), memory, dice });
  t.match(closed, { kind: 'closed.unvisited', name: 'The Bell of Vera', slots: { stood: '30 hours' } });
  t.ok(memory.state.facts.some(({ kind, who, place }) => kind === 'closed' && who === 'vera-1' && place === 'mine'));
});

t.test('its legacy names what it did and saw, and with whom', async (t) => {
  const memory = mindAt(20);
  memory.met('odo-4', 'Odo', { talks: 3, hasSpoken: true });
  memory.met('maren-3', 'Maren', { talks: 1, hasSpoken: true });
  memory.learn(witnessed('gave', 'odo-4', { whom: 'vera-1', tick: 18 }));
  memory.learn(witnessed('vouched', 'odo-4', { whom: 'maren-3', tick: 19 }));
  const perception = seen({ tick: 20 });
  const talk = new Conversation(memory, dice);
  const act = composed({ seen: perception, possible: [], memory, dice, talk, maySpeak: true });
  t.match(act, { type: 'compose', title: /Odo/, words: /Odo gave me credits/ });
  t.match(act, { words: /Maren/ });
  const alone = mindAt(20);
  const bare = composed({
    seen: perception,
    possible: [],
    memory: alone,
    dice,
    talk: new Conversation(alone, dice),
    maySpeak: true,
  });
  t.match(bare, { words: /\w+/, title: /Vera/ });
});

t.test('a name means one: a namesake is called by all of its name', async (t) => {
  const known = [
    ['wren-2', 'Wren'],
    ['wren-40', 'Wren II'],
    ['tobias-3', 'Tobias Quill'],
    ['tobias-9', 'Tobias Or'],
  ] as const;
  t.equal(callName('Wren II'), 'Wren II');
  t.equal(callName('Tobias Quill II'), 'Tobias Quill II');
  t.equal(whoIs('Wren II', known), 'wren-40');
  t.equal(whoIs('Wren', known), 'wren-2');
  t.equal(whoIs('Tobias', known), '', 'of two nobody');
  t.equal(whoIs('Tobias', known, 'Tobias Or has opened it. Tobias built it.'), 'tobias-9');
  t.equal(understand('I like Wren II, Ilo.', 'Wren', ['Ilo']).to, 'other');
  t.equal(understand('Wren II is dead.', 'Wren', []).to, 'nobody');
  t.equal(understand('I like Maren.', 'Vera', ['Maren']).to, 'nobody', 'who is spoken of is not spoken to');
});
