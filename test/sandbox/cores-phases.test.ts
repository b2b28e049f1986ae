/** What the keeper of core containers knows of each pair. */
import t from 'tap';
import { Phases } from '../../sandbox/docker/cores/pair-phases.ts';

t.test('a pair counts while it is being made and while it is there, and what is only wanted does not', async (t) => {
  const phases = new Phases();
  phases.making('ada');
  t.same([phases.count, phases.souls], [1, []]);
  phases.made('ada');
  phases.want('bo');
  t.same([phases.count, phases.souls, phases.isWanted('bo')], [1, ['ada', 'bo'], true]);
  phases.see(['bo']);
  t.same([phases.count, phases.souls], [1, ['bo']], 'what Docker does not have is not there');
  phases.unwant('bo');
  t.same([phases.count, phases.isWanted('bo')], [1, false]);
  phases.removed('bo');
  t.same([phases.count, phases.souls], [0, []]);
});

t.test(
  'what is asked while it is being made holds afterwards, and what was before holds when nothing comes of it',
  async (t) => {
    const phases = new Phases();
    phases.making('ada');
    phases.want('ada');
    t.ok(phases.isWanted('ada'));
    phases.made('ada');
    t.same([phases.count, phases.isWanted('ada')], [1, true]);
    phases.making('ada');
    phases.removed('ada');
    phases.notMade('ada');
    t.same([phases.count, phases.isWanted('ada')], [0, true]);
    phases.unwant('ada');
    t.same(phases.souls, []);
  },
);

t.test('an end is reported once, also when it is to start again, until it is not wanted any more', async (t) => {
  const phases = new Phases();
  phases.see(['ada']);
  phases.tell('ada', 'the first end');
  phases.want('ada');
  t.equal(phases.visitorLine('ada'), 'the first end');
  phases.unwant('ada');
  t.equal(phases.visitorLine('ada'), 'the first end');
  phases.want('ada');
  phases.forget('ada');
  t.same([phases.visitorLine('ada'), phases.isWanted('ada'), phases.count], [undefined, false, 1]);
});
