/** What a portal station must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { nameOf } from '../../../engine/ids.ts';
import type { Heard } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { imageOf } from '../../registry.ts';
import { countedUnder } from '../../rules/people/note-terms.ts';
import { noteActor, printActor } from '../../rules/place/names.ts';
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
  readonly receive_picture: {
    /** The identifier of the note that the picture becomes. */
    readonly note: string;
    /** Strangers may walk at the station's place. */
    readonly isPublic: boolean;
    /** Pictures that stand here. */
    readonly standing: number;
  };
  readonly remove_picture: { readonly isOwn: boolean };
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
  remove_picture: {
    command: true,
    facts: (facts, { context }, { note }) => ({
      isOwn: imageOf(facts, noteActor(note))?.context.picture?.station === context.id,
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
  receive_picture: {
    command: false,
    facts: (facts, { context }) => ({
      note: facts.mint('note'),
      isPublic: facts.isPublic(context.location),
      standing: facts.count(indexes.notes, countedUnder('picture', context.id)),
    }),
  },
  'place.ended': { command: false },
};
