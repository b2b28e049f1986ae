/** The reader of talk: what it counts as an answer, as one on the subject, and as being about something. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { z } from 'zod';
import { Exchanges, isAboutSomething, isSelfIntroduction } from '../../bench/harness/talk-figures.ts';
import { type Exchange, isOnSubject, type Spoken } from '../../bench/harness/talk-subjects.ts';

const names = new Map([
  ['vera-1', 'Vera'],
  ['ilo-2', 'Ilo'],
  ['odo-4', 'Odo'],
]);
const spoken = (by: string, words: string, tick = 1): Spoken => ({ tick, place: 'city-commons', by, words });
const exchange = (words: string, answer: string): Exchange => ({
  said: spoken('vera-1', words),
  answer: spoken('ilo-2', answer),
});

t.test('an answer is said to whoever spoke to it, soon', async (t) => {
  const answers = (words: string, tick = 1) => {
    const exchanges = new Exchanges();
    exchanges.hear(spoken('vera-1', 'What do you make of Odo, Ilo?'), names);
    return exchanges.hear(spoken('ilo-2', words, tick), names) !== undefined;
  };
  t.equal(answers('Odo? One of the best, Vera.'), true);
  t.equal(answers('Odo is dead, Odo.'), false, 'to somebody else');
  t.equal(answers('Odo? One of the best, Vera.', 9), false, 'long after');
  t.equal(answers('I must go, Vera.'), false, 'a parting');
});

t.test('on the subject is who speaks of the same person, or answers what was asked', async (t) => {
  const on = (words: string, answer: string) => isOnSubject(exchange(words, answer), names);
  t.equal(on('What do you make of Odo, Ilo?', 'You can trust Odo, Vera.'), true);
  t.equal(on('What do you make of Odo, Ilo?', 'The bread is good, Vera.'), false);
  t.equal(on('What are you saving for, Ilo?', 'I want to open a Map Room, Vera.'), true);
  t.equal(on('Thank you, Ilo.', 'Gladly, Vera.'), true);
  t.equal(on('Thank you, Ilo.', 'The river is high, Vera.'), false);
});

t.test('of a third who has the first name of one of them all of the name is said', async (t) => {
  const more = new Map([...names, ['vera-or-7', 'Vera Or']]);
  const on = (words: string, answer: string) => isOnSubject(exchange(words, answer), more);
  t.equal(on('It was Vera Or who did the work, Ilo.', 'I have seen Vera Or, not more, Vera.'), true);
  t.equal(on('It was Vera Or who did the work, Ilo.', 'The river is high, Vera.'), false);
});

t.test('who is called by the one name that somebody else had is no third', (t) => {
  const more = new Map([...names, ['ilo-sorrel-9', 'Ilo Sorrel']]);
  const said = spoken('vera-1', 'What keeps you busy, Ilo?');
  const on = (words: string) => isOnSubject({ said, answer: spoken('ilo-sorrel-9', words) }, more);
  t.equal(on('I looked after the Commons, Vera.'), true, 'Ilo Sorrel was asked, not the Ilo of before');
  t.equal(on('The river is high, Vera.'), false);
  t.end();
});

t.test('about something is what names a third, an event or a disagreement', async (t) => {
  const about = (words: string, answer: string) => isAboutSomething(exchange(words, answer), names);
  t.equal(about('Hello, Ilo.', 'Have you seen Odo, Vera?'), true);
  t.equal(about('Hello, Ilo.', 'No, Vera. I do not agree.'), true);
  t.equal(about('Hello, Ilo.', 'Hello, Vera.'), false);
});

t.test('who says who one is, or how one is, introduces itself', async (t) => {
  const isOne = (words: string) => isSelfIntroduction(words, 'Tobias Quill');
  for (const words of [
    'Good day, Ilo. I am Tobias Quill; you will know me again by this: ink.',
    'They wrote of me: "shy". I leave that for others to judge.',
    'Hello, Ilo. Tobias Quill. We have never spoken.',
    'I keep my Story Room, Ilo.',
  ])
    t.ok(isOne(words), words);
  for (const words of ['I am glad for Odo, Ilo.', 'I was at the Tea Room, and Odo was there.', 'I am sorry, Ilo.'])
    t.notOk(isOne(words), words);
});

t.test('words that call nobody are said to who spoke last, and the newest but one may be answered', async (t) => {
  const hearing = (...all: readonly Spoken[]) => {
    const exchanges = new Exchanges();
    return all.map((one) => exchanges.hear(one, names)).at(-1)?.said.words;
  };
  t.equal(hearing(spoken('vera-1', 'How are you, Ilo?'), spoken('ilo-2', 'Well enough.')), 'How are you, Ilo?');
  t.equal(hearing(spoken('vera-1', 'How are you, Odo?'), spoken('ilo-2', 'Well enough.')), undefined);
  t.equal(
    hearing(
      spoken('vera-1', 'How are you, Ilo?'),
      spoken('vera-1', 'Have you been to the Map Room, Ilo?'),
      spoken('vera-1', 'You are right about the Map Room, Ilo.'),
      spoken('ilo-2', 'Well enough, Vera.'),
    ),
    'You are right about the Map Room, Ilo.',
    'not what was said long before',
  );
});

const Line = z.object({ by: z.string(), words: z.string() });
const Sample = z.object({
  names: z.array(z.string()),
  exchanges: z.array(z.object({ isOnSubject: z.boolean(), said: Line, answer: Line })),
});

/** Exchanges of a town as it was, each of which a person has read: 24 of 40 are about what was said. */
t.test('of 40 exchanges that a person has judged the reader judges nearly all the same', async (t) => {
  const text = readFileSync(new URL('../fixtures/talk-sample.json', import.meta.url), 'utf8');
  const sample = Sample.parse(JSON.parse(text));
  const called = new Map(sample.names.map((name) => [name, name]));
  const wrong = sample.exchanges.filter(({ isOnSubject: judged, said, answer }) => {
    const read = { said: spoken(said.by, said.words), answer: spoken(answer.by, answer.words) };
    return isOnSubject(read, called) !== judged;
  });
  t.equal(sample.exchanges.length, 40);
  t.ok(wrong.length <= 2, wrong.map(({ said, answer }) => `${said.words}\n-> ${answer.words}`).join('\n'));
});
