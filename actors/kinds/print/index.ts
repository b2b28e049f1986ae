/** The print as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import { nameOf } from '../../../engine/ids.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import { stationActor } from '../../rules/place/names.ts';
import { printEvents } from './facts.ts';
import { printMachine } from './machine.ts';
import type { PrintContext } from './messages.ts';

const rules: KindRules<PrintContext> = {
  machine: printMachine,
  wakeOrder: ['window.over', 'print.expires'],
  indexes: {
    [indexes.prints]: ({ state, context: { station } }) => [station, `${state} ${station}`],
    [indexes.countedPrints]: ({ context: { isCounted, station, payer } }) =>
      isCounted ? [station, nameOf(payer)] : undefined,
  },
  dependsOn: ({ state, context }) => (state === 'queued' ? { station: stationActor(context.station) } : {}),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const print = defineKind('print', rules, printEvents);
