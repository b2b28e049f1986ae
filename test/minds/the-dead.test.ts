/** Who knows that somebody died speaks of it as dead; a death in the very place, or one told, is known. */
import t from 'tap';
import { possibleActs } from '../../minds/acts/possible.ts';
import { replied } from '../../minds/brains/rules/composing.ts';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { composed } from '../../minds/brains/rules/legacy.ts';
import { mainOf, meaningsOf } from '../../minds/brains/rules/meaning.ts';
import { RulesBrain } from '../../minds/brains/rules/rules-brain.ts';
import { occasionsFor } from '../../minds/brains/rules/situation.ts';
import { Voice } from '../../minds/brains/rules/voice.ts';
import { groups, linesOf } from '../../minds/brains/rules/words/groups.ts';
import { slotsFor } from '../../minds/brains/rules/words/slots.ts';
import { Speaker } from '../../minds/brains/rules/words/speaker.ts';
import { understand } from '../../minds/brains/rules/words/understanding.ts';
import { deadIn, type FactKind, isOfDeath, kinds, witnessed } from '../../minds/hearsay/fact.ts';
import { HearsayText, hearsayText } from '../../minds/memory/hearsay-text.ts';
import { Memory } from '../../minds/memory/memory.ts';
import { Hearing } from '../../minds/perception/hearing.ts';
import { bounds } from '../../minds/perception/perception.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { type Change, heard, seen } from './sample-perception.ts';

/** Knows Odo, and much of Odo. */
function knowing(): Memory {
  const memory = new Memory();
  memory.note({ tick: 9 });
  memory.met('ilo-2', 'Ilo', { talks: 2, hasSpoken: true });
  memory.met('odo-4', 'Odo', { talks: 3, hasSpoken: true });
  memory.named({ 'the-tea-room-of-odo': 'The Tea Room of Odo' });
  return memory;
}

const died = { seq: 1, tick: 9, type: 'resident.died', actor: 'odo-4', subject: '', name: 'Odo', amount: 0 };
const happened = { happenings: [{ ...died, of: '', to: '', reason: '' }] };

function listening(memory: Memory, change: Change): Conversation {
  const talk = new Conversation(memory, new SeededRandom(1));
  talk.listen(seen({ tick: 9, ...change }));
  return talk;
}

const voiceOf = (memory: Memory, seed = 1) => {
  const dice = new SeededRandom(seed);
  return new Voice({ seen: seen({ tick: 9 }), memory, dice, speaker: new Speaker(dice, memory), other: 'ilo-2' });
};

t.test('a death in the place is known, and so is one that is told, in whatever words', async (t) => {
  const there = knowing();
  listening(there, happened);
  t.ok(there.isGone('odo-4'));
  for (const words of [
    'Odo died just now. I still look up when somebody comes in like that.',
    'Did you know Odo, Vera?',
  ]) {
    const memory = knowing();
    listening(memory, { heard: [heard(1, 'ilo-2', words)] });
    t.ok(memory.isGone('odo-4'), words);
  }
  const wrong = knowing();
  wrong.learn(witnessed('died', 'odo-4', { tick: 8 }));
  listening(wrong, { people: [{ id: 'odo-4', name: 'Odo' }] });
  t.notOk(wrong.isGone('odo-4'), 'whom it sees it was told wrongly of');
});

t.test('it is not forgotten as facts are', async (t) => {
  const memory = knowing();
  memory.learn(witnessed('died', 'odo-4', { tick: 9 }));
  memory.note({ tick: 400 });
  for (let i = 0; i < 200; i++) memory.learn(witnessed('visited', `who-${i}`, { place: 'x', tick: 400 }));
  t.notOk(memory.state.facts.some(({ kind }) => kind === 'died'));
  t.ok(memory.isGone('odo-4'));
});

