/** The portal station as a kind of actor. */
import { indexes } from '../../indexes.ts';
import { defineKind, type RulesOf } from '../../kind-declaration.ts';
import { placeActor } from '../../rules/place/names.ts';
import { stationEvents } from './facts.ts';
import { stationMachine } from './machine.ts';
import { isClosed } from './state.ts';

const rules: RulesOf<'portal-station', typeof stationMachine> = {
  machine: stationMachine,
  wakeOrder: [],
  indexes: {
    [indexes.stationsAt]: (image) => {
      const { location } = image.context;
      return isClosed(image) ? undefined : [location, `${image.state} ${location}`];
    },
    [indexes.stations]: ({ state }) => state,
    [indexes.stationToken]: (image) => (isClosed(image) ? undefined : image.context.token),
  },
  ended: isClosed,
  dependsOn: (image) => (isClosed(image) ? {} : { place: placeActor(image.context.location) }),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const portalStation = defineKind('portal-station', rules, stationEvents);
