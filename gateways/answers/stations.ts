/** Portal stations, and what is said and printed there. */
import { z } from 'zod';
import { stationStates } from '../../actors/kinds/portal-station/state.ts';
import { Amount, listOf, Timestamp } from './common.ts';
import { JournalEvent, withDataOfItsType } from './journal-event.ts';

export const Station = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    place: z.string().meta({ description: 'Where it stands in the world outside' }),
    location: z.string().nullable().meta({ description: 'The place of the city; null where strangers may not walk' }),
    status: z.enum(stationStates),
    shows_picture: z.boolean().meta({ description: 'Anybody may look at its newest picture' }),
    registered_at: Timestamp,
  })
  .meta({ id: 'PortalStation' });

export const Stations = listOf(Station);

export const RegisteredStation = Station.extend({ token: z.string() });

export const StationSeen = Station.extend({
  picture_taken_at: Timestamp.nullable().meta({
    description: 'Of what its camera shows; null while that is nothing',
  }),
});

/** The answer to a heartbeat. */
export const HeardStation = z.strictObject({
  id: z.string(),
  status: z.literal('active'),
  silent_after_seconds: z.number(),
});

export const KeptPicture = z.strictObject({ station: z.string(), bytes: z.int(), taken_at: Timestamp });

export const Print = z
  .strictObject({
    id: z.string(),
    station: z.string(),
    status: z.enum(['queued', 'printed', 'failed']),
    by: z.string().meta({ description: 'The resident or visitor who wants it' }),
    content: z.string().nullable().meta({ description: 'Words of a resident or visitor' }),
    cost: Amount,
    created_at: Timestamp,
    answer_due: Timestamp.nullable(),
    answer_due_tick: z.int(),
  })
  .meta({ id: 'Print' });

export const Prints = listOf(Print);

/** A print that was just ordered, for its payer. */
export const AskedPrint = Print.extend({ balance: Amount.meta({ description: 'What is left to you' }) });

/** The part of an event that the activity of a station shows. */
export const StationEvent = withDataOfItsType(JournalEvent.omit({ v: true, category: true, location: true })).meta({
  id: 'PortalActivity',
});

export const StationEvents = listOf(StationEvent);

/** A message that a visitor has just spoken through a station. */
export const StationMessage = z
  .strictObject({
    id: z.string(),
    message: z.string(),
    station: z.string(),
    seq: z.int(),
    location: z.string().nullable(),
    sent_at: Timestamp,
  })
  .meta({ id: 'PortalMessage' });
