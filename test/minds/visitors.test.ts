/** What minds do for visitors: they answer questions, and build rather what is wished for. */
import t from 'tap';
import { possibleActs } from '../../minds/acts/possible.ts';
import { RulesBrain } from '../../minds/brains/rules/rules-brain.ts';
import { wishFor } from '../../minds/brains/rules/visitors.ts';
import { designs } from '../../minds/designs/list.ts';
import { Memory } from '../../minds/memory/memory.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { seen, seenAtHome } from './sample-perception.ts';

const asked = [{ id: 'question_a', words: 'What do you want most?' }];
const brain = () => new RulesBrain(new Memory(), new SeededRandom(7));

t.test('a question is answered first, in a few words', async (t) => {
  const day = seenAtHome({ questions: asked });
  const { act } = await brain().decide(day, possibleActs(day));
  t.match(act, { type: 'answer', question: 'question_a', words: /\w{2}/ });
  const quiet = seenAtHome();
  t.not((await brain().decide(quiet, possibleActs(quiet))).act.type, 'answer');
});

t.test('words are paid for: who has nothing to spend on them does not answer', async (t) => {
  const day = seen({ questions: asked, self: { balance: 0.1, runway: 0 } });
  t.notOk(possibleActs(day).some(({ type }) => type === 'answer'));
  t.not((await brain().decide(day, possibleActs(day))).act.type, 'answer');
});

t.test('a wish speaks for the designs that it names, and for no other', async (t) => {
  const [first] = designs;
  if (first === undefined) throw new Error('no designs');
  t.equal(wishFor(first, []), 0);
  t.equal(wishFor(first, [`Please, ${first.title} here!`]), 2);
  t.equal(wishFor(first, ['qwertz']), 0);
  t.equal(wishFor({ title: 'A library', trade: /\bbooks?\b/ }, ['Where can one read books?']), 2);
  t.equal(wishFor({ title: 'A library', trade: /\bbooks?\b/ }, ['a LIBRARY here']), 2);
});
