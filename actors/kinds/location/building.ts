/** What the Commons and houses have in common: workshops are opened there, connections begin and end there. */
import type { EventRules } from '../../kind-declaration.ts';
import type { AskedOf } from '../../rules/place/command-messages.ts';
import { type RequestFacts, requestFacts } from '../../rules/place/requesting.ts';
import { type WorkshopFacts, workshopFacts } from '../../rules/workshops/opening.ts';

export type Building = Pick<AskedOf<'location'>, 'open_workshop' | 'request_connection'>;

export interface BuildingFound {
  readonly open_workshop: WorkshopFacts;
  readonly request_connection: RequestFacts;
}

export const buildingEvents: Pick<EventRules<'location', BuildingFound>, keyof Building> = {
  open_workshop: { command: true, facts: workshopFacts },
  request_connection: { command: true, facts: requestFacts },
};
