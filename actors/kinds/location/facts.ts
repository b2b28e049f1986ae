/** What the Commons and houses hear, and what they must know to decide (T6). */
import type { EventRules } from '../../kind-declaration.ts';
import { type BuildingFound, buildingEvents } from './building.ts';
import { type CommonsEvent, type CommonsFound, commonsEvents } from './commons/facts.ts';
import { type HouseEvent, type HouseFound, houseEvents } from './house/facts.ts';

export type LocationEvent = CommonsEvent | HouseEvent;

export const locationEvents: EventRules<'location', CommonsFound & HouseFound & BuildingFound> = {
  ...commonsEvents,
  ...houseEvents,
  ...buildingEvents,
};
