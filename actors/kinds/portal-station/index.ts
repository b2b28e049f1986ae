/** The portal station as a kind of actor. */
import type { KindRules } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { defineKind } from '../../kind.ts';
import { placeActor } from '../../rules/place/names.ts';
import { stationEvents } from './facts.ts';
import { stationMachine } from './machine.ts';
import type { StationContext } from './messages.ts';

const stands = ({ state }: { readonly state: string }): boolean => state !== 'closed';

const rules: KindRules<StationContext> = {
  machine: stationMachine,
  wakeOrder: [],
  indexes: {
    [indexes.stationsAt]: (image) => {
      const { location } = image.context;
      return stands(image) ? [location, `${image.state} ${location}`] : undefined;
    },
    [indexes.stations]: ({ state }) => state,
    [indexes.stationToken]: (image) => (stands(image) ? image.context.token : undefined),
  },
  ended: ({ state }) => state === 'closed',
  dependsOn: (image) => (stands(image) ? { place: placeActor(image.context.location) } : {}),
  supervision: { failuresMax: 3, withinTicks: 6, essential: () => false },
};

export const portalStation = defineKind('portal-station', rules, stationEvents);
