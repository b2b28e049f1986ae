/** What a mind lends, pays back and asks for; how it remembers the dead; and how it builds within a place that it has. */
import t from 'tap';
import type { Act } from '../../minds/acts/act.ts';
import { possibleActs, prices, reserveTicks } from '../../minds/acts/possible.ts';
import { building, canBuild } from '../../minds/brains/rules/building.ts';
import { Conversation } from '../../minds/brains/rules/conversation.ts';
import { gave, helping, isPlea, noteLoans, pleading } from '../../minds/brains/rules/helping.ts';
import type { Means } from '../../minds/brains/rules/means.ts';
import { urge, visiting, whomToMourn } from '../../minds/brains/rules/visiting.ts';
import * as tellings from '../../minds/brains/rules/words/tellings.ts';
import { annexName, designAt, designs } from '../../minds/designs/list.ts';
import { Memory } from '../../minds/memory/memory.ts';
import type { Perception } from '../../minds/perception/perception.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { heard, ownPod, seen, seenAtHome } from './sample-perception.ts';

function meansFor(perception: Perception, memory: Memory): Means {
  const dice = new SeededRandom(3);
  const talk = new Conversation(memory, dice);
  return { seen: perception, possible: possibleActs(perception), memory, dice, talk, maySpeak: true };
}

/** It has talked with Ilo. */
function knowingIlo(): Memory {
  const memory = new Memory();
  memory.note({ sinceTick: 0 });
  memory.met('ilo-2', 'Ilo', { talks: 4, hasSpoken: true });
  return memory;
}

const asks = { ...heard(9, 'ilo-2', 'Could somebody lend me four credits?'), tick: 59 };
const rich = { balance: 90 };
const gift = {
  ...{ seq: 12, tick: 61, type: 'credits.transferred', of: 'ilo-2', to: 'vera-1', reason: '' },
  ...{ actor: 'ilo-2', subject: 'vera-1', name: '', amount: 4 },
};

t.test(
  'each way in which a mind asks for a loan is understood by others, and idle talk of credits is not',
  async (t) => {
    for (const plea of tellings.pleas) t.ok(isPlea(plea), plea);
    for (const said of ['I have many credits.', 'Lend me your ear. Credits are scarce.', 'Spare me.', ''])
      t.notOk(isPlea(said), said);
  },
);

t.test('who is asked lends what it can spare, once in a while, to somebody whom it knows', async (t) => {
  const memory = knowingIlo();
  const day = seen({ tick: 60, heard: [asks], self: rich });
  const loan = helping(meansFor(day, memory));
  t.match(loan, { type: 'give', to: 'ilo-2', amount: prices.loan });
  t.equal(helping(meansFor(day, new Memory())), null, 'not to a stranger');
  t.equal(helping(meansFor(seen({ ...day, self: { balance: reserveTicks + 8 } }), memory)), null, 'not what it needs');
  t.equal(helping(meansFor(seen({ ...day, tick: 70, self: rich }), memory)), null, 'not long after it was asked');
  gave({ type: 'give', to: 'ilo-2', amount: prices.loan }, day, memory);
  t.equal(helping(meansFor(day, memory)), null, 'and not at once again, whoever asks');
  t.same(memory.state.owes, {}, 'who lends owes nothing');
});

t.test('what it was given after it asked it owes, and gives back when it can', async (t) => {
  const memory = knowingIlo();
  const poor = seen({ tick: 60, self: { balance: 8, runway: 8 } });
  t.equal(pleading(meansFor(poor, memory))?.type, 'say');
  t.equal(pleading(meansFor(poor, memory)), null, 'it asks once');
  const later = seen({ tick: 61, happenings: [gift], self: { balance: 12 } });
  noteLoans(later, memory);
  noteLoans(later, memory);
  t.same(memory.state.owes, { 'ilo-2': 4 }, 'each loan is noted once');
  t.equal(helping(meansFor(seen({ tick: 62, self: { balance: 12 } }), memory)), null);
  const now = seen({ tick: 80, self: rich });
  const back = helping(meansFor(now, memory));
  t.match(back, { type: 'give', to: 'ilo-2', amount: 4 });
  if (back?.type === 'give') gave(back, now, memory);
  t.same(memory.state.owes, {});
});

t.test('a gift for which nobody asked, and one of its mentor, is no loan', async (t) => {
  const memory = knowingIlo();
  noteLoans(seen({ tick: 61, happenings: [gift] }), memory);
  memory.note({ pleadedTick: 60 });
  noteLoans(seen({ tick: 61, happenings: [gift], self: { mentor: 'ilo-2' } }), memory);
  t.same(memory.state.owes, {});
});

t.test('whom it knew and who is dead it remembers where that is done, once', async (t) => {
  const memory = knowingIlo();
  memory.satisfied('remembrance', 55);
  const before = urge('remembrance', seen({ tick: 60 }), memory);
  memory.lost('ilo-2');
  t.equal(whomToMourn(memory)?.[1], 'Ilo');
  t.ok(urge('remembrance', seen({ tick: 60 }), memory) > before);
  const gallery = 'the-gallery-of-the-dead-of-odo';
  const place = { id: gallery, kind: 'pod', name: 'The Gallery', description: '', owner: 'odo-5' };
  const services = [{ id: gallery, pod: gallery, name: 'The Gallery', price: 3 }];
  const call = visiting(meansFor(seen({ tick: 60, place, services, self: rich }), memory));
  t.match(call, { type: 'call', words: /^Ilo\b/ }, 'by its name');
  memory.met('ilo-2', '', { isMourned: true });
  t.equal(whomToMourn(memory), undefined);
});

t.test('a mind with a rich place and code that is too dear for another puts it into the one it has', async (t) => {
  const memory = knowingIlo();
  const [design] = designs;
  if (design === undefined) throw new Error('there are no designs');
  memory.note({ design: 0, hasCode: true });
  const mill = ownPod({ poolRunway: 60 });
  const self = { balance: 40, ownedPods: ['mill'], mentees: ['odo-5'] };
  const home = seenAtHome({ tick: 60, workshops: ['bindery'], pods: [mill], commonsWays: 9, self });
  t.ok(canBuild({ seen: home, memory }));
  t.match(building(meansFor(home, memory)), { type: 'allow_annex', pod: 'mill', design: 0 });
  const allowed = ownPod({ poolRunway: 60, annexes: [{ name: 'x', agent: 'vera-1', isRunning: false }] });
  const next = building(meansFor({ ...home, pods: [allowed] }, memory));
  t.match(next, { type: 'build_annex', pod: 'mill', workshop: 'bindery', design: 0 });
  t.equal(designAt(`mill/${annexName(design)}`), 0, 'who comes there knows what it is');
  const full = ownPod({ poolRunway: 60, annexes: [{ name: 'x', agent: 'vera-1', isRunning: true }] });
  t.equal(canBuild({ seen: { ...home, pods: [full] }, memory }), false, 'one is enough');
});

t.test('a workshop for which there is nothing to do is given up', async (t) => {
  const memory = knowingIlo();
  const self = { balance: 40, ownedPods: ['mill'], mentees: ['odo-5'] };
  const pods = [ownPod({ annexes: [{ name: 'x', agent: 'vera-1', isRunning: true }] })];
  const act: Act | null = building(
    meansFor(seenAtHome({ tick: 60, workshops: ['bindery'], pods, commonsWays: 9, self }), memory),
  );
  t.match(act, { type: 'remove_room', name: 'bindery' });
});