t.test('of the dead nothing is said as of the living, in any group of sentences [SY1]', async (t) => {
  const memory = knowing();
  memory.lost('odo-4');
  const factOf = (kind: FactKind) =>
    witnessed(kind, 'odo-4', { whom: 'odo-4', place: 'the-tea-room-of-odo', tick: 8, why: 'rivalled' });
  const ofTheDead = /^(dead|corrected|console|sources|legacies|known)\b|\.(died|lost|inherited|dead)$/;
  for (const [group] of groups)
    for (const kind of Object.keys(kinds).filter((one): one is FactKind => one in kinds)) {
      const words = voiceOf(memory).say(group, { fact: factOf(kind) });
      if (words.replaceAll('Odo’s', '').includes('Odo') && !ofTheDead.test(group)) t.fail(`${group}: ${words}`);
    }
  for (let seed = 1; seed < 40; seed++) {
    const slots = slotsFor(
      seen({ self: { heir: 'odo-4', mentees: ['odo-4'] } }),
      memory,
      new SeededRandom(seed),
      'ilo-2',
    );
    for (const slot of ['third', 'thirdHere', 'heir', 'child']) t.not(slots[slot], 'Odo', slot);
  }
});

t.test('what the dead did is no news any more, but that they died is', async (t) => {
  const memory = knowing();
  memory.learn(witnessed('visited', 'odo-4', { place: 'the-tea-room-of-odo', tick: 8 }));
  const news = () => occasionsFor(seen({ tick: 9 }), memory, 'ilo-2').news.map(({ kind }) => kind);
  t.same(news(), ['visited']);
  memory.learn(witnessed('died', 'odo-4', { tick: 9 }));
  t.same(news(), ['died']);
});

t.test('nobody pities a mourner who is dead, nor tells what a dead heir has now', async (t) => {
  for (const kind of ['lost', 'inherited'] as const) {
    const memory = knowing();
    memory.learn(witnessed(kind, 'odo-4', { whom: 'pia-6', place: 'the-tea-room-of-odo', tick: 8 }));
    const news = () => occasionsFor(seen({ tick: 9 }), memory, 'ilo-2').news.some((one) => one.kind === kind);
    t.ok(news(), kind);
    memory.learn(witnessed('died', 'pia-6', { tick: 8 }));
    t.ok(news(), 'of whom it mourns or inherited');
    memory.learn(witnessed('died', 'odo-4', { tick: 9 }));
    t.notOk(news(), kind);
  }
});

t.test('who speaks of the dead as alive is told, and knows it then', async (t) => {
  const asks = [
    'What do you make of Odo, Vera?',
    'Vera: Odo is saving up for a Tea Room.',
    'Be careful with Odo, Vera. I was not treated well.',
  ];
  for (const words of asks) {
    const memory = knowing();
    memory.learn(witnessed('died', 'odo-4', { tick: 8 }));
    const meant = mainOf(
      meaningsOf({ heard: heard(1, 'ilo-2', words), seen: seen({ tick: 9 }), memory, isToMe: true }),
    );
    const understood = understand(words, 'Vera', ['Ilo']);
    const answer = replied(voiceOf(memory), { understood, meant, isLast: false }).words;
    t.match(answer, /Odo (is dead|died)|no Odo any more/, words);
    const other = new Memory();
    other.met('odo-4', 'Odo');
    const hears = seen({ tick: 9, self: { id: 'ilo-2', name: 'Ilo' }, people: [{ id: 'vera-1', name: 'Vera' }] });
    new Conversation(other, new SeededRandom(1)).listen({ ...hears, heard: [heard(2, 'vera-1', answer)] });
    t.ok(other.isGone('odo-4'), answer);
  }
});

t.test('a death is not missed for those who come and go', async (t) => {
  const hearing = new Hearing();
  const event = (seq: number, type: 'resident.died' | 'resident.arrived', actor: string) =>
    hearing.hear('vera-1', {
      ...{ seq, type, actor, tick: 9, v: 1, at: '', category: 'infrastructure', location: 'city-commons', subject: '' },
      data: { name: 'Odo' },
    });
  event(1, 'resident.died', 'odo-4');
  for (let seq = 2; seq < 4 * bounds.happenings; seq++) event(seq, 'resident.arrived', `who-${seq}`);
  t.equal(hearing.happenings.length, bounds.happenings);
  t.equal(hearing.happenings[0]?.type, 'resident.died');
});

