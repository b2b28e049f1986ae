/** The print as a kind of actor. */
import { nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { stationActor } from '../../rules/place/names.ts';
import { printEvents } from './facts.ts';
import { printMachine } from './machine.ts';
import { isQueued } from './state.ts';

const rules: RulesOf<'print', typeof printMachine> = {
  machine: printMachine,
  wakeOrder: ['window.over', 'print.expires'],
  indexes: {
    [indexes.prints]: ({ state, context: { station } }) => [station, `${state} ${station}`],
    [indexes.countedPrints]: ({ context: { isCounted, station, payer } }) =>
      isCounted ? [station, nameOf(payer)] : undefined,
  },
  dependsOn: (image) => (isQueued(image) ? { station: stationActor(image.context.station) } : {}),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const print = defineKind('print', rules, printEvents);
