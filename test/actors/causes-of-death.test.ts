/** [A4] Whatever somebody has died of is on its tombstone: the table of causes is the only list of them. */
import t from 'tap';
import { causeOfLetter, causes, letterOf, wordsOf } from '../../actors/rules/people/causes-of-death.ts';
import { Passport } from '../../gateways/answers/passport.ts';

t.test('[A4] each cause has a letter of its own, its words, and is shown by the passport', async (t) => {
  t.ok(causes.length >= 4);
  for (const cause of causes) {
    t.match(letterOf(cause), /^[a-z]$/);
    t.equal(causeOfLetter(letterOf(cause)), cause, 'no other has this letter');
    t.match(wordsOf(cause), /^(of|because|by) \w/);
    t.ok(Passport.shape.death_cause.safeParse(cause).success);
  }
  for (const unknown of ['', 'z', undefined]) t.equal(causeOfLetter(unknown), undefined);
  for (const unknown of ['old age', 'toString']) t.equal(wordsOf(unknown), undefined);
});
