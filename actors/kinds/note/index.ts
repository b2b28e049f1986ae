/** The note as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { countedUnder, ofVisitor } from '../../rules/people/note-terms.ts';
import { placeActor } from '../../rules/place/names.ts';
import { noteEvents } from './facts.ts';
import { noteMachine } from './machine.ts';

const rules: RulesOf<'note', typeof noteMachine> = {
  machine: noteMachine,
  wakeOrder: ['note.lapses'],
  indexes: {
    [indexes.notes]: ({ context: { purpose, place, visitor } }) => [
      countedUnder(purpose, place),
      ofVisitor(purpose, visitor),
      place,
    ],
  },
  dependsOn: ({ context: { place } }) => ({ place: placeActor(place) }),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const note = defineKind('note', rules, noteEvents);
