/** Sentences of minds by rules are true of themselves and of the city when they are said, over generated perceptions. */
import t from 'tap';
import { answers, reactions } from '../../minds/brains/rules/words/answers.ts';
import * as phrases from '../../minds/brains/rules/words/phrases.ts';
import { questions } from '../../minds/brains/rules/words/questions.ts';
import { type Slots, slotsFor } from '../../minds/brains/rules/words/slots.ts';
import * as tellings from '../../minds/brains/rules/words/tellings.ts';
import { topics, understand } from '../../minds/brains/rules/words/understanding.ts';
import { Memory } from '../../minds/memory/memory.ts';
import type { Exit, Perception } from '../../minds/perception/perception.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { ownPod, publicWork, seen } from './sample-perception.ts';

const sentences = [...Object.values(phrases), questions, answers, reactions, ...Object.values(tellings)].flatMap(
  (list): readonly string[] => (Array.isArray(list) ? list : Object.values(list).flat()),
);

interface Case {
  readonly seen: Perception;
  readonly memory: Memory;
  readonly slots: Slots;
}

const other = 'ilo-2';
const names: Readonly<Record<string, string>> = { [other]: 'Ilo', 'maren-3': 'Maren', 'odo-4': 'Odo' };

function memoryOf(dice: SeededRandom): Memory {
  const is = () => dice.withProbability(0.5);
  const memory = new Memory();
  for (const [id, name] of Object.entries(names))
    if (is()) memory.met(id, name, { talks: dice.integerBelow(4), topic: 'work', hasSpoken: is() });
  for (const [id, name] of [
    ['mill', 'The Mill'],
    ['tower', 'The Tower'],
    ['city-commons', 'The Commons'],
  ] as const) {
    memory.note({ beat: memory.state.beat + 1 });
    if (is()) memory.cameTo(id, name);
  }
  if (is()) memory.did('looked after the Commons');
  if (is()) memory.did('tried The Mill');
  if (is()) memory.note({ design: 1 });
  return memory;
}

/** What is announced brings some of its words with it. */
const aim = {
  aim: 'a Bakery',
  missing: 'twelve',
  took: 'five hours',
  rival: 'Odo',
  calls: 'three',
  stood: 'six hours',
};

function generated(seed: number): Case {
  const dice = new SeededRandom(seed);
  const is = () => dice.withProbability(0.5);
  const exit = (to: string): Exit => ({ id: to, to, type: 'agent-built', description: '', toll: 0, isOpen: is() });
  const closes = dice.withProbability(0.3);
  const closed = {
    seq: 1,
    tick: 3,
    type: 'pod.shut_down',
    actor: '',
    subject: 'mill',
    name: '',
    amount: 0,
    of: '',
    to: '',
    reason: '',
  };
  const dies = { ...closed, seq: 2, type: 'resident.died', actor: 'odo-4', subject: 'odo-4', name: 'Odo' };
  const [hasDied, atHome] = [is(), dice.withProbability(0.3)];
  const perception = seen({
    ...(atHome && { place: { id: 'city-housing/vera-1', kind: 'house', name: 'House', description: '', owner: null } }),
    people: [{ id: other, name: 'Ilo' }, ...(is() ? [{ id: 'maren-3', name: 'Maren' }] : [])],
    peopleCount: dice.integerBelow(4),
    exits: ['mill', 'tower'].filter(is).map(exit),
    happenings: [...(closes ? [closed] : []), ...(hasDied ? [dies] : [])],
    jobs: Array.from({ length: dice.integerBelow(12) }, () => publicWork).slice(0, 10),
    nextSoul: is() ? 'Wren' : null,
    workshops: is() ? null : is() ? [] : ['bindery'],
    pods: is() ? [ownPod({ id: 'mine', name: 'The Bell', status: is() ? 'deployed' : 'shut_down' })] : [],
    self: {
      mentor: is() ? 'maren-3' : null,
      mentees: is() ? [other] : [],
      heir: is() ? 'odo-4' : null,
      legacyTitle: is() ? 'x' : null,
      ownedPods: is() ? ['mine'] : [],
      isDying: dice.withProbability(0.2),
      ticksLeft: is() ? dice.integerBelow(70) : dice.integerBelow(5),
      runway: is() ? dice.integerBelow(60) : null,
    },
  });
  const memory = memoryOf(dice);
  if (hasDied) memory.lost(dies.actor);
  const more = { name: 'Wren', ...aim, ...(is() && { '?known': '' }), ...(is() && { '?open': '' }) };
  return { seen: perception, memory, slots: { ...slotsFor(perception, memory, dice, other), ...more } };
}

const sayable = (sentence: string, slots: Slots): boolean =>
  [...sentence.matchAll(/\{(\??\w+)\}/g)].every(([, name = '']) => Object.hasOwn(slots, name));

const hasSpoken = ({ memory }: Case, name: string | undefined): boolean =>
  Object.values(memory.state.people).some((one) => one.name === name && one.talks > 0 && one.hasSpoken === true);
