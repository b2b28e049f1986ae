/** What minds come to quarrel about: each cause is something that they truly perceive, and the words name it. */
import t from 'tap';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { refused, remember } from '../../minds/brains/rules/deeds.ts';
import { gave, pleading } from '../../minds/brains/rules/helping.ts';
import { meaningsOf } from '../../minds/brains/rules/meaning.ts';
import type { Means } from '../../minds/brains/rules/means.ts';
import { openingWith } from '../../minds/brains/rules/opening.ts';
import { hearAnswer } from '../../minds/brains/rules/partner-talk.ts';
import { blame } from '../../minds/brains/rules/quarrelling.ts';
import { Voice } from '../../minds/brains/rules/voice.ts';
import { linesOf } from '../../minds/brains/rules/words/groups.ts';
import { Speaker } from '../../minds/brains/rules/words/speaker.ts';
import { wrongText } from '../../minds/brains/rules/words/wrongs.ts';
import { witnessed } from '../../minds/hearsay/fact.ts';
import { Memory } from '../../minds/memory/memory.ts';
import type { Happening } from '../../minds/perception/perception.ts';
import { type Deed, meaning } from '../../minds/ties/deeds.ts';
import { expectations } from '../../minds/ties/expectations.ts';
import { isSore, type Reason, worst } from '../../minds/ties/tie.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { type Change, heard, ownPod, seen } from './sample-perception.ts';

/** A sharp soul, which takes note of small things too. */
const sharp = { soul: { ...seen().self.soul, personality: 'Sharp and exact.' } };
const bakery = 'the-bakery-of-odo';

function knowing(): Memory {
  const memory = new Memory();
  memory.note({ tick: 9 });
  for (const [id, name] of [
    ['ilo-2', 'Ilo'],
    ['maren-3', 'Maren'],
    ['odo-4', 'Odo'],
  ] as const)
    memory.met(id, name, { talks: 1, hasSpoken: true });
  memory.named({ [bakery]: 'The Bakery of Odo' });
  return memory;
}

const at = (change: Change = {}) => seen({ tick: 9, ...change, self: { ...sharp, ...change.self } });

const happening = (change: Partial<Happening>): Happening => ({
  ...{ seq: 1, tick: 9, type: '', actor: '', subject: '', name: '', amount: 0, of: '', to: '', reason: '' },
  ...change,
});

const listens = (memory: Memory, change: Change): void =>
  new Conversation(memory, new SeededRandom(1)).listen(at(change));

const sight = { place: { id: bakery, kind: 'pod', name: 'The Bakery of Odo', description: '', owner: 'odo-4' } };

/** How each comes about, once. */
const causes: Readonly<Partial<Record<Reason, (memory: Memory) => string>>> = {
  sold_badly: (memory) => {
    memory.felt('odo-4', 'ranDown');
    remember({ type: 'call', service: bakery, words: '' }, at(sight), {}, memory);
    return 'odo-4';
  },
  sold_nothing: (memory) => {
    refused({ type: 'call', service: bakery, words: '' }, 'service_failed', at(sight), memory);
    return 'odo-4';
  },
  paid_late: (memory) => {
    listens(memory, { happenings: [happening({ type: 'job.completed', of: 'ilo-2', to: 'vera-1' })] });
    return 'ilo-2';
  },
  took_estate: (memory) => {
    listens(memory, {
      self: { mentor: 'pia-6' },
      heard: [heard(1, 'ilo-2', 'Odo’s Bakery went to Odo when Pia died.')],
      people: [{ id: 'ilo-2', name: 'Ilo' }],
    });
    return 'odo-4';
  },
  told_tales: (memory) => {
    listens(memory, { heard: [heard(1, 'ilo-2', 'Maren: Vera counts every credit now.')] });
    return 'ilo-2';
  },
  drew_guests: (memory) => {
    memory.learn(witnessed('opened', 'odo-4', { place: bakery, tick: 3 }));
    for (let seq = 1; seq <= 4; seq++)
      listens(memory, {
        self: { ownedPods: ['the-soup-kitchen-of-vera'] },
        heard: [
          heard(seq, ['ilo-2', 'maren-3'][seq % 2] ?? '', 'I would go to Odo’s Bakery every day if I could, Vera.'),
        ],
      });
    return 'odo-4';
  },
  refused_help: (memory) => {
    memory.note({ partner: { id: 'ilo-2', state: 'asked', tick: 9, beat: 0 } });
    const said = heard(1, 'ilo-2', 'I cannot work at it with you now, Vera.');
    const meanings = meaningsOf({ heard: said, seen: at(), memory, isToMe: true });
    hearAnswer(said, at(), memory, meanings);
    return 'ilo-2';
  },
};

t.test('each cause is perceived, and felt as what it is', async (t) => {
  for (const [why, happens] of Object.entries(causes)) {
    const memory = knowing();
    memory.named({ 'pia-6': 'Pia' });
    const who = happens(memory);
    t.ok(
      memory.tie(who).why.some((one) => one.why === why && one.weight < 0),
      `${why}: ${JSON.stringify(memory.tie(who))}`,
    );
  }
});