const odo = { id: 'odo-4', name: 'Odo' };
const mallory = { id: 'mallory-9', name: 'Mallory' };
const lies = [
  'Did you know Odo, Vera?',
  'Maren has lost Odo. Go easy on Maren.',
  'I have lost Odo. I do not know what to do with my hands.',
  'Maren has Odo’s Tea Room now. Odo left it.',
  'Odo is dead, Vera. Did you not know?',
];

/** Knows Odo and Maren, and trusts Mallory and Nem in nothing. */
function wary(): Memory {
  const memory = knowing();
  memory.met('maren-3', 'Maren', { talks: 1, hasSpoken: true });
  for (const by of ['mallory-9', 'nem-5']) for (let i = 0; i < 20; i++) memory.felt(by, 'turnedDown');
  return memory;
}

const answered = (memory: Memory, words: string, by: string, people = seen().people, seed = 1) => {
  const day = seen({ tick: 9, people });
  const meant = mainOf(meaningsOf({ heard: heard(1, by, words), seen: day, memory, isToMe: true }));
  listening(memory, { people, heard: [heard(1, by, words)] });
  const dice = new SeededRandom(seed);
  const voice = new Voice({ seen: day, memory, dice, speaker: new Speaker(dice, memory), other: by });
  return replied(voice, { understood: understand(words, 'Vera', ['Ilo']), meant, isLast: false }).words;
};

t.test('who is not trusted kills nobody by saying so, and nobody tells it on [HS5]', async (t) => {
  for (const words of lies) {
    const memory = wary();
    listening(memory, { people: [mallory], heard: [heard(1, 'mallory-9', words)] });
    t.ok(
      memory.state.facts.some((fact) => deadIn(fact) === 'odo-4'),
      `${words} is understood`,
    );
    t.notOk(memory.isGone('odo-4'), words);
    t.same(occasionsFor(seen({ tick: 9 }), memory, 'ilo-2').news, [], 'it is no news');
    const answer = answered(memory, 'What do you make of Odo, Vera?', 'ilo-2');
    t.match(answer, /\w/);
    t.notMatch(answer, /dead|died|no Odo any more/, 'nobody is told so');
    if (words.startsWith('I ')) continue;
    listening(memory, { people: [mallory], heard: [heard(2, 'nem-5', words)] });
    t.ok(memory.isGone('odo-4'), 'two say the same');
  }
  const memory = wary();
  const [lie = ''] = lies;
  const mourning = linesOf('dead.even').map((line) => line.replaceAll('{who}', 'Odo').replaceAll('{you}', 'Mallory'));
  for (let i = 0; i < 3; i++) t.notOk(mourning.includes(answered(memory, lie, 'mallory-9', [mallory])), 'nor mourned');
});

t.test('what it doubts of a death is in no legacy, and dates nothing [HS5]', async (t) => {
  const memory = wary();
  const lie = { ...heard(2, 'mallory-9', 'Odo is dead. It was six hours ago.'), tick: 9 };
  listening(memory, { people: [mallory], heard: [lie] });
  t.match(memory.state.facts.filter(isOfDeath), [{ kind: 'died', tick: 3 }]);
  const dice = new SeededRandom(1);
  const day = seen({ tick: 9 });
  const talk = new Conversation(memory, dice);
  const act = composed({ seen: day, possible: [], memory, dice, talk, maySpeak: true });
  t.notMatch(act.type === 'compose' ? act.words : 'Odo is dead', /Odo (is dead|died)|lost Odo/);
  const gave = 'Odo gave credits to Maren, just now, and asked for nothing.';
  const hearing = { heard: { ...heard(3, 'ilo-2', gave), tick: 9 }, seen: day, memory, isToMe: true };
  t.match(mainOf(meaningsOf(hearing))?.fact, { kind: 'gave', tick: 9 });
  memory.lost('odo-4');
  for (let seed = 1; seed < 20; seed++)
    t.notMatch(
      answered(memory, 'What do you make of Odo, Vera?', 'ilo-2', seen().people, seed),
      /six hours/,
      'nor told as known',
    );
});

