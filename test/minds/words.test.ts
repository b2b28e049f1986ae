/** What minds that decide by rules say to each other: varied, about something, and with an end. */
import t from 'tap';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { sayingsIn } from '../../minds/brains/rules/words/parsing.ts';
import { fragment } from '../../minds/brains/rules/words/slots.ts';
import { Speaker } from '../../minds/brains/rules/words/speaker.ts';
import { understand } from '../../minds/brains/rules/words/understanding.ts';
import { Memory } from '../../minds/memory/memory.ts';
import type { Heard } from '../../minds/perception/perception.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { type Change, heard, seen } from './sample-perception.ts';

const speakerOf = (memory: Memory, seed = 1) => new Speaker(new SeededRandom(seed), memory);

t.test(
  'a sentence with a slot that is not known is not said, and none twice while there are others [WD1]',
  async (t) => {
    const memory = new Memory();
    const speaker = speakerOf(memory);
    const list = ['One {a}.', 'Two.', 'Three {b}.'];
    const said = Array.from({ length: 3 }, () => speaker.say(list, { a: 'x' }));
    t.same([...said].sort(), ['', 'One x.', 'Two.'], 'rather nothing than the same again');
    for (let i = 0; i < 20; i++) memory.used(`between ${i}`);
    t.equal(speaker.say(list, { a: 'x' }), said[0], 'after a while the one that was said longest ago');
    t.equal(speaker.say(['{c}'], {}), '');
  },
);

t.test('what stands in a name is no slot [WD2]', async (t) => {
  t.equal(speakerOf(new Memory()).say(['Hello, {you}.'], { you: '{me} {you}', me: 'Vera' }), 'Hello, {me} {you}.');
});

t.test('what another has just said nobody says after it', async (t) => {
  const memory = new Memory();
  const [saying] = sayingsIn('Ilo: Do you have a workshop yet, Vera?');
  speakerOf(memory).avoid([saying?.line ?? '']);
  t.same(memory.phrases, ['Do you have a workshop yet, {you}?']);
});

t.test('what a soul says of itself fits into a sentence', async (t) => {
  t.equal(fragment('To draw the first map of the city. And to rest.'), 'to draw the first map of the city');
  t.equal(fragment('I want it all!'), 'I want it all');
  t.equal(fragment(''), '');
  t.ok([...fragment('x'.repeat(4_000))].length <= 110);
});

t.test('to whom, what for and about what something was said', async (t) => {
  const names = ['Ilo', 'Maren'];
  t.same(understand('Vera, have you found work today?', 'Vera', names), {
    intent: 'question',
    topic: 'work',
    to: 'me',
  });
  t.same(understand('Until later, Ilo.', 'Vera', names), { intent: 'farewell', topic: null, to: 'other' });
  t.match(understand('Good day. I swept the square.', 'Vera', names), { intent: 'greeting', to: 'nobody' });
  t.match(understand('Thank you for the credits', 'Vera', names), { intent: 'thanks', topic: 'credits' });
  t.match(understand('silver', 'Ver', names), { to: 'nobody' }, 'a name is a word of its own');
});

/** Two who hear each other and nobody else, until neither has an answer. */
function talk(seed: number): readonly string[] {
  const said: string[] = [];
  const people = { vera: { id: 'vera-1', name: 'Vera' }, ilo: { id: 'ilo-2', name: 'Ilo' } };
  const minds = ([people.vera, people.ilo] as const).map((self, i) => {
    const memory = new Memory();
    const other = i === 0 ? people.ilo : people.vera;
    const ears: Heard[] = [];
    const look = (): Change => ({ self, people: [other], peopleCount: 1, heard: ears });
    return { memory, ears, look, self, talk: new Conversation(memory, new SeededRandom(seed + i)) };
  });
  const [vera, ilo] = minds;
  if (vera === undefined || ilo === undefined) return said;
  let act = vera.talk.open(seen(vera.look()));
  let [speaker, listener] = [vera, ilo];
  while (act !== null && 'words' in act && said.length < 100) {
    said.push(`${speaker.self.name}: ${act.words}`);
    listener.ears.push(heard(said.length, speaker.self.id, act.words));
    listener.memory.note({ beat: listener.memory.state.beat + 1 });
    listener.talk.listen(seen(listener.look()));
    act = listener.talk.isSpokenTo ? listener.talk.answer(seen(listener.look())) : null;
    [speaker, listener] = [listener, speaker];
  }
  return said;
}

t.test('a conversation has an end, and nobody says the same twice in it [CV1, CV2]', async (t) => {
  const lengths: number[] = [];
  for (let seed = 1; seed <= 200; seed++) {
    const said = talk(seed);
    lengths.push(said.length);
    const words = said.map((line) => line.replace(/^\w+: /, ''));
    t.ok(said.length <= 12 && new Set(words).size === words.length, said.join('\n'));
  }
  t.ok(
    lengths.some((length) => length >= 4),
    'some talk longer',
  );
});

t.test('what was said to another by name is not answered, what was said to all by some [CV3]', async (t) => {
  const answered = (words: string): number => {
    let count = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const mind = new Conversation(new Memory(), new SeededRandom(seed));
      mind.listen(seen({ heard: [heard(1, 'maren-3', words)] }));
      if (mind.isSpokenTo) count++;
    }
    return count;
  };
  t.equal(answered('Ilo, have you found work today?'), 0);
  t.equal(answered('Vera, have you found work today?'), 100);
  t.ok(answered('Has anybody found work?') > 20 && answered('Has anybody found work?') < 90);
  t.equal(answered('Until later, Vera.'), 0, 'a farewell is the end [CV1]');
});

t.test('a talk goes on where it ended: of whom they spoke it speaks again [CV4]', async (t) => {
  let taken = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const memory = new Memory();
    memory.note({ tick: 9, beat: 90 });
    memory.met('odo-4', 'Odo', { talks: 1, hasSpoken: true });
    memory.met('ilo-2', 'Ilo', { talks: 2, hasSpoken: true });
    const mind = new Conversation(memory, new SeededRandom(seed));
    const day = seen({
      people: [{ id: 'ilo-2', name: 'Ilo' }],
      heard: [heard(1, 'ilo-2', 'Odo is dying. I saw it just now.')],
    });
    mind.listen(day);
    mind.answer(day);
    memory.note({ beat: 150 });
    const act = mind.open(seen({ people: [{ id: 'ilo-2', name: 'Ilo' }] }));
    if (act !== null && 'words' in act && act.words.includes('Odo')) taken++;
  }
  t.ok(taken >= 8, `${taken} of 40`);
});
