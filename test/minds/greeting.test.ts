/** Whom a mind has not met today it may greet, once; else it begins with the matter. To whoever speaks to it it answers, or listens. */
import t from 'tap';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { actOf } from '../../minds/brains/rules/words/acts.ts';
import { groups } from '../../minds/brains/rules/words/groups.ts';
import { sayingsIn } from '../../minds/brains/rules/words/parsing.ts';
import { witnessed } from '../../minds/hearsay/fact.ts';
import { Memory } from '../../minds/memory/memory.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { heard, seen } from './sample-perception.ts';

const isGreeting = (words: string): boolean =>
  sayingsIn(words).some(({ group }) => actOf(group) === 'greet' || /^resume/.test(group));

/** What it says first to Ilo, of so many minds that differ by their dice. */
function openings(talkTick: number | null): readonly string[] {
  return Array.from({ length: 200 }, (_, seed) => {
    const memory = new Memory();
    memory.note({ tick: 40, beat: 100 });
    if (talkTick !== null) memory.met('ilo-2', 'Ilo', { talks: 1, hasSpoken: true, talkTick, about: 'maren-3' });
    memory.met('maren-3', 'Maren', { talks: 1, hasSpoken: true });
    memory.met('odo-4', 'Odo', { talks: 1, hasSpoken: true });
    memory.learn(witnessed('vouched', 'odo-4', { whom: 'maren-3', tick: 39 }));
    const act = new Conversation(memory, new SeededRandom(seed)).open(
      seen({ tick: 40, people: [{ id: 'ilo-2', name: 'Ilo' }] }),
    );
    return act !== null && 'words' in act ? act.words : '';
  });
}

t.test('whom it has met today it does not greet again', async (t) => {
  t.same(openings(38).filter(isGreeting), []);
  t.ok(openings(38).every((words) => words !== ''));
  t.ok(openings(10).some(isGreeting), 'whom it met yesterday it may');
});

t.test('to a stranger it mostly begins with the matter', async (t) => {
  const greeted = openings(null).filter(isGreeting).length;
  t.ok(greeted > 10 && greeted < 80, `${greeted} of 200`);
});

t.test('who is spoken to says nothing to everybody instead of an answer, for a moment', async (t) => {
  const saysAfter = (beats: number) =>
    Array.from({ length: 40 }, (_, seed) => {
      const memory = new Memory();
      memory.note({ tick: 40, beat: 100 });
      for (const [id, name] of [
        ['ilo-2', 'Ilo'],
        ['maren-3', 'Maren'],
      ] as const)
        memory.met(id, name, { talks: 2, hasSpoken: true, talkTick: 39 });
      const talk = new Conversation(memory, new SeededRandom(seed));
      const around = {
        tick: 40,
        people: [
          { id: 'ilo-2', name: 'Ilo' },
          { id: 'maren-3', name: 'Maren' },
        ],
      };
      talk.listen(seen({ ...around, heard: [heard(7, 'ilo-2', 'I am glad that you saw it, Vera.')] }));
      memory.note({ beat: 100 + beats });
      return talk.remark(seen(around));
    }).filter((act) => act !== null).length;
  t.equal(saysAfter(1), 0);
  t.equal(saysAfter(4), 0);
  t.ok(saysAfter(5) > 30);
});

t.test('nobody who lives here speaks of ticks', async (t) => {
  const said = [...groups].flatMap(([group, lines]) =>
    lines.map((line) => `${group}: ${line.replace(/\{\??\w+\}/g, '')}`),
  );
  t.same(
    said.filter((line) => /\btick/i.test(line)),
    [],
  );
});