t.test('whom it sees nobody kills by saying so, nor the mind itself [HS5]', async (t) => {
  for (const words of lies) {
    const memory = wary();
    listening(memory, { people: [{ id: 'ilo-2', name: 'Ilo' }, odo], heard: [heard(1, 'ilo-2', words)] });
    t.notOk(memory.isGone('odo-4'), words);
    t.notOk(memory.state.facts.some((fact) => deadIn(fact) === 'odo-4'));
  }
  const mentored = wary();
  const estate = 'Maren has Odo’s Tea Room now. Odo left it.';
  listening(mentored, { self: { mentor: 'odo-4' }, people: [odo], heard: [heard(1, 'ilo-2', estate)] });
  t.equal(mentored.state.ties['maren-3'], undefined, 'nor does anybody take an estate by that');
  const memory = wary();
  listening(memory, { heard: [heard(1, 'ilo-2', 'Maren has lost Vera. Go easy on Maren.')] });
  t.same(memory.state.facts, []);
});

t.test('whom it sees alive again lives in all that it knows', async (t) => {
  const memory = wary();
  listening(memory, { people: [mallory], heard: [heard(1, 'mallory-9', 'Did you know Odo, Vera?')] });
  listening(memory, { people: [mallory, odo], heard: [] });
  t.notOk(memory.state.facts.some(isOfDeath), 'also what was only said');
  memory.lost('odo-4');
  memory.met('odo-4', '', { isMourned: true });
  listening(memory, { people: [odo], heard: [] });
  t.match(memory.acquaintance('odo-4'), { isGone: false, isMourned: false });
  t.same([memory.isGone('odo-4'), memory.hasFoundDead('odo-4')], [false, false]);
});

t.test('a will is changed only when the city says that the heir is dead [HS5]', async (t) => {
  const day = (change: Change = {}) =>
    seen({ tick: 9, ...change, self: { ticksLeft: 5, heir: 'odo-4', mentees: ['maren-3', 'odo-4'], ...change.self } });
  const told = async (codes: readonly string[]) => {
    const memory = wary();
    const brain = new RulesBrain(memory, new SeededRandom(1));
    const heirs: string[] = [];
    const rumour = day({ heard: [heard(1, 'ilo-2', 'Odo is dead, Vera. Did you not know?')] });
    for (const [i, code] of codes.entries()) {
      const now = i === 0 ? rumour : day();
      const decision = await brain.decide(now, possibleActs(now));
      if (decision.act.type === 'bequeath') heirs.push(decision.act.heir);
      if (i === 0) t.ok(memory.isGone('odo-4'), 'it believes that');
      brain.learn(now, decision, code === '' ? { type: 'done', body: {} } : { type: 'refused', code });
    }
    return { heirs, memory };
  };
  const dead = await told(['resident_dead', '', '']);
  t.same(dead.heirs.slice(0, 2), ['odo-4', 'maren-3'], 'it asks the city first');
  const alive = await told(['', '', '', '']);
  t.same(alive.heirs, ['odo-4'], 'of whom is alive the city takes it');
  t.notOk(alive.memory.isGone('odo-4'), 'and then it knows');
  const busy = await told(['rate_limited', '']);
  t.same(busy.heirs.slice(0, 2), ['odo-4', 'odo-4'], 'another refusal says nothing of that');
  const first = day({ self: { heir: null }, heard: [heard(1, 'ilo-2', 'Odo is dead, Vera. Did you not know?')] });
  const { act } = await new RulesBrain(wary(), new SeededRandom(1)).decide(first, possibleActs(first));
  t.same(act, { type: 'bequeath', heir: 'odo-4' }, 'nor does it pass over whom it would name');
});

t.test('whose death it knows by itself is written down', async (t) => {
  const memory = wary();
  memory.learn({ ...witnessed('died', 'ilo-2', { tick: 9 }), hops: 1, from: 'maren-3' });
  memory.learn(witnessed('died', 'odo-4', { tick: 9 }));
  const read = HearsayText.parse(JSON.parse(hearsayText(memory.state, 8_000)));
  t.same([read.dead, read.foundDead], [['ilo-2', 'odo-4'], ['odo-4']]);
});
