/** What is said fits who says it and who hears it: of what is one's own, of who is there, and of what was asked before. */
import t from 'tap';
import { Asked } from '../../minds/brains/rules/asked.ts';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { meaningsOf } from '../../minds/brains/rules/meaning.ts';
import { goOn, replyTo } from '../../minds/brains/rules/replying.ts';
import { Voice } from '../../minds/brains/rules/voice.ts';
import { slotsFor } from '../../minds/brains/rules/words/slots.ts';
import { Speaker } from '../../minds/brains/rules/words/speaker.ts';
import { calls } from '../../minds/brains/rules/words/understanding.ts';
import { designs } from '../../minds/designs/list.ts';
import { witnessed } from '../../minds/hearsay/fact.ts';
import { Memory } from '../../minds/memory/memory.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { heard, seen } from './sample-perception.ts';

const now = seen({ tick: 9 });

function knowing(talks = 1): Memory {
  const memory = new Memory();
  memory.note({ tick: 9 });
  memory.met('ilo-2', 'Ilo', { talks: 1, hasSpoken: true });
  if (talks > 0) memory.met('odo-4', 'Odo', { talks, hasSpoken: true });
  memory.named({ 'odo-4': 'Odo' });
  return memory;
}

function voiceOf(memory: Memory, seed: number, asked?: Asked): Voice {
  const dice = new SeededRandom(seed);
  const speaker = new Speaker(dice, memory);
  return new Voice({ seen: now, memory, dice, speaker, other: 'ilo-2', ...(asked && { asked }) });
}

/** Replies of twenty minds to the words of Ilo. */
function repliesTo(words: string, memory = () => knowing()): readonly string[] {
  return Array.from({ length: 20 }, (_, seed) => {
    const [of, all] = [memory(), heard(1, 'ilo-2', words)];
    const meant = meaningsOf({ heard: all, seen: now, memory: of, isToMe: true })[0];
    return meant === undefined ? '' : replyTo(voiceOf(of, seed), meant).words;
  });
}

const unknown = /who that is|who you mean|who is that|know the name|know that door|where is that/i;

for (const words of [
  'There is a place called The Wager House of Ilo, and it is my fault.',
  'The Evening School of Ilo is open. Come and try it; looking is free.',
  'I have made a soup kitchen at home. The house is surprised.',
  'I wanted a Lamp Wall, and I have it: The Lamp Wall of Ilo, after five hours.',
  'I have brought up a soul. Kofi Brand is in the city, and I am its mentor.',
  'Half of the way is done. For a Story Room I still need 14 credits.',
])
  t.test(`who says "${words}" is answered about that`, async (t) => {
    for (const reply of repliesTo(words)) {
      t.not(reply, '');
      t.notMatch(reply, unknown);
    }
  });

t.test('of a third whom it does not know it asks who that is', async (t) => {
  t.ok(repliesTo('What do you make of Tomasz, Vera?').every((reply) => unknown.test(reply)));
});

t.test('a place of its own, or of the listener, is called so in a deed', async (t) => {
  const memory = knowing();
  const deedOf = (deed: string) => {
    memory.note({ deeds: [deed] });
    return slotsFor(now, memory, new SeededRandom(1), 'ilo-2')['deed'];
  };
  t.equal(deedOf('opened The Story Room of Vera'), 'opened my Story Room');
  t.equal(deedOf('signed the guest book at The Guest Book of Ilo'), 'signed the guest book at your Guest Book');
  t.equal(deedOf('drew a corner of the map at The Map Room of Odo'), 'drew a corner of the map at The Map Room of Odo');
  t.equal(
    deedOf('remembered somebody at The Gallery of the Dead of Vera'),
    'remembered somebody at my Gallery of the Dead',
  );
});

t.test('deeds of places are said in the first person', async (t) => {
  for (const { deed } of designs) t.notMatch(deed, /\b(its|their|them|they)\b/, deed);
});

t.test('who is asked whether it is so called is called by that', async (t) => {
  t.ok(calls('You are Ilo, are you not? I am Vera.', 'Ilo'));
  t.notOk(calls('I hear that Ilo, who is here, was glad.', 'Ilo'));
});

t.test('of who is there nobody speaks as of one who may come by', async (t) => {
  const memory = knowing(0);
  const thirds = Array.from({ length: 20 }, (_, seed) => slotsFor(now, memory, new SeededRandom(seed)));
  t.ok(thirds.some((slots) => slots['third'] === 'Ilo'));
  t.ok(thirds.every((slots) => slots['thirdAway'] === undefined));
});

t.test('to the owner of a place nobody recommends it, nor asks whether it has been there', async (t) => {
  const memory = knowing();
  memory.named({ wager: 'The Wager House of Ilo' });
  t.equal(voiceOf(memory, 1).say('asks.site', { place: 'wager' }), '');
  const own = witnessed('liked', 'vera-1', { place: 'wager', tick: 8 });
  for (let seed = 0; seed < 20; seed++) t.notMatch(voiceOf(memory, seed).say('own.liked', { fact: own }), /take it to/);
});

t.test('of a third two ask each other once in a conversation, and a non-answer is not asked back', async (t) => {
  const asked = new Asked();
  const memory = knowing();
  t.not(voiceOf(memory, 1, asked).say('asks.person', { who: 'odo-4' }), '');
  for (const group of ['asks.person', 'backOn']) t.equal(voiceOf(memory, 2, asked).say(group, { who: 'odo-4' }), '');
  asked.clear();
  asked.hear('odo-4');
  t.equal(voiceOf(memory, 1, asked).say('asks.person', { who: 'odo-4' }), '');
  t.not(voiceOf(memory, 1, asked).say('backOn', { who: 'odo-4' }), '', 'who was asked may ask back');
  const question = { group: 'asks.person', line: '', act: 'ask', about: 'odo-4', place: '', hasPlace: false } as const;
  for (let seed = 0; seed < 20; seed++) t.equal(goOn(voiceOf(knowing(0), seed), question), '');
  t.ok(Array.from({ length: 20 }, (_, seed) => goOn(voiceOf(knowing(), seed), question)).some((words) => words !== ''));
});

t.test('what was asked in this talk is kept by the conversation', async (t) => {
  for (let seed = 1; seed <= 30; seed++) {
    const memory = knowing();
    const talk = new Conversation(memory, new SeededRandom(seed));
    talk.listen(seen({ tick: 9, heard: [heard(1, 'ilo-2', 'Vera: Have you spoken with Odo lately, Vera?')] }));
    const act = talk.answer(seen({ tick: 9 }));
    const words = act !== null && 'words' in act ? act.words : '';
    t.notMatch(words, /make of Odo|spoken with Odo lately|get on with Odo|What is Odo like/);
  }
});

t.test('whom it has seen it does not call unknown', async (t) => {
  for (let seed = 0; seed < 20; seed++) {
    const memory = knowing(0);
    memory.learn(witnessed('visited', 'odo-4', { place: 'garden', tick: 8 }));
    t.notMatch(
      voiceOf(memory, seed).say('opinions.none', { who: 'odo-4' }),
      /next one|have not met|by name only|what others say/,
    );
  }
});