const isOpen = ({ seen: { exits, pods, happenings } }: Case, name: string | undefined): boolean => {
  if (name === 'The Bell') return pods.some(({ status }) => status === 'deployed');
  const id = name === 'The Mill' ? 'mill' : 'tower';
  return exits.some((exit) => exit.to === id && exit.isOpen) && !happenings.some(({ subject }) => subject === id);
};
const isHome = ({ seen: { place } }: Case): boolean => place.kind === 'house';

/** What a sentence claims, by its words, and when that is so. */
const claims: readonly (readonly [RegExp, (of: Case) => boolean])[] = [
  [/I was founded/, ({ seen }) => seen.self.mentor === null],
  [/nobody brought me up/i, ({ seen }) => seen.self.mentor === null],
  [/opened the door for me|\{mentor\}/, ({ seen }) => seen.self.mentor !== null],
  [/\{child\}/, ({ seen }) => seen.self.mentees.length > 0],
  [/brought up nobody/, ({ seen }) => seen.self.mentees.length === 0],
  [/not named an heir|Nobody is in my will/, ({ seen }) => seen.self.heir === null],
  [
    /\{heir\}/,
    ({ seen: { self, happenings } }) => self.heir !== null && !happenings.some((one) => one.subject === self.heir),
  ],
  [/(are|is) in order/, ({ seen: { self } }) => self.heir !== null && self.legacyTitle !== null],
  [/\{pod\}/, (of) => isOpen(of, of.slots['pod'])],
  [/\{ownPod\}/, (of) => of.slots['ownPod'] === 'The Bell' && isOpen(of, 'The Bell')],
  [/built nothing/, ({ seen }) => seen.self.ownedPods.length === 0],
  [/^(?!.*Now, or).*\bI have a (room|workshop)/, ({ seen }) => (seen.workshops ?? []).length > 0],
  [/\{third\}/, (of) => hasSpoken(of, of.slots['third']) && of.slots['third'] !== of.slots['you']],
  [/\{third\}/, ({ seen, slots }) => !seen.happenings.some(({ name }) => name === slots['third'])],
  [/over there/, ({ seen, slots }) => seen.people.some(({ name }) => name === slots['thirdHere'])],
  [
    /it came back|[Aa]nswers\.|have heard\.|spoke of \{/,
    (of) => hasSpoken(of, 'Ilo') || of.memory.acquaintance(other)?.hasSpoken === true,
  ],
  [/\{nth\}/, ({ memory }) => (memory.acquaintance(other)?.talks ?? 0) > 1],
  [/board is empty|nothing on it/, ({ seen }) => seen.jobs.length === 0 && seen.place.kind === 'commons'],
  [/\{jobs\}/, ({ seen }) => seen.jobs.length > 1 && seen.jobs.length < 10],
  [
    /looked after the (square|Commons)\. It|had my turn/,
    ({ memory }) => memory.state.deeds.includes('looked after the Commons'),
  ],
  [/Work finds me slowly/, ({ memory }) => !memory.state.deeds.includes('looked after the Commons')],
  [/costs me|for my purse|not at home|out here|a bench here|came out/, (of) => !isHome(of)],
  [/next tick|next time|find me again/, ({ seen: { self } }) => !self.isDying || self.ticksLeft === null],
  [/I have time|That is not little/, ({ seen: { self } }) => !self.isDying && (self.ticksLeft ?? 0) >= 20],
  [/^(?!.*Keep)(?=.*\{runway\}).*(Enough|generous)/, ({ seen: { self } }) => (self.runway ?? 99) >= 20],
  [/is open\.(?! I like)|It stands:|Come in, before/, ({ slots }) => Object.hasOwn(slots, '?open')],
  [/I knew|one more talk/, ({ slots }) => Object.hasOwn(slots, '?known')],
];

t.test('no sentence is said of which something does not hold [WD1]', async (t) => {
  const said = new Set<string>();
  const wrong = new Set<string>();
  for (let seed = 1; seed <= 600; seed++) {
    const one = generated(seed);
    for (const sentence of sentences.filter((each) => sayable(each, one.slots))) {
      said.add(sentence);
      for (const [claim, holds] of claims) if (claim.test(sentence) && !holds(one)) wrong.add(`${claim}: ${sentence}`);
    }
  }
  t.same([...wrong], []);
  t.same(
    sentences.filter((each) => !said.has(each)),
    [],
    'and each can be said by somebody',
  );
});

t.test('sentences are as many as they are different, and shout at nobody', async (t) => {
  t.equal(new Set(sentences).size, sentences.length);
  t.same(
    sentences.filter((each) => each.includes('!')),
    [],
  );
});

t.test('a question is understood as what it asks about', async (t) => {
  for (const topic of topics)
    for (const question of questions[topic])
      t.match(understand(question.replace(/\{\w+\}/g, 'Ilo'), 'Ilo', []), { intent: 'question', topic }, question);
});

t.test('where it was last is its own house only if it is', async (t) => {
  const memory = new Memory();
  memory.cameTo('city-housing/ilo-2', 'House of Ilo');
  t.equal(slotsFor(seen(), memory, new SeededRandom(1))['before'], 'House of Ilo');
});
