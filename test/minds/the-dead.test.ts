/** Who knows that somebody died speaks of it as dead; a death in the very place, or one told, is known. */
import t from 'tap';
import { replied } from '../../minds/brains/rules/composing.ts';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { mainOf, meaningsOf } from '../../minds/brains/rules/meaning.ts';
import { occasionsFor } from '../../minds/brains/rules/situation.ts';
import { Voice } from '../../minds/brains/rules/voice.ts';
import { groups } from '../../minds/brains/rules/words/groups.ts';
import { slotsFor } from '../../minds/brains/rules/words/slots.ts';
import { Speaker } from '../../minds/brains/rules/words/speaker.ts';
import { understand } from '../../minds/brains/rules/words/understanding.ts';
import { type FactKind, kinds, witnessed } from '../../minds/hearsay/fact.ts';
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
