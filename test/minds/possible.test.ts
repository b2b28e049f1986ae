/** Which acts are in the list of a mind: single situations, which many made-up days would rarely meet. */
import t from 'tap';
import { possibleActs } from '../../minds/acts/possible.ts';
import { type Change, ownPod, publicWork, seen } from './sample-perception.ts';

const kinds = (endowment: number, day: Change) =>
  new Set(possibleActs(seen({ ...day, self: { balance: 85, mentees: ['ilo-2'], endowment } })).map(({ type }) => type));

t.test('what it had at birth it offers to nobody, and spends on itself [MA2] [EN1]', async (t) => {
  const square = { nextSoul: 'Wren' };
  const mill = {
    place: { id: 'mill', kind: 'pod', name: 'The Mill', description: '', owner: 'eve-9' },
    services: [{ id: 'mill', pod: 'mill', name: 'The Mill', price: 0.5 }],
  };
  for (const type of ['adopt', 'give', 'post_job'] as const) {
    t.ok(kinds(0, square).has(type), type);
    t.notOk(kinds(85, square).has(type), type);
  }
  t.ok(kinds(40, square).has('adopt'), 'what is free it may give');
  t.same([kinds(0, mill).has('call'), kinds(85, mill).has('call')], [true, false], 'a price is the owner’s');
  const house = { id: 'city-housing/vera-1', kind: 'house', name: 'Home', description: '', owner: 'vera-1' };
  t.ok(kinds(85, { place: house, workshops: [] }).has('add_room'));
  const gate = { id: 'exit_b', to: 'mill', type: 'agent-built', description: 'A gate.', toll: 0.5, isOpen: true };
  const ways = (endowment: number) =>
    possibleActs(seen({ exits: [gate], self: { endowment } })).flatMap((act) => (act.type === 'go' ? [act.to] : []));
  t.same([ways(0).includes('mill'), ways(60).includes('mill')], [true, false], 'and so is a toll');
});

t.test(
  'a mentor keeps enough until it is paid again, though pay is on its way, or enough for the rest of its life [MA2]',
  async (t) => {
    const handedIn = [{ ...publicWork, status: 'submitted', claimer: 'vera-1', answerTick: 11 }];
    const adopts = (balance: number, ticksLeft: number) =>
      possibleActs(seen({ tick: 10, nextSoul: 'Wren', claimed: handedIn, self: { balance, burn: 1, ticksLeft } })).some(
        ({ type }) => type === 'adopt',
      );
    t.same([adopts(50, 60), adopts(52, 60)], [false, true]);
    t.same([adopts(29, 5), adopts(31, 5)], [false, true]);
  },
);

t.test('who owns two places may lead a way from the one where it is to the other', async (t) => {
  const [mill, inn] = [ownPod({ id: 'mill' }), ownPod({ id: 'inn' })];
  const asked = (there: typeof mill) =>
    possibleActs(
      seen({
        place: { id: 'mill', kind: 'pod', name: 'The Mill', description: '', owner: 'vera-1' },
        pods: [there, inn],
        self: { balance: 85, endowment: 0, ownedPods: ['mill', 'inn'] },
      }),
    ).flatMap((act) => (act.type === 'connect' ? [act.pod] : []));
  t.same(asked(mill), ['inn'], 'to the other, not to itself');
  t.same(asked({ ...mill, ways: ['a', 'b'], waysMax: 2 }), [], 'where it has room');
});