t.test('what others owe is kept by what can be heard, else it is held against them', async (t) => {
  const begun = (what: keyof typeof expectations) => {
    const memory = knowing();
    memory.expect('ilo-2', what);
    return memory;
  };
  for (const what of ['loan', 'help', 'vouch', 'visit'] as const) {
    const { ticks, keptBy, otherwise } = expectations[what];
    const waits = (memory: Memory, change: Change = {}) => {
      listens(memory, { people: [], ...change });
      memory.note({ tick: 9 + ticks });
      listens(memory, { tick: 9 + ticks, people: [] });
      return worst(memory.tie('ilo-2'));
    };
    t.equal(waits(begun(what)), meaning[otherwise].why, what);
    const kept = happening({ type: keptBy, actor: 'ilo-2', subject: 'vera-1', of: 'ilo-2', to: 'vera-1', amount: 4 });
    t.equal(waits(begun(what), { happenings: [kept] }), undefined, `${what}, kept`);
    const dead = begun(what);
    dead.lost('ilo-2');
    t.equal(waits(dead), undefined, `${what}, of the dead`);
    t.same(dead.state.expects, [], 'once');
  }
});

t.test(
  'it expects a loan back, a vouch for a vouch, a guest who said yes, and help of a friend whom it asks',
  async (t) => {
    const lent = knowing();
    gave({ type: 'give', to: 'ilo-2', amount: 4 }, at(), lent);
    t.match(lent.state.expects, [{ of: 'ilo-2', what: 'loan', tick: 9 }]);
    const vouched = knowing();
    remember({ type: 'vouch', for: 'ilo-2', words: '' }, at(), {}, vouched);
    t.match(vouched.state.expects, [{ of: 'ilo-2', what: 'vouch' }]);
    const before = knowing();
    before.learn(witnessed('vouched', 'ilo-2', { whom: 'vera-1', tick: 5 }));
    remember({ type: 'vouch', for: 'ilo-2', words: '' }, at(), {}, before);
    t.same(before.state.expects, [], 'who has vouched for it owes no vouch');
    const invited = knowing();
    listens(invited, {
      pods: [ownPod({ id: 'the-bakery-of-vera', name: 'The Bakery of Vera' })],
      self: { ownedPods: ['the-bakery-of-vera'] },
      people: [{ id: 'ilo-2', name: 'Ilo' }],
      heard: [heard(1, 'ilo-2', 'I will come to your Bakery, Vera. Today, if I can.')],
    });
    t.match(invited.state.expects, [{ of: 'ilo-2', what: 'visit' }]);
    const poor = knowing();
    for (let i = 0; i < 8; i++) poor.felt('maren-3', 'consoled');
    const dice = new SeededRandom(1);
    const talk = new Conversation(poor, dice);
    const means: Means = { seen: at({ self: { runway: 5 } }), possible: [], memory: poor, dice, talk, maySpeak: true };
    t.match(pleading(means), { type: 'say' });
    t.match(poor.state.expects, [{ of: 'maren-3', what: 'help' }]);
  },
);

t.test(
  'the words name the cause: to the face, of a third, and in a few words; a bystander understands which',
  async (t) => {
    const wrongs = Object.entries(meaning).filter(
      ([, { feeling }]) => 'grateful' in feeling && feeling.grateful <= -0.05,
    );
    const isDeed = (name: string): name is Deed => name in meaning;
    for (const [name, { why }] of wrongs) {
      if (!isDeed(name) || why === 'turned_down') continue;
      t.not(wrongText(why, 'vera-1 ilo-2'), '', `${why}: of anybody`);
      t.ok(linesOf(`because.${why}`).length > 0 || why === 'stayed_away', `${why}: because`);
      const memory = knowing();
      for (let i = 0; i < 4; i++) memory.felt('ilo-2', name);
      const dice = new SeededRandom(2);
      const pods = [ownPod({ id: 'the-bakery-of-vera', name: 'The Bakery of Vera' })];
      const voice = new Voice({ seen: at({ pods }), memory, dice, speaker: new Speaker(dice, memory), other: 'ilo-2' });
      const { words } = blame(openingWith(voice));
      const bystander = knowing();
      bystander.met('vera-1', 'Vera');
      const there = { id: 'maren-3', name: 'Maren', home: 'city-housing/maren-3' };
      listens(bystander, {
        self: there,
        people: [
          { id: 'ilo-2', name: 'Ilo' },
          { id: 'vera-1', name: 'Vera' },
        ],
        heard: [heard(1, 'vera-1', words)],
      });
      t.match(bystander.state.facts, [{ kind: 'sore', who: 'vera-1', whom: 'ilo-2', why }], `${why}: ${words}`);
    }
  },
);

t.test('that somebody walks off once is no quarrel', async (t) => {
  const memory = knowing();
  memory.felt('ilo-2', 'hurriedAway');
  t.notOk(isSore(memory.tie('ilo-2')));
});

t.test(
  'one quarrel is told with one time and in one wording, whoever tells it and whatever else was done',
  async (t) => {
    const memory = knowing();
    memory.felt('ilo-2', 'rivalled');
    listens(memory, {});
    memory.note({ tick: 12 });
    for (let i = 0; i < 4; i++) memory.felt('ilo-2', 'ranDown');
    memory.felt('ilo-2', 'ranDown');
    const dice = new SeededRandom(2);
    const now = at({ tick: 12 });
    const voice = new Voice({ seen: now, memory, dice, speaker: new Speaker(dice, memory), other: 'ilo-2' });
    t.match(blame(openingWith(voice)).words, /three hours ago|Three hours ago/);
    t.match(memory.state.facts, [{ kind: 'sore', why: 'rivalled', tick: 9 }]);
    const texts = [1, 30, 77].map(() => wrongText('kept_loan', 'vera-1 ilo-2'));
    t.equal(new Set(texts).size, 1);
  },
);
