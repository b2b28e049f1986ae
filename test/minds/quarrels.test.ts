/** Quarrels that can be heard: with their reason, with sides, and with an end. */
import t from 'tap';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { openingWith } from '../../minds/brains/rules/opening.ts';
import { apologise, blame, forgive, mediate } from '../../minds/brains/rules/quarrelling.ts';
import { innerFacts } from '../../minds/brains/rules/situation.ts';
import { Voice } from '../../minds/brains/rules/voice.ts';
import { Speaker } from '../../minds/brains/rules/words/speaker.ts';
import { learned, witnessed } from '../../minds/hearsay/fact.ts';
import { Memory } from '../../minds/memory/memory.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { heard, seen } from './sample-perception.ts';

const two = seen({
  tick: 9,
  people: [
    { id: 'ilo-2', name: 'Ilo' },
    { id: 'maren-3', name: 'Maren' },
  ],
});

function knowing(): Memory {
  const memory = new Memory();
  memory.note({ tick: 9 });
  for (const [id, name] of [
    ['ilo-2', 'Ilo'],
    ['maren-3', 'Maren'],
    ['odo-4', 'Odo'],
  ] as const)
    memory.met(id, name, { talks: 1, hasSpoken: true });
  return memory;
}

function to(memory: Memory, other: string) {
  const dice = new SeededRandom(2);
  return openingWith(new Voice({ seen: two, memory, dice, speaker: new Speaker(dice, memory), other }));
}

t.test('who holds something against another says what it was and when, and all who are there know it', async (t) => {
  const memory = knowing();
  memory.felt('ilo-2', 'rivalled');
  const { words } = blame(to(memory, 'ilo-2'));
  t.match(words, /Ilo/);
  t.match(words, /just now/);
  const bystander = knowing();
  new Conversation(bystander, new SeededRandom(1)).listen(
    seen({ tick: 9, people: two.people, heard: [heard(1, 'maren-3', words)] }),
  );
  t.match(bystander.state.facts, [{ kind: 'sore', who: 'maren-3', whom: 'ilo-2', why: 'rivalled' }]);
  t.match(innerFacts(two, memory), [{ kind: 'sore', whom: 'ilo-2', why: 'rivalled' }]);
});

t.test('another takes the side of whom it likes, else would have an end of it, and says what it was', async (t) => {
  const quarrel = witnessed('sore', 'ilo-2', { whom: 'odo-4', tick: 8, why: 'stayed_away' });
  const even = knowing();
  even.learn(quarrel);
  t.match(mediate(to(even, 'ilo-2')).words, /Talk to Odo|Make it up with Odo|Let it go/);
  t.match(even.acquaintance('ilo-2'), { mediatedTick: 9 });
  t.equal(mediate(to(even, 'ilo-2')).words, '', 'once');
  const friend = knowing();
  friend.learn(quarrel);
  friend.felt('ilo-2', 'gave');
  t.match(mediate(to(friend, 'ilo-2')).words, /right to be angry|on your side|would be sore/);
  const foe = knowing();
  foe.learn(quarrel);
  foe.felt('odo-4', 'gave');
  t.match(mediate(to(foe, 'ilo-2')).words, /hard on Odo|side of Odo/);
});

t.test(
  'who hears that it should make it up is softened, and who hears of a grudge says that it is sorry',
  async (t) => {
    const memory = knowing();
    memory.felt('odo-4', 'rivalled');
    const before = memory.tie('odo-4').grateful;
    const words = 'Make it up with Odo, Vera. What was it? That Odo built what was there already. We are few here.';
    new Conversation(memory, new SeededRandom(1)).listen(seen({ tick: 9, heard: [heard(1, 'ilo-2', words)] }));
    t.ok(memory.tie('odo-4').grateful > before);
    const told = knowing();
    new Conversation(told, new SeededRandom(1)).listen(
      seen({
        tick: 9,
        heard: [
          heard(
            1,
            'maren-3',
            'Ilo is sore at you, Vera, because you gave no answer when asked. Go and say that you are sorry.',
          ),
        ],
      }),
    );
    t.match(told.state.facts, [{ kind: 'sore', who: 'ilo-2', whom: 'vera-1', why: 'kept_silent' }]);
    t.match(apologise(to(told, 'ilo-2')).words, /sorry|right to be angry/);
  },
);

t.test('who forgives says so, and the quarrel is over for whoever hears it', async (t) => {
  const memory = knowing();
  memory.felt('ilo-2', 'stayedAway');
  memory.learn(witnessed('sore', 'vera-1', { whom: 'ilo-2', tick: 8, why: 'stayed_away' }));
  t.match(forgive(to(memory, 'ilo-2')).words, /over|forgive|forgotten|not angry/);
  t.same(
    memory.state.facts.map(({ kind }) => kind),
    ['forgave'],
  );
  const sore = witnessed('sore', 'ilo-2', { whom: 'odo-4', tick: 3, why: 'rivalled' });
  t.same(
    learned([sore], witnessed('forgave', 'ilo-2', { whom: 'odo-4', tick: 9 }), 9).map(({ kind }) => kind),
    ['forgave'],
  );
});
