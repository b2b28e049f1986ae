/** The reader of talk: what it counts as an answer, as one on the subject, and as being about something. */
import t from 'tap';
import {
  type Exchange,
  Exchanges,
  isAboutSomething,
  isOnSubject,
  type Spoken,
} from '../../bench/harness/talk-figures.ts';

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
  t.equal(answers('Odo is dead.'), false, 'to nobody');
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

t.test('about something is what names a third, an event or a disagreement', async (t) => {
  const about = (words: string, answer: string) => isAboutSomething(exchange(words, answer), names);
  t.equal(about('Hello, Ilo.', 'Have you seen Odo, Vera?'), true);
  t.equal(about('Hello, Ilo.', 'No, Vera. I do not agree.'), true);
  t.equal(about('Hello, Ilo.', 'Hello, Vera.'), false);
});
