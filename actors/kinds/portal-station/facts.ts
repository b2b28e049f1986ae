/** What a portal station must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { nameOf } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { imageOf } from '../../registry.ts';
import { printActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import type { StationInbox } from './messages.ts';

/** Prints that count against a limit, and the ticks until the first of them no longer counts. */
export interface Counted {
  readonly count: number;
  readonly freeIn: number;
}

interface Found {
  /** Whether strangers may walk at the station's place. */
  readonly broadcast: { readonly isPublic: boolean };
  readonly answer_print: { readonly isOwn: boolean };
  readonly print: {
    /** The identifier of the print. */
    readonly print: string;
    /** Counted prints of this station, and of this payer at all stations. */
    readonly here: Counted;
    readonly ofPayer: Counted;
  };
}

export type StationEvent = Heard<StationInbox, Found>;

function counted(facts: Facts, key: string, most: number): Counted {
  const left = facts
    .members(indexes.countedPrints, key, most)
    .map((id) => (imageOf(facts, id)?.context.countsUntil ?? facts.tick) - facts.tick);
  return { count: facts.count(indexes.countedPrints, key), freeIn: Math.max(0, Math.min(...left)) };
}

export const stationEvents: EventRules<'portal-station', Found> = {
  answer_print: {
    command: true,
    facts: (facts, { context }, { print }) => ({
      isOwn: imageOf(facts, printActor(print))?.context.station === context.id,
    }),
  },
  close: { command: true },
  silent: { command: false },
  heard: { command: false },
  broadcast: { command: false, facts: (facts, { context }) => ({ isPublic: facts.isPublic(context.location) }) },
  print: {
    command: false,
    facts: (facts, { context }, { payer }) => ({
      print: facts.mint('print'),
      here: counted(facts, context.id, setting(facts.settings, 'PRINTS_PER_STATION_MAX')),
      ofPayer: counted(facts, nameOf(payer), setting(facts.settings, 'PRINTS_PER_RESIDENT_MAX')),
    }),
  },
  'place.ended': { command: false },
};
