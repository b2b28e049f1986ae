/** The note as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { countedUnder, everyPicture, ofVisitor } from '../../rules/people/note-terms.ts';
import { placeActor, stationActor } from '../../rules/place/names.ts';
import { noteEvents } from './facts.ts';
import { noteMachine } from './machine.ts';

const rules: RulesOf<'note', typeof noteMachine> = {
  machine: noteMachine,
  wakeOrder: ['note.lapses'],
  indexes: {
    [indexes.notes]: ({ context: { purpose, place, visitor, picture } }) => [
      countedUnder(purpose, picture?.station ?? place),
      ofVisitor(purpose, visitor),
      place,
      ...(picture === undefined ? [] : [everyPicture]),
    ],
  },
  // The end of its place closes the station.
  dependsOn: ({ context: { place, picture } }) =>
    picture === undefined ? { place: placeActor(place) } : { station: stationActor(picture.station) },
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const note = defineKind('note', rules, noteEvents);
